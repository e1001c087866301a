// Faults in TOML: pyproject.toml, Cargo.toml and the settings of tools.
import { insertAt, replaceLine, replaceLines } from '../../source.mjs';
import { keyOf, keyPut, keySet, tableAdded, tableOf, tableRenamed, tablesOf } from '../shared/edits.mjs';
import { on } from '../shared/planted.mjs';
import { absent, escaped, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';

const outside = (file) => ['test', 'generated'].includes(file.place) || /(^|\/)(fixtures?|testdata|vendor|examples?)\/|\{\{/.test(file.path)
  || /\.lock$|lock\.toml$/.test(file.name);
const isToml = (file) => file.language === 'toml' && !outside(file) && tablesOf(file).length > 0;
const isProject = (file) => file.name === 'pyproject.toml' && isToml(file);
const isStandard = (file) => isProject(file) && tableOf(file, 'project');
const isCargo = (file) => file.name === 'Cargo.toml' && isToml(file);
const isCrate = (file) => isCargo(file) && tableOf(file, 'package');
const inside = (test, make) => (file, tools) => (test(file) ? make(file, tools) ?? null : null);
const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find(Boolean) ?? null;
const someKey = (file, tools, value) => tools.pick(tablesOf(file).flatMap((table) => table.keys).filter((key) => value.test(key.value)));
const atKey = (value, change) => inside(isToml, (file, tools) => {
  const key = someKey(file, tools, value);
  return key ? change(file, key, file.lines[key.at]) : null;
});

const syntax = {
  name: 'syntax of TOML broken', class: 5, what: 'defect', languages: ['toml'],
  why: 'no reader of TOML can read the file any more',
  shapes: [
    shape('quote not closed', atKey(/^"[^"\\]+"$/, (file, key, line) => replaceLine(file, key.at, line.replace(/"\s*$/, '')))),
    shape('bracket of a table not closed', inside(isToml, (file, tools) => {
      const table = tools.pick(tablesOf(file));
      return replaceLine(file, table.at, file.lines[table.at].replace(/\](\s*(#.*)?)$/, '$1'));
    })),
    shape('colon for the equal sign', atKey(/\S/, (file, key, line) => replaceLine(file, key.at, line.replace(/\s*=\s*/, ': ')))),
    shape('remark of another language', atKey(/\S/, (file, key) => insertAt(file, key.at, '// changed for the new layout'))),
    unseen('word of Python', atKey(/^(true|false)$/, (file, key, line) =>
      replaceLine(file, key.at, line.replace(/(true|false)\s*$/, (word) => (word.trim() === 'true' ? 'True' : 'False'))))),
    unseen('key twice', atKey(/^("[^"]*"|true|false|\d+)$/, (file, key, line) => insertAt(file, key.at + 1, line))),
    unseen('table twice', inside(isToml, (file, tools) => {
      const table = tools.pick(tablesOf(file).filter((one) => !one.array && one.keys.length));
      return table ? tableAdded(file, ...file.lines.slice(table.at, table.to)) : null;
    })),
    unseen('comma of a list lost', inside(isToml, (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) =>
        (/^\s+["'][^"']*["'],$/.test(line) && /^\s+["']/.test(file.lines[index + 1] ?? '') ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/,$/, ''));
    })),
    unseen('value without quotes', atKey(/^"[a-z][\w-]* ?[\w-]*"$/,
      (file, key, line) => (/"(true|false|inf|nan)"/.test(line) ? null : replaceLine(file, key.at, line.replace(/"([^"]+)"/, '$1'))))),
    unseen('braces of JSON', inside(isToml, (file, tools) => {
      const table = tools.pick(tablesOf(file).filter((one) => !one.array && one.keys.length > 1
        && one.keys.every((key) => /^("[^"]*"|true|false|\d+)$/.test(key.value))));
      return table ? replaceLines(file, table.at, table.to, `"${table.name}": {`,
        ...table.keys.map((key) => `  "${key.name}": ${key.value},`), '}') : null;
    })),
  ],
};

const put = (table, ...lines) => inside(isStandard, (file) => (lines.some((line) => keyOf(file, table, line.split(' ')[0])) ? null
  : keyPut(file, table, ...lines)));
const added = (test, name, ...lines) => inside(test, (file) => (tableOf(file, name) ? null : tableAdded(file, `[${name}]`, ...lines)));
const unknownProject = {
  name: 'unknown table or key of pyproject.toml', class: 5, what: 'defect', languages: ['toml'],
  why: 'the standard closes the first level and the table of the project, so builders refuse it or drop what it says',
  shapes: [
    shape('table of dependencies at the first level', added(isStandard, 'dependencies', 'requests = ">=2.31"')),
    shape('table of scripts at the first level', added(isStandard, 'scripts', 'start = "python -m main"')),
    shape('key of setup.py', oneOf(put('project', 'python_requires = ">=3.9"'), put('project', 'install_requires = ["packaging"]'))),
    shape('table of tools misspelt', inside(isProject, (file, tools) => {
      const table = tools.pick(tablesOf(file).filter((one) => /^tool\./.test(one.name) && !one.array));
      return table ? tableRenamed(file, table.name, table.name.replace(/^tool\./, 'tools.')) : null;
    })),
    unseen('tool without the word tool', inside(isProject, (file, tools) => {
      const table = tools.pick(tablesOf(file).filter((one) => /^tool\.\w+$/.test(one.name) && !one.array));
      return table ? tableRenamed(file, table.name, table.name.replace(/^tool\./, '')) : null;
    })),
    unseen('licence and author in other words', oneOf(put('project', 'licence = "MIT"'), put('project', 'author = "The maintainers"'),
      put('project', 'homepage = "https://example.com"'))),
    unseen('table of the project misspelt', inside(isStandard, (file, tools) => {
      const [from, to] = tools.pick([['project.urls', 'project.url'], ['project.optional-dependencies', 'project.optional_dependencies'],
        ['project.scripts', 'project.script'], ['build-system', 'build_system'], ['project', 'package']]);
      return tableOf(file, from) ? tableRenamed(file, from, to) : null;
    })),
    unseen('table of development of another builder', added(isStandard, 'dev-dependencies', 'pytest = "*"')),
    unseen('key of the build system',
      inside(isStandard, (file) => (tableOf(file, 'build-system') ? keyPut(file, 'build-system', 'build-tool = "setuptools"') : null))),
  ],
};

const inCrate = (make) => inside(isCrate, make);
const crateKeys = [['edition', 'editon'], ['license', 'licence'], ['description', 'desciption'], ['repository', 'repositry'],
  ['rust-version', 'rust_version_min']];
const unknownCargo = {
  name: 'unknown table or key of Cargo.toml', class: 5, what: 'defect', languages: ['toml'],
  why: 'cargo warns of an unused key and does without what it was to say',
  shapes: [
    shape('dependencies misspelt',
      inside(isCargo, (file) => (tableOf(file, 'dependencies') ? tableRenamed(file, 'dependencies', 'dependancies') : null))),
    shape('key of the package misspelt', inCrate((file, tools) => {
      const [from, to] = tools.pick(crateKeys.filter(([name]) => keyOf(file, 'package', name))) ?? [];
      return from ? replaceLine(file, keyOf(file, 'package', from).at,
        file.lines[keyOf(file, 'package', from).at].replace(from, to)) : null;
    })),
    shape('profile key that is none',
      inCrate((file) => (tableOf(file, 'profile.release') ? keyPut(file, 'profile.release', 'optimize = true')
        : tableAdded(file, '[profile.release]', 'optimize = true')))),
    unseen('dependencies of development misspelt',
      inside(isCargo, (file) => (tableOf(file, 'dev-dependencies') ? tableRenamed(file, 'dev-dependencies', 'dev-dependecies') : null))),
    unseen('table of scripts', inCrate((file) => (tableOf(file, 'scripts') ? null
      : tableAdded(file, '[scripts]', 'check = "cargo clippy"')))),
    unseen('key of the workspace in the package', inCrate((file) => keyPut(file, 'package', 'members = []'))),
    unseen('key of a dependency', inside(isCargo, (file, tools) => {
      const key = tools.pick((tableOf(file, 'dependencies')?.keys ?? []).filter((one) => /^\{[^{}]*version[^{}]*\}$/.test(one.value)));
      return key ? replaceLine(file, key.at, file.lines[key.at].replace(/\bversion\s*=/, 'ver =')) : null;
    })),
    unseen('feature of a dependency that is not there', inCrate((file, tools) => {
      const name = tools.invent('fast_hash');
      return tableOf(file, 'features') ? keyPut(file, 'features', `${name} = ["dep:${name}"]`)
        : tableAdded(file, '[features]', `${name} = ["dep:${name}"]`);
    })),
  ],
};

const typed = (test, table, name, when, line) => inside(test, (file) => {
  const key = keyOf(file, table, name);
  return key && when.test(key.value) ? keySet(file, table, name, line(key.value)) : null;
});
const text = /^"[^"]*"$/;
const list = /^\[[^\[\]]*\]$/;
const wrongType = {
  name: 'wrong type in TOML', class: 5, what: 'defect', languages: ['toml'],
  why: 'the tool that reads the file refuses the value',
  shapes: [
    shape('lowest Python as a number', typed(isStandard, 'project', 'requires-python', text, () => 'requires-python = 3.9')),
    shape('dependencies as text', inside(isStandard, (file) => {
      const key = keyOf(file, 'project', 'dependencies');
      if (!key) return null;
      let to = key.at + 1;
      if (!/\]\s*$/.test(key.value)) while (to < file.lines.length && !/^\]/.test(file.lines[to - 1])) ++to;
      return replaceLines(file, key.at, to, 'dependencies = "packaging>=23"');
    })),
    shape('edition as a number', typed(isCrate, 'package', 'edition', text, (value) => `edition = ${value.replace(/"/g, '')}`)),
    shape('version as a number', oneOf(typed(isStandard, 'project', 'version', text, () => 'version = 1.0'),
      typed(isCrate, 'package', 'version', text, () => 'version = 1.0'))),
    unseen('members as text', inside(isCargo, (file) => {
      const key = keyOf(file, 'workspace', 'members');
      return key && list.test(key.value) ? keySet(file, 'workspace', 'members',
        `members = ${/"[^"]*"/.exec(key.value)?.[0] ?? '"crates/*"'}`) : null;
    })),
    unseen('authors as text', oneOf(typed(isCrate, 'package', 'authors', list, () => 'authors = "The maintainers"'),
      typed(isStandard, 'project', 'authors', list, () => 'authors = "The maintainers"'))),
    unseen('keywords as text', oneOf(typed(isCrate, 'package', 'keywords', list, () => 'keywords = "tool, cli"'),
      typed(isStandard, 'project', 'keywords', list, () => 'keywords = "tool, cli"'))),
    unseen('dependency as a number', inside(isCargo, (file, tools) => {
      const key = tools.pick((tableOf(file, 'dependencies')?.keys ?? []).filter((one) => text.test(one.value)));
      return key ? replaceLine(file, key.at, `${key.name} = 1.0`) : null;
    })),
    unseen('truth as text', inside(isToml, (file, tools) => {
      const key = tools.pick(tablesOf(file).filter((table) =>
        /^(package|profile\.\w+|lib|tool\.mypy|tool\.black|tool\.coverage\.\w+)$/.test(table.name)).flatMap((table) =>
          table.keys).filter((one) => /^(true|false)$/.test(one.value)));
      return key ? replaceLine(file, key.at, file.lines[key.at].replace(/(true|false)/, '"$1"')) : null;
    })),
  ],
};

const requirement = (change) => inside(isStandard, (file, tools) => {
  const table = tableOf(file, 'project');
  const at = tools.pick(file.lines.flatMap((line, index) => (index > table.at && index < table.to
    && /^\s+"[\w.-]+(\[[\w,]+\])?\s*[><=~!]=?\s*[\d.]+",?$/.test(line) ? [index] : [])));
  return at === undefined ? null : replaceLine(file, at,
    file.lines[at].replace(/([\w\]])\s*([><=~!]=?)\s*([\d.]+)"/, (_, before, sign, number) => `${before}${change(sign, number)}"`));
});
const crateVersion = (change) => inside(isCargo, (file, tools) => {
  const key = tools.pick((tableOf(file, 'dependencies')?.keys ?? []).filter((one) => /^"\d+[\d.]*"$/.test(one.value)));
  return key ? replaceLine(file, key.at, `${key.name} = "${change(key.value.replace(/"/g, ''))}"`) : null;
});
const badVersion = {
  name: 'invalid version in TOML', class: 5, what: 'defect', languages: ['toml'],
  why: 'the builder refuses a version or range that is none',
  shapes: [
    shape('signs of the lowest Python exchanged', typed(isStandard, 'project', 'requires-python', /^"\s*>=/,
      (value) => `requires-python = ${value.replace('>=', '=>')}`)),
    shape('one equal sign', requirement((sign, number) => `=${number}`)),
    shape('edition that does not exist', typed(isCrate, 'package', 'edition', text, () => 'edition = "2022"')),
    shape('version of four numbers', typed(isCrate, 'package', 'version', text, (value) => `version = ${value.replace(/"$/, '.0"')}`)),
    unseen('range without its end', requirement((sign, number) => `${sign}${number},<`)),
    unseen('caret of npm', requirement((sign, number) => `^${number}`)),
    unseen('range of a dependency in words', crateVersion((value) => `at least ${value}`)),
    unseen('lowest Rust in a word',
      inCrate((file) => (keyOf(file, 'package', 'rust-version.workspace') ? null : keyOf(file, 'package', 'rust-version')
        ? keySet(file, 'package', 'rust-version', 'rust-version = "stable"') : keyPut(file, 'package', 'rust-version = "stable"')))),
    unseen('version with the letter v',
      oneOf(typed(isCrate, 'package', 'version', text, (value) => `version = ${value.replace('"', '"v')}`),
        crateVersion((value) => `v${value}`))),
  ],
};

const lost = (test, table, name, others) => inside(test, (file, tools) => {
  const key = keyOf(file, table, name);
  const other = tools.pick(absent(tools.repo, others.map((one) => join(folderOf(file), one))))?.slice(folderOf(file)
    ? folderOf(file).length + 1 : 0);
  if (!other) return null;
  if (!key) return keyPut(file, table, `${name} = "${other}"`);
  return text.test(key.value) && !/\.workspace/.test(key.name) ? keySet(file, table, name, `${name} = "${other}"`) : null;
});
const lostPath = {
  name: 'path of a TOML manifest that is not there', class: 5, what: 'defect', languages: ['toml'],
  why: 'building or publishing the package stops at the missing file',
  shapes: [
    shape('readme of a Python project', lost(isStandard, 'project', 'readme', ['README.txt', 'docs/README.rst', 'DESCRIPTION.md'])),
    shape('readme of a crate', lost(isCrate, 'package', 'readme', ['docs/README.md', 'CRATE.md', 'README.txt'])),
    shape('file of the licence', inside(isStandard, (file, tools) => {
      const key = keyOf(file, 'project', 'license');
      if (!key || tools.repo.has(join(folderOf(file), 'COPYING.txt'))) return null;
      return keySet(file, 'project', 'license', 'license = { file = "COPYING.txt" }');
    })),
    unseen('path of a binary', inCrate((file, tools) => (tools.repo.has(join(folderOf(file), 'src/bin/admin.rs'))
      || tableOf(file, 'bin') ? null
      : tableAdded(file, '[[bin]]', 'name = "admin"', 'path = "src/bin/admin.rs"')))),
    unseen('script of the build',
      inCrate((file, tools) => (keyOf(file, 'package', 'build') || tools.repo.has(join(folderOf(file), 'build/main.rs')) ? null
        : keyPut(file, 'package', 'build = "build/main.rs"')))),
    unseen('path of a dependency', inside(isCargo, (file, tools) => {
      const key = tools.pick((tableOf(file, 'dependencies')?.keys ?? []).filter((one) => /path\s*=\s*"/.test(one.value)));
      return key ? swapped(file.text, new RegExp(`^(${escaped(key.name)}\\s*=.*path\\s*=\\s*"[^"]*)"`, 'm'),
        (_, head) => `${head}-core"`) : null;
    })),
    unseen('licence file of a crate',
      inCrate((file, tools) => (keyOf(file, 'package', 'license-file') || tools.repo.has(join(folderOf(file), 'LICENSE-BSD')) ? null
        : keyPut(file, 'package', 'license-file = "LICENSE-BSD"')))),
    unseen('text of the long description',
      inside(isProject, (file) => (tableOf(file, 'tool.setuptools.dynamic') && !keyOf(file, 'tool.setuptools.dynamic', 'readme')
        ? keyPut(file, 'tool.setuptools.dynamic', 'readme = {file = ["LONG.rst"]}') : null))),
  ],
};

// The name under which a Python distribution or a crate is imported.
const moduleOf = (name) => name.toLowerCase().replace(/-/g, '_');
const isUsed = (file, tools, name) => (file.name === 'Cargo.toml' ? tools.repo.files('rust') : tools.repo.files('python'))
  .filter((one) => one.path.startsWith(folderOf(file) ? `${folderOf(file)}/` : '') && !['test', 'example', 'script'].includes(one.place)
    && (file.name === 'Cargo.toml' ? /(^|\/)src\//.test(one.path) : !/(^|\/)(docs?|setup\.py|noxfile)/.test(one.path)))
  .some((one) => (file.name === 'Cargo.toml' ? new RegExp(`\\b(use |extern crate )?${moduleOf(name)}::`)
    : new RegExp(`^(import|from) ${moduleOf(name)}\\b`, 'm')).test(one.text.split('#[cfg(test)]')[0]));
const usedRequirement = (file, tools) => {
  const table = tableOf(file, 'project');
  const key = keyOf(file, 'project', 'dependencies');
  return key && tools.pick(file.lines.flatMap((line, at) => {
    const name = /^\s+"([\w.-]+)/.exec(line)?.[1];
    return at > key.at && at < table.to && name && /^\s+"[^"]*",?$/.test(line) && isUsed(file, tools, name) ? [{ at, name }] : [];
  }));
};
const usedCrate = (file, tools) => tools.pick((tableOf(file, 'dependencies')?.keys ?? []).filter((key) => /^("|\{.*\}$)/.test(key.value)
  && !/optional|package\s*=/.test(key.value) && isUsed(file, tools, key.name)));
const withUse = (change) => inside(isToml, (file, tools) => {
  const one = isStandard(file) ? usedRequirement(file, tools) : isCrate(file) ? usedCrate(file, tools) : null;
  return one ? change(file, one, tools) : null;
});
const cut = (file, at) => file.lines.filter((_, index) => index !== at).join('\n');
const lostUse = {
  name: 'dependency of a TOML manifest lost that is used', class: 5, what: 'defect', languages: ['toml'],
  why: 'the code still imports it',
  shapes: [
    shape('dependency that is imported', withUse((file, one) => cut(file, one.at))),
    shape('commented out', withUse((file, one) => replaceLine(file, one.at, file.lines[one.at].replace(/^(\s*)/, '$1# ')))),
    shape('another name', withUse((file, one) => replaceLine(file, one.at, file.lines[one.at].replace(one.name, `${one.name}-core`)))),
    unseen('made one of development', inCrate((file, tools) => {
      const one = usedCrate(file, tools);
      if (!one) return null;
      const line = file.lines[one.at];
      const rest = { ...file, lines: cut(file, one.at).split('\n'), text: cut(file, one.at) };
      return tableOf(rest, 'dev-dependencies') ? keyPut(rest, 'dev-dependencies', line) : tableAdded(rest, '[dev-dependencies]', line);
    })),
    unseen('made optional', inCrate((file, tools) => {
      const one = usedCrate(file, tools);
      if (!one) return null;
      const line = text.test(one.value) ? `${one.name} = { version = ${one.value}, optional = true }`
        : file.lines[one.at].replace(/\s*\}\s*$/, ', optional = true }');
      return replaceLine(file, one.at, line);
    })),
    unseen('list emptied', inside(isStandard, (file, tools) => {
      const one = usedRequirement(file, tools);
      const key = one && keyOf(file, 'project', 'dependencies');
      if (!key || /\]/.test(key.value)) return null;
      let to = key.at + 1;
      while (to < file.lines.length && !/^\]/.test(file.lines[to])) ++to;
      return replaceLines(file, key.at, to + 1, 'dependencies = []');
    })),
    unseen('moved to an extra', inside(isStandard, (file, tools) => {
      const one = usedRequirement(file, tools);
      if (!one) return null;
      const rest = { ...file, lines: cut(file, one.at).split('\n'), text: cut(file, one.at) };
      const line = `more = [${file.lines[one.at].trim().replace(/,$/, '')}]`;
      return tableOf(rest, 'project.optional-dependencies') ? keyPut(rest, 'project.optional-dependencies', line)
        : tableAdded(rest, '[project.optional-dependencies]', line);
    })),
  ],
};

const intoRustfmt = (...lines) => on('rustfmt', (base) => `${base.text.trimEnd()}\n${lines.join('\n')}\n`);
const otherTool = {
  name: 'settings of another tool in a TOML file', class: 5, what: 'defect', languages: ['toml', 'rust'],
  why: 'the tool that reads the file does not know them and warns or refuses',
  shapes: [
    shape('black in rustfmt.toml', intoRustfmt('', '[tool.black]', 'line-length = 100')),
    shape('clippy in rustfmt.toml', intoRustfmt('too-many-arguments-threshold = 8')),
    shape('package in rustfmt.toml', intoRustfmt('', '[package]', 'edition = "2021"')),
    unseen('editor settings in rustfmt.toml', intoRustfmt('', '[*]', 'indent_style = space')),
    unseen('prettier in rustfmt.toml', intoRustfmt('printWidth = 100', 'singleQuote = true')),
    unseen('profile of cargo in rustfmt.toml', intoRustfmt('', '[profile.release]', 'lto = true')),
    unseen('table of npm in Cargo.toml', inCrate((file) => tableAdded(file, '[devDependencies]', 'prettier = "^3.0.0"'))),
  ],
};

const emptied = {
  name: 'manifest in TOML emptied', class: 5, what: 'defect', languages: ['toml'],
  why: 'nothing can be built any more',
  shapes: [
    shape('only a remark left', inside((file) => isStandard(file) || isCrate(file), () => '# configuration removed\n')),
    shape('empty', inside((file) => isStandard(file) || isCrate(file), () => '')),
    shape('only the new table left', inside(isStandard, () => '[tool.ruff]\nline-length = 100\n')),
    unseen('only the name left', inside((file) => isStandard(file) || isCrate(file), (file) => {
      const table = tableOf(file, 'project') ?? tableOf(file, 'package');
      const name = table.keys.find((key) => key.name === 'name');
      return name ? `[${table.name}]\n${file.lines[name.at]}\n` : null;
    })),
    unseen('the rest in words', inside((file) => isStandard(file) || isCrate(file),
      (file) => `${file.lines.slice(0, 4).join('\n')}\n\n# ... rest of the file unchanged ...\n`)),
    unseen('table of the package lost', inside((file) => isStandard(file) || isCrate(file), (file) => {
      const table = tableOf(file, 'project') ?? tableOf(file, 'package');
      return replaceLines(file, table.at, table.to);
    })),
  ],
};

export const toml = [syntax, unknownProject, unknownCargo, wrongType, badVersion, lostPath, lostUse, otherTool, emptied];
export { inside, isCargo, isCrate, isProject, isStandard, isToml };
