// Imports of packages that exist in the world and that no manifest declares.
import { edited, replacement } from './code/edits.mjs';
import { firstIn, importEdit, isCommon, pickFunction, spotFor } from './code/ghosts.mjs';
import { by, but, parametersOf, quote, seen, semi, solidFunctions, unseen } from './code/idiom.mjs';
import { isScript, realImportsOf } from './code/own.mjs';

// The import text and use of a row in the file's own way.
export function written(file, [what, use]) {
  if (isScript(file.language)) {
    const [name, target] = what.split('|');
    return {
      line: isCommon(file) ? `const { ${name} } = require(${quote(file, target)})${semi(file)}` : `import { ${name} } from ${quote(file, target)}${semi(file)}`,
      use: `${use}${semi(file)}`,
    };
  }
  return {
    line: file.language === 'ruby' ? what.replace(/'(.*)'/, (m, name) => quote(file, name)) : what,
    use: file.language === 'go' && use ? `_ = ${use}` : use,
  };
}

// The file with that import and its use in a function; where the language has no use, only the import.
export function withForeign(file, tools, row, place = pickFunction(file, tools)) {
  const { line, use } = written(file, row);
  const spot = spotFor(file);
  const known = file.lines.some((each) => each.trim() === line.trim());
  const edit = known ? null : importEdit(file, line, spot);
  if ((!edit && !known) || !place) return null;
  const name = parametersOf(file, place)[0]?.name ?? by(file.language, { script: "''", ruby: "''", python: "''", go: 'nil', other: '' });
  return edited(file, edit, use ? firstIn(file, place, use.replace('%', name)) : null);
}

// Packages that exist in the world: [word to look for in the repository, import, use].
const packages = {
  python: [
    ['pendulum', 'import pendulum', 'pendulum.now()'],
    ['tenacity', 'from tenacity import retry', 'retry(%)'],
    ['orjson', 'import orjson', 'orjson.dumps(%)'],
    ['boltons', 'from boltons.strutils import slugify', 'slugify(%)'],
    ['humanize', 'import humanize', 'humanize.naturalsize(%)'],
    ['unidecode', 'from unidecode import unidecode', 'unidecode(%)'],
    ['xxhash', 'import xxhash', 'xxhash.xxh64(%)'],
    ['glom', 'from glom import glom', 'glom(%)'],
  ],
  script: [
    ['ramda', 'clone|ramda', 'clone(%)'],
    ['luxon', 'DateTime|luxon', 'DateTime.now()'],
    ['mathjs', 'round|mathjs', 'round(%)'],
    ['voca', 'trim|voca', 'trim(%)'],
    ['papaparse', 'parse|papaparse', 'parse(%)'],
    ['lodash', 'cloneDeep|lodash', 'cloneDeep(%)'],
    ['nanoid', 'nanoid|nanoid', 'nanoid()'],
    ['dayjs', 'extend|dayjs', 'extend(%)'],
  ],
  go: [
    ['lo', '"github.com/samber/lo"', 'lo.ToPtr(%)'],
    ['uuid', '"github.com/google/uuid"', 'uuid.NewString()'],
    ['multierr', '"go.uber.org/multierr"', 'multierr.Append(nil, nil)'],
    ['mapstructure', '"github.com/mitchellh/mapstructure"', 'mapstructure.Decode(%, nil)'],
    ['errgroup', '"golang.org/x/sync/errgroup"', 'errgroup.Group{}'],
    ['strcase', '"github.com/iancoleman/strcase"', 'strcase.ToSnake("a")'],
  ],
  rust: [
    ['itertools', 'use itertools::Itertools;', 'let _sorted = [2, 1].iter().sorted().count();'],
    ['rayon', 'use rayon::prelude::*;', 'let _sum: i32 = [1, 2].par_iter().sum();'],
    ['chrono', 'use chrono::Utc;', 'let _now = Utc::now();'],
    ['parking_lot', 'use parking_lot::Mutex;', 'let _lock = Mutex::new(0);'],
    ['smallvec', 'use smallvec::SmallVec;', 'let _few: SmallVec<[u8; 4]> = SmallVec::new();'],
    ['indexmap', 'use indexmap::IndexMap;', 'let _known: IndexMap<u8, u8> = IndexMap::new();'],
  ],
  java: [
    ['vavr', 'import io.vavr.control.Try;', 'Try.of(() -> 1);'],
    ['joda', 'import org.joda.time.DateTime;', 'DateTime.now();'],
    ['jsoup', 'import org.jsoup.Jsoup;', 'Jsoup.parse("");'],
    ['slf4j', 'import org.slf4j.LoggerFactory;', 'LoggerFactory.getLogger("a");'],
    ['commons', 'import org.apache.commons.text.WordUtils;', 'WordUtils.capitalize("a");'],
  ],
  ruby: [
    ['httparty', "require 'httparty'", 'HTTParty.get(%)'],
    ['faraday', "require 'faraday'", 'Faraday.new'],
    ['oj', "require 'oj'", 'Oj.dump(%)'],
    ['money', "require 'money'", 'Money.new(1)'],
    ['pastel', "require 'pastel'", 'Pastel.new'],
    ['redcarpet', "require 'redcarpet'", 'Redcarpet::VERSION'],
  ],
};

