// References from manifests and settings of tools to modules, functions, folders and files that are not there.
import { functionsOf, insertAt, replaceLine } from '../../source.mjs';
import { changed, isMap, isPackage, isTsconfig } from '../configuration/json.mjs';
import { inside, isCargo, isProject, isStandard } from '../configuration/toml.mjs';
import { keyOf, keyPut, keySet, parsed, tableAdded, tableOf } from '../shared/edits.mjs';
import { on } from '../shared/planted.mjs';
import { projectOf } from '../shared/project.mjs';
import { absent, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';
import { missing, oneOf } from './builds.mjs';

// An entry of scripts that exists: `name = "module:function"` with the file of the module.
const entries = (file, tools) => (tableOf(file, 'project.scripts')?.keys ?? []).flatMap((key) => {
  const match = /^"([\w.]+):(\w+)"/.exec(key.value);
  const path = match && ['', 'src/'].flatMap((root) => [`${root}${match[1].replace(/\./g, '/')}.py`,
    `${root}${match[1].replace(/\./g, '/')}/__init__.py`]).map((name) => join(folderOf(file), name)).find((name) => tools.repo.has(name));
  return path ? [{ ...key, module: match[1], name2: match[2], path }] : [];
});
const packageOf = (file, tools) => (folderOf(file) === '' ? projectOf({ language: 'python' }, tools.repo) : null);
const script = (write) => inside(isStandard, (file, tools) => {
  const project = packageOf(file, tools);
  const line = project?.folder ? write(project, tools) : null;
  if (!line) return null;
  return tableOf(file, 'project.scripts') ? keyPut(file, 'project.scripts', line) : tableAdded(file, '[project.scripts]', line);
});
const lostEntry = {
  name: 'entry point that is not there', class: 11, what: 'defect', languages: ['toml', 'ini', 'python', 'json'],
  why: 'the command is installed and fails as soon as it is called',
  shapes: [
    shape('module of a new command',
      script((project, tools) => (absent(tools.repo, [`${project.folder}/console.py`, `${project.folder}/console`]).length === 2
        ? `${project.name}-admin = "${project.name}.console:main"` : null))),
    shape('function of an existing module', inside(isStandard, (file, tools) => {
      const one = tools.pick(entries(file, tools));
      return one ? replaceLine(file, one.at, file.lines[one.at].replace(`:${one.name2}"`, `:${tools.invent(`run_${one.name2}`)}"`)) : null;
    })),
    shape('function of a new command',
      script((project, tools) => `${project.name}-doctor = "${project.name}:${tools.invent('run_doctor')}"`)),
    unseen('module of an existing command', inside(isStandard, (file, tools) => {
      const one = tools.pick(entries(file, tools));
      return one && absent(tools.repo, [one.path.replace(/\.py$/, '_main.py')]).length
        ? replaceLine(file, one.at, file.lines[one.at].replace(`"${one.module}:`, `"${one.module}_main:`)) : null;
    })),
    unseen('plug-in', inside(isStandard, (file, tools) => {
      const project = packageOf(file, tools);
      return project?.folder && absent(tools.repo, [`${project.folder}/plugin.py`, `${project.folder}/plugin`]).length === 2
        ? tableAdded(file, '[project.entry-points."pytest11"]', `${project.name} = "${project.name}.plugin"`) : null;
    })),
    unseen('function that was renamed', (file, tools) => {
      if (!isStandard(file)) return null;
      const one = tools.pick(entries(file, tools));
      const source = one && tools.repo.files('python').find((other) => other.path === one.path);
      const own = source && functionsOf(source).find((f) => f.name === one.name2 && !f.owner);
      const name = own && tools.invent(`${own.name}_entry`);
      const bound = own && new RegExp(`import .*\\b${own.name}\\b|^\\s*${own.name}\\s*=|as ${own.name}\\b`, 'm').test(source.text);
      return own && !bound ? { files: { [source.path]: source.text.replace(new RegExp(`\\b${own.name}\\b(?=\\()`, 'g'), name) } } : null;
    }),
    unseen('command in setup.cfg', (file, tools) => {
      const project = file.path === 'setup.cfg' && tableOf(file, 'options') ? projectOf({ language: 'python' }, tools.repo) : null;
      return project?.folder && !tableOf(file, 'options.entry_points')
        ? tableAdded(file, '[options.entry_points]', 'console_scripts =',
        `    ${project.name}-admin = ${project.name}.console:main`) : null;
    }),
    unseen('command of npm', changed(isPackage, (object, tools, file) => {
      const name = ['bin/admin.js', 'cli/index.mjs'].find((one) => !tools.repo.has(join(folderOf(file), one)));
      return isMap(object.bin) && name ? (object.bin[`${String(object.name).split('/').pop()}-admin`] = `./${name}`) : null;
    })),
  ],
};

const inWorkspace = (file) => isPackage(file) && folderOf(file) === '' && Array.isArray(parsed(file.text).workspaces);
const member = {
  name: 'member of a workspace that is not there', class: 11, what: 'defect', languages: ['toml', 'json', 'yaml', 'text', 'java'],
  why: 'the tool refuses the whole workspace, or passes over what should be built',
  shapes: [
    shape('member of cargo', inside(isCargo, (file) => {
      const key = keyOf(file, 'workspace', 'members');
      const at = key && /\[\s*$/.test(key.value) ? key.at : -1;
      return at >= 0 ? insertAt(file, at + 1, '    "crates/bridge",') : key && /\]\s*$/.test(key.value)
        ? keySet(file, 'workspace', 'members', `members = ${key.value.replace(/\]\s*$/, ', "crates/bridge"]').replace('[, ', '[')}`) : null;
    })),
    shape('folder of npm', changed(inWorkspace, (object, tools) => (tools.repo.hasFolder('apps/dashboard') ? null
      : object.workspaces.push('apps/dashboard')))),
    shape('crate in another folder', inside(isCargo, (file, tools) => {
      const found = (tableOf(file, 'dependencies')?.keys ?? []).concat(tableOf(file, 'workspace.dependencies')?.keys
        ?? []).filter((key) => /path\s*=\s*"[^"]+"/.test(key.value));
      const key = tools.pick(found);
      return key ? replaceLine(file, key.at, file.lines[key.at].replace(/(path\s*=\s*")([^"]+)"/,
        (_, head, path) => `${head}libs/${path.split('/').pop()}"`)) : null;
    })),
    unseen('folder of pnpm', (file, tools) => (/^pnpm-workspace\.ya?ml$/.test(file.path) && !tools.repo.hasFolder('apps/dashboard')
      ? swapped(file.text, /^packages:\s*\n(\s*)- .*$/m, (whole, indent) => `${whole}\n${indent}- apps/dashboard`) : null)),
    unseen('package of the workspace that is not one',
      changed(isPackage, (object, tools) => (tools.repo.names.some((name) => /^pnpm-workspace\.yaml$/.test(name))
        && isMap(object.dependencies) && !tools.repo.speaks('internal-metrics')
      ? (object.dependencies['@internal/internal-metrics'] = 'workspace:*') : null))),
    unseen('package by its path', changed(isPackage, (object, tools) =>
      (isMap(object.dependencies) && !tools.repo.hasFolder('vendor/patched')
        ? (object.dependencies['patched-core'] = 'file:./vendor/patched') : null))),
    unseen('member renamed, its path kept', (file, tools) => {
      const key = isCargo(file) && folderOf(file) === '' ? keyOf(file, 'workspace', 'members') : null;
      const text = key ? file.text.slice(file.text.indexOf('members')) : '';
      const name = [...text.slice(0, text.indexOf(']')).matchAll(/"([\w/-]+)"/g)].map((match) => match[1]).find((path) =>
        tools.repo.has(`${path}/Cargo.toml`));
      const all = name ? tools.repo.names.filter((path) => path.startsWith(`${name}/`)) : [];
      if (!all.length || all.length > 40 || all.some((path) => typeof tools.repo.text(path) !== 'string')) return null;
      return { files: Object.fromEntries(all.flatMap((path) =>
        [[path, null], [path.replace(name, `${name}-core`), tools.repo.text(path)]])) };
    }),
  ],
};

