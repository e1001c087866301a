// Edits of imports that any maintainer may make.
import { indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { importEdit, isCommon, pythonPackage, spotFor } from './code/ghosts.mjs';
import { all, by, parametersOf, quote, remark, scripts, seen, semi, unseen, workingFunctions } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript, ownImportsOf, realImportsOf } from './code/own.mjs';
import { stepsOf } from './code/steps.mjs';
import { escape } from './code/uses.mjs';
import { onNode } from './imports_standard.mjs';

// Swaps the place of the first match in code (masked) of a line.
const inCode = (file, form) => maskOf(file).flatMap((line, at) => (form.test(line) ? [at] : []));

const firstStep = (file, f) => stepsOf(file, f)[0];

function loggerAdded(file, tools) {
  const f = tools.pick(workingFunctions(file).filter((one) => one.from > 8 && firstStep(file, one)));
  if (!f || file.place === 'test' || /\b(logger|logging|debuglog|debug)\b/.test(file.text)) return null;
  const put = (line, logger, use) => {
    const spot = spotFor(file);
    if (!spot) return null;
    const end = endOfImports(file, spot);
    return edited(file, importEdit(file, line), insertion(file, end, '', logger), insertion(file, firstStep(file, f).from, f.bodyIndent + use));
  };
  if (file.language === 'python') return put('import logging', 'logger = logging.getLogger(__name__)', `logger.debug("${f.name}")`);
  if (isScript(file.language) && onNode(file, tools) && isCommon(file) !== null) {
    const line = isCommon(file)
      ? `const { debuglog } = require(${quote(file, 'node:util')})${semi(file)}`
      : `import { debuglog } from ${quote(file, 'node:util')}${semi(file)}`;
    return put(line, `const debug = debuglog(${quote(file, 'trace')})${semi(file)}`, `debug(${quote(file, f.name)})${semi(file)}`);
  }
  return null;
}

// The line behind the last import at the head of the file.
function endOfImports(file, spot) {
  let at = spot.at;
  const mask = maskOf(file);
  for (let i = at; i < file.lines.length && i < at + 60; ++i) {
    if (/^(import|from|const .*require|var .*require|\}|\)| {2,}\w+,?$)/.test(mask[i]) && !/^(function|class|def)/.test(mask[i])) at = i + 1;
    else if (mask[i].trim() !== '' && !/^\s/.test(mask[i])) break;
  }
  return at;
}