const manifests = {
  python: ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'],
  script: ['package.json'],
  go: ['go.mod'],
  rust: ['Cargo.toml'],
  java: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
  ruby: ['Gemfile'],
};

function undeclared(file, tools) {
  if (isScript(file.language) && isCommon(file) === null) return null;
  if (!by(file.language, manifests).some((name) => tools.repo.manifestOf(file, name))) return null;
  const row = tools.pick(by(file.language, packages).filter(([word]) => !tools.repo.speaks(word)));
  return row ? row.slice(1) : null;
}

const foreignTop = (file, tools) => {
  const row = undeclared(file, tools);
  return row && withForeign(file, tools, row);
};

// Only in the body of the function that uses it.
function foreignLate(file, tools) {
  const row = !['go', 'java'].includes(file.language) && undeclared(file, tools);
  const f =
    row &&
    (isScript(file.language) && !isCommon(file) ? tools.pick(solidFunctions(file).filter((one) => /\basync /.test(one.line))) : pickFunction(file, tools));
  if (!f) return null;
  const { line, use } = written(file, row);
  const inside = isScript(file.language) ? line.replace(/^import (\{.*\}) from (['"].*['"])/, 'const $1 = await import($2)') : line;
  return edited(file, firstIn(file, f, inside, use.replace('%', parametersOf(file, f)[0]?.name ?? "''")));
}

// Under another name, so that the package's own never stands in the code below.
function foreignAliased(file, tools) {
  const row = undeclared(file, tools);
  if (!row) return null;
  const alias = (line, use) =>
    by(file.language, {
      python: /^import (\w+)$/.test(line)
        ? [`${line} as ${line.slice(7, 9)}_`, use.replace(/^\w+/, `${line.slice(7, 9)}_`)]
        : line.startsWith('from')
          ? [`${line} as _${line.split(' ').pop()}`, `_${use}`]
          : null,
      go: [`ext ${line}`, use.replace(/^\w+\./, 'ext.')],
      rust: /::(\w+);$/.test(line) ? [line.replace(/::(\w+);$/, '::$1 as Outer;'), use.replace(/\b(Utc|Mutex|SmallVec|IndexMap)\b/g, 'Outer')] : null,
      other: null,
    });
  if (isScript(file.language)) {
    const [name, target] = row[0].split('|');
    return withForeign(file, tools, [`${name} ${isCommon(file) ? ':' : 'as'} outer|${target}`.replace(' :', ':'), row[1].replace(name, 'outer')]);
  }
  const renamed = alias(row[0], row[1]);
  return renamed && withForeign(file, tools, renamed);
}

const missingPackage = {
  name: 'import of a package that no manifest declares',
  class: 3,
  what: 'defect',
  languages: ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'java', 'ruby'],
  why: 'The package exists in the world, but no manifest or lock file of the repository names it, so a fresh checkout cannot load the file.',
  shapes: [
    seen('at the head, with a use', foreignTop),
    seen('inside the function that uses it', foreignLate),
    seen('in a test, script, example or nested package', (file, tools) =>
      ['test', 'script', 'example', 'nested'].includes(file.place) ? foreignTop(file, tools) : null,
    ),
    unseen('under another name', foreignAliased),
    unseen('in place of an import that was there', (file, tools) => {
      const row = undeclared(file, tools);
      const one = row && tools.pick(realImportsOf(file).filter((each) => !/^\s/.test(each.line) || file.language === 'go'));
      if (!one || (file.language === 'go' && !/^\s/.test(one.line))) return null;
      return edited(file, replacement(file, one.from, /^\s*/.exec(one.line)[0] + written(file, row).line));
    }),
    unseen('only imported, never used', (file, tools) => {
      const row = undeclared(file, tools);
      const edit = row && importEdit(file, written(file, row).line);
      return edit && edited(file, edit);
    }),
  ],
};

export const kinds = [missingPackage];
