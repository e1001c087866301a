// Edits of settings and manifests that any maintainer may make.
import { indentOf, insertAt, replaceLine, replaceLines } from '../../source.mjs';
import { blockEnd, keyAt, keyOf, keyPut, memberOf, membersOf, parsed, putAfter, putInto, tableAdded, tableOf, tablesOf,
  withObject } from '../shared/edits.mjs';
import { drivers, on, planted } from '../shared/planted.mjs';
import { folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';
import { changed, isMap, isPackage, isTsconfig, kept } from './json.mjs';
import { inside, isCrate, isProject, isStandard, isToml } from './toml.mjs';
import { inYaml, structure } from './yaml.mjs';

const add = (key, value, when = () => true) => changed(isPackage,
  (object) => (key in object || !when(object) ? null : (object[key] = value)));
const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find((made) => made !== null
  && made !== undefined) ?? null;
const newTable = (test, name, ...lines) =>
  inside(test, (file) => (tableOf(file, name) || tablesOf(file).some((table) => table.name.startsWith(`${name}.`))
    || new RegExp(`^${name.split('.').pop()}\\.`, 'm').test(file.text) ? null : tableAdded(file, `[${name}]`, ...lines)));

const manifestKey = {
  name: 'valid key of a manifest added', class: 5, benign: true, languages: ['json', 'toml'],
  shapes: [
    shape('package.json', oneOf(add('engines', { node: '>=18' }), add('sideEffects', false),
      add('funding', 'https://opencollective.com/example'), add('homepage', 'https://example.com/'), add('keywords', ['tool', 'library']))),
    shape('option of TypeScript', kept(isTsconfig, (file, tools) => {
      const option = tools.pick(['forceConsistentCasingInFileNames', 'noFallthroughCasesInSwitch', 'skipLibCheck', 'resolveJsonModule',
        'noImplicitOverride'].filter((name) => !file.text.includes(name)));
      const first = membersOf(file, 'compilerOptions')[0];
      return option && first ? insertAt(file, first.at, `${first.indent}"${option}": true,`) : null;
    })),
    shape('table of a tool in pyproject.toml', oneOf(newTable(isProject, 'tool.black', 'line-length = 100'),
      newTable(isProject, 'tool.isort', 'profile = "black"'), newTable(isProject, 'tool.bandit', 'exclude_dirs = ["tests"]'))),
    shape('profile of cargo', oneOf(newTable((file) => isCrate(file) && folderOf(file) === '', 'profile.release', 'lto = true',
      'codegen-units = 1'), newTable(isCrate, 'package.metadata.docs.rs', 'all-features = true'))),
    unseen('settings of a tool in package.json', oneOf(add('browserslist', ['defaults']), add('nyc', { reporter: ['text', 'lcov'] }),
      add('lint-staged', { '*.md': 'prettier --check' }), add('config', { port: '8080' }), add('volta', { node: '20.11.0' }))),
    unseen('addresses of the project', newTable(isStandard, 'project.urls', 'Homepage = "https://example.com/"')),
    unseen('groups of dependencies', newTable((file) => isStandard(file), 'dependency-groups', 'notes = ["towncrier>=23"]')),
    unseen('lints of the crate', newTable((file) => isCrate(file) && !tableOf(file, 'lints'), 'lints.rust', 'unused_qualifications = "warn"')),
    unseen('truth of TypeScript with a remark', (file) => {
      const first = isTsconfig(file) ? membersOf(file, 'compilerOptions')[0] : null;
      return first && !/noEmitOnError/.test(file.text)
        ? insertAt(file, first.at, `${first.indent}// Nothing is written when a type is wrong.`,
        `${first.indent}"noEmitOnError": true,`) : null;
    }),
    unseen('conditions of exports',
      changed(isPackage, (object) => (isMap(object.exports) && object.exports['.'] && !object.exports['./package.json']
        ? (object.exports['./package.json'] = './package.json') : null))),
  ],
};

const work = (edit) => on('workflow', edit);
const yamlKey = {
  name: 'valid key of YAML settings added', class: 5, benign: true, languages: ['yaml', ...drivers],
  shapes: [
    shape('trigger without a value', work((base) => (base.planted || /workflow_dispatch|workflow_call/.test(base.text) ? null
      : putInto(base, ['on'], 'workflow_dispatch:')))),
    shape('rights', work((base) => {
      const at = keyAt(base, ['jobs']);
      return base.planted || /^permissions:/m.test(base.text) || at < 0 ? null : insertAt(base, at, 'permissions:', '  contents: read', '');
    })),
    shape('time limit of a job', work((base) => (base.planted || /timeout-minutes/.test(base.text) || /^\s+uses: \.\//m.test(base.text)
      ? null : putAfter(base, ['jobs', '*', 'runs-on'], 'timeout-minutes: 30')))),
    unseen('plan of time', work((base) => (base.planted || /schedule:/.test(base.text) ? null
      : putInto(base, ['on'], 'schedule:', "  - cron: '30 4 * * 1'")))),
    unseen('one run at a time', work((base) => {
      const at = keyAt(base, ['jobs']);
      return base.planted || /^concurrency:/m.test(base.text) || at < 0 ? null
        : insertAt(base, at, 'concurrency:', '  group: ${{ github.workflow }}-${{ github.ref }}', '  cancel-in-progress: true', '');
    })),
    unseen('groups of dependabot', on('dependabot', (base) => (base.planted || /groups:/.test(base.text) ? null
      : swapped(base.text, /^(\s+)schedule:\n(\s+)interval:.*$/m,
      (whole, indent, inner) => `${indent}groups:\n${inner}all:\n${inner}  patterns:\n${inner}    - "*"\n${whole}`)))),
    unseen('test of health of a service',
      on('compose', (base) => (/healthcheck/.test(base.text) ? null
        : putInto(base, ['services', '*'], 'healthcheck:', '  test: ["CMD", "true"]', '  interval: 30s')))),
    unseen('part of compose that others refer to', on('compose', (base) => {
      const at = keyAt(base, ['services', '*']);
      return at < 0 || /x-common|<<:/.test(base.text) ? null
        : swapped(`x-common: &common\n  restart: unless-stopped\n\n${base.text}`, `${base.lines[at]}\n`,
        `${base.lines[at]}\n${indentOf(base.lines.slice(at + 1).find((line) => line.trim()) ?? '')}<<: *common\n`);
    })),
    unseen('step with a text of several lines', work((base) => {
      const at = base.lines.findIndex((line) => /^\s*- uses: actions\/checkout@/.test(line));
      return at < 0 ? null : insertAt(base, blockEnd(base, at),
        ...['- name: "Versions: what is installed"', '  run: |', '    # One line each: name, version.', '    git --version',
          "    printf 'shell: %s\\n' \"$SHELL\""].map((line) => indentOf(base.lines[at]) + line));
    })),
    unseen('default shell', work((base) => {
      const at = keyAt(base, ['jobs']);
      return base.planted || /^defaults:/m.test(base.text) || at < 0 ? null
        : insertAt(base, at, 'defaults:', '  run:', '    shell: bash', '');
    })),
  ],
};

const remark = (file, at) => `${indentOf(file.lines[at])}# Kept short on purpose.`;
const layout = {
  name: 'remark or layout of settings changed', class: 5, benign: true,
    languages: ['json', 'toml', 'yaml', 'ini', 'gitignore', 'makefile', 'dockerfile'],
  shapes: [
    shape('remark in TOML', inside(isToml, (file, tools) => {
      const table = tools.pick(tablesOf(file));
      return insertAt(file, table.at, '# Kept short on purpose.');
    })),
    shape('remark in YAML', inYaml((file, tools) => {
      const at = tools.pick(structure(file).filter((line) => /^\s*[\w-]+:/.test(file.lines[line])));
      return at === undefined ? null : insertAt(file, at, remark(file, at));
    })),
    shape('other width of indent in JSON', (file) => {
      const value = file.language === 'json' && !['test', 'generated'].includes(file.place) && !/lock|fixtures/.test(file.path)
        ? parsed(file.text) : undefined;
      const wide = value === undefined ? null : `${JSON.stringify(value, null, /^\{\n {2}"/.test(file.text) ? 4 : 2)}\n`;
      return wide && file.lines.length < 400 && !/"[^"]*\\u/.test(file.text) && !/^-?\d/m.test(file.text) ? wide : null;
    }),
    unseen('scripts in the order of the alphabet', changed(isPackage, (object) => {
      const names = Object.keys(object.scripts ?? {});
      if (names.length < 2 || names.join() === [...names].sort().join()) return null;
      object.scripts = Object.fromEntries(names.sort().map((name) => [name, object.scripts[name]]));
      return true;
    })),
    unseen('other quotes in YAML', inYaml((file, tools) => {
      const at = tools.pick(structure(file).filter((line) => /:\s+'[^'"\\]*'\s*$/.test(file.lines[line])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/'([^']*)'\s*$/, '"$1"'));
    })),
    unseen('remarks in Makefile and Dockerfile',
      oneOf(on('makefile', (base) => (base.planted ? null : `# All targets work from the root of the repository.\n${base.text}`)),
        on('dockerfile', (base) => {
          const at = base.planted ? -1 : base.lines.findIndex((line, index) => /^(RUN|COPY|ENV|WORKDIR) /.test(line)
            && !/\\\s*$/.test(base.lines[index - 1] ?? ''));
          return at < 0 ? null : insertAt(base, at, '# Kept apart so that the layer is built once.');
        }))),
    unseen('remark in INI', on('editorconfig', (base) => (base.planted ? null : `; What editors do by themselves.\n${base.text}`))),
    unseen('list of TOML in one line', inside(isToml, (file, tools) => {
      const starts = file.lines.flatMap((line, at) => (/^[\w-]+\s*=\s*\[\s*$/.test(line) && /^\s+"[^"]*",?$/.test(file.lines[at + 1] ?? '')
        && /^\s+"[^"]*",?$|^\]/.test(file.lines[at + 2] ?? '') ? [at] : []));
      const at = tools.pick(starts);
      if (at === undefined) return null;
      let to = at + 1;
      while (to < file.lines.length && /^\s+"[^"]*",?$/.test(file.lines[to])) ++to;
      return /^\]\s*$/.test(file.lines[to] ?? '') ? replaceLines(file, at, to + 1, `${file.lines[at].trimEnd()}${file.lines.slice(at + 1,
        to).map((line) => line.trim().replace(/,$/, '')).join(', ')}]`) : null;
    })),
  ],
};

const script = (name, make) => changed(isPackage, (object, tools, file) => {
  if (!isMap(object.scripts) || object.scripts[name]) return null;
  const command = make(object, tools, file);
  return command ? (object.scripts[name] = command) : null;
});
const unlocked = (repo) => !repo.names.some((name) =>
  /(^|\/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|npm-shrinkwrap\.json)$/.test(name));
const used = {
  name: 'script or dependency added that is used', class: 5, benign: true, languages: ['json', 'toml', 'gomod'],
  shapes: [
    shape('script that runs another', script('check:all', (object) => (object.scripts.test ? 'npm run test' : null))),
    shape('script with a tool of the project',
      script('format:check', (object) => (object.devDependencies?.prettier ? 'prettier --check .' : object.devDependencies?.eslint
        ? 'eslint .' : null))),
    shape('script that runs a file', script('self:check', (object, tools, file) => {
      const name = tools.pick(tools.repo.names.filter((path) => /\.(mjs|cjs|js)$/.test(path) && folderOf({ path }) === folderOf(file)));
      return name ? `node --check ${name.split('/').pop()}` : null;
    })),
    unseen('dependency and its import', (file, tools) => {
      if (!isPackage(file) || !unlocked(tools.repo)) return null;
      const source = tools.pick(tools.repo.files('javascript').filter((one) => one.place === 'library'
        && one.path.startsWith(folderOf(file)) && /^(import .* from|const .* = require\()/m.test(one.text)));
      const text = source && withObject(file, (object) => (object.dependencies && !object.dependencies.ms
        ? (object.dependencies.ms = '^2.1.3') : null));
      if (!text) return null;
      const at = source.lines.findIndex((line) => /^(import .* from|const .* = require\()/.test(line));
      const line = /^import/.test(source.lines[at]) ? "import ms from 'ms';" : "const ms = require('ms');";
      return { files: { [file.path]: text, [source.path]: `${insertAt(source, at, line).trimEnd()}\n\n${/^import/.test(source.lines[at])
        ? 'export const oneDay = ms(\'1 day\');' : 'module.exports.oneDay = ms(\'1 day\');'}\n` } };
    }),
    unseen('task before another', changed(isPackage, (object) => (object.scripts?.build && !object.scripts.prepack
      ? (object.scripts.prepack = 'npm run build') : null))),
    unseen('remark in go.mod', (file) => (file.name === 'go.mod'
      ? swapped(file.text, /^require \(\n/m, 'require (\n\t// Kept at what the oldest release of Go can build.\n') : null)),
    unseen('withdrawn release', (file) => (file.name === 'go.mod' && !/retract/.test(file.text)
      ? `${file.text.trimEnd()}\n\nretract v0.0.1 // Published by mistake.\n` : null)),
    unseen('feature of a crate', inside(isCrate, (file) => (tableOf(file, 'features') && !keyOf(file, 'features', 'extra')
      ? keyPut(file, 'features', 'extra = []') : null))),
    unseen('wider range of a dependency', changed(isPackage, (object, tools) => {
      const name = unlocked(tools.repo) && Object.keys(object.devDependencies
        ?? {}).find((one) => /^\d+\.\d+\.\d+$/.test(object.devDependencies[one]));
      return name ? (object.devDependencies[name] = `^${object.devDependencies[name]}`) : null;
    })),
  ],
};

const more = (text) => text.replace(/\d+/, (number) => String(Math.min(100, Number(number) + 2)));
const stricter = {
  name: 'check made stricter', class: 5, benign: true, languages: ['json', 'toml', 'yaml', 'ini', 'python'],
  shapes: [
    shape('one more option of TypeScript', kept(isTsconfig, (file) => {
      const first = membersOf(file, 'compilerOptions')[0];
      return first && !/noImplicitReturns/.test(file.text) ? insertAt(file, first.at, `${first.indent}"noImplicitReturns": true,`) : null;
    })),
    shape('coverage that must be reached',
      oneOf((file) => (['toml', 'ini'].includes(file.language) ? swapped(file.text, /fail_under\s*=\s*\d+/, more) : null),
        on('coveragerc', (base) => (base.planted ? base.text.replace('fail_under = 80', 'fail_under = 90') : null)))),
    shape('warnings of pytest are errors',
      inside(isProject, (file) => (tableOf(file, 'tool.pytest.ini_options') && !keyOf(file, 'tool.pytest.ini_options', 'xfail_strict')
        ? keyPut(file, 'tool.pytest.ini_options', 'xfail_strict = true') : null))),
    unseen('one more version in the matrix',
      work((base) => (base.planted ? null : swapped(base.text, /^(\s+os:\s*\[)([^\]]+)\]/m,
        (whole, head, list) => (/macos-latest/.test(list) ? whole : `${head}${list}, macos-latest]`))))),
    unseen('one more job', work((base) => {
      const at = base.planted ? -1 : keyAt(base, ['jobs', '*']);
      const indent = at < 0 ? '' : indentOf(base.lines[at]);
      return at < 0 || /^\s+whitespace:/m.test(base.text) ? null
        : `${base.text.trimEnd()}\n\n${['whitespace:', '  runs-on: ubuntu-latest', '  steps:', '    - uses: actions/checkout@v4', '    - name: No blanks at the ends of lines', '      run: |', "        ! git grep --line-number --perl-regexp ' +$' -- '*.py' '*.js'"].map((line) => indent + line).join('\n')}\n`;
    })),
    unseen('one more hook', on('precommit', (base) =>
      swapped(base.text, /^(\s*)- id: (end-of-file-fixer|trailing-whitespace|check-merge-conflict)\s*$/m,
        (whole, indent) => (/check-yaml/.test(base.text) ? whole : `${whole}\n${indent}- id: check-yaml`)))),
    unseen('strict of mypy', inside(isProject, (file) => (tableOf(file, 'tool.mypy') && !keyOf(file, 'tool.mypy', 'warn_unreachable')
      ? keyPut(file, 'tool.mypy', 'warn_unreachable = true') : null))),
  ],
};

const inIgnore = (make) => (file, tools) => (file.name === '.gitignore' && file.place !== 'test' ? make(file, tools) ?? null : null);
const free = (file, tools, lines) => lines.filter((line) => !file.lines.includes(line)
  && !tools.repo.names.some((name) => `/${name}`.includes(`/${line.replace(/[*/]/g, '')}`)));
const ignoring = {
  name: 'right entry of .gitignore', class: 5, benign: true, languages: ['gitignore'],
  shapes: [
    shape('what a tool writes', inIgnore((file, tools) => {
      const line = tools.pick(free(file, tools, ['.venv/', 'coverage/', '.cache/', '.tox/', '.nyc_output/', 'cmake-build-debug/']));
      return line ? `${file.text.trimEnd()}\n${line}\n` : null;
    })),
    shape('part with a remark', inIgnore((file, tools) => {
      const lines = free(file, tools, ['.idea/', '.vscode/', '*.swp', '.DS_Store']);
      return lines.length ? `${file.text.trimEnd()}\n\n# Editors\n${lines.join('\n')}\n` : null;
    })),
    shape('exception', inIgnore((file) => (/^\*\.log$/m.test(file.text) ? swapped(file.text, /^\*\.log$/m, '*.log\n!important.log')
      : `${file.text.trimEnd()}\n/tmp/*\n!/tmp/.keep\n`))),
    unseen('only at the root', inIgnore((file, tools) => (tools.repo.hasFolder('out') ? null : `${file.text.trimEnd()}\n/out/\n`))),
    unseen('sorted', inIgnore((file) => {
      const lines = file.text.trimEnd().split('\n');
      return lines.every((line) => /^[^#!\s]/.test(line)) && lines.length > 3 && [...lines].sort().join() !== lines.join()
        ? `${[...lines].sort().join('\n')}\n` : null;
    })),
    unseen('files of secrets', inIgnore((file, tools) => {
      const lines = free(file, tools, ['.env', '.env.local', '*.pem']);
      return lines.length > 1 ? `${file.text.trimEnd()}\n${lines.join('\n')}\n` : null;
    })),
  ],
};

const fresh = (name) => (file, tools) => {
  const made = /^(python|javascript|typescript|tsx|go|rust|c|cpp|java|ruby)$/.test(file.language) && file.place !== 'generated'
    ? planted(name, file, tools.repo) : null;
  return made ? { files: { ...made.extra, [made.path]: made.text } } : null;
};
const newFile = {
  name: 'right new file of settings', class: 5, benign: true, languages: drivers,
  shapes: [
    shape('settings of editors', (file, tools) => (tools.repo.names.some((name) => /(^|\/)\.?prettier/.test(name))
      || /"prettier"/.test(tools.repo.text('package.json') ?? '') ? null : fresh('editorconfig')(file, tools))), shape('dependabot', fresh('dependabot')),
      shape('settings of coverage', fresh('coveragerc')),
    shape('settings of prettier', fresh('prettierrc')),
    unseen('settings of pytest', fresh('pytestini')), unseen('settings of tox', fresh('toxini')),
      unseen('settings of rustfmt', fresh('rustfmt')),
    unseen('setup.cfg for tools', fresh('setupcfg')), unseen('settings of golangci', fresh('golangci')),
  ],
};

const bumped = (version) => version.replace(/(\d+)$/, (number) => String(Number(number) + 1));
const released = {
  name: 'version raised', class: 5, benign: true, languages: ['json', 'toml'],
  shapes: [
    shape('package.json', (file, tools) => {
      const one = isPackage(file) && folderOf(file) === '' ? memberOf(file, 'version') : null;
      const version = one && parsed(file.text).version;
      if (!version || !/^\d+\.\d+\.\d+$/.test(version)
        || tools.repo.names.some((name) => name !== file.path && tools.repo.text(name)?.includes(version))) return null;
      return replaceLine(file, one.at, file.lines[one.at].replace(version, bumped(version)));
    }),
    shape('pyproject.toml', inside(isStandard, (file, tools) => {
      const key = keyOf(file, 'project', 'version');
      const version = /^"(\d+\.\d+\.\d+)"/.exec(key?.value ?? '')?.[1];
      return !version || tools.repo.names.some((name) => name !== file.path && tools.repo.text(name)?.includes(version)) ? null
        : replaceLine(file, key.at, file.lines[key.at].replace(version, bumped(version)));
    })),
    shape('package.json and its lock', (file, tools) => {
      const one = isPackage(file) ? memberOf(file, 'version') : null;
      const version = one && parsed(file.text).version;
      const path = join(folderOf(file), 'package-lock.json');
      if (!version || !/^\d+\.\d+\.\d+$/.test(version) || !tools.repo.has(path)) return null;
      const lock = parsed(tools.repo.text(path));
      if (!lock || lock.version !== version) return null;
      let seen = 0;
      const text = tools.repo.text(path).replace(/^(\s+)"version": "([^"]+)"/gm,
        (whole, indent, found) => (found === version && ++seen <= 2 && indent.length <= 6 ? `${indent}"version": "${bumped(version)}"`
          : whole));
      return { files: { [file.path]: replaceLine(file, one.at, file.lines[one.at].replace(version, bumped(version))), [path]: text } };
    }),
    unseen('first release candidate', (file, tools) => {
      const one = isPackage(file) && folderOf(file) === '' ? memberOf(file, 'version') : null;
      const version = one && parsed(file.text).version;
      if (!version || !/^\d+\.\d+\.\d+$/.test(version)
        || tools.repo.names.some((name) => name !== file.path && tools.repo.text(name)?.includes(version))) return null;
      return replaceLine(file, one.at, file.lines[one.at].replace(version, `${bumped(version)}-rc.1`));
    }),
    unseen('crate that nobody pins', inside(isCrate, (file, tools) => {
      const key = keyOf(file, 'package', 'version');
      const version = /^"(\d+\.\d+\.\d+)"/.exec(key?.value ?? '')?.[1];
      return !version || tools.repo.names.some((name) => name !== file.path && tools.repo.text(name)?.includes(version)) ? null
        : replaceLine(file, key.at, file.lines[key.at].replace(version, bumped(version)));
    })),
    unseen('lowest version of a tool',
      changed(isPackage, (object) => (/^>=\s*\d+$/.test(object.engines?.node ?? '') ? (object.engines.node = `${object.engines.node}.0.0`)
        : null))),
  ],
};

export const right = [manifestKey, yamlKey, layout, used, stricter, ignoring, newFile, released];
