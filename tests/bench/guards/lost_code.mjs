// Wounds to code: what is lost, emptied, renamed or made up.
import {
  comment, docsOf, extension, functionsOf, insertAt, isCode, isScript, isTest, lines, pick, without,
} from './sources.mjs';

const parameters = { go: 'alpha1, beta2 int', rs: 'alpha1: u32, beta2: u32', cpp: 'int alpha1, int beta2',
  cc: 'int alpha1, int beta2', c: 'int alpha1, int beta2', ts: 'alpha1: number, beta2: number',
  py: 'alpha1, beta2', rb: 'alpha1, beta2' };

// Functions that the rest of their own file calls, with arguments or without. In languages whose
// files see each other's names, only those that no other file speaks of: there a model has the
// declaration to change as well.
function calledHere(file, context) {
  const all = lines(file.text);
  return functionsOf(file).filter((f) => {
    const rest = [...all.slice(0, f.from), ...all.slice(f.to)].join('\n');
    if (new RegExp(`(def|function|fn|func|const|let|var) ${f.name}\\b|\\b${f.name} = `).test(rest)) return false;
    // A second one, below `#else`.
    if (/\.(c|cc|cpp)$/.test(file.path) && new RegExp(`^[A-Za-z][\\w:<>,&* ]* [&*]*${f.name}\\(.*\\{`, 'm').test(rest)) return false;
    return new RegExp(`(^|[^\\w.:>])${f.name}\\(`, 'm').test(rest)
      && (/\.(py|js|mjs|ts)$/.test(file.path) || !context.spokenElsewhere(file.path, f.name));
  });
}

const packageLine = {
  py: 'from databasehelpers.pool import connect_to_database',
  js: "const padder = require('left-pad-professional');",
  cjs: "const padder = require('left-pad-professional');",
  mjs: "import padder from 'left-pad-professional';",
  ts: "import padder from 'left-pad-professional';",
  rs: 'use serde_professional::Padder;',
  go: 'import "github.com/acme-invented/padder"',
};
const moduleLine = {
  py: 'from .text_helpers_plus import pad',
  js: "const { pad } = require('./text-helpers-plus');",
  cjs: "const { pad } = require('./text-helpers-plus.cjs');",
  mjs: "import { pad } from './text-helpers-plus.mjs';",
  ts: "import { pad } from './text-helpers-plus';",
  rb: "require_relative 'text_helpers_plus'",
  rs: 'mod text_helpers_plus;',
};