const typescript = (change) => changed(isTsconfig, change);
const here = (file, tools, name) => stands(tools, join(folderOf(file), name));
const stands = (tools, path) => tools.repo.has(path) || tools.repo.hasFolder(path);
const lostTypescript = {
  name: 'path in tsconfig.json that is not there', class: 11, what: 'defect', languages: ['json'],
  why: 'the compiler stops, or checks nothing of what it should',
  shapes: [
    shape('settings that are extended',
      typescript((object, tools, file) => (here(file, tools, 'tsconfig.shared.json') ? null
        : (object.extends = './tsconfig.shared.json')))),
    shape('files', typescript((object, tools, file) => (object.include || object.files || here(file, tools, 'src/main.ts') ? null
      : (object.files = ['src/main.ts'])))),
    shape('project that is referred to',
      typescript((object, tools, file) => (here(file, tools, 'packages/shared') ? null
        : (object.references = [...(object.references ?? []), { path: './packages/shared' }])))),
    unseen('folder that is included', typescript((object, tools, file) => (Array.isArray(object.include) && !here(file, tools, 'sources')
      ? (object.include = ['sources/**/*.ts']) : null))),
    unseen('root folder', typescript((object, tools, file) => (isMap(object.compilerOptions) && !here(file, tools, 'sources')
      ? (object.compilerOptions.rootDir = './sources') : null))),
    unseen('alias', typescript((object, tools, file) => (isMap(object.compilerOptions) && !object.compilerOptions.paths
      && !here(file, tools, 'app/core') ? (object.compilerOptions.paths = { '@core/*': ['./app/core/*'] }) : null))),
    unseen('folder of types', typescript((object, tools, file) => (isMap(object.compilerOptions) && !object.compilerOptions.typeRoots
      && !here(file, tools, 'typings') ? (object.compilerOptions.typeRoots = ['./typings']) : null))),
    unseen('one of several files', typescript((object, tools, file) => (Array.isArray(object.files) && !here(file, tools, 'globals.d.ts')
      ? object.files.push('globals.d.ts') : null))),
  ],
};

