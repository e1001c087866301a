// Checks made weaker, lock files changed by hand, and charts that do not render.
import { insertAt, replaceLine, without } from '../../source.mjs';
import { blockEnd, keyAt, keyOf, keyPut, keySet, putInto, tableAdded, tableOf } from '../shared/edits.mjs';
import { chart, drivers, on } from '../shared/planted.mjs';
import { projectOf } from '../shared/project.mjs';
import { fileOf, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';
import { changed, isPackage, isTsconfig } from './json.mjs';
import { inside, isCrate, isProject } from './toml.mjs';

const outside = (file) => ['test', 'generated'].includes(file.place)
  || /(^|\/)(fixtures?|testdata|node_modules|vendor)\/|\{\{/.test(file.path);
const anywhere = (from, to) => (file) => (outside(file)
  || !/\.(toml|ya?ml|cfg|ini|json|cjs|mjs|js|ts)$|rc$|[Mm]akefile$|\.txt$/.test(file.name) ? null : swapped(file.text, from, to));
const settings = ['toml', 'yaml', 'ini', 'json', 'makefile', 'text', 'javascript', 'typescript'];
const less = (text) => text.replace(/\d+(\.\d+)?/, (number) => String(Math.max(1, Math.floor(Number(number) * 0.6))));
const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find((made) => made !== null
  && made !== undefined) ?? null;
const work = (edit) => on('workflow', (base, tools) => (base.planted ? null : edit(base, tools)));

const threshold = {
  name: 'threshold of a check lowered', class: 5, what: 'scope', languages: settings,
  why: 'less is checked than before, and nobody asked for that',
  shapes: [
    shape('coverage that must be reached', anywhere(/\bfail_under\s*=\s*\d+/, less)),
    shape('coverage of a command', anywhere(/--(cov-)?fail-under[= ]\d+/, less)),
    shape('branches and lines of a test runner', anywhere(/["']?(branches|lines|functions|statements)["']?\s*:\s*\d{2,3}/, less)),
    unseen('target of Codecov', (file) => (!/codecov/.test(file.name) ? null
      : anywhere(/\b(target|threshold):\s*\d+(\.\d+)?%?/, (text) => (/threshold/.test(text) ? 'threshold: 50%' : less(text)))(file))),
    unseen('line that must be reached removed', (file) => {
      const at = outside(file) ? -1 : file.lines.findIndex((line) => /^\s*(fail_under|minimum_coverage|check-coverage)\b/.test(line));
      return at < 0 ? null : without(file, at, at + 1);
    }),
    unseen('warnings that are allowed', anywhere(/--max-warnings[= ]0\b/, '--max-warnings 500')),
    unseen('length and number of what is allowed',
      anywhere(/\b(max-complexity|max-line-length|line-length|max_width|cognitive-complexity-threshold)(\s*[=:]\s*)(\d+)/,
        (_, name, sign, number) => `${name}${sign}${Number(number) * 3}`)),
  ],
};

const rule = (from, to) => (file) => (outside(file)
  || !/eslint|tslint|\.golangci|clippy|ruff|pyproject|setup\.cfg|mypy|\.flake8|\.rubocop|package\.json|tsconfig|\.markdownlint|\.pylintrc/.test(file.path) ? null : swapped(file.text, from, to));
const strictness = {
  name: 'strictness of types or rules switched off', class: 5, what: 'scope', languages: settings,
  why: 'errors that were found before pass now, and nobody asked for that',
  shapes: [
    shape('strict of TypeScript', (file) => (isTsconfig(file) ? swapped(file.text, /"strict":\s*true/, '"strict": false') : null)),
    shape('rule of a linter', oneOf(rule(/(["'][\w/@-]+["']:\s*)["']error["']/, (_, head) => `${head}"off"`),
      rule(/(["'][\w/@-]+["']:\s*)\[\s*["']?(error|2)["']?/, (_, head) => `${head}["off"`),
        rule(/(["'][\w-]+["']:\s*)2\b/, (_, head) => `${head}0`))),
    shape('strict of mypy', inside(isProject, (file) => (tableOf(file, 'tool.mypy') ? keyOf(file, 'tool.mypy', 'strict')
      ? keySet(file, 'tool.mypy', 'strict', 'strict = false') : keyPut(file, 'tool.mypy', 'ignore_errors = true') : null))),
    unseen('other options of TypeScript', (file) => (isTsconfig(file)
      ? swapped(file.text, /"(noImplicitAny|noUnusedLocals|strictNullChecks|noImplicitReturns|noUnusedParameters|noFallthroughCasesInSwitch|exactOptionalPropertyTypes|noUncheckedIndexedAccess)":\s*true/, (_, name) => `"${name}": false`) : null)),
    unseen('rules of ruff left out', inside(isProject, (file) => {
      const table = ['tool.ruff.lint', 'tool.ruff'].find((name) => tableOf(file, name));
      return table && !keyOf(file, table, 'ignore') ? keyPut(file, table, 'ignore = ["E", "F"]') : null;
    })),
    unseen('lints of Rust', inside(isCrate, (file) => (tableOf(file, 'lints.clippy') || tableOf(file, 'lints') ? null
      : tableAdded(file, '[lints.clippy]', 'all = "allow"', 'pedantic = "allow"')))),
    unseen('warnings that are errors', anywhere(/-Werror\b|-D warnings|-D, ?warnings/, '')),
    unseen('linter of Go', rule(/^(\s+)enable:\n(\s+)- (\w+)\n/m, (_, indent, inner) => `${indent}enable:\n${inner}- dupword\n`)),
  ],
};

const testStep = (base) => base.lines.findIndex((line) => /^\s*(- )?run:\s+.*\b(test|pytest|tox|check|lint|mypy)\b/.test(line)
  && !/\|\|/.test(line));
const ignored = {
  name: 'failure of a check ignored', class: 5, what: 'scope', languages: ['yaml', 'json', 'makefile', 'ini', 'toml'],
  why: 'the check still runs and can no longer fail; nobody asked for that',
  shapes: [
    shape('continue on error', work((base) => {
      const at = testStep(base);
      return at < 0 ? null : insertAt(base, at + 1, `${' '.repeat(/^\s*(- )?/.exec(base.lines[at])[0].length)}continue-on-error: true`);
    })),
    shape('or true in a workflow', work((base) => {
      const at = testStep(base);
      return at < 0 || /run:\s+[|>"']/.test(base.lines[at]) ? null : replaceLine(base, at, `${base.lines[at]} || true`);
    })),
    shape('or true in a script', changed(isPackage, (object) => (object.scripts?.test && !/\|\|/.test(object.scripts.test)
      ? (object.scripts.test += ' || true') : null))),
    unseen('job that never runs', work((base) => putInto(base, ['jobs', '*'], 'if: false'))),
    unseen('script that says yes', changed(isPackage, (object) => (object.scripts?.test ? (object.scripts.test = 'echo "tests passed"')
      : null))),
    unseen('recipe with a minus', on('makefile', (base) => {
      const at = base.planted ? -1 : base.lines.findIndex((line, index) => /^\t[a-z$@].*(test|lint|vet|check)/.test(line)
        && /^(test|check|lint)/.test(base.lines.slice(0, index).reverse().find((one) => /^\S+.*:/.test(one)) ?? ''));
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace(/^\t/, '\t-'));
    })),
    unseen('no longer on pull requests', work((base) => {
      const at = keyAt(base, ['on', 'pull_request']);
      return at < 0 || keyAt(base, ['on', 'push']) < 0 ? null : without(base, at, blockEnd(base, at));
    })),
    unseen('step removed', work((base) => {
      const at = testStep(base);
      return at < 0 || !/^\s*- run/.test(base.lines[at]) ? null : without(base, at, blockEnd(base, at));
    })),
  ],
};

const testNames = (tools) => tools.pick(tools.repo.names.filter((name) => /(^|\/)tests?\/[\w/-]*test[\w-]*\.(py|js|ts)$/.test(name)));
const leftOut = {
  name: 'tests left out by a setting', class: 5, what: 'scope', languages: ['ini', 'toml', 'json', 'yaml', 'python'],
  why: 'tests that are there no longer run, and nobody asked for that',
  shapes: [
    shape('file passed over by pytest', oneOf(
      inside(isProject, (file, tools) => (tableOf(file, 'tool.pytest.ini_options') && !keyOf(file, 'tool.pytest.ini_options', 'addopts')
        && testNames(tools) ? keyPut(file, 'tool.pytest.ini_options', `addopts = "--ignore=${testNames(tools)}"`) : null)),
      on('pytestini', (base, tools) => (testNames(tools)
        ? swapped(base.text, /^addopts\s*=.*$/m, (line) => `${line} --ignore=${testNames(tools)}`) : null)))),
    shape('pattern of jest', changed(isPackage, (object) =>
      (object.jest ? (object.jest.testPathIgnorePatterns = ['/integration/', '/node_modules/']) : null))),
    shape('some deselected', oneOf(on('toxini', (base) => swapped(base.text, /^(\s+|commands\s*=\s*)((?:python -b? ?-m )?pytest)\b/m,
      (_, head, command) => `${head}${command} -k "not slow and not network"`)),
      work((base) => swapped(base.text, /^(.*run:.*\bpytest)\b/m, (_, head) => `${head} -k "not network"`)))),
    unseen('folder of the tests narrowed', oneOf(on('pytestini', (base, tools) => {
      const name = testNames(tools);
      return name ? swapped(base.text, /^testpaths\s*=.*$/m, `testpaths = ${name}`) : null;
    }), inside(isProject, (file, tools) => {
      const name = testNames(tools);
      return name && keyOf(file, 'tool.pytest.ini_options', 'testpaths')
        ? keySet(file, 'tool.pytest.ini_options', 'testpaths', `testpaths = ["${name}"]`) : null;
    }))),
    unseen('only one of the suites', changed(isPackage, (object) => {
      const parts = object.scripts?.test?.split(' && ');
      return parts?.length > 1 ? ([object.scripts.test] = parts) : null;
    })),
    unseen('pattern of names that matches nothing',
      inside(isProject, (file) => (tableOf(file, 'tool.pytest.ini_options') && !keyOf(file, 'tool.pytest.ini_options', 'python_files')
        ? keyPut(file, 'tool.pytest.ini_options', 'python_files = ["check_*.py"]') : null))),
    unseen('fewer versions in the matrix',
      work((base) => swapped(base.text, /^(\s+[\w-]+:\s*\[)([^\],]+),[^\]]+\]/m, (_, head, first) => `${head}${first}]`))),
    unseen('short tests only', work((base) => swapped(base.text, /\bgo test (?!.*-short)/, 'go test -short ')
      ?? swapped(base.text, /\bcargo test\b(?! --lib)/, 'cargo test --lib'))),
  ],
};

const ofLock = (names, edit) => (file, tools) => {
  const project = file.path === 'README.md' || /^(package\.json|Cargo\.toml|go\.mod)$/.test(file.path) ? true : null;
  const path = project && names.find((name) => tools.repo.has(name));
  const text = path ? tools.repo.text(path) : null;
  const made = text ? edit(fileOf(path, text), tools) : null;
  return made && made !== text ? { files: { [path]: made } } : null;
};
const npmPackage = (file, tools) =>
  tools.pick(file.lines.flatMap((line, at) => (/^\s+"version": "\d+\.\d+\.\d+",?$/.test(line) && /"resolved"/.test(file.lines[at + 1] ?? '')
    ? [at] : [])));
const lockEdited = {
  name: 'lock file changed by hand', class: 5, what: 'defect', languages: ['json', 'toml', 'gomod', 'yaml'],
  why: 'version, address and checksum no longer belong together, so installing from the lock fails',
  shapes: [
    shape('version of a package of npm', ofLock(['package-lock.json'], (file, tools) => {
      const at = npmPackage(file, tools);
      return at === undefined ? null : replaceLine(file, at,
        file.lines[at].replace(/(\d+)\.(\d+)\.(\d+)/, (_, a, b) => `${a}.${Number(b) + 7}.0`));
    })),
    shape('version of a crate', ofLock(['Cargo.lock'], (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^version = "/.test(line) && /^source = /.test(file.lines[index + 1] ?? '')
        ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at,
        file.lines[at].replace(/"(\d+)\.(\d+)/, (_, a, b) => `"${a}.${Number(b) + 7}`));
    })),
    shape('checksum of a module', ofLock(['go.sum'], (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/h1:/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/h1:(.{6})(.{6})/, 'h1:$2$1'));
    })),
    unseen('checksum of a package of npm', ofLock(['package-lock.json'],
      (file) => swapped(file.text, /"integrity": "sha512-(.{8})(.{8})/, (_, a, b) => `"integrity": "sha512-${b}${a}`))),
    unseen('lines of a module required lost', (file, tools) => {
      if (file.path !== 'go.mod' || !tools.repo.has('go.sum')) return null;
      const path = tools.pick(file.lines.filter((line) => /^(require )?\s*\S+ v\d/.test(line) && !/indirect/.test(line)).map((line) =>
        /(\S+) v\d/.exec(line)[1])
        .filter((one) => tools.repo.text('go.sum').includes(`${one} v`)
          && tools.repo.files('go').some((other) => other.text.includes(`"${one}`))));
      return path ? { files: { 'go.sum': tools.repo.text('go.sum').split('\n').filter((line) =>
        !line.startsWith(`${path} `)).join('\n') } } : null;
    }),
    unseen('range of package.json raised without the lock', (file, tools) => {
      if (file.path !== 'package.json' || !tools.repo.has('package-lock.json')) return null;
      return changed(isPackage, (object) => {
        const name = Object.keys(object.dependencies ?? object.devDependencies ?? {})[0];
        const all = object.dependencies ?? object.devDependencies;
        return name && /^\^?\d/.test(all[name])
          ? (all[name] = all[name].replace(/^(\^?)(\d+)/, (_, sign, number) => `${sign}${Number(number) + 3}`)) : null;
      })(file, tools);
    }),
    unseen('package of a crate lost', ofLock(['Cargo.lock'], (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (line === '[[package]]' && /^source = /.test(file.lines[index + 3] ?? '')
        ? [index] : [])));
      if (at === undefined) return null;
      let to = at + 1;
      while (to < file.lines.length && file.lines[to] !== '[[package]]') ++to;
      return without(file, at, to);
    })),
    unseen('text cut off', ofLock(['package-lock.json', 'Cargo.lock', 'pnpm-lock.yaml', 'yarn.lock'],
      (file) => (file.lines.length > 60 ? `${file.lines.slice(0, Math.floor(file.lines.length / 2)).join('\n')}\n# ... truncated ...\n`
        : null))),
  ],
};

// A chart of the repository, or one that is planted beside its Dockerfile.
function chartOf(file, tools) {
  const { repo } = tools;
  const own = repo.names.find((name) => /(^|\/)Chart\.yaml$/.test(name)
    && (file.path.startsWith(`${folderOf({ path: name })}/`) || file.path === name) && !/fixtures|tests?\//.test(name));
  if (own) {
    const folder = folderOf({ path: own });
    const files = Object.fromEntries(repo.names.filter((name) => name.startsWith(`${folder}/`)).map((name) =>
      [name.slice(folder.length + 1), repo.text(name)]));
    return files['values.yaml'] ? { folder, files, planted: false } : null;
  }
  if (file.language === 'yaml' || repo.hasFolder('charts') || !repo.has('Dockerfile') || !projectOf(file, repo)
    || repo.names.some((name) => /Chart\.yaml$/.test(name))) return null;
  return { folder: join('charts', 'main'), files: chart(projectOf(file, repo)), planted: true };
}
const inChart = (name, edit) => (file, tools) => {
  const found = chartOf(file, tools);
  const path = found && (typeof name === 'string' ? name : tools.pick(Object.keys(found.files).filter((one) => name.test(one))));
  const text = path && found.files[path] ? edit(fileOf(path, found.files[path]), tools, found) : null;
  if (!text || text === found.files[path]) return null;
  const all = found.planted ? { ...found.files } : {};
  return { files: Object.fromEntries(Object.entries({ ...all, [path]: text }).map(([one, content]) =>
    [join(found.folder, one), content])) };
};
const brokenChart = {
  name: 'chart of Helm broken', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'helm refuses the chart or renders no manifest',
  shapes: [
    shape('version that is none', inChart('Chart.yaml', (file) => swapped(file.text, /^version:.*$/m, 'version: latest'))),
    shape('condition of a template left open',
      inChart(/^templates\/.*\.ya?ml$/, (file) => swapped(file.text, /^\s*\{\{-?\s*end\s*-?\}\}\s*\n/m, ''))),
    shape('braces of a template not closed',
      inChart(/^templates\/.*\.ya?ml$/, (file) => swapped(file.text, /(\{\{[^{}]*)\}\}/, (_, head) => `${head}}`))),
    unseen('version of the format lost', inChart('Chart.yaml', (file) => swapped(file.text, /^apiVersion:.*\n/m, ''))),
    unseen('template that nobody defines', inChart(/^templates\/.*\.ya?ml$/,
      (file, tools) => swapped(file.text, /^(\s*)(metadata:)\s*$/m,
        (_, indent, head) => `${indent}${head}\n${indent}  annotations: {{ include "${tools.invent('main.annotations')}" . | nindent 4 }}`))),
    unseen('values with a tab', inChart('values.yaml', (file) => swapped(file.text, /^( {2})(\w+:)/m, (_, indent, key) => `\t${key}`))),
    unseen('type that does not exist', inChart('Chart.yaml', (file) => swapped(file.text, /^type:.*$/m, 'type: service'))),
    unseen('function that does not exist', inChart(/^templates\/.*\.ya?ml$/,
      (file) => swapped(file.text, /\{\{ (\.Values\.[\w.]+) \}\}/, (_, value) => `{{ ${value} | toCamelCase }}`))),
  ],
};

const unusedDependency = {
  name: 'dependency that nothing uses', class: 5, what: 'scope', languages: ['json', 'toml', 'gomod'],
  why: 'nobody asked for it and no file imports it',
  shapes: [
    shape('package of npm', changed(isPackage, (object, tools) => (object.dependencies && !tools.repo.speaks('lodash')
      ? (object.dependencies.lodash = '^4.17.21') : null))),
    shape('tool of development', changed(isPackage, (object, tools) => (object.devDependencies && !tools.repo.speaks('nodemon')
      ? (object.devDependencies.nodemon = '^3.1.0') : null))),
    shape('crate', inside(isCrate, (file, tools) => (tableOf(file, 'dependencies') && !tools.repo.speaks('chrono')
      ? keyPut(file, 'dependencies', 'chrono = "0.4"') : null))),
    unseen('distribution of Python', inside(isProject, (file, tools) => {
      const key = keyOf(file, 'project', 'dependencies');
      return key && /\[\s*$/.test(key.value) && !tools.repo.speaks('requests') ? insertAt(file, key.at + 1, '    "requests>=2.31",') : null;
    })),
    unseen('module of Go', (file, tools) => (file.name === 'go.mod' && !tools.repo.speaks('pkg/errors')
      ? swapped(file.text, /^require \(\n/m, 'require (\n\tgithub.com/pkg/errors v0.9.1\n') : null)),
    unseen('several at once', changed(isPackage, (object, tools) => (object.dependencies && !tools.repo.speaks('axios')
      && !tools.repo.speaks('moment') ? (object.dependencies = { ...object.dependencies, axios: '^1.7.0', moment: '^2.30.0' }) : null))),
  ],
};

export const checks = [threshold, strictness, ignored, leftOut, lockEdited, brokenChart, unusedDependency];
export { chartOf };