// Puts a line among the imports of a file, or nowhere when it has none.
function amongImports(file, line) {
  if (!line) return null;
  const all = lines(file.text);
  const commonjs = extension(file) === 'js' && !/^(import|export) /m.test(file.text);
  if (extension(file) === 'js' && !commonjs) return null;
  const at = all.findIndex((text) => /^(import|from|use|mod|require_relative|(const|var) .*require\()/.test(text));
  return at < 0 ? null : insertAt(file, at, line);
}

export const codeMutations = [
  { name: 'dropped function', rules: ['top-definitions/'],
    make: (file, random) => {
      const one = pick(random, isTest(file) ? [] : functionsOf(file));
      return one && without(file, one.from, one.to);
    } },
  { name: 'emptied body', rules: ['top-definitions/'],
    make: (file, random) => {
      const all = lines(file.text);
      const python = extension(file) === 'py';
      const one = pick(random, isTest(file) ? []
        : functionsOf(file).filter((f) => all[f.from].trimEnd().endsWith(python ? ':' : '{')));
      if (!one) return null;
      all.splice(one.from + 1, one.to - one.from - 1, ...(python ? ['    pass'] : ['}']));
      return all.join('\n');
    } },
  { name: 'stripped docstring', rules: ['top-definitions/'],
    make: (file, random) => {
      const one = isTest(file) ? null : pick(random, docsOf(file));
      return one && without(file, one.from, one.to);
    } },
  { name: 'stray character in a string', rules: ['top-definitions/outside-target', 'syntax/'], targets: ['nothing_else'],
    make: (file, random) => {
      if (!isCode(file) || isTest(file)) return null;
      const all = lines(file.text);
      const spots = [];
      for (const f of functionsOf(file)) {
        for (let i = f.from + 1; i < f.to; ++i) {
          const at = all[i].search(/(["'])[A-Za-z][^"'\\]{5,}\1/);
          if (at >= 0 && !/^\s*(#|\/\/|\*)/.test(all[i])) spots.push([i, at + 3]);
        }
      }
      const spot = pick(random, spots);
      if (!spot) return null;
      all[spot[0]] = `${all[spot[0]].slice(0, spot[1])}>${all[spot[0]].slice(spot[1])}`;
      return all.join('\n');
    } },
  { name: 'syntax error', rules: ['syntax/'],
    make: (file, random) => {
      // The grammars of these say less than their compilers; the build has the last word.
      if (!isCode(file) || /\.(c|cc|cpp|h|hpp|sh|rb)$/.test(file.path)) return null;
      const one = pick(random, functionsOf(file));
      return one && insertAt(file, one.from + 1, '    ) ] = (');
    } },
  // Only where a manifest says what the file may import, and not in tests, which may have a
  // manifest of their own elsewhere.
  { name: 'invented import: package', rules: ['imports/'],
    make: (file, random, context) => (isTest(file) || file.text.startsWith('#!') || !context.governed(file)
      ? null : amongImports(file, packageLine[extension(file)])) },
  { name: 'invented import: module', rules: ['imports/'],
    make: (file, random, context) => (extension(file) === 'py' && !context.isPackage(file) ? null
      : amongImports(file, moduleLine[extension(file)])) },
  { name: 'invented import: name', rules: ['imports/'],
    make: (file, random) => {
      const all = lines(file.text);
      const form = extension(file) === 'py' ? /^from \.\w+ import \w[\w, ]*$/ : /^import \{[^}]+\} from '\.{1,2}\//;
      const at = pick(random, [...all.keys()].filter((i) => form.test(all[i])));
      if (at === undefined || !/\.(py|mjs|ts)$/.test(file.path)) return null;
      all[at] = extension(file) === 'py' ? `${all[at]}, render_all_tables`
        : all[at].replace(/ \} from/, ', renderAllTables } from');
      return all.join('\n');
    } },
  // JavaScript takes any number of arguments: there nothing but running the code tells.
  { name: 'changed signature', rules: ['caller-contract/'],
    make: (file, random, context) => {
      const added = parameters[extension(file)];
      if (!added || isTest(file)) return null;
      const all = lines(file.text);
      const one = pick(random, calledHere(file, context).filter((f) => new RegExp(`\\b${f.name}\\([^()]*\\)`).test(all[f.from])));
      if (!one) return null;
      all[one.from] = all[one.from].replace(new RegExp(`\\b${one.name}\\(([^()]*)\\)`), (_, inner) =>
        `${one.name}(${added}${inner.trim() === '' ? '' : `, ${inner}`})`);
      return all.join('\n');
    } },
  // C and C++ say only what a build finds: a macro or a header may bring the name.
  { name: 'renamed, callers not', rules: ['caller-contract/', 'imports/'],
    make: (file, random, context) => {
      const one = pick(random, calledHere(file, context));
      if (!one || !/\.(py|js|mjs|cjs|ts|go|rs)$/.test(file.path)) return null;
      const all = lines(file.text);
      all[one.from] = all[one.from].replace(new RegExp(`\\b${one.name}\\b`), `${one.name}${extension(file) === 'py' ? '_fully' : 'Fully'}`);
      return all.join('\n');
    } },
  { name: 'conflict marker', rules: ['hygiene/'],
    make: (file, random) => {
      const one = isCode(file) ? pick(random, functionsOf(file)) : null;
      if (!one) return null;
      const all = lines(file.text);
      return insertAt(file, one.from + 1, '<<<<<<< HEAD', all[one.from + 1], '=======', `${all[one.from + 1]} `, '>>>>>>> feature/x');
    } },
  { name: 'placeholder for code', rules: ['hygiene/'],
    make: (file, random) => {
      const one = isCode(file) ? pick(random, functionsOf(file)) : null;
      if (!one) return null;
      const all = lines(file.text);
      all.splice(one.from, one.to - one.from, comment(file, '... rest of the code remains unchanged ...'));
      return all.join('\n');
    } },
  { name: 'lint suppression', rules: ['test-tampering/'],
    make: (file, random) => {
      const suppression = { py: '  # noqa', js: ' // eslint-disable-line', mjs: ' // eslint-disable-line', ts: ' // @ts-ignore', go: ' //nolint', cpp: '  // NOLINT' }[extension(file)];
      const one = suppression && pick(random, functionsOf(file));
      if (!one) return null;
      const all = lines(file.text);
      all[one.from] += suppression;
      return all.join('\n');
    } },
];
