// Imports of the same twice, or for nothing.
import { statementsOf } from '../source.mjs';
import { edited, insertion } from './code/edits.mjs';
import { firstIn, importEdit, isCommon } from './code/ghosts.mjs';
import { by, but, quote, seen, solidFunctions, unseen } from './code/idiom.mjs';
import { isScript, realImportsOf } from './code/own.mjs';
import { boundBy, isUsed } from './imports_lost.mjs';
import { onNode } from './imports_standard.mjs';
import { written } from './imports_foreign.mjs';

// Imports at the top of the file that may be named again.
const plainImports = (file) =>
  realImportsOf(file).filter(
    (one) =>
      (file.language === 'go' ? /^\t/.test(one.line) : !/^\s/.test(one.line)) &&
      !/__future__|^(pub )?mod |^export/.test(one.line) &&
      !/[({]$/.test(one.line) &&
      !(file.language === 'python' && /^(try|if|else|except)/.test(file.lines[one.from - 1] ?? '')) &&
      !/#\s*(if|else|elif)/.test(file.lines[one.from - 1] ?? '') &&
      (file.lines[one.to]?.trim() !== ')') | (file.language === 'go'),
  );

function twice(file, tools) {
  const one = tools.pick(plainImports(file));
  return one && edited(file, insertion(file, one.to, one.line));
}

function twiceApart(file, tools) {
  const list = plainImports(file);
  if (list.length < 3) return null;
  return edited(file, insertion(file, list.at(-1).to, tools.pick(list.slice(0, -1)).line));
}

// Once more in the body of a function, though the head of the file brings it.
function twiceLate(file, tools) {
  if (['go', 'java', 'c', 'cpp'].includes(file.language)) return null;
  const one = tools.pick(plainImports(file).filter((each) => !isScript(file.language) || /require\(/.test(each.line)));
  const f = one && tools.pick(solidFunctions(file).filter((each) => each.from > one.from));
  return f ? edited(file, firstIn(file, f, one.line)) : null;
}

const idle = {
  python: ['import textwrap', 'import copy', 'from typing import Deque', 'import uuid'],
  go: ['"container/list"', '"unicode/utf16"', '"math/cmplx"'],
  rust: ['use std::collections::BTreeSet;', 'use std::rc::Rc;', 'use std::cell::RefCell;'],
  java: ['import java.util.BitSet;', 'import java.util.TreeSet;', 'import java.util.concurrent.Phaser;'],
  ruby: ["require 'objspace'", "require 'ripper'", "require 'coverage'"],
  native: ['#include <setjmp.h>', '#include <fenv.h>', '#include <complex.h>'],
  script: ['cloneish'],
};

function unusedImport(file, tools) {
  if (isScript(file.language)) {
    if (!onNode(file, tools) || isCommon(file) === null) return null;
    const [name, target] = tools.pick([
      ['hostname', 'node:os'],
      ['performance', 'node:perf_hooks'],
      ['StringDecoder', 'node:string_decoder'],
      ['isIP', 'node:net'],
    ]);
    const edit = !new RegExp(`\\b${name}\\b`).test(file.text) && importEdit(file, written(file, [`${name}|${target}`, '']).line);
    return edit ? edited(file, edit) : null;
  }
  const line = tools.pick(by(file.language, idle).filter((each) => !new RegExp(`\\b${/(\w+)\W*$/.exec(each.replace('.h>', ''))[1]}\\b`).test(file.text)));
  const edit = line && importEdit(file, file.language === 'ruby' ? line.replace(/'(.*)'/, (m, name) => quote(file, name)) : line);
  return edit ? edited(file, edit) : null;
}

// The only use of an import goes, the import stays.
function lastUseGone(file, tools) {
  if (!['python', 'go', 'java', 'rust'].includes(file.language) && !isScript(file.language)) return null;
  for (const one of tools.shuffle(plainImports(file))) {
    const [name, more] = boundBy(file, one);
    if (!name || more || !isUsed(file, name, one.from)) continue;
    const uses = file.lines.flatMap((line, at) => (at !== one.from && new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(line) ? [at] : []));
    if (uses.length !== 1) continue;
    const at = uses[0];
    const f = solidFunctions(file, 4).find((each) => at > each.open && at < each.close);
    const whole =
      f && /^\s+[\w.]+\(.*\);?$/.test(file.lines[at]) && statementsOf(file, f).includes(at) && (file.language !== 'rust' || /;$/.test(file.lines[at]));
    if (whole) return edited(file, { file, from: at, to: at + 1, lines: [] });
  }
  return null;
}

const doubled = {
  name: 'an import doubled or for nothing',
  class: 11,
  what: 'defect',
  languages: but('shell'),
  why: "The same is imported twice, or nothing of it is used: an error in Go and TypeScript, a warning every linter gives elsewhere, and no reader's gain anywhere.",
  shapes: [
    seen('the same line twice', twice),
    seen('imported and never used', unusedImport),
    unseen('the same again, some lines below', twiceApart),
    unseen('again inside a function', twiceLate),
    unseen('the only use gone', lastUseGone),
  ],
};

export const kinds = [doubled];
