// References that are right: new files that name what is there, renames with all that names them, and what is made only later.
import { functionsOf, insertAt, replaceLine } from '../../source.mjs';
import { changed, isMap, isPackage, isTsconfig } from '../configuration/json.mjs';
import { inside, isProject, isStandard } from '../configuration/toml.mjs';
import { isPage } from '../documents/parts.mjs';
import { keyAt, keyOf, keyPut, putInto, tableAdded, tableOf } from '../shared/edits.mjs';
import { chart, drivers, on, planted } from '../shared/planted.mjs';
import { projectOf } from '../shared/project.mjs';
import { escaped, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';

const code = /^(python|javascript|typescript|tsx|go|rust|c|cpp|java|ruby)$/;
const fresh = (name, change = (text) => text) => (file, tools) => {
  const made = (code.test(file.language) || (name === 'mkdocs' && file.language === 'markdown' && isPage(file)))
    && file.place !== 'generated' ? planted(name, file, tools.repo) : null;
  const text = made ? change(made.text, made, tools) : null;
  return text ? { files: { ...made.extra, [made.path]: text } } : null;
};
const newFile = {
  name: 'right new file of a build or a workflow', class: 11, benign: true, languages: [...drivers, 'markdown'],
  shapes: [
    shape('Dockerfile', fresh('dockerfile')), shape('workflow', fresh('workflow')),
      shape('compose file with its Dockerfile', fresh('compose')), shape('Makefile', fresh('makefile')),
    shape('hooks', fresh('precommit')),
    unseen('owners', fresh('codeowners')), unseen('site of documents', fresh('mkdocs')),
    unseen('workflow of one job', fresh('workflow', (text) => `${text.slice(0, text.indexOf('\n  report:')).trimEnd()}\n`)),
    unseen('Dockerfile of one stage',
      fresh('dockerfile', (text) => `${text.slice(0, text.lastIndexOf('\nFROM ')).replace(' AS build', '').trimEnd()}\n`)),
    unseen('chart of Helm', (file, tools) => {
      const project = code.test(file.language) && tools.repo.has('Dockerfile')
        && !tools.repo.names.some((name) => /Chart\.yaml$/.test(name)) ? projectOf(file, tools.repo) : null;
      return project ? { files: Object.fromEntries(Object.entries(chart(project)).map(([name, text]) =>
        [join('charts/main', name), text])) } : null;
    }),
    unseen('Makefile that includes what may be missing', fresh('makefile', (text) => `-include local.mk\n\n${text}`)),
  ],
};

const docker = (edit) => on('dockerfile', edit);
const work = (edit) => on('workflow', edit);
const made = (edit) => on('makefile', edit);
function step(base, ...lines) {
  const at = base.lines.findIndex((line) => /^\s*- uses: actions\/checkout@/.test(line));
  const indent = at < 0 ? '' : /^\s*/.exec(base.lines[at])[0];
  let to = at + 1;
  while (to < base.lines.length && /^\s*/.exec(base.lines[to])[0].length > indent.length && base.lines[to].trim()) ++to;
  return at < 0 ? null : insertAt(base, to, ...lines.map((line) => indent + line));
}
const outsideWorld = {
  name: 'reference to what is made later or comes from outside', class: 11, benign: true,
    languages: ['dockerfile', 'yaml', 'makefile', 'json', 'shell', ...drivers],
  shapes: [
    shape('file made by an earlier stage', docker((base) => {
      const stage = /^FROM \S+ AS (\w+)/im.exec(base.text)?.[1];
      return stage ? swapped(base.text, /^COPY --from=.*$/m,
        (line) => `${line}\nCOPY --from=${stage} /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/`) : null;
    })),
    shape('variables that make has or is given', made((base) => {
      const at = base.lines.findIndex((line) => /^clean:/.test(line));
      return at < 0 || /^install:/m.test(base.text) ? null
        : insertAt(base, at, 'install:', '\tinstall -d $(DESTDIR)$(PREFIX)/share', '\t@echo "$(MAKE) $(CURDIR) $@ $(CC)"', '');
    })),
    shape('secret and token that GitHub gives',
      work((base) => step(base, '- run: git --version', '  env:', '    GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}',
        '    RUN: ${{ github.run_id }}'))),
    unseen('file written by a step before',
      work((base) => step(base, '- run: git log -1 > last-commit.txt', '- run: cat last-commit.txt'))),
    unseen('file of the environment that may be missing',
      on('compose', (base) => (keyAt(base, ['services', '*', 'env_file']) >= 0 ? null
        : putInto(base, ['services', '*'], 'env_file:', '  - path: local.env', '    required: false')))),
    unseen('files of a pattern', docker((base, tools) => {
      const at = base.lines.findIndex((line) => /^WORKDIR /.test(line));
      const some = tools.repo.names.some((name) => /\.md$/.test(name) && folderOf({ path: name }) === folderOf(base));
      return at < 0 || !some ? null : insertAt(base, at + 1, 'COPY *.md ./docs/');
    })),
    unseen('output of a build', changed(isPackage, (object) => (isMap(object.scripts) && object.scripts.build
      && !object.scripts['clean:dist'] ? (object.scripts['clean:dist'] = 'node -e "fs.rmSync(\'dist\', { recursive: true, force: true })"')
      : null))),
    unseen('library of the shell that may be missing', (file) => (file.language === 'shell' && file.place !== 'test'
      && /^#!.*sh/.test(file.text) && file.lines.length > 5
      ? insertAt(file, 1, 'if [ -f "$HOME/.build-settings.sh" ]; then', '  . "$HOME/.build-settings.sh"', 'fi') : null)),
    unseen('value that the matrix gets by include',
      work((base) => (/flavor|include:/.test(base.text) ? null
        : swapped(base.text, /^(\s+)os:\s*\[([\w-]+).*\]\s*$/m,
        (whole, indent, first) => `${whole}\n${indent}include:\n${indent}  - os: ${first}\n${indent}    flavor: plain`)))),
  ],
};

const folderScript = (tools) => ['scripts', 'tools', 'ci', 'hack'].find((name) => tools.repo.hasFolder(name)) ?? 'scripts';
const checkScript = ['#!/bin/sh', '# Says how many files the repository has.', 'set -eu', 'git ls-files | wc -l', ''].join('\n');
const withScript = (use) => (file, tools) => {
  const path = join(folderScript(tools), 'count-files.sh');
  const changes = tools.repo.has(path) ? null : use(file, tools, path);
  return changes ? { files: { ...changes.files, [path]: { mode: '100755', text: checkScript } } } : null;
};
const wrap = (name, edit) => (file, tools, path) => on(name, (base) => edit(base, path))(file, tools);
const newScript = {
  name: 'script added with what calls it', class: 11, benign: true,
    languages: ['yaml', 'makefile', 'dockerfile', 'json', 'shell', 'markdown', ...drivers],
  shapes: [
    shape('workflow', withScript(wrap('workflow', (base, path) => step(base, `- run: ./${path}`)))),
    shape('Makefile', withScript(wrap('makefile', (base, path) =>
      (/^count:/m.test(base.text) || folderOf(base) !== '' ? null : `${base.text.trimEnd()}\n\ncount:\n\t./${path}\n`)))),
    shape('script of package.json', withScript((file, tools, path) => {
      const text = folderOf(file) === ''
        ? changed(isPackage, (object) => (isMap(object.scripts) && !object.scripts.count ? (object.scripts.count = `sh ./${path}`)
        : null))(file, tools) : null;
      return text ? { files: { [file.path]: text } } : null;
    })),
    unseen('another script of the shell',
      withScript((file, tools, path) => (file.language === 'shell' && file.place !== 'test' && /^#!.*sh/.test(file.text)
        && folderOf(file) === folderOf({ path })
      ? { files: { [file.path]: `${file.text.trimEnd()}\n\n"$(dirname "$0")/${path.split('/').pop()}"\n` } } : null))),
    unseen('document', withScript((file, tools, path) => (file.language === 'markdown' && isPage(file) && folderOf(file) === ''
      ? { files: { [file.path]: `${file.text.trimEnd()}\n\nRun \`./${path}\` to count the files.\n` } } : null))),
    unseen('hook', withScript(wrap('precommit', (base, path) => {
      const at = base.planted ? base.lines.findIndex((line) => /- id: checks/.test(line)) : -1;
      return at < 0 ? null : insertAt(base, at, '      - id: count', '        name: count the files', `        entry: ${path}`,
        '        language: script', '        pass_filenames: false');
    }))),
  ],
};

const rightEntry = {
  name: 'entry added with what it names', class: 11, benign: true, languages: ['toml', 'json', 'yaml', 'text', 'markdown', 'cpp', 'c'],
  shapes: [
    shape('command of a Python project', inside(isStandard, (file, tools) => {
      const project = folderOf(file) === '' ? projectOf({ language: 'python' }, tools.repo) : null;
      const path = project?.folder && `${project.folder}/report.py`;
      if (!path || tools.repo.has(path) || tools.repo.hasFolder(`${project.folder}/report`)) return null;
      const line = `${project.name}-report = "${project.name}.report:main"`;
      const text = tableOf(file, 'project.scripts') ? keyPut(file, 'project.scripts', line) : tableAdded(file, '[project.scripts]', line);
      return text ? { files: { [file.path]: text,
        [path]: '"""Says that the installation works."""\n\n\ndef main() -> None:\n    print("ok")\n' } } : null;
    })),
    shape('command of npm', (file, tools) => {
      const path = join(folderOf(file), 'bin/report.js');
      const text = isPackage(file) && !tools.repo.has(path)
        ? changed(isPackage, (object) => (object.bin || object.files || !object.version ? null
        : (object.bin = { report: './bin/report.js' })))(file, tools) : null;
      return text ? { files: { [file.path]: text, [path]: { mode: '100755', text: "#!/usr/bin/env node\nconsole.log('ok');\n" } } } : null;
    }),
    shape('page of MkDocs', on('mkdocs', (base, tools) => {
      const folder = join(folderOf(base), /^docs_dir:\s*["']?([\w./-]+)/m.exec(base.text)?.[1] ?? 'docs');
      const text = tools.repo.hasFolder(folder) && !tools.repo.has(join(folder, 'background.md'))
        ? swapped(base.text, /^nav:\s*\n(\s*)(?=- )/m, (whole, indent) => `${whole}- Background: background.md\n${indent}`) : null;
      return text ? { [base.path]: text, [join(folder, 'background.md')]: '# Background\n\nWhy things are as they are.\n' } : null;
    })),
    unseen('settings of the compiler for tests', (file, tools) => {
      const path = join(folderOf(file), 'tsconfig.tests.json');
      return isTsconfig(file) && file.name === 'tsconfig.json' && !tools.repo.has(path)
        ? { files: { [path]: '{\n  "extends": "./tsconfig.json",\n  "compilerOptions": {\n    "noEmit": true\n  }\n}\n' } } : null;
    }),
    unseen('source and its entry in CMakeLists.txt', (file, tools) => {
      const base = file.path === 'CMakeLists.txt' ? file.text : /^(c|cpp)$/.test(file.language) && tools.repo.has('CMakeLists.txt')
        ? tools.repo.text('CMakeLists.txt') : null;
      const path = 'tools/say_version.cpp';
      return base && /project\([^)]*(CXX|\b)/i.test(base) && !tools.repo.has(path)
        ? { files: { 'CMakeLists.txt': `${base.trimEnd()}\n\nadd_executable(say_version EXCLUDE_FROM_ALL ${path})\n`,
        [path]: '#include <cstdio>\n\nint main() {\n  std::puts("1");\n  return 0;\n}\n' } } : null;
    }),
    unseen('folder of the tests of pytest',
      inside(isProject, (file, tools) => (folderOf(file) === '' && tableOf(file, 'tool.pytest.ini_options')
        && !keyOf(file, 'tool.pytest.ini_options', 'testpaths') && tools.repo.hasFolder('tests')
        ? keyPut(file, 'tool.pytest.ini_options', 'testpaths = ["tests"]') : null))),
    unseen('action of the repository', (file, tools) => {
      const path = '.github/actions/versions/action.yml';
      const text = tools.repo.has(path) ? null : on('workflow', (base) => step(base, '- uses: ./.github/actions/versions'))(file, tools);
      return text ? { files: { ...text.files, [path]: ['name: Versions', 'description: Shows what is installed.', 'runs:',
        '  using: composite', '  steps:', '    - run: git --version', '      shell: bash', ''].join('\n') } } : null;
    }),
  ],
};

// A file moved, with its path changed in every text that names it; null where its bare name is spoken elsewhere.
const mended = (pattern, to) => (file, tools) => {
  const path = pattern.test(file.path) && file.place !== 'test' && file.place !== 'generated' ? to(file.path) : null;
  if (!path || path === file.path || tools.repo.has(path)
    || /["'`(](\.\.?\/)|dirname|BASH_SOURCE|__dirname|__file__|^\s*(from|import) \./m.test(file.text)) return null;
  const whole = new RegExp(`(?<![\\w./-])(\\./)?${escaped(file.path)}(?![\\w-])`, 'g');
  const bare = new RegExp(`(?<![\\w-])${escaped(file.name)}(?![\\w-])`);
  const stem = file.name.replace(/\.\w+$/, '');
  const files = { [file.path]: null, [path]: /\.sh$/.test(path)
    ? { mode: '100755', text: file.text.replace(whole, (_, dot = '') => dot + path) }
    : file.text.replace(whole, (_, dot = '') => dot + path) };
  let count = 0;
  for (const name of tools.repo.names) {
    const text = name === file.path ? null : tools.repo.text(name);
    if (!text || !text.includes(stem)) continue;
    const changedText = text.replace(whole, (_, dot = '') => dot + path);
    if (bare.test(changedText.replaceAll(path, ''))) return null;
    if (changedText !== text) {
      files[name] = changedText;
      ++count;
    }
  }
  return count ? { files } : null;
};
const movedFile = {
  name: 'file renamed with all that names it', class: 11, benign: true,
    languages: ['shell', 'text', 'yaml', 'json', 'javascript', 'python', 'toml'],
  shapes: [
    shape('script', mended(/\.sh$/, (path) => path.replace(/([\w-]+)\.sh$/, '$1-now.sh'))),
    shape('script into another folder', mended(/\/[\w-]+\.sh$/, (path) => join('automation', path.split('/').pop()))),
    shape('list of requirements', mended(/requirements[\w./-]*\.txt$/, (path) => path.replace(/\.txt$/, '-pinned.txt'))),
    unseen('settings', mended(/^\w[\w./-]*\.(ya?ml|json|toml)$/,
      (path) => (/^(package|tsconfig|Cargo|pyproject|mkdocs|book|netlify|vercel|rustfmt)|lock|docker-compose|compose|\.github|Chart|values|snapcraft|meta|jsonnetfile|Release|deny|manifest/i.test(path) ? null : path.replace(/(\.\w+)$/, '-settings$1')))),
    unseen('script of Node', mended(/(^|\/)(scripts|tools|bin|support|build)\/[\w./-]+\.(mjs|cjs)$/,
      (path) => path.replace(/(\.\w+)$/, '-run$1'))),
    unseen('function with its entry point', (file, tools) => {
      if (!isStandard(file)) return null;
      for (const key of tableOf(file, 'project.scripts')?.keys ?? []) {
        const match = /^"([\w.]+):(\w+)"/.exec(key.value);
        const source = match && tools.repo.files('python').find((one) =>
          ['', 'src/'].some((root) => one.path === `${root}${match[1].replace(/\./g, '/')}.py`));
        const own = source && functionsOf(source).find((f) => f.name === match[2]);
        const spoken = own && tools.repo.names.some((name) => ![file.path, source.path].includes(name)
          && new RegExp(`\\b${match[2]}\\b`).test(tools.repo.text(name) ?? ''));
        if (!own || spoken) continue;
        const name = tools.invent(`${match[2]}_entry`);
        return { files: { [source.path]: source.text.replace(new RegExp(`\\b${match[2]}\\b`, 'g'), name),
          [file.path]: replaceLine(file, key.at, file.lines[key.at].replace(`:${match[2]}"`, `:${name}"`)) } };
      }
      return null;
    }),
  ],
};

export const right = [newFile, outsideWorld, newScript, rightEntry, movedFile];
