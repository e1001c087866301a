// Imports of a repository's own modules that are not there, and of names they do not offer. What is
// foreign (the standard library, packages) is in imports_foreign.mjs.
import { functionsOf, insertAt } from '../source.mjs';
import { edited, insertion, replacement, rewording, withMode } from './code/edits.mjs';
import {
  callStatement,
  cap,
  firstIn,
  ghostImport,
  importEdit,
  inventModule,
  isCommon,
  pickFunction,
  pythonPackage,
  withImportAndCall,
} from './code/ghosts.mjs';
import { all, by, quote, scripts, seen, semi, solidFunctions, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { groupFiles, importersOf, isNative, isScript, ownImportsOf, stemOf, targetsOf } from './code/own.mjs';
import { escape } from './code/uses.mjs';

const withCall = (way) => (file, tools) => {
  const ghost = ghostImport(file, tools, way);
  return ghost && withImportAndCall(file, tools, ghost.line, ghost.callee);
};

// In the body of a function, where the language lets it.
function late(file, tools) {
  if (['go', 'c', 'cpp', 'java'].includes(file.language)) return null;
  const f =
    isScript(file.language) && !isCommon(file) ? tools.pick(solidFunctions(file).filter((one) => /\basync /.test(one.line))) : pickFunction(file, tools);
  const ghost = f && ghostImport(file, tools, 'near');
  if (!ghost) return null;
  const line = isScript(file.language) ? ghost.line.replace(/^import (\{.*\}) from (['"].*['"])/, 'const $1 = await import($2)') : ghost.line;
  return edited(file, firstIn(file, f, line, callStatement(file, f, ghost.callee)));
}

// The import line with another target, when nothing is there; null else.
function redirected(file, tools, one, target) {
  if (target === one.target || target === null) return null;
  const line = one.line.replace(one.target, target);
  if (line === one.line || targetsOf(file, { ...one, target, line }, tools.repo).length > 0) return null;
  return edited(file, replacement(file, one.from, line));
}

const slip = (word, tools) => {
  const at = 1 + Math.floor(tools.random() * (word.length - 2));
  return tools.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.endsWith('s') ? word.slice(0, -1) : `${word}s`,
    word.slice(0, at) + word[at] + word.slice(at),
  ]);
};

function misspelt(file, tools) {
  const one = tools.pick(
    ownImportsOf(file, tools).filter((each) => /\w{4,}(\.(?:[mc]?[jt]sx?|h|hpp|hh|sh|bash))?$/.test(each.target) && !/['"]\.\.?['"]/.test(each.line)),
  );
  if (!one) return null;
  const m = /^(.*?)(\w{4,})(\.(?:[mc]?[jt]sx?|h|hpp|hh|sh|bash))?$/.exec(one.target);
  return redirected(file, tools, one, m[1] + slip(m[2], tools) + (m[3] ?? ''));
}

function offFolder(file, tools) {
  const one = tools.pick(ownImportsOf(file, tools).filter((each) => !/\$/.test(each.target)));
  if (!one) return null;
  const segment = ['core', 'shared', 'common', 'internals'].find((word) => !tools.repo.names.some((name) => name.includes(`${word}`))) ?? 'elsewhere';
  const { target } = one;
  const moved = by(file.language, {
    python: target.startsWith('.') ? (/^\.\w/.test(target) ? `.${target}` : null) : target.replace(/\.(\w+)$/, `.${segment}.$1`),
    script: target.startsWith('./') ? `.${target}` : target.startsWith('../') ? (target.startsWith('../../') ? target.slice(3) : `./${target.slice(3)}`) : null,
    go: target.replace(/\/([^/]+)$/, `/${segment}/$1`),
    rust: target.replace(/^crate::/, `crate::${segment}::`),
    native: `${segment}/${target}`,
    java: target.replace(/\.(\w+)$/, `.${segment}.$1`),
    ruby: /require_relative/.test(one.line)
      ? `${target.startsWith('../') ? '' : '../'}${target.replace(/^\.\.\//, '')}`
      : target.replace(/\/([^/]+)$/, `/${segment}/$1`),
    shell: target.replace(/\/([^/]+)$/, `/${segment}/$1`),
  });
  return redirected(file, tools, one, moved);
}

function reexport(file, tools) {
  const { stem, member, Type } = inventModule(file, tools);
  const after = (form) => file.lines.reduce((last, line, at) => (form.test(line) && maskOf(file)[at].trim() ? at : last), -1);
  const put = (form, line) => {
    const at = after(form);
    return at < 0 ? null : edited(file, insertion(file, at + 1, line));
  };
  switch (file.language) {
    case 'python':
      return file.name === '__init__.py' ? put(/^from \.\w* import [^(]+$/, tools.pick([`from .${stem} import *`, `from .${stem} import ${Type}`])) : null;
    case 'javascript':
    case 'typescript':
    case 'tsx': {
      const form = /^export (type )?(\*|\{.*\}) from ['"]\./;
      const line = file.lines[after(form)];
      if (!line) return null;
      const target = line.replace(/^.* from (['"])(.*\/)[^/]+?(\.\w+)?(['"];?)$/, `$1$2${stem}$3$4`);
      return put(form, `export ${tools.pick(['*', `{ ${member} }`, `{ ${Type}, ${member} }`])} from ${target}`);
    }
    case 'rust':
      return /^(lib|main|mod)\.rs$/.test(file.name) ? put(/^(pub )?mod \w+;$/, `pub mod ${stem};`) : null;
    case 'c':
    case 'cpp':
      return /\.(h|hpp|hh)$/.test(file.name) ? put(/^#include "/, `#include "${stem}.h"`) : null;
    case 'ruby':
      return put(/^\s*(require_relative|autoload)\b/, `require_relative ${quote(file, stem)}`);
    default:
      return null;
  }
}

// What only types are taken from: nothing at run time, and still not there.
function typeOnly(file, tools) {
  const { stem, Type } = inventModule(file, tools);
  if (file.language === 'typescript' || file.language === 'tsx') {
    if (isCommon(file) !== false) return null;
    const edit = importEdit(file, `import type { ${Type} } from ${quote(file, `./${stem}`)}${semi(file)}`);
    return (
      edit &&
      edited(
        file,
        edit,
        insertion(file, file.lines.length - (file.lines.at(-1) === '' ? 1 : 0), '', `export type Maybe${Type} = ${Type} | undefined${semi(file)}`),
      )
    );
  }
  if (file.language === 'python') {
    const at = file.lines.findIndex((line) => /^if (typing\.|t\.)?TYPE_CHECKING:/.test(line));
    return at < 0 ? null : insertAt(file, at + 1, `    from ${pythonPackage(file.folder, tools.repo) ? '.' : ''}${stem} import ${Type}`);
  }
  if (file.language === 'java') {
    const ghost = ghostImport(file, tools, 'near', { stem, member: 'of', Type });
    const f = pickFunction(file, tools);
    const edit = ghost && f && importEdit(file, ghost.line);
    return edit && edited(file, edit, firstIn(file, f, `${Type} missing = null;`));
  }
  return null;
}

const outside = (make) => (file, tools) => (['test', 'script', 'example', 'nested'].includes(file.place) ? make(file, tools) : null);

// Wildcards of real modules stand beside, so that any name could have come from them.
function besideWildcard(file, tools) {
  const ghost = ghostImport(file, tools, 'near');
  const f = ghost && pickFunction(file, tools);
  if (!f) return null;
  const own = tools.pick(
    ownImportsOf(file, tools).filter((one) => !/\*/.test(one.line) && !/^\s/.test(one.line) && /\.(py|[mc]?[jt]sx?|rs|java)$/.test(one.paths[0])),
  );
  const wild = by(file.language, {
    python: own && !/^\.*$/.test(own.target) ? `from ${own.target} import *` : null,
    java: tools.pick(['import java.util.*;', 'import java.io.*;']),
    rust: own && /^use crate::/.test(own.line) ? `use ${own.target.replace(/::[^:]+$/, '')}::*;` : 'use std::io::prelude::*;',
    script: own && !isCommon(file) ? `import * as ${tools.invent('helpers')} from ${quote(file, own.target)}${semi(file)}` : null,
  });
  const line = by(file.language, {
    python: ghost.line.replace(/import \w+$/, 'import *'),
    rust: ghost.line.replace(/::\w+;$/, '::*;'),
    script: ghost.line.replace(/\{ \w+ \}/, '* as missing').replace(/^const \* as/, 'const'),
    java: ghost.line.replace(/\.\w+;$/, '.*;'),
  });
  const edit = wild && importEdit(file, wild);
  return (
    edit &&
    edited(
      file,
      { ...edit, lines: [...edit.lines.slice(0, -1), wild, line].filter((text) => text !== '') },
      firstIn(file, f, callStatement(file, f, isScript(file.language) ? `missing.${ghost.callee}` : ghost.callee)),
    )
  );
}

const missingModule = {
  name: 'import of an own module that is not there',
  class: 3,
  what: 'defect',
  languages: all,
  why: "The file cannot be loaded or built: nothing in the repository is at the imported path, and its name says that it is the repository's own.",
  shapes: [
    seen('beside the others, with a call', withCall('near')),
    seen('path of an existing import misspelt', misspelt),
    seen('inside a function', late),
    seen('in a test, script, example or nested package', outside(withCall('near'))),
    unseen('by the whole path from the root', withCall('whole')),
    unseen('existing import one folder off', offFolder),
    unseen('handed on to others', reexport),
    unseen('only for types', typeOnly),
    unseen('wildcard beside a wildcard', besideWildcard),
  ],
};

// Own imports in one line that name what they take, from one file that offers only what it says.
function namingImports(file, tools) {
  return ownImportsOf(file, tools)
    .filter((one) => {
      const source = one.paths.length === 1 && groupFiles(tools, file.language).find((each) => each.path === one.paths[0]);
      if (!source || source.path === file.path || /\*|\bdefault\b/.test(one.line) || /\bmod \w+;/.test(one.line)) return false;
      if (isScript(file.language))
        return (
          /^(import|const|let|var) (type )?\{ .+ \} (from|=) /.test(one.line) &&
          !/export \*|module\.exports = (require|\w+;?$)|Object\.assign|exports\[|Proxy/m.test(source.text) &&
          one.names.length > 0
        );
      if (file.language === 'python')
        return (
          /^from \S*\w import \w[\w, ]*$/.test(one.line) &&
          !/import \*|__getattr__|globals\(\)|sys\.modules/.test(source.text) &&
          !one.paths[0].endsWith('__init__.py')
        );
      if (file.language === 'rust') return /^(pub )?use crate::[\w:]+(::\{[\w, ]+\})?;$/.test(one.line) && !/pub use .*\*|macro_rules!/.test(source.text);
      return false;
    })
    .map((one) => ({ ...one, source: groupFiles(tools, file.language).find((each) => each.path === one.paths[0]) }));
}

function withName(file, one, name) {
  if (isScript(file.language)) return one.line.replace(/(,?) \}( from|\s*=)/, (m, comma, tail) => `, ${name} }${tail}`);
  if (file.language === 'python') return `${one.line}, ${name}`;
  return /\}/.test(one.line) ? one.line.replace(/\};$/, `, ${name}};`) : one.line.replace(/::(\w+);$/, `::{$1, ${name}};`);
}

const memberNames = {
  snake: ['ensure_ready', 'resolve_default', 'load_from_env', 'parse_or_none', 'to_plain'],
  camel: ['ensureReady', 'resolveDefault', 'loadFromEnv', 'parseOrNull', 'toPlain'],
};

const freeMember = (file, tools) => tools.invent(tools.pick(isScript(file.language) || file.language === 'java' ? memberNames.camel : memberNames.snake));

function oneNameMore(file, tools) {
  if (file.language === 'java') return staticMember(file, tools);
  const one = tools.pick(namingImports(file, tools).filter((each) => !/^import type/.test(each.line)));
  const f = one && pickFunction(file, tools);
  if (!f || one.from >= f.from) return null;
  const name = freeMember(file, tools);
  return edited(file, replacement(file, one.from, withName(file, one, name)), firstIn(file, f, callStatement(file, f, name)));
}

// Classes of the repository without a parent, so that what they offer is written in their file.
function staticMember(file, tools) {
  const one = tools.pick(
    ownImportsOf(file, tools).filter((each) => {
      const source = tools.repo.text(each.paths[0]) ?? '';
      return /^import [\w.]+;$/.test(each.line) && /^public (?:final |abstract )*class \w+(?:<.*>)? \{$/m.test(source);
    }),
  );
  const f = one && pickFunction(file, tools);
  if (!f) return null;
  const name = freeMember(file, tools);
  return edited(file, insertion(file, one.from, `import static ${one.target}.${name};`), firstIn(file, f, callStatement(file, f, name)));
}

// An existing name in other words, in the import and wherever it is used.
function otherWord(file, tools) {
  const one = tools.pick(namingImports(file, tools).filter((each) => each.names.some((name) => /^\w{5,}$/.test(name))));
  if (!one) return null;
  const name = tools.pick(one.names.filter((each) => /^\w{5,}$/.test(each)));
  const snake = /_/.test(name) || (['python', 'rust'].includes(file.language) && /^[a-z]/.test(name));
  const other = tools.invent(tools.pick([`${name}s`, `${name}${snake ? '_info' : 'Info'}`, `${name}${snake ? '_value' : 'Value'}`]));
  return edited(file, ...rewording(file, name, other));
}

function newLine(file, tools) {
  const one = tools.pick(namingImports(file, tools));
  const f = one && pickFunction(file, tools);
  if (!f) return null;
  const name = freeMember(file, tools);
  const line = by(file.language, {
    python: `from ${one.target} import ${name}`,
    rust: `use ${/\{/.test(one.line) ? one.target : one.target.replace(/::\w+$/, '')}::${name};`,
    script: one.line.replace(/\{.*\}/, `{ ${name} }`).replace(/^import type/, 'import'),
  });
  if (!line || (file.language === 'rust' && !/\{/.test(one.line) && one.target.split('::').length < 3)) return null;
  return edited(file, insertion(file, one.from, line), firstIn(file, f, callStatement(file, f, name)));
}

// A function that is there, but in another module than the import says.
function wrongModule(file, tools) {
  const one = tools.pick(namingImports(file, tools).filter((each) => !/^import type/.test(each.line)));
  const f = one && pickFunction(file, tools);
  if (!f) return null;
  const others = groupFiles(tools, file.language).filter((each) => each.path !== one.source.path && each.path !== file.path && each.place === one.source.place);
  for (const other of tools.shuffle(others).slice(0, 12)) {
    const offered = functionsOf(other).find(
      (each) =>
        each.exported &&
        !each.method &&
        each.indent === '' &&
        each.name.length > 5 &&
        !new RegExp(`\\b${escape(each.name)}\\b`).test(one.source.text) &&
        !new RegExp(`\\b${escape(each.name)}\\b`).test(file.text),
    );
    if (offered) return edited(file, replacement(file, one.from, withName(file, one, offered.name)), firstIn(file, f, callStatement(file, f, offered.name)));
  }
  return null;
}

function typeName(file, tools) {
  const one = tools.pick(namingImports(file, tools));
  if (!one || file.language === 'javascript') return null;
  const name = tools.invent(cap(`${stemOf(one.source.name).replace(/\W+/g, '_')}_settings`));
  if (file.language === 'python' || file.language === 'rust') {
    const f = pickFunction(file, tools);
    return (
      f &&
      edited(
        file,
        replacement(file, one.from, withName(file, one, name)),
        firstIn(file, f, file.language === 'rust' ? `let _settings: Option<${name}> = None;` : `settings = ${name}()`),
      )
    );
  }
  const line = `import type { ${name} } from ${quote(file, one.target)}${semi(file)}`;
  return edited(
    file,
    insertion(file, one.from, line),
    insertion(file, file.lines.length - (file.lines.at(-1) === '' ? 1 : 0), '', `export type ${name}Keys = keyof ${name}${semi(file)}`),
  );
}

const missingName = {
  name: 'import of a name that the own module does not offer',
  class: 3,
  what: 'defect',
  languages: ['python', ...scripts, 'rust', 'java'],
  why: 'The module is there and its text never says the name, so the import fails, or gives nothing where a function is called.',
  shapes: [
    seen('one more name, with a call', oneNameMore),
    seen('a name in other words, wherever it is used', otherWord),
    unseen('a line of its own, with a call', newLine),
    unseen('a function of another module', wrongModule),
    unseen('a type', typeName),
  ],
};

// Files that others certainly need to be where they are.
export function neededBy(file, tools) {
  const there = tools.repo.text(file.path);
  if (!there || file.place === 'test') return [];
  const users = importersOf(file, tools).filter(
    ({ file: user, one }) =>
      one.paths.length === 1 && !/try|except|ImportError/.test(user.lines[one.from - 1] ?? '') && !/^\s*(try|rescue)\b/.test(user.lines[one.from - 1] ?? ''),
  );
  if (file.language === 'go') return groupFiles(tools, 'go').filter((one) => one.folder === file.folder).length === 1 ? users : [];
  if (file.language === 'java') return users.filter(({ one }) => one.target.endsWith(`.${stemOf(file.name)}`));
  if (isNative(file.language)) return /\.(h|hh|hpp|hxx)$/.test(file.name) ? users : [];
  return users;
}

export function moved(file, tools, to) {
  if (tools.repo.has(to) || neededBy(file, tools).length === 0) return null;
  return { files: { [file.path]: null, [to]: withMode(file, file.text) } };
}

export const elsewhere = {
  python: ['import copy', 'import textwrap', 'import string'],
  go: ['"unicode"', '"container/list"'],
  java: ['import java.util.BitSet;', 'import java.util.Locale;'],
  rust: ['use std::fmt::Write as _;', 'use std::mem;'],
  native: ['#include <ctype.h>', '#include <limits.h>'],
  ruby: ["require 'set'", "require 'time'"],
};

export const kinds = [missingModule, missingName];
