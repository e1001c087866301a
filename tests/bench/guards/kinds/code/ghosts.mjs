// Modules that are not there, and how a file of each language would import and use them.
import { edited, freeWord, insertion } from './edits.mjs';
import { bodyOf, by, indented, parametersOf, quote, semi, solidFunctions } from './idiom.mjs';
import { crateOf, folderOf, goModule, importSpot, isScript, join, ownImportsOf, realImportsOf } from './own.mjs';

const pairs = [
  ['text_helpers', 'collapse_spaces'],
  ['value_checks', 'ensure_valid'],
  ['name_filters', 'filter_names'],
  ['option_merger', 'merge_options'],
  ['path_tools', 'resolve_path_parts'],
  ['retry_policy', 'apply_policy'],
  ['shared_defaults', 'load_defaults'],
  ['input_sanitizer', 'sanitize_input'],
  ['event_recorder', 'record_event'],
  ['cache_layer', 'lookup_cached'],
  ['format_rules', 'apply_rules'],
  ['type_coercion', 'coerce_value'],
];
const camel = (text) => text.replace(/_(\w)/g, (m, c) => c.toUpperCase());
const cap = (text) => {
  const word = camel(text);
  return word[0].toUpperCase() + word.slice(1);
};
export { camel, cap };

// A stem and a member nobody has, as the language and the folder write names.
export function inventModule(file, tools) {
  const { language } = file;
  const shape = (text) =>
    ['java', 'c', 'cpp', 'python', 'ruby', 'rust', 'shell'].includes(language)
      ? text
      : language === 'go'
        ? text.replaceAll('_', '')
        : tools.repo.names.some((name) => folderOf(name) === file.folder && /\w-\w/.test(name.slice(file.folder.length)))
          ? text.replaceAll('_', '-')
          : camel(text);
  const [stemWords, memberWords] = tools.pick(pairs);
  const stems = tools.shuffle(pairs.map(([stem]) => stem));
  const stem =
    [stemWords, ...stems].find(
      (one) => !tools.repo.speaks(one) && !tools.repo.speaks(cap(one)) && !tools.repo.names.some((name) => name.includes(shape(one))),
    ) ?? tools.invent('missing_part');
  const written = language === 'c' || language === 'cpp' ? nativeStem(file, stem) : shape(stem);
  const kin = pairs.find(([one]) => one === stem)?.[1] ?? memberWords;
  const [first, ...others] = [kin, ...pairs.map(([, one]) => one)].map((one) =>
    ['go', 'java'].includes(language) || isScript(language) ? camel(one) : language === 'cpp' && /^\w+ ?::|\b[A-Z]\w+\(/m.test(file.text) ? cap(one) : one,
  );
  const member = tools.repo.speaks(first) ? freeWord(tools, others) : first;
  return { stem: written, member: language === 'go' ? cap(member) : member, Type: cap(stem) };
}
const nativeStem = (file, stem) => (/#include "\w+-\w+\.h/.test(file.text) ? stem.replaceAll('_', '-') : stem);

// "a.b" of a folder that is a Python package, from its topmost one; null for others.
export function pythonPackage(folder, repo) {
  const parts = [];
  for (let at = folder; at !== '' && repo.has(`${at}/__init__.py`); at = folderOf(at)) parts.unshift(at.slice(at.lastIndexOf('/') + 1));
  return parts.length > 0 ? parts.join('.') : null;
}

// Whether a script file uses `require`; null when it says neither.
export function isCommon(file) {
  if (/^import .* from ['"]|^import ['"{]|^export /m.test(file.text)) return false;
  return /\brequire\(['"]/.test(file.text) ? true : null;
}

// Whether a script writes the endings of files it imports: '.js', '.ts' or ''.
function endingOf(file) {
  const relative = realImportsOf(file).find((one) => one.target.startsWith('.'));
  return relative ? (/\.(m?[jt]s|cjs|jsx?|tsx?)$/.exec(relative.target)?.[0] ?? '') : file.name.endsWith('.mjs') ? '.mjs' : isCommon(file) ? '' : '.js';
}

const ownPackages = (file, tools) => [
  ...new Set(
    ownImportsOf(file, tools)
      .filter((one) => !one.target.startsWith('.'))
      .map((one) => one.target.split('.')[0]),
  ),
];

const includePrefix = (file) => /^\s*#\s*include "([\w./-]+\/)[\w.-]+"/m.exec(file.text)?.[1] ?? null;
const javaPackage = (file) => /^package ([\w.]+);/m.exec(file.text)?.[1] ?? null;
function crateName(file, repo) {
  const manifest = repo.manifestOf(file, 'Cargo.toml');
  const text = manifest && repo.text(manifest);
  return text && /\[package\]/.test(text) && repo.has(join(folderOf(manifest), 'src/lib.rs'))
    ? (/^\[lib\][^[]*?^name = "(\w+)"/ms.exec(text) ?? /^name = "([\w-]+)"/m.exec(text))?.[1].replaceAll('-', '_')
    : null;
}
const rubyHome = (file, repo) =>
  /^(?:.*\/)?lib\/([\w-]+)(?:\/|\.rb$)/.exec(file.path)?.[1] ?? repo.names.map((name) => /^lib\/(\w+)\.rb$/.exec(name)?.[1]).find(Boolean) ?? null;

const fetching = (file, member, target) =>
  isCommon(file) ? `const { ${member} } = require(${quote(file, target)})${semi(file)}` : `import { ${member} } from ${quote(file, target)}${semi(file)}`;

function ghostOfRust(file, repo, near, { stem, member, Type }) {
  const source = crateOf(file, repo);
  if (source === null) return null;
  if (!`${file.path}`.startsWith(`${source}/`)) {
    const name = crateName(file, repo);
    return name ? { line: near ? `use ${name}::${stem}::${member};` : `use ${name}::${stem}::${Type};`, callee: near ? member : `${Type}::new` } : null;
  }
  if (near) return { line: `use crate::${stem}::${member};`, callee: member };
  return /^(lib|main)\.rs$/.test(file.name)
    ? { line: `mod ${stem};`, callee: `${stem}::${member}` }
    : { line: `use super::${stem}::{${member}, ${Type}};`, callee: member };
}

// An import of the invented module in the file's own way: {line, callee}; null where `way` ('near'
// or 'whole') has none.
export function ghostImport(file, tools, way, ghost = inventModule(file, tools)) {
  const { repo } = tools;
  const { stem, member, Type } = ghost;
  const near = way === 'near';
  switch (file.language) {
    case 'python': {
      const home = pythonPackage(file.folder, repo);
      if (near) return { line: home ? `from .${stem} import ${member}` : `from ${stem} import ${member}`, callee: member };
      const whole = home ?? ownPackages(file, tools)[0];
      return whole && !whole.startsWith('test') ? { line: `from ${whole}.${stem} import ${member}`, callee: member } : null;
    }
    case 'javascript':
    case 'typescript':
    case 'tsx': {
      if (isCommon(file) === null) return null;
      if (near) return { line: fetching(file, member, `./${stem}${endingOf(file)}`), callee: member };
      const other = ownImportsOf(file, tools).find((one) => /\//.test(one.target.replace(/^(\.\.?\/)+/, '')) || one.target.startsWith('../'));
      return other ? { line: fetching(file, member, `${folderOf(other.target)}/${stem}${endingOf(file)}`), callee: member } : null;
    }
    case 'go': {
      const home = goModule(file, repo);
      if (!home) return null;
      const target = near ? `${home.name}/internal/${stem}` : join(home.name, file.folder.slice(home.folder.length).replace(/^\//, ''), stem);
      return { line: `"${target}"`, callee: `${stem}.${member}` };
    }
    case 'rust':
      return ghostOfRust(file, repo, near, ghost);
    case 'c':
    case 'cpp': {
      const ending = file.language === 'cpp' ? (/#include "[^"]+\.(hpp|hh|hxx)"/.exec(file.text)?.[1] ?? 'h') : 'h';
      const prefix = includePrefix(file);
      if (near) return { line: `#include "${stem}.${ending}"`, callee: member };
      return prefix ? { line: `#include "${prefix}${stem}.${ending}"`, callee: member } : null;
    }
    case 'java': {
      const home = javaPackage(file);
      return home
        ? { line: near ? `import ${home}.util.${Type};` : `import static ${home}.${Type}.${member};`, callee: near ? `${Type}.${member}` : member }
        : null;
    }
    case 'ruby': {
      if (near) return { line: `require_relative ${quote(file, stem)}`, callee: `${Type}.${member}` };
      const home = rubyHome(file, repo);
      return home ? { line: `require ${quote(file, `${home}/${stem}`)}`, callee: `${Type}.${member}` } : null;
    }
    case 'shell': {
      if (near) return { line: `. "$(dirname "$0")/${stem}.sh"`, callee: member };
      const variable = /^\s*(?:readonly |local |export )?([A-Z_]*(?:DIR|ROOT|HOME))=/m.exec(file.text)?.[1];
      return { line: variable ? `source "\${${variable}}/${stem}.sh"` : `source ./lib/${stem}.sh`, callee: member };
    }
    default:
      return null;
  }
}

// A statement that calls `callee` with the first parameter of `f`.
export function callStatement(file, f, callee) {
  const one = parametersOf(file, f)[0];
  const name = one?.name;
  return by(file.language, {
    python: name ? `${name} = ${callee}(${name})` : `${callee}()`,
    script: name ? `${name} = ${callee}(${name})${semi(file)}` : `${callee}()${semi(file)}`,
    go: name && one.type !== undefined ? `${name} = ${callee}(${name})` : `${callee}(${name ?? ''})`,
    rust: name ? `let ${name} = ${callee}(${name});` : `${callee}();`,
    native: `${callee}(${name ?? ''});`,
    java: `${callee}(${name ?? ''});`,
    ruby: name ? `${name} = ${callee}(${name})` : `${callee}`,
    shell: `${callee} "$1"`,
  });
}

// A function of the file in which one more statement can stand first.
export const pickFunction = (file, tools, least = 2) =>
  tools.pick(solidFunctions(file, least).filter((f) => !(file.language === 'ruby' && /^\s*def .*\)\s*=/.test(f.line))));

export const firstIn = (file, f, ...lines) => insertion(file, bodyOf(file, f).from, ...indented(f, lines));

// Where an import goes in a file, also in one that has none yet; null when that is not plain.
export function spotFor(file) {
  const spot = importSpot(file);
  if (spot) return spot;
  if (file.language === 'shell') {
    let at = file.lines[0]?.startsWith('#!') ? 1 : 0;
    while (/^#|^\s*$|^set -/.test(file.lines[at] ?? 'x')) ++at;
    return at < file.lines.length ? { at, indent: '', lonely: true } : null;
  }
  if (file.language === 'ruby') {
    let at = 0;
    while (/^#|^\s*$/.test(file.lines[at] ?? 'x')) ++at;
    return at < file.lines.length ? { at, indent: '', lonely: true } : null;
  }
  if (file.language === 'java') {
    const at = file.lines.findIndex((line) => /^package /.test(line));
    return at < 0 ? null : { at: at + 1, indent: '', below: true };
  }
  return null;
}

// An edit that puts an import line there.
export function importEdit(file, line, spot = spotFor(file)) {
  if (!spot) return null;
  const text = file.language === 'go' && !spot.block ? `import ${line}` : `${spot.indent}${line}`;
  return insertion(file, spot.at, ...(spot.below ? ['', text] : [text]), ...(spot.lonely ? [''] : []));
}

// The file with an import line and a call of what it brings.
export function withImportAndCall(file, tools, line, callee, f = pickFunction(file, tools)) {
  const edit = importEdit(file, line);
  if (!edit || !f) return null;
  return edited(file, edit, firstIn(file, f, callStatement(file, f, callee)));
}
