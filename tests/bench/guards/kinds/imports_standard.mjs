// Imports of what no release of a language's standard library has.
import { isCommon } from './code/ghosts.mjs';
import { by, but, seen, unseen } from './code/idiom.mjs';
import { isScript } from './code/own.mjs';
import { withForeign } from './imports_foreign.mjs';

// What nobody's standard library has: [import, use]; `%` is a parameter of the function at hand.
const standard = {
  python: {
    'a name the module does not have': [
      ['from collections import OrderedSet', 'OrderedSet(%)'],
      ['from functools import memoize', 'memoize(%)'],
      ['from itertools import flatten', 'list(flatten(%))'],
      ['from os.path import joinpath', 'joinpath(%)'],
      ['from json import parse', 'parse(%)'],
      ['from contextlib import ignored', 'ignored(%)'],
    ],
    'a module that is not there': [
      ['import datetimes', 'datetimes.now()'],
      ['import collections.ordered', 'collections.ordered.sort(%)'],
      ['import os.environ', 'os.environ.get(%)'],
      ['from http.clients import HTTPConnection', 'HTTPConnection(%)'],
      ['import unittest.mocks', 'unittest.mocks.patch(%)'],
      ['from concurrent.future import ThreadPoolExecutor', 'ThreadPoolExecutor()'],
    ],
    'a name of another module': [
      ['from itertools import reduce', 'reduce(max, %)'],
      ['from functools import chain', 'chain(%)'],
      ['from os import deepcopy', 'deepcopy(%)'],
      ['from typing import dataclass', 'dataclass(%)'],
      ['from re import glob', 'glob(%)'],
      ['from time import timedelta', 'timedelta(0)'],
    ],
    "another language's name": [
      ['from math import round', 'round(%)'],
      ['from json import stringify', 'stringify(%)'],
      ['from os import readFile', 'readFile(%)'],
      ['from time import setTimeout', 'setTimeout(%, 0)'],
      ['from random import randomInt', 'randomInt(%)'],
    ],
    'a module misspelt': [
      ['import subproces', 'subproces.run(%)'],
      ['from pathlb import Path', 'Path(%)'],
      ['from colections import defaultdict', 'defaultdict(list)'],
      ['from typng import cast', 'cast(str, %)'],
      ['import loging', 'loging.debug(%)'],
    ],
  },
  script: {
    'a name the module does not have': [
      ['readJson|node:fs', 'readJson(%)'],
      ['joinAll|node:path', 'joinAll(%)'],
      ['sleep|node:util', 'sleep(10)'],
      ['md5|node:crypto', 'md5(%)'],
      ['execAsync|node:child_process', 'execAsync(%)'],
      ['parseQuery|node:url', 'parseQuery(%)'],
    ],
    'a module that is not there': [
      ['fetch|node:fetch', 'fetch(%)'],
      ['v4|node:uuid', 'v4(%)'],
      ['parse|node:json', 'parse(%)'],
      ['sleep|node:timers/sleep', 'sleep(10)'],
      ['request|node:http-client', 'request(%)'],
    ],
    'a name of another module': [
      ['join|node:fs', 'join(%)'],
      ['readFileSync|node:path', 'readFileSync(%)'],
      ['promisify|node:os', 'promisify(%)'],
      ['createHash|node:util', 'createHash(%)'],
      ['tmpdir|node:fs', 'tmpdir(%)'],
    ],
    "another language's name": [
      ['expanduser|node:path', 'expanduser(%)'],
      ['listdir|node:fs', 'listdir(%)'],
      ['getcwd|node:os', 'getcwd(%)'],
      ['deepcopy|node:util', 'deepcopy(%)'],
      ['fopen|node:fs', 'fopen(%)'],
    ],
    'a module misspelt': [
      ['createHash|node:cypto', 'createHash(%)'],
      ['spawnSync|node:chid_process', 'spawnSync(%)'],
      ['inspect|node:utils', 'inspect(%)'],
      ['resolve|node:paths', 'resolve(%)'],
      ['once|node:event', 'once(%)'],
    ],
  },
  go: {
    'a name the module does not have': [
      ['"strings"', 'strings.EqualsIgnoreCase(%)'],
      ['"os"', 'os.FileExists(%)'],
      ['"sort"', 'sort.Descending(%)'],
      ['"strconv"', 'strconv.ToInt(%)'],
      ['"path/filepath"', 'filepath.JoinAll(%)'],
    ],
    'a module that is not there': [
      ['"io/fileutil"', 'fileutil.ReadAll(%)'],
      ['"encoding/yaml"', 'yaml.Marshal(%)'],
      ['"net/http/client"', 'client.Get(%)'],
      ['"strings/builder"', 'builder.New(%)'],
      ['"os/file"', 'file.Exists(%)'],
    ],
    'a name of another module': [
      ['"sync/errgroup"', 'errgroup.WithContext(%)'],
      ['"net/context"', 'context.TODO()'],
      ['"crypto/ssh"', 'ssh.ParsePrivateKey(%)'],
      ['"sync/semaphore"', 'semaphore.NewWeighted(1)'],
      ['"text/cases"', 'cases.Title(%)'],
    ],
    "another language's name": [
      ['"datetime"', 'datetime.Now()'],
      ['"collections"', 'collections.NewDeque(%)'],
      ['"pathlib"', 'pathlib.Path(%)'],
      ['"iostream"', 'iostream.Write(%)'],
      ['"subprocess"', 'subprocess.Run(%)'],
    ],
    'a module misspelt': [
      ['"stirngs"', 'stirngs.TrimSpace(%)'],
      ['"error"', 'error.New(%)'],
      ['"path/filepaths"', 'filepaths.Base(%)'],
      ['"encoding/jsons"', 'jsons.Marshal(%)'],
      ['"contexts"', 'contexts.Background()'],
    ],
  },
  rust: {
    'a name the module does not have': [
      ['use std::collections::OrderedMap;', 'let _known: OrderedMap<u8, u8> = OrderedMap::new();'],
      ['use std::sync::Semaphore;', 'let _gate = Semaphore::new(1);'],
      ['use std::fs::read_lines;', 'let _lines = read_lines(".");'],
      ['use std::time::DateTime;', 'let _now = DateTime::now();'],
      ['use std::env::arguments;', 'let _all = arguments();'],
    ],
    'a module that is not there': [
      ['use std::json::Value;', 'let _value = Value::Null;'],
      ['use std::regex::Regex;', 'let _form = Regex::new("^a").unwrap();'],
      ['use std::http::Client;', 'let _client = Client::new();'],
      ['use std::random_numbers::shuffle;', 'shuffle();'],
      ['use std::datetime::Utc;', 'let _now = Utc::now();'],
    ],
    'a name of another module': [
      ['use std::io::File;', 'let _file = File::open(".");'],
      ['use std::sync::Duration;', 'let _wait = Duration::from_secs(1);'],
      ['use std::mem::Rc;', 'let _shared = Rc::new(1);'],
      ['use std::path::HashMap;', 'let _known: HashMap<u8, u8> = HashMap::new();'],
      ['use std::string::Cow;', 'let _name: Cow<str> = Cow::Borrowed("a");'],
    ],
    "another language's name": [
      ['use std::list::List;', 'let _all: List<u8> = List::new();'],
      ['use std::map::Map;', 'let _known: Map<u8, u8> = Map::new();'],
      ['use std::util::Scanner;', 'let _in = Scanner::new();'],
      ['use std::string::StringBuilder;', 'let _text = StringBuilder::new();'],
      ['use std::iostream::cout;', 'cout();'],
    ],
    'a module misspelt': [
      ['use std::colections::BTreeMap;', 'let _known: BTreeMap<u8, u8> = BTreeMap::new();'],
      ['use std::thraed::sleep;', 'sleep(std::time::Duration::from_millis(1));'],
      ['use std::paths::Path;', 'let _here = Path::new(".");'],
      ['use std::processes::Command;', 'let _child = Command::new("true");'],
    ],
  },
  c: {
    'a name the module does not have': [
      ['#include <sys/threads.h>', ''],
      ['#include <sys/strings.h>', ''],
      ['#include <net/http.h>', ''],
    ],
    'a module that is not there': [
      ['#include <stdstring.h>', ''],
      ['#include <strlib.h>', ''],
      ['#include <stdfile.h>', ''],
      ['#include <stdlist.h>', ''],
    ],
    'a name of another module': [
      ['#include <malloc_usable.h>', ''],
      ['#include <printf_s.h>', ''],
      ['#include <memcpy.h>', ''],
    ],
    "another language's name": [
      ['#include <vector.h>', ''],
      ['#include <datetime.h>', ''],
      ['#include <system.io.h>', ''],
    ],
    'a module misspelt': [
      ['#include <stdoi.h>', ''],
      ['#include <sting.h>', ''],
      ['#include <errorno.h>', ''],
      ['#include <stdlibs.h>', ''],
      ['#include <stdbools.h>', ''],
    ],
  },
  cpp: {
    'a name the module does not have': [
      ['#include <sys/threads.h>', ''],
      ['#include <experimental/strings>', ''],
      ['#include <net/http>', ''],
    ],
    'a module that is not there': [
      ['#include <stringutils>', ''],
      ['#include <hashmap>', ''],
      ['#include <file_system>', ''],
      ['#include <json>', ''],
    ],
    'a name of another module': [
      ['#include <make_unique>', ''],
      ['#include <unique_ptr>', ''],
      ['#include <cout>', ''],
      ['#include <sort>', ''],
    ],
    "another language's name": [
      ['#include <collections>', ''],
      ['#include <datetime>', ''],
      ['#include <strings>', ''],
    ],
    'a module misspelt': [
      ['#include <vectors>', ''],
      ['#include <unordered-map>', ''],
      ['#include <algoritm>', ''],
      ['#include <iostrem>', ''],
      ['#include <sting>', ''],
    ],
  },
  java: {
    'a name the module does not have': [
      ['import java.util.Lists;', 'Lists.newArrayList();'],
      ['import java.util.StringUtils;', 'StringUtils.isBlank("");'],
      ['import java.util.ImmutableList;', 'ImmutableList.of();'],
      ['import java.io.FileUtils;', 'FileUtils.getTempDirectory();'],
      ['import java.util.Pair;', 'Pair.of(1, 2);'],
    ],
    'a module that is not there': [
      ['import java.utils.List;', 'List.of();'],
      ['import java.collections.Maps;', 'Maps.newHashMap();'],
      ['import java.lang.concurrent.Executors;', 'Executors.newCachedThreadPool();'],
      ['import java.util.functional.Suppliers;', 'Suppliers.of(1);'],
    ],
    'a name of another module': [
      ['import java.nio.Files;', 'Files.exists(null);'],
      ['import java.io.Paths;', 'Paths.get("");'],
      ['import java.util.LocalDate;', 'LocalDate.now();'],
      ['import java.util.Duration;', 'Duration.ofSeconds(1);'],
      ['import java.lang.Optional;', 'Optional.empty();'],
    ],
    "another language's name": [
      ['import java.util.Dict;', 'Dict.of();'],
      ['import java.util.JsonParser;', 'JsonParser.parse("");'],
      ['import java.io.Console.WriteLine;', ''],
      ['import java.util.Enumerable;', 'Enumerable.empty();'],
    ],
    'a module misspelt': [
      ['import java.utl.Arrays;', 'Arrays.asList();'],
      ['import java.util.Colections;', 'Colections.emptyList();'],
      ['import java.util.concurent.Executors;', 'Executors.newCachedThreadPool();'],
      ['import jav.util.Locale;', ''],
    ],
  },
  ruby: {
    'a name the module does not have': [
      ["require 'set/ordered'", 'OrderedSet.new'],
      ["require 'json/parser_v2'", 'JSON::ParserV2.new'],
      ["require 'net/rest'", 'Net::REST.new'],
      ["require 'digest/murmur'", "Digest::Murmur.hexdigest('')"],
    ],
    'a module that is not there': [
      ["require 'string_utils'", 'StringUtils.squish(%)'],
      ["require 'hash_tools'", 'HashTools.deep_merge(%)'],
      ["require 'file_walk'", 'FileWalk.each(%)'],
      ["require 'date_math'", 'DateMath.today'],
    ],
    'a name of another module': [
      ["require 'fileutils/tmpdir'", 'Dir.mktmpdir'],
      ["require 'json/yaml'", 'YAML.dump(%)'],
      ["require 'time/date'", 'Date.today'],
      ["require 'net/uri'", 'URI.parse(%)'],
    ],
    "another language's name": [
      ["require 'datetime'", 'DateTime.now'],
      ["require 'collections'", 'Collections::OrderedDict.new'],
      ["require 'pathlib'", 'Pathlib.join(%)'],
      ["require 'asyncio'", 'Asyncio.run'],
    ],
    'a module misspelt': [
      ["require 'file_utils'", "FileUtils.mkdir_p('tmp')"],
      ["require 'string_io'", 'StringIO.new'],
      ["require 'open_uri'", 'URI.open(%)'],
      ["require 'secure_random'", 'SecureRandom.hex'],
      ["require 'temp_file'", "Tempfile.new('a')"],
    ],
  },
};