const withTable = (name, make) => inside(isProject, (file, tools) => (tableOf(file, name) ? make(file, tools) : null));
const lostSettings = {
  name: 'setting of a tool that points to what is not there', class: 11, what: 'defect', languages: ['toml', 'ini', 'json', 'python'],
  why: 'the tool finds no tests or files, or stops',
  shapes: [
    shape('folder of the tests of pytest',
      oneOf(withTable('tool.pytest.ini_options', (file, tools) =>
        (stands(tools, 'unit_tests') ? null : keyOf(file, 'tool.pytest.ini_options', 'testpaths')
      ? keySet(file, 'tool.pytest.ini_options', 'testpaths', 'testpaths = ["unit_tests"]')
      : keyPut(file, 'tool.pytest.ini_options', 'testpaths = ["unit_tests"]'))),
    on('pytestini', (base, tools) => (stands(tools, 'unit_tests') ? null
      : swapped(base.text, /^testpaths\s*=.*$/m, 'testpaths = unit_tests'))))),
    shape('list of requirements of tox',
      on('toxini', (base, tools) => (missing(base, tools, ['requirements/testing.txt'])
        ? swapped(base.text, /^(\s*)deps\s*=\s*\n/m, (whole) => `${whole}    -r requirements/testing.txt\n`) : null))),
    shape('file that jest reads first', changed(isPackage, (object, tools) => (isMap(object.jest) && !stands(tools, 'jest.setup.js')
      ? (object.jest.setupFiles = ['<rootDir>/jest.setup.js']) : /\bmocha\b/.test(object.scripts?.test ?? '')
      && !stands(tools, 'test/setup-all.js')
      ? (object.scripts.test = object.scripts.test.replace('mocha', 'mocha --require ./test/setup-all.js')) : null))),
    unseen('package whose coverage is measured',
      oneOf(on('coveragerc', (base, tools) => swapped(base.text, /^(source\s*=).*$/m,
        (_, head) => `${head} ${tools.invent('core_package')}`)),
      withTable('tool.coverage.run', (file, tools) => (keyOf(file, 'tool.coverage.run', 'source')
        ? keySet(file, 'tool.coverage.run', 'source', `source = ["${tools.invent('core_package')}"]`) : null)))),
    unseen('files that mypy reads', withTable('tool.mypy',
      (file, tools) => (stands(tools, 'lib_typed') ? null : keyOf(file, 'tool.mypy', 'files')
        ? keySet(file, 'tool.mypy', 'files', 'files = ["lib_typed"]') : keyPut(file, 'tool.mypy', 'files = ["lib_typed"]')))),
    unseen('command of tox', on('toxini', (base, tools) => (missing(base, tools, ['tools/check_docs.py'])
      ? swapped(base.text, /^(commands\s*=)\s*\n(\s+)/m, (whole, head, indent) => `${head}\n${indent}python tools/check_docs.py\n${indent}`)
      : null))),
    unseen('settings that a script is given', changed(isPackage, (object, tools) => {
      const name = Object.keys(object.scripts ?? {}).find((one) =>
        /\b(eslint|prettier|tsc|jest|vitest|rollup|webpack|mocha)\b/.test(object.scripts[one])
          && !/--config|-c |-p /.test(object.scripts[one]));
      return name && !stands(tools, 'config/tool.config.cjs') ? (object.scripts[name] += ' --config config/tool.config.cjs') : null;
    })),
    unseen('packages that are found', withTable('tool.setuptools.packages.find',
      (file, tools) => (stands(tools, 'python') ? null : keyOf(file, 'tool.setuptools.packages.find', 'where')
        ? keySet(file, 'tool.setuptools.packages.find', 'where', 'where = ["python"]')
        : keyPut(file, 'tool.setuptools.packages.find', 'where = ["python"]')))),
  ],
};