// `fmt.Errorf("plain")` becomes `errors.New("plain")`.
function errorsNew(file) {
  if (file.language !== 'go' || /^\s*"errors"$/m.test(file.text)) return null;
  const at = file.lines.findIndex((line, i) => /fmt\.Errorf\("[^"%]*"\)/.test(line) && maskOf(file)[i].trim());
  const spot = spotFor(file);
  const first = file.lines.findIndex((line) => /^\t"\w/.test(line));
  const more = (file.text.match(/\bfmt\./g) ?? []).length > 1;
  return at >= 0 && spot?.block && first >= 0 && more
    ? edited(file, insertion(file, first, '\t"errors"'), replacement(file, at, file.lines[at].replace(/fmt\.Errorf\(("[^"%]*")\)/, 'errors.New($1)')))
    : null;
}

// A whole path in the code is imported and shortened.
function shortened(file, tools) {
  const form = by(file.language, {
    rust: /(?<![\w:])(std::(?:\w+::)+([A-Z]\w+))(?=::|<|\b)/,
    java: /(?<![\w.])(java\.util\.(?:[a-z]+\.)?([A-Z]\w+))\b/,
    other: null,
  });
  if (!form) return null;
  const lines = inCode(file, form).filter((at) => !/^\s*(pub )?(use|import|package)\b/.test(file.lines[at]));
  const at = tools.pick(lines);
  const m = at === undefined ? null : form.exec(maskOf(file)[at]);
  const spot = m && spotFor(file);
  if (
    !m ||
    !spot ||
    new RegExp(`(?<![\\w:.])${m[2]}\\b`).test(file.text.replaceAll(m[1], '')) ||
    (/\bmod tests\b/.test(file.text) && at > file.lines.findIndex((line) => /\bmod tests\b/.test(line))) ||
    /\b(fn|macro_rules).*!/.test(file.lines[at])
  )
    return null;
  const edit = importEdit(file, file.language === 'rust' ? `use ${m[1]};` : `import ${m[1]};`);
  return edit && edited(file, edit, replacement(file, at, file.lines[at].replace(m[1], m[2])));
}

function assertAdded(file, tools) {
  if (!isNative(file.language) || /\bassert\b/.test(file.text)) return null;
  const f = tools.pick(workingFunctions(file).filter((one) => parametersOf(file, one).some((each) => /\*$/.test(each.type ?? '')) && firstStep(file, one)));
  const edit = f && importEdit(file, file.language === 'c' ? '#include <assert.h>' : '#include <cassert>');
  const name = f && parametersOf(file, f).find((each) => /\*$/.test(each.type)).name;
  return edit ? edited(file, edit, insertion(file, f.open + 1, `${f.bodyIndent}assert(${name} != ${file.language === 'c' ? 'NULL' : 'nullptr'});`)) : null;
}

// The same module by its whole path.
function absolute(file, tools) {
  if (file.language !== 'python') return null;
  const home = pythonPackage(file.folder, tools.repo);
  const one = home && tools.pick(ownImportsOf(file, tools).filter((each) => /^from \.\w/.test(each.line)));
  return one ? edited(file, replacement(file, one.from, one.line.replace(/^from \./, `from ${home}.`))) : null;
}

function optional(file) {
  const at = file.language === 'python' ? file.lines.findIndex((line) => line === 'import json') : -1;
  return at < 0
    ? null
    : edited(file, { file, from: at, to: at + 1, lines: ['try:', '    import simplejson as json', 'except ImportError:', '    import json'] });
}

// Only types are taken: said so.
function typesOnly(file, tools) {
  if (!['typescript', 'tsx'].includes(file.language)) return null;
  const one = tools.pick(
    ownImportsOf(file, tools).filter(
      (each) =>
        /^import \{ [\w, ]+ \} from/.test(each.line) &&
        each.names.every((name) => new RegExp(`^export (interface|type) ${escape(name)}\\b`, 'm').test(tools.repo.text(each.paths[0]) ?? '')),
    ),
  );
  return one ? edited(file, replacement(file, one.from, one.line.replace('import {', 'import type {'))) : null;
}

const imported = {
  name: 'an import of something that is there, and used',
  class: 3,
  benign: true,
  languages: ['python', ...scripts, 'go', 'rust', 'c', 'cpp', 'java'],
  why: 'The standard library or the repository offers what is imported, and the same change uses it.',
  shapes: [
    seen('a logger', loggerAdded),
    seen('a name for a whole path', (file, tools) => shortened(file, tools) ?? errorsNew(file)),
    seen('an assertion', assertAdded),
    unseen('the whole path for a relative one', absolute),
    unseen('a faster one where there is one', optional),
    unseen('said to be only types', typesOnly),
  ],
};

export const listed = (file) => realImportsOf(file).filter((one) => !/[({,\\]$/.test(one.line.trim()) && !/noqa|eslint|NOLINT/.test(one.line));

// Two neighbours that the alphabet would have the other way round.
function sortedPair(file, tools) {
  if (isNative(file.language) || (['ruby', 'shell', 'javascript'].includes(file.language) && !/^import/m.test(file.text))) return null;
  const list = listed(file);
  const pairs = list.flatMap((one, i) =>
    list[i + 1]?.from === one.to &&
    indentOf(list[i + 1].line) === indentOf(one.line) &&
    list[i + 1].line < one.line &&
    !/__future__/.test(one.line + list[i + 1].line) &&
    !/^import ['"]/.test(one.line) &&
    !/^import ['"]/.test(list[i + 1].line) &&
    !/mod \w+;/.test(one.line)
      ? [[one, list[i + 1]]]
      : [],
  );
  const pair = tools.pick(pairs);
  return pair ? edited(file, { file, from: pair[0].from, to: pair[1].to, lines: [pair[1].line, pair[0].line] }) : null;
}

function splitNames(file, tools) {
  const one = tools.pick(
    listed(file).filter(
      (each) =>
        each.names.length > 1 &&
        !/ as |\*|#|\/\//.test(each.line) &&
        !/^(export|const|var|let)/.test(each.line) &&
        !/^\w+, \{/.test(each.line.replace(/^import /, '')),
    ),
  );
  if (!one) return null;
  const lines = by(file.language, {
    python: [`${one.line.slice(0, one.line.indexOf(' import ') + 8)}(`, ...one.names.map((name) => `    ${name},`), ')'].map((line, i) =>
      i === 0 || line === ')' ? line : line,
    ),
    script: /^import (type )?\{/.test(one.line)
      ? [one.line.slice(0, one.line.indexOf('{') + 1), ...one.names.map((name) => `  ${name},`), one.line.slice(one.line.indexOf('}'))]
      : null,
    rust: /\{/.test(one.line) ? [one.line.slice(0, one.line.indexOf('{') + 1), ...one.names.map((name) => `    ${name},`), '};'] : null,
    other: null,
  });
  return lines && !/^\s/.test(one.line) ? edited(file, { file, from: one.from, to: one.to, lines }) : null;
}

function namesInOrder(file, tools) {
  const one = tools.pick(
    listed(file).filter(
      (each) =>
        each.names.length > 1 &&
        [...each.names].sort().join() !== each.names.join() &&
        /\{[^{}]+\}|^from \S+ import \w+(, \w+)+$/.test(each.line) &&
        !/ as | self\b/.test(each.line),
    ),
  );
  if (!one || /^\s/.test(one.line)) return null;
  const old = one.names.join(', ');
  return one.line.includes(old) ? edited(file, replacement(file, one.from, one.line.replace(old, [...one.names].sort().join(', ')))) : null;
}

function grouped(file, tools) {
  const list = listed(file);
  const pairs = list.flatMap((one, i) =>
    list[i + 1]?.from === one.to && list[i + 1].relative !== one.relative && indentOf(one.line) === indentOf(list[i + 1].line) ? [one] : [],
  );
  const one = tools.pick(pairs);
  return one ? edited(file, insertion(file, one.to, '')) : null;
}

const explained = (file, tools) => {
  const one = tools.pick(listed(file).filter((each) => !/^\s/.test(each.line) && file.lines[each.from - 1]?.trim() === ''));
  return one
    ? edited(file, insertion(file, one.from, remark(file, tools.pick(['Standard library first, then our own.', 'Kept in alphabetical order.']))))
    : null;
};

const ordered = {
  name: 'imports put in order',
  class: 3,
  benign: true,
  languages: all,
  why: 'The same names come from the same places; only order and layout differ.',
  shapes: [
    seen('two neighbours sorted', sortedPair),
    seen('one name in a line', splitNames),
    unseen('names of one line sorted', namesInOrder),
    unseen('own ones apart', grouped),
    unseen('a remark above them', explained),
  ],
};

export const kinds = [imported, ordered];