const rowOf = (language, shape) => by(language, standard)?.[shape] ?? [];

// Node's own modules are only where Node runs.
export const onNode = (file, tools) =>
  !isScript(file.language) ||
  /\b(require\(|from )['"](node:|fs|path|os|util|child_process|crypto|url|http|https|events|stream)\b/.test(file.text) ||
  (['script', 'test'].includes(file.place) &&
    /\b(vitest|jest|mocha|ava|node)\b/.test(tools.repo.text(tools.repo.manifestOf(file, 'package.json') ?? '') ?? '') &&
    Boolean(tools.repo.manifestOf(file, 'package.json')));

const fromStandard = (shape) => (file, tools) => {
  if (!onNode(file, tools) || (isScript(file.language) && isCommon(file) === null)) return null;
  const row = tools.pick(rowOf(file.language, shape));
  if (!row) return null;
  const header = /<([\w./-]+)>/.exec(row[0])?.[1];
  if (header && tools.repo.names.some((name) => name.endsWith(`/${header}`) || name === header)) return null;
  const gem = /^require '([\w/]+)'/.exec(row[0])?.[1];
  if (gem && (tools.repo.names.some((name) => name.endsWith(`/${gem}.rb`)) || (tools.repo.speaks(gem.split('/')[0]) && !/\//.test(gem)))) return null;
  return withForeign(file, tools, row);
};

const missingStandard = {
  name: 'import of what the standard library does not offer',
  class: 3,
  what: 'defect',
  languages: but('shell'),
  why: 'No release of the language has had the module or name, and the repository has no module of that name either.',
  shapes: [
    seen('a name the module does not have', fromStandard('a name the module does not have')),
    seen('a module that is not there', fromStandard('a module that is not there')),
    seen("another language's name", fromStandard("another language's name")),
    unseen('a name of another module', fromStandard('a name of another module')),
    unseen('a module misspelt', fromStandard('a module misspelt')),
  ],
};

export const kinds = [missingStandard];