const inScripts = (change) => changed(isPackage, (object, tools, file) => (isMap(object.scripts) ? change(object.scripts, tools, file)
  : null));
const lostCall = {
  name: 'script of package.json that runs what is not there', class: 11, what: 'defect', languages: ['json'],
  why: 'the script fails whenever it is run',
  shapes: [
    shape('another script', inScripts((scripts) => (scripts['build:docs'] || scripts.verify ? null
      : (scripts.verify = 'npm run build:docs')))),
    shape('file of Node', inScripts((scripts, tools, file) => (scripts.release || here(file, tools, 'scripts/release.mjs') ? null
      : (scripts.release = 'node scripts/release.mjs')))),
    shape('script of the shell', inScripts((scripts, tools, file) => (scripts.deploy || here(file, tools, 'scripts/deploy.sh') ? null
      : (scripts.deploy = 'bash ./scripts/deploy.sh')))),
    unseen('settings of the compiler',
      inScripts((scripts, tools, file) => (scripts['build:types'] || here(file, tools, 'tsconfig.types.json') ? null
        : (scripts['build:types'] = 'tsc -p tsconfig.types.json')))),
    unseen('one of a chain', inScripts((scripts) => (scripts.test && !scripts['test:contract']
      ? (scripts.test += ' && npm run test:contract') : null))),
    unseen('existing file a letter off', inScripts((scripts, tools, file) => {
      const found = Object.keys(scripts).filter((name) =>
        [...scripts[name].matchAll(/[\w./-]+\.(?:c|m)?js\b/g)].some((match) => here(file, tools, match[0])));
      const name = tools.pick(found);
      return name ? (scripts[name] = scripts[name].replace(/([\w-]+)(\.(?:c|m)?js\b)/, '$1-main$2')) : null;
    })),
    unseen('before another script',
      inScripts((scripts, tools, file) => (scripts.prebuild || !scripts.build || here(file, tools, 'scripts/clean.js') ? null
        : (scripts.prebuild = 'node scripts/clean.js')))),
  ],
};

export const manifests = [lostEntry, member, lostTypescript, lostSettings, lostCall];
