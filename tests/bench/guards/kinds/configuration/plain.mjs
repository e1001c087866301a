// Faults in INI files, Makefiles, CMakeLists.txt, Dockerfiles, .gitignore, go.mod and pom.xml.
import { insertAt, replaceLine, without } from '../../source.mjs';
import { tableAdded, tableOf, tableRenamed, tablesOf } from '../shared/edits.mjs';
import { drivers, on } from '../shared/planted.mjs';
import { fileOf, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';

const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find((made) => made !== null
  && made !== undefined) ?? null;
const anyLine = (base, tools, pattern) => tools.pick(base.lines.flatMap((line, at) => (pattern.test(line) ? [at] : [])));
const atLine = (name, pattern, change) => on(name, (base, tools) => {
  const at = anyLine(base, tools, pattern);
  return at === undefined ? null : change(base, at, base.lines[at], tools);
});
const replaced = (name, from, to) => on(name, (base) => swapped(base.text, from, to));

const ini = ['setupcfg', 'toxini', 'coveragerc', 'pytestini'];
const inIni = (edit) => oneOf(...ini.map((name) => on(name, edit)));
const brokenIni = {
  name: 'INI file broken', class: 5, what: 'defect', languages: ['ini', 'python'],
  why: 'the reader of the file stops, or the settings are in a section that no tool reads',
  shapes: [
    shape('section twice', inIni((base, tools) => {
      const table = tools.pick(tablesOf(base).filter((one) => one.keys.length));
      return table ? tableAdded(base, `[${table.name}]`, base.lines[table.keys[0].at]) : null;
    })),
    shape('option twice', inIni((base, tools) => {
      const key = tools.pick(tablesOf(base).flatMap((table) => table.keys).filter((one) => one.value
        && !/^\s/.test(base.lines[one.at + 1] ?? '')));
      return key ? insertAt(base, key.at + 1, base.lines[key.at]) : null;
    })),
    shape('bracket of a section lost', inIni((base, tools) => {
      const table = tools.pick(tablesOf(base));
      return table ? replaceLine(base, table.at, base.lines[table.at].replace(']', '')) : null;
    })),
    unseen('option before any section', inIni((base) => `max_length = 100\n${base.text}`)),
    unseen('continued lines not indented', inIni((base, tools) => {
      const at = anyLine(base, tools, /^[\w.-]+\s*=\s*$/);
      return at !== undefined && /^\s+\S/.test(base.lines[at + 1] ?? '') && !/[=:]/.test(base.lines[at + 1])
        ? replaceLine(base, at + 1, base.lines[at + 1].trim()) : null;
    })),
    unseen('map of YAML', inIni((base) => `${base.text.trimEnd()}\n\nreport:\n  - show_missing\n`)),
    unseen('section without its name', inIni((base, tools) => {
      const table = tools.pick(tablesOf(base));
      return table ? tableRenamed(base, table.name, '') : null;
    })),
  ],
};

const section = (name, from, to) => on(name, (base) => (tableOf(base, from) ? tableRenamed(base, from, to) : null));
const otherIni = {
  name: 'section or option that the tool of an INI file does not know', class: 5, what: 'defect', languages: ['ini', 'python'],
  why: 'the tool looks for another name, so the settings do nothing or it refuses them',
  shapes: [
    shape('[coverage] in .coveragerc', on('coveragerc', (base) => (tableOf(base, 'report') ? tableAdded(base, '[coverage]', 'precision = 2')
      : null))),
    shape('section of pyproject.toml in .coveragerc', section('coveragerc', 'run', 'tool.coverage.run')),
    shape('section of setup.cfg in pytest.ini', section('pytestini', 'pytest', 'tool:pytest')),
    unseen('[tool.tox] in tox.ini', section('toxini', 'tox', 'tool.tox')),
    unseen('sections misspelt', oneOf(section('setupcfg', 'metadata', 'metdata'), section('setupcfg', 'flake8', 'flak8'),
      section('setupcfg', 'options.extras_require', 'options.extra_require'), section('toxini', 'testenv', 'testenvs'))),
    unseen('option of pytest misspelt', on('pytestini', (base) => swapped(base.text, /^testpaths\b/m, 'testpath')
      ?? swapped(base.text, /^addopts\b/m, 'addopt'))),
    unseen('option of coverage misspelt', on('coveragerc', (base) => swapped(base.text, /^branch\b/m, 'branches')
      ?? swapped(base.text, /^(omit|source)\b/m, 'omits'))),
    unseen('truth in other words',
      on('coveragerc', (base) => swapped(base.text, /^(branch|show_missing)\s*=\s*\w+/m, (_, name) => `${name} = enabled`))),
  ],
};

const badEditor = {
  name: 'unknown value or key in the settings of editors and formatters', class: 5, what: 'defect',
    languages: ['ini', 'toml', 'rust', 'javascript', 'typescript', 'python', 'go', 'java', 'ruby', 'cpp'],
  why: 'editors and formatters pass over what they do not know, so the style is no longer set',
  shapes: [
    shape('spaces in the plural', replaced('editorconfig', /^indent_style\s*=\s*\w+/m, 'indent_style = spaces')),
    shape('end of line named after a system', replaced('editorconfig', /^end_of_line\s*=\s*\w+/m, 'end_of_line = unix')),
    shape('option of prettier in small letters', on('prettierrc', (base) => swapped(base.text, '"singleQuote"', '"singlequote"')
      ?? swapped(base.text, '"printWidth"', '"print_width"'))),
    unseen('width of the indent in words', replaced('editorconfig', /^indent_size\s*=\s*\w+/m, 'indent_size = four')),
    unseen('key of editors misspelt', on('editorconfig', (base) => swapped(base.text, /^insert_final_newline/m, 'insert_final_newlines')
      ?? swapped(base.text, /^trim_trailing_whitespace/m, 'trim_trailing_whitespaces'))),
    unseen('option of rustfmt misspelt', on('rustfmt', (base) => swapped(base.text, /^max_width\b/m, 'max_widht')
      ?? `${base.text.trimEnd()}\nuse_field_init_shortand = true\n`)),
    unseen('width of prettier as text',
      on('prettierrc', (base) => swapped(base.text, /"printWidth":\s*(\d+)/, (_, width) => `"printWidth": "${width} columns"`))),
    unseen('true in the wrong file', replaced('editorconfig', /^root\s*=\s*true/m, 'root = yes')),
  ],
};

const brokenMake = {
  name: 'Makefile broken', class: 5, what: 'defect', languages: ['makefile', ...drivers],
  why: 'make stops when it reads the file, or drops a recipe',
  shapes: [
    shape('blanks for the tab', atLine('makefile', /^\t[\w@$-]/, (base, at, line) => replaceLine(base, at, line.replace(/^\t/, '    ')))),
    shape('bracket of a variable not closed',
      atLine('makefile', /\$\(\w+\)/, (base, at, line) =>
        (/#.*\$\(/.test(line) ? null : replaceLine(base, at, line.replace(/(\$\(\w+)\)/, '$1'))))),
    shape('target twice', atLine('makefile', /^[a-z][\w-]*:(?!=)/, (base, at, line) => {
      let to = at + 1;
      while (/^\t/.test(base.lines[to] ?? '')) ++to;
      return to === at + 1 ? null : `${base.text.trimEnd()}\n\n${line}\n\t@echo done\n`;
    })),
    unseen('colon of the target lost', atLine('makefile', /^[a-z][\w-]*:(?!=)\s*$/,
      (base, at, line) => (/^\t/.test(base.lines[at + 1] ?? '') ? replaceLine(base, at, line.replace(':', '')) : null))),
    unseen('condition left open', on('makefile', (base) => (/^(ifdef|ifeq|ifneq|ifndef)/m.test(base.text)
      ? swapped(base.text, /^endif.*\n/m, '') : `ifdef VERBOSE\nFLAGS := --verbose\n\n${base.text}`))),
    unseen('blanks for all tabs', on('makefile', (base) => (/^\t/m.test(base.text) ? base.text.replace(/^\t/gm, '        ') : null))),
  ],
};

const inCmake = (edit) => (file, tools) => {
  const cmake = file.name === 'CMakeLists.txt' ? file : /^(c|cpp)$/.test(file.language) && tools.repo.has('CMakeLists.txt')
    ? fileOf('CMakeLists.txt', tools.repo.text('CMakeLists.txt')) : null;
  const text = cmake ? edit(cmake, tools) : null;
  return text && text !== cmake.text ? { files: { [cmake.path]: text } } : null;
};
const cmakeLine = (pattern, change) => inCmake((base, tools) => {
  const at = anyLine(base, tools, pattern);
  return at === undefined ? null : change(base, at, base.lines[at]);
});
const brokenCmake = {
  name: 'CMakeLists.txt broken', class: 5, what: 'defect', languages: ['text', 'c', 'cpp'],
  why: 'cmake stops while it configures the project',
  shapes: [
    shape('bracket not closed', cmakeLine(/^\s*[a-z_]+\([^()"]+\)\s*$/i,
      (base, at, line) => replaceLine(base, at, line.replace(/\)\s*$/, '')))),
    shape('condition left open', inCmake((base) => swapped(base.text, /^\s*endif\s*\([^)]*\)\s*\n/im, ''))),
    shape('command misspelt', inCmake((base) => swapped(base.text, /\badd_library\(/, 'add_libary(')
      ?? swapped(base.text, /\badd_executable\(/, 'add_executible('))),
    unseen('property of a target that is not there',
      inCmake((base, tools) => `${base.text.trimEnd()}\n\ntarget_compile_features(${tools.invent('core_objects')} PUBLIC cxx_std_17)\n`)),
    unseen('function of another tool', inCmake((base) => `${base.text.trimEnd()}\n\nadd_dependency(GTest 1.14)\n`)),
    unseen('quote not closed', cmakeLine(/^\s*(set|message)\([^"]*"[^"]*"\s*\)\s*$/,
      (base, at, line) => replaceLine(base, at, line.replace(/"\s*\)\s*$/, ')')))),
    unseen('version that does not exist',
      inCmake((base) => swapped(base.text, /cmake_minimum_required\s*\(\s*VERSION\s+[\d.]+[^)]*\)/i,
        'cmake_minimum_required(VERSION latest)'))),
  ],
};

const brokenDocker = {
  name: 'Dockerfile broken', class: 5, what: 'defect', languages: ['dockerfile', ...drivers],
  why: 'the image can no longer be built, or does not start what it should',
  shapes: [
    shape('instruction that does not exist', atLine('dockerfile', /^RUN /, (base, at) => insertAt(base, at, 'INSTALL git'))),
    shape('instruction misspelt', on('dockerfile', (base) => swapped(base.text, /^WORKDIR /m, 'WORKDIRECTORY ')
      ?? swapped(base.text, /^CMD /m, 'COMMAND '))),
    shape('copy without a target', atLine('dockerfile', /^COPY /,
      (base, at, line) => (/^COPY \[|\\$/.test(line) ? null
        : replaceLine(base, at, line.split(/\s+/).slice(0, line.includes('--') ? 3 : 2).join(' '))))),
    unseen('image lost', on('dockerfile', (base) => base.text.replace(/^FROM .*\n+/gm, ''))),
    unseen('continued line cut', atLine('dockerfile', /\\$/,
      (base, at, line) => (/^\s*(#|$)/.test(base.lines[at + 1] ?? '') || /^\s*[A-Z]+ /.test(base.lines[at + 1]) ? null
        : replaceLine(base, at, line.replace(/\s*\\$/, ''))))),
    unseen('command list of single quotes',
      on('dockerfile', (base) => swapped(base.text, /^(CMD|ENTRYPOINT) \[.*\]/m, (whole) => whole.replaceAll('"', "'")))),
    unseen('stage without a name', on('dockerfile', (base) => swapped(base.text, /^(FROM \S+) AS \w+/im, (_, head) => `${head} AS`))),
    unseen('prompt before the command', atLine('dockerfile', /^RUN [a-z]/,
      (base, at, line) => replaceLine(base, at, line.replace(/^RUN /, '$ ')))),
  ],
};

const inIgnore = (make) => (file, tools) => (file.name === '.gitignore' && folderOf(file) === '' && file.place !== 'test'
  ? make(file, tools) ?? null : null);
const hides = (test, line) => inIgnore((file, tools) => (tools.repo.names.some((name) => test.test(name)) && !file.lines.includes(line)
  ? `${file.text.trimEnd()}\n${line}\n` : null));
const hidden = {
  name: '.gitignore hides files of the project', class: 5, what: 'defect', languages: ['gitignore'],
  why: 'new files of that kind never reach a commit, and tools that honour the file pass over the tracked ones',
  shapes: [
    shape('tests', oneOf(hides(/^tests\//, 'tests/'), hides(/^test\//, 'test/'), hides(/(^|\/)test_\w+\.py$/, 'test_*.py'),
      hides(/_test\.go$/, '*_test.go'))),
    shape('documents', oneOf(hides(/^[\w-]+\.md$/, '*.md'), hides(/^docs\//, 'docs/'), hides(/^docs?\//, '/doc*/'))),
    shape('manifest', oneOf(hides(/^package\.json$/, 'package.json'), hides(/^pyproject\.toml$/, '*.toml'), hides(/^go\.mod$/, 'go.mod'),
      hides(/^Cargo\.toml$/, 'Cargo.*'))),
    shape('everything', inIgnore((file) => `*\n${file.text}`)),
    unseen('sources', oneOf(hides(/^src\//, 'src/'), hides(/^lib\//, 'lib/'), hides(/\.py$/, '*.py'), hides(/\.go$/, '*.go'),
      hides(/\.rs$/, '*.rs'))),
    unseen('settings', oneOf(hides(/^\.github\//, '.*'), hides(/\.ya?ml$/, '*.yml'), hides(/\.json$/, '*.json'))),
    unseen('licence and readme', oneOf(hides(/^LICENSE/, 'LICENSE*'), hides(/^README/, 'README*'))),
    unseen('data of the tests', oneOf(hides(/(^|\/)fixtures\//, 'fixtures/'), hides(/(^|\/)testdata\//, 'testdata/'),
      hides(/(^|\/)__snapshots__\//, '__snapshots__/'), hides(/\.txt$/, '*.txt'))),
    unseen('all with a few exceptions', inIgnore((file) => `${file.text.trimEnd()}\n\n/*\n!/.gitignore\n!/README.md\n`)),
  ],
};

const ignoreLost = {
  name: '.gitignore emptied', class: 5, what: 'scope', languages: ['gitignore'],
  why: 'what is built or installed would be committed; nobody asked for that',
  shapes: [
    shape('empty', inIgnore((file) => (file.lines.length > 4 ? '' : null))),
    shape('only a remark left', inIgnore((file) => (file.lines.length > 4 ? '# ignored files\n' : null))),
    shape('half of it', inIgnore((file) => (file.lines.length > 8
      ? `${file.lines.slice(0, Math.floor(file.lines.length / 2)).join('\n').trimEnd()}\n` : null))),
    unseen('only the new line left', inIgnore((file) => (file.lines.length > 4 ? '.cache/\n' : null))),
    unseen('list of another language',
      inIgnore((file) => (file.lines.length > 6 && !/\.class|\.iml/.test(file.text) ? '*.class\n*.jar\n*.war\n.idea/\n*.iml\n' : null))),
    unseen('removed', inIgnore((file) => ({ files: { [file.path]: null } }))),
  ],
};

const inMod = (make) => (file, tools) => (file.name === 'go.mod' && file.place !== 'test' ? make(file, tools) ?? null : null);
const modLine = (pattern, change) => inMod((file, tools) => {
  const at = anyLine(file, tools, pattern);
  return at === undefined ? null : change(file, at, file.lines[at]);
});
const required = /^(require )?\s*[\w./-]+\.[\w./-]+ v\d[\w.+-]*/;
const usedModule = (file, tools) => tools.pick(file.lines.flatMap((line, at) => {
  const path = required.test(line) && !/\/\/ indirect/.test(line) ? /([\w./-]+) v\d/.exec(line)[1] : null;
  return path && tools.repo.files('go').some((one) => one.text.includes(`"${path}"`) || one.text.includes(`"${path}/`)) ? [at] : [];
}));
const brokenMod = {
  name: 'go.mod broken', class: 5, what: 'defect', languages: ['gomod'],
  why: 'no command of go works in the module any more',
  shapes: [
    shape('remark with a hash', modLine(required, (file, at) =>
      insertAt(file, at, `${/^\s*/.exec(file.lines[at])[0]}# pinned until the next release`))),
    shape('version without the letter v', modLine(required, (file, at, line) => replaceLine(file, at, line.replace(/ v(\d)/, ' $1')))),
    shape('bracket not closed', modLine(/^\)$/, (file, at) => without(file, at, at + 1))),
    shape('module required that is imported, removed', inMod((file, tools) => {
      const at = usedModule(file, tools);
      return at === undefined ? null : without(file, at, at + 1);
    })),
    unseen('directive that does not exist',
      inMod((file) => `${file.text.trimEnd()}\n\ndevDependencies (\n\tgithub.com/stretchr/testify v1.9.0\n)\n`)),
    unseen('module twice', inMod((file) => swapped(file.text, /^module .*$/m, (line) => `${line}\n${line}`))),
    unseen('version of go in words', inMod((file) => swapped(file.text, /^go \d.*$/m, 'go latest'))),
    unseen('sign of a range', modLine(required, (file, at, line) => replaceLine(file, at, line.replace(/ v(\d)/, ' >=v$1')))),
    unseen('replaced by a folder that is not there', inMod((file, tools) => {
      const at = usedModule(file, tools);
      const path = at === undefined ? null : /([\w./-]+) v\d/.exec(file.lines[at])[1];
      return path && !tools.repo.hasFolder('third_party/local')
        ? `${file.text.trimEnd()}\n\nreplace ${path} => ./third_party/local\n` : null;
    })),
    unseen('semicolons', modLine(required, (file, at, line) => replaceLine(file, at, `${line};`))),
  ],
};

const inPom = (edit) => (file, tools) => {
  const above = tools.repo.names.filter((name) => /(^|\/)pom\.xml$/.test(name) && file.path.startsWith(name.replace('pom.xml', '')));
  const path = file.language === 'java' && tools.pick(above);
  const text = path ? edit(fileOf(path, tools.repo.text(path)), tools) : null;
  return text ? { files: { [path]: text } } : null;
};
const brokenPom = {
  name: 'pom.xml broken', class: 5, what: 'defect', languages: ['java'],
  why: 'maven stops while it reads the project',
  shapes: [
    shape('tag not closed', inPom((base) => swapped(base.text, /<\/dependency>/, '') ?? swapped(base.text, /<\/plugin>/, ''))),
    shape('module that is not there', inPom((base, tools) => (tools.repo.hasFolder(join(folderOf(base), 'addons')) ? null
      : swapped(base.text, /^(\s*)<\/modules>/m, (whole, indent) => `${indent}  <module>addons</module>\n${whole}`)))),
    shape('property that nobody defines',
      inPom((base, tools) => swapped(base.text, /<version>\d[\w.-]*<\/version>(?![\s\S]*<modelVersion>)/,
        `<version>\${${tools.invent('core_version')}}</version>`))),
    unseen('element that does not exist',
      inPom((base) => swapped(base.text, /^(\s*)<dependencies>/m, (whole, indent) => `${indent}<devDependencies/>\n${whole}`))),
    unseen('dependency without a name',
      inPom((base) => swapped(base.text, /(<dependency>\s*<groupId>[^<]*<\/groupId>\s*)<artifactId>[^<]*<\/artifactId>\s*/,
        (_, head) => head))),
    unseen('ampersand', inPom((base) => swapped(base.text, /<name>([^<&]*)<\/name>/, (_, name) => `<name>${name} & friends</name>`))),
    unseen('two projects', inPom((base) => `${base.text.trimEnd()}\n${base.text.replace(/^<\?xml[^>]*>\s*/, '')}`)),
  ],
};

export const plain = [brokenIni, otherIni, badEditor, brokenMake, brokenCmake, brokenDocker, hidden, ignoreLost, brokenMod, brokenPom];
