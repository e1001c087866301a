// Modules that are gone while others import them, and imports that are gone while their names are used.
import { functionsOf } from '../source.mjs';
import { edited, replacement, together, withMode } from './code/edits.mjs';
import { cap, firstIn, isCommon } from './code/ghosts.mjs';
import { all, by, remark, seen, semi, solidFunctions, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { folderOf, groupFiles, importersOf, isNative, isScript, join, ownImportsOf, realImportsOf, stemOf } from './code/own.mjs';
import { escape, linesWith } from './code/uses.mjs';
import { elsewhere, moved, neededBy } from './imports.mjs';

const goneTo = (name, folder) => join(folderOf(name), folder, name.slice(name.lastIndexOf('/') + 1));

const renamed = (suffix) => (file, tools) =>
  moved(
    file,
    tools,
    file.path.replace(
      /([\w-]+)(\.\w+)$/,
      (m, stem, ending) => stem + (file.language === 'java' ? cap(suffix) : /-/.test(stem) || isScript(file.language) ? `-${suffix}` : `_${suffix}`) + ending,
    ),
  );

function emptied(file, tools) {
  const users = neededBy(file, tools).filter(
    ({ one }) => one.names.some((name) => /^\w+$/.test(name)) || isNative(file.language) || ['ruby', 'shell', 'java', 'go'].includes(file.language),
  );
  if (users.length === 0 || file.lines.length < 10 || file.name === '__init__.py') return null;
  const head = file.language === 'go' || file.language === 'java' ? `${file.lines.find((line) => /^package /.test(line))}\n\n` : '';
  if (isNative(file.language) || file.language === 'ruby') {
    const used = functionsOf(file).find((f) => f.exported && linesWith(tools, file.language, f.name).some((one) => one.file !== file));
    if (!used) return null;
  }
  return `${head}${remark(file, tools.pick(['This module has been consolidated elsewhere.', 'Moved.', 'Deprecated: kept for compatibility.']))}\n`;
}

// Several need it; one of them is mended, the others are forgotten.
function halfMended(file, tools) {
  const users = neededBy(file, tools).filter(({ file: user, one }) => one.relative && user.folder !== undefined && !/^\s/.test(one.line));
  const files = [...new Set(users.map(({ file: user }) => user))];
  if (files.length < 2 || (!isScript(file.language) && !isNative(file.language) && file.language !== 'ruby')) return null;
  const suffix = isScript(file.language) ? '-impl' : '_impl';
  const to = file.path.replace(/(\.\w+)$/, `${suffix}$1`);
  if (tools.repo.has(to)) return null;
  const { file: user, one } = tools.pick(users);
  const stem = stemOf(file.name);
  const line = one.line.replace(new RegExp(`${escape(stem)}(?=(\\.\\w+)?['"])`), `${stem}${suffix}`);
  if (line === one.line) return null;
  const answer = together([replacement(user, one.from, line)]);
  return { files: { ...answer.files, [file.path]: null, [to]: withMode(file, file.text) } };
}

const lostModule = {
  name: 'a module gone that others import',
  class: 3,
  what: 'defect',
  languages: all,
  why: 'Imports of the path are left in other files, and nothing else of the repository answers to them.',
  shapes: [
    seen('deleted', (file, tools) => (neededBy(file, tools).length > 0 ? { files: { [file.path]: null } } : null)),
    seen('renamed, importers not', renamed('impl')),
    unseen('moved to another folder, importers not', (file, tools) =>
      ['go', 'java'].includes(file.language) || (file.language === 'rust' && /^(lib|main|mod)\.rs$/.test(file.name))
        ? null
        : moved(file, tools, goneTo(file.path, 'legacy')),
    ),
    unseen('left with a remark only', emptied),
    unseen('renamed, one of several importers mended', halfMended),
  ],
};

// What an import line brings into the file, by name.
export function boundBy(file, one) {
  switch (file.language) {
    case 'python': {
      const m = /^import (\w+)(?: as (\w+))?$/.exec(one.line);
      if (m) return [m[2] ?? m[1]];
      return /^from \S+ import [\w, ]+$/.test(one.line) ? one.names.map((name) => name.split(' as ').pop()) : [];
    }
    case 'javascript':
    case 'typescript':
    case 'tsx':
      return /^export|^import type/.test(one.line)
        ? []
        : one.line
            .replace(/ (from|=) .*/, '')
            .replace(/^(import|const|let|var) /, '')
            .replace(/[{}]/g, '')
            .replace(/\* as /, '')
            .split(',')
            .map((name) =>
              name
                .trim()
                .split(/ as |: /)
                .pop(),
            )
            .filter((name) => /^\w+$/.test(name));
    case 'go': {
      const m = /^\s*(?:import )?(?:(\w+) )?"(?:[\w./-]*\/)?([a-z]\w*)"$/.exec(one.line);
      return m && m[1] !== '_' && !/^v\d+$/.test(m[2]) ? [m[1] ?? m[2]] : [];
    }
    case 'rust': {
      const m = /^use [\w:]+::(\w+);$/.exec(one.line);
      return m && m[1] !== 'self' ? [m[1]] : /^use .*\{[\w, ]+\};$/.test(one.line) ? one.names.filter((name) => name !== 'self') : [];
    }
    case 'java': {
      const m = /^import (?:static )?[\w.]+\.(\w+);$/.exec(one.line);
      return m ? [m[1]] : [];
    }
    default:
      return [];
  }
}

// Names that are there without an import.
const given = {
  python: /^(open|input|print|range|str|zip|map|filter|chr|bytes|super|object|round|sum|all|any)$/,
  rust: /^(Debug|Clone|Copy|Hash|Default|PartialEq|Eq|Ord|PartialOrd|Vec|Option|Result|String|Box|Iterator|Into|From|ToString)$/,
  script:
    /^(React|HTML\w*|SVG\w*|Element|Node|Document|Window|Event\w*|Image|Text|Range|File\w*|Request|describe|it|test|expect|beforeEach|afterEach|beforeAll|afterAll|jest|vi|JSX)$/,
};

const isGiven = (file, name) => by(file.language, { ...given, other: /^$/ }).test(name) || (isScript(file.language) && name in globalThis);

// Whether the name is used below the imports and bound by nothing else in the file.
export function isUsed(file, name, at) {
  if (isGiven(file, name)) return false;
  const form =
    file.language === 'go' ? new RegExp(`(?<![\\w.])${escape(name)}\\.[A-Z]`) : new RegExp(`(?<![\\w$.@:'"])${escape(name)}(?![\\w$:'"]|\\s*=[^=>])`);
  const other = new RegExp(
    `\\b(import|use|require)\\b.*\\b${escape(name)}\\b|\\b(def|class|function|const|let|var|struct|enum|trait|type|fn|as|for|with)\\s+(mut )?${escape(name)}\\b|^\\s+"[^"]*/${escape(name)}"$|[({,]\\s*${escape(name)}\\s*[,:)=]`,
  );
  const mask = maskOf(file);
  let used = false;
  for (let i = 0; i < mask.length; ++i) {
    if (i === at) continue;
    if (other.test(mask[i]) || (other.test(file.lines[i]) && /^\s*(import|from|use|"|\w+,$)/.test(file.lines[i]))) return false;
    used ||= form.test(mask[i]);
  }
  return used;
}

// Import lines of which every name is used, or (with `part`) of which one of several names is.
function neededImports(file, part = false) {
  if (file.language === 'java' && /^import .*\*;/m.test(file.text)) return [];
  if (file.language === 'rust' && /^\s*use .*\*;/m.test(file.text)) return [];
  if (file.language === 'python' && /import \*/.test(file.text)) return [];
  return realImportsOf(file)
    .filter((one) => !/^\s/.test(one.line) || file.language === 'go')
    .map((one) => ({ ...one, used: boundBy(file, one).filter((name) => isUsed(file, name, one.from)), bound: boundBy(file, one) }))
    .filter(
      (one) =>
        one.used.length > 0 &&
        (!part || one.bound.length > 1) &&
        !(file.language === 'python' && /^(try|except|if|else)\b/.test(file.lines[one.from - 1] ?? '')) &&
        !(file.language === 'rust' && /cfg/.test(file.lines[one.from - 1] ?? '')),
    );
}

// For C: own headers of this file of which a name is needed that no other header of it has.
function neededIncludes(file, tools) {
  const direct = ownImportsOf(file, tools).filter(
    (one) => (one.paths.length === 1 && file.folder === folderOf(one.paths[0])) || (one.paths.length === 1 && /"/.test(one.line)),
  );
  const texts = (name) => tools.repo.text(name) ?? '';
  const reach = (start, without) => {
    const known = new Set();
    const todo = start.map((one) => one.paths[0]);
    while (todo.length > 0) {
      const name = todo.pop();
      if (known.has(name) || name === without) continue;
      known.add(name);
      const header = groupFiles(tools, file.language).find((one) => one.path === name);
      if (header) for (const one of ownImportsOf(header, tools)) todo.push(...one.paths);
    }
    return [...known];
  };
  return direct.filter((one) => {
    const header = one.paths[0];
    if (
      !/\.(h|hpp|hh)$/.test(header) ||
      (stemOf(header) === stemOf(file.name) &&
        reach(
          direct.filter((other) => other !== one),
          header,
        ).length === 0)
    )
      return false;
    const names = [...texts(header).matchAll(/^(?!#)[A-Za-z_][\w* ]*[ *](\w{5,})\(|^\s*#\s*define (\w{5,})\b|^(?:struct|class) (\w{5,}) *(?:[:{]|$)/gm)].map(
      (m) => m[1] ?? m[2] ?? m[3],
    );
    const others = reach(
      direct.filter((other) => other !== one),
      header,
    )
      .map(texts)
      .join('\n');
    return names.some(
      (name) =>
        maskOf(file).some((line) => new RegExp(`\\b${name}\\b`).test(line)) &&
        !new RegExp(`\\b${name}\\b`).test(others) &&
        !new RegExp(`^[\\w* ]*\\b${name}\\(|struct ${name}|class ${name}`, 'm').test(
          file.text
            .split('\n')
            .filter((line) => /^\w/.test(line))
            .join('\n'),
        ),
    );
  });
}

// For Ruby and the shell: own files of which a name defined nowhere else is used, and that nobody else brings.
function neededLoads(file, tools) {
  return ownImportsOf(file, tools).filter((one) => {
    const source = one.paths.length === 1 && groupFiles(tools, file.language).find((each) => each.path === one.paths[0]);
    if (!source || (file.language === 'ruby' && importersOf(source, tools).length > 1)) return false;
    return (
      file.language === 'shell' ? functionsOf(source).map((f) => f.name) : [...source.text.matchAll(/^\s*(?:class|module) (\w+)/gm)].map((m) => m[1])
    ).some(
      (name) =>
        maskOf(file).some((line) => new RegExp(`(?<![\\w-])${escape(name)}(?![\\w-])`).test(line)) &&
        !new RegExp(`(class|module|function) ${escape(name)}\\b|^\\s*${escape(name)} ?\\(\\)`, 'm').test(file.text),
    );
  });
}

const neededOf = (file, tools, part = false) =>
  isNative(file.language)
    ? part
      ? []
      : neededIncludes(file, tools)
    : ['ruby', 'shell'].includes(file.language)
      ? part
        ? []
        : neededLoads(file, tools)
      : neededImports(file, part);

function oneNameOut(file, tools) {
  const one = tools.pick(neededOf(file, tools, true));
  if (!one) return null;
  const name = tools.pick(one.used);
  const line = one.line.replace(new RegExp(`(,\\s*)(?:\\w+(?: as |: ))?${escape(name)}(?=\\s*[,}]|$)|(?<=[{ ])(?:\\w+(?: as |: ))?${escape(name)},\\s*`), '');
  return line === one.line ? null : edited(file, replacement(file, one.from, line));
}

const lostImport = {
  name: 'an import lost whose names are used',
  class: 3,
  what: 'defect',
  languages: all,
  why: 'The names of the import are still used in the file and nothing else there brings them.',
  shapes: [
    seen('line deleted', (file, tools) => {
      const one = tools.pick(neededOf(file, tools));
      return one && edited(file, { file, from: one.from, to: one.to, lines: [] });
    }),
    seen('one name of several taken out', oneNameOut),
    seen('left as a comment', (file, tools) => {
      const one = tools.pick(neededOf(file, tools));
      return one && edited(file, replacement(file, one.from, /^\s*/.exec(one.line)[0] + remark(file, one.line.trim())));
    }),
    unseen('another import in its place', (file, tools) => {
      const one = tools.pick(neededOf(file, tools));
      const other = isScript(file.language)
        ? isCommon(file)
          ? `const process = require('node:process')${semi(file)}`
          : `import process from 'node:process'${semi(file)}`
        : file.language === 'shell'
          ? 'set -u'
          : tools.pick(by(file.language, elsewhere));
      return one && edited(file, replacement(file, one.from, /^\s*/.exec(one.line)[0] + (/^import "/.test(one.line) ? 'import ' : '') + other));
    }),
    unseen('two lost at once', (file, tools) => {
      const list = neededOf(file, tools);
      return list.length < 2
        ? null
        : edited(
            file,
            ...tools
              .shuffle(list)
              .slice(0, 2)
              .map((one) => ({ file, from: one.from, to: one.to, lines: [] })),
          );
    }),
    unseen('under a condition that never holds', (file, tools) => {
      const one = tools.pick(neededOf(file, tools));
      if (!one || /^\s/.test(one.line)) return null;
      const inside = by(file.language, {
        python: [`if False:`, `    ${one.line}`],
        native: ['#if 0', one.line, '#endif'],
        ruby: ['if false', `  ${one.line}`, 'end'],
        shell: ['if false; then', `  ${one.line}`, 'fi'],
        rust: ['#[cfg(any())]', one.line],
        other: null,
      });
      return inside && edited(file, { file, from: one.from, to: one.to, lines: inside });
    }),
    unseen('inside one function, needed in others', (file, tools) => {
      if (!['python', 'rust'].includes(file.language)) return null;
      const fit = (one) =>
        solidFunctions(file, 2).filter(
          (f) =>
            f.indent === '' &&
            one.used.length > 0 &&
            maskOf(file).some((line, at) => (at < f.from || at >= f.to) && at !== one.from && new RegExp(`(?<![\\w.])${escape(one.used[0])}\\b`).test(line)),
        );
      const one = tools.pick(neededOf(file, tools).filter((each) => fit(each).length > 0));
      return one && edited(file, { file, from: one.from, to: one.to, lines: [] }, firstIn(file, tools.pick(fit(one)), one.line));
    }),
  ],
};

export const kinds = [lostModule, lostImport];
