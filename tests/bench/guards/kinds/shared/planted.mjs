// New files that are right and fit the repository; a kind plants its one fault in them, benign kinds leave them as they are.
import { projectOf } from './project.mjs';
import { fileOf } from './shapes.mjs';

const run = (command) => JSON.stringify(command.split(' ')).replaceAll('","', '", "');

// Where setting up puts what the last stage needs as well.
const installed = { python: '/usr/local', ruby: '/usr/local/bundle' };

function dockerfile(project, repo) {
  const last = project.checks[0];
  if (!last) return null;
  const head = ['# syntax=docker/dockerfile:1', `FROM ${project.image} AS build`, '', 'WORKDIR /src', ''];
  const rest = ['COPY . .', `RUN ${project.checks[1] ?? last}`, '', `FROM ${project.image}`, '', 'WORKDIR /src',
    'COPY --from=build /src /src',
    ...(installed[project.kind] ? [`COPY --from=build ${installed[project.kind]} ${installed[project.kind]}`] : []), '',
      `CMD ${run(project.kind === 'cmake' ? 'ls build' : last)}`, ''];
  const manifests = [project.manifest, project.lock].filter((name) => name && repo.has(name));
  const prepare = project.prepare ?? project.install;
  if (project.kind === 'cmake') return [...head, 'RUN apt-get update \\', '    && apt-get install --yes --no-install-recommends cmake \\',
    '    && rm -rf /var/lib/apt/lists/*', '',
    'COPY . .', `RUN ${prepare} \\`, `    && ${project.checks[0]}`, ...rest.slice(2)].join('\n');
  // Only the manifests first, where setting up needs no more than them.
  return project.early ? [...head, `COPY ${manifests.join(' ')} ./`, `RUN ${prepare}`, '', ...rest].join('\n')
    : [...head, 'COPY . .', `RUN ${prepare}`, ...rest.slice(2)].join('\n');
}

function workflow(project) {
  return ['name: Checks', '', 'on:', '  push:', "    branches: ['**']", '  pull_request:', '  workflow_dispatch:', '', 'permissions:',
    '  contents: read', '',
    'concurrency:', '  group: checks-${{ github.ref }}', '  cancel-in-progress: true', '', 'jobs:', '  test:',
      '    runs-on: ${{ matrix.os }}', '    timeout-minutes: 20',
    '    strategy:', '      fail-fast: false', '      matrix:', '        os: [ubuntu-latest, macos-latest]', '    steps:',
      '      - uses: actions/checkout@v4',
    ...project.setup.map((line) => `      ${line}`),
      ...(project.kind === 'cmake' ? [] : [`      - run: ${project.prepare ?? project.install}`]), `      - run: ${project.checks[0]}`, '',
    '  report:', '    needs: test', '    runs-on: ubuntu-latest', '    env:', '      LEVEL: info', '    steps:',
      '      - uses: actions/checkout@v4', '      - id: size',
    '        run: echo "files=$(git ls-files | wc -l)" >> "$GITHUB_OUTPUT"', '      - run: echo "$LEVEL ${{ steps.size.outputs.files }}"',
      ''].join('\n');
}

function compose(project) {
  const commands = [project.checks[0], project.checks[1] ?? project.checks[0]];
  return ['services:', '  test:', '    build:', '      context: .', '      dockerfile: Dockerfile', `    command: ${run(commands[0])}`,
    '    environment:', '      LEVEL: info',
    '    volumes:', '      - cache:/root/.cache', '', '  check:', '    build: .', `    command: ${commands[1]}`, '    depends_on:',
      '      - test', '    networks:', '      - inner', '',
    'volumes:', '  cache:', '', 'networks:', '  inner:', ''].join('\n');
}

const makefile = (project) => ['.PHONY: all setup check clean', '', 'OUT := out', '', 'all: check', '', 'setup:',
  `\t${project.prepare ?? project.install}`, '', 'check: setup',
  `\t${project.checks[0]}`, '', 'clean:', '\trm -rf $(OUT)', ''].join('\n');

const precommit = (project) => ['repos:', '  - repo: https://github.com/pre-commit/pre-commit-hooks', '    rev: v5.0.0', '    hooks:',
  '      - id: check-merge-conflict',
  '      - id: end-of-file-fixer', '      - id: trailing-whitespace', '        exclude: \\.(md|snap)$', '  - repo: local', '    hooks:',
    '      - id: checks', '        name: checks of the project',
  `        entry: ${project.checks[0]}`, '        language: system', '        pass_filenames: false', ''].join('\n');

const ecosystems = { node: 'npm', python: 'pip', go: 'gomod', rust: 'cargo', maven: 'maven', ruby: 'bundler', cmake: 'github-actions' };
const dependabot = (project) => ['version: 2', 'updates:', `  - package-ecosystem: ${ecosystems[project.kind]}`, '    directory: /',
  '    schedule:', '      interval: weekly',
  '    open-pull-requests-limit: 5', ''].join('\n');

const editorconfig = () => ['root = true', '', '[*]', 'charset = utf-8', 'end_of_line = lf', 'insert_final_newline = true',
  'indent_style = space', 'indent_size = 4', '',
  '[*.md]', 'trim_trailing_whitespace = false', '', '[{Makefile,*.mk}]', 'indent_style = tab', ''].join('\n');

const coveragerc = (project) => (project.folder ? ['[run]', 'branch = True', `source = ${project.name}`, '', '[report]',
  'show_missing = True', 'fail_under = 80', 'exclude_lines =',
  '    pragma: no cover', '    if TYPE_CHECKING:', ''].join('\n') : null);
const pytestini = (project) => (project.tests ? ['[pytest]', 'minversion = 7.0', `testpaths = ${project.tests}`,
  'addopts = -ra --strict-markers', 'markers =', '    slow: takes long', ''].join('\n') : null);
const toxini = (project) => (project.tests ? ['[tox]', 'envlist = py310,py312,style', 'isolated_build = True', '', '[testenv]', 'deps =',
  '    pytest', 'commands =', `    pytest ${project.tests} {posargs}`, '',
  '[testenv:style]', 'skip_install = True', 'deps =', '    ruff', 'commands =', '    ruff check .', ''].join('\n') : null);
const setupcfg = (project) => (project.folder && project.tests
  ? ['[flake8]', 'max-line-length = 100', 'exclude = .git,.venv,build', '', '[isort]', 'profile = black',
  `known_first_party = ${project.name}`, ''].join('\n') : null);
const prettierrc = () => ['{', '  "printWidth": 100,', '  "semi": true,', '  "singleQuote": true,', '  "trailingComma": "all",',
  '  "overrides": [{ "files": "*.md", "options": { "proseWrap": "preserve" } }]', '}', ''].join('\n');
const rustfmt = () => ['edition = "2021"', 'max_width = 100', 'use_field_init_shorthand = true', ''].join('\n');
const golangci = () => ['version: "2"', 'linters:', '  enable:', '    - errorlint', '    - misspell', 'run:', '  timeout: 5m',
  '  tests: true', ''].join('\n');

const roots = (repo) => [...new Set(repo.names.filter((name) => name.includes('/')
  && !name.startsWith('.')).map((name) => name.split('/')[0]))];
const codeowners = (project, repo) => (roots(repo).length
  ? ['* @maintainers', ...roots(repo).slice(0, 3).map((name) => `/${name}/ @maintainers`), `/${project.manifest} @maintainers`,
  ''].join('\n') : null);

function mkdocs(project, repo) {
  const pages = repo.names.filter((name) => /^docs\/[\w-]+\.md$/.test(name)).slice(0, 5);
  if (pages.length < 2) return null;
  const title = (name) => name.slice(5, -3).replace(/[-_]/g, ' ').replace(/^\w/, (letter) => letter.toUpperCase());
  return [`site_name: ${JSON.stringify(String(project.name ?? 'Documentation').split('/').pop())}`, 'docs_dir: docs', 'strict: true', 'theme:',
    '  name: readthedocs', 'markdown_extensions:', '  - admonition', '  - attr_list', 'nav:',
    ...pages.map((name) => `  - ${title(name)}: ${name.slice(5)}`), ''].join('\n');
}

function chart(project) {
  const name = String(project.name ?? 'app').split('/').pop().toLowerCase().replace(/[^a-z0-9-]/g, '-');
  return { 'Chart.yaml': ['apiVersion: v2', `name: ${name}`, `description: A chart for ${name}`, 'type: application', 'version: 0.1.0',
    'appVersion: "1.0.0"', ''].join('\n'),
    'values.yaml': ['replicaCount: 1', 'image:', `  repository: ${name}`, '  tag: latest', 'service:', '  port: 8080', ''].join('\n'),
    'templates/deployment.yaml': ['apiVersion: apps/v1', 'kind: Deployment', 'metadata:', '  name: {{ .Release.Name }}', 'spec:',
      '  replicas: {{ .Values.replicaCount }}', '  selector:', '    matchLabels:', '      app: {{ .Release.Name }}',
      '  template:', '    metadata:', '      labels:', '        app: {{ .Release.Name }}', '    spec:', '      containers:',
        '        - name: main', '          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"',
          '          {{- if .Values.service.port }}',
      '          ports:', '            - containerPort: {{ .Values.service.port }}', '          {{- end }}', ''].join('\n') };
}

// What can be planted: where, how to know a file of that kind by its path, and what else means that the repository has one.
const sorts = {
  dockerfile: { path: 'Dockerfile', is: /(^|\/)(Dockerfile(\.[\w-]+)?|[\w-]+\.Dockerfile)$/, write: dockerfile },
  workflow: { path: '.github/workflows/checks.yml', is: /^\.github\/workflows\/[\w.-]+\.ya?ml$/, write: workflow, beside: true },
  compose: { path: 'compose.yaml', is: /(^|\/)(docker-)?compose[\w.-]*\.ya?ml$/, write: compose, with: ['dockerfile'] },
  makefile: { path: 'Makefile', is: /(^|\/)(GNU)?[Mm]akefile$/, write: makefile },
  precommit: { path: '.pre-commit-config.yaml', is: /(^|\/)\.pre-commit-config\.ya?ml$/, write: precommit },
  dependabot: { path: '.github/dependabot.yml', is: /^\.github\/dependabot\.ya?ml$/, write: dependabot },
  editorconfig: { path: '.editorconfig', is: /(^|\/)\.editorconfig$/, write: editorconfig },
  coveragerc: { path: '.coveragerc', is: /(^|\/)\.coveragerc$/, write: coveragerc, kinds: ['python'],
    unless: /\[tool\.coverage|\[coverage:/ },
  pytestini: { path: 'pytest.ini', is: /(^|\/)pytest\.ini$/, write: pytestini, kinds: ['python'],
    unless: /\[tool\.pytest|\[tool:pytest\]|^\[pytest\]/m },
  toxini: { path: 'tox.ini', is: /(^|\/)tox\.ini$/, write: toxini, kinds: ['python'], unless: /\[tool\.tox/ },
  setupcfg: { path: 'setup.cfg', is: /(^|\/)setup\.cfg$/, write: setupcfg, kinds: ['python'], unless: /\[tool\.(isort|flake8|ruff)/ },
  prettierrc: { path: '.prettierrc', is: /(^|\/)\.prettierrc(\.json)?$/, write: prettierrc, kinds: ['node'], unless: /"prettier"\s*:\s*\{/,
    others: /(^|\/)(\.prettierrc|prettier\.config)[\w.]*$/ },
  rustfmt: { path: 'rustfmt.toml', is: /(^|\/)\.?rustfmt\.toml$/, write: rustfmt, kinds: ['rust'] },
  golangci: { path: '.golangci.yml', is: /(^|\/)\.golangci\.ya?ml$/, write: golangci, kinds: ['go'] },
  codeowners: { path: '.github/CODEOWNERS', is: /(^|\/)CODEOWNERS$/, write: codeowners },
  mkdocs: { path: 'mkdocs.yml', is: /(^|\/)mkdocs\.ya?ml$/, write: mkdocs,
    others: /(^|\/)(conf\.py|SUMMARY\.md|docusaurus\.config\.\w+|\.vitepress\/.*|_config\.yml|_index\.md)$/ },
};

const settled = (repo) => ['pyproject.toml', 'setup.cfg', 'tox.ini', 'pytest.ini', 'package.json'].filter((name) =>
  repo.has(name)).map((name) => repo.text(name)).join('\n');

// The text that would be planted, or null when the repository has such a file or it would not fit.
export function planted(name, file, repo) {
  const sort = sorts[name];
  const project = projectOf(file, repo);
  if (!project || (sort.kinds && !sort.kinds.includes(project.kind)) || !project.checks.length) return null;
  if (sort.beside ? repo.has(sort.path) : repo.names.some((path) => (sort.others ?? sort.is).test(path) || sort.is.test(path))) return null;
  if (sort.unless?.test(settled(repo))) return null;
  const text = sort.write(project, repo);
  const extra = {};
  for (const other of sort.with ?? []) {
    const made = repo.names.some((path) => sorts[other].path === path) ? null : planted(other, file, repo);
    if (!made && !repo.has(sorts[other].path)) return null;
    if (made) extra[made.path] = made.text;
  }
  return text ? { ...fileOf(sort.path, text), project, extra, planted: true } : null;
}

// The file that a kind works on: the one handed out when it is of that sort, else one that is planted for a file of code.
export function baseOf(name, file, tools) {
  if (sorts[name].is.test(file.path)) {
    const skipped = ['generated'].includes(file.place)
      || /(^|\/)(fixtures?|testdata|node_modules|vendor|third_party)\/|\{\{/.test(file.path);
    return skipped ? null : { ...file, project: projectOf(file, tools.repo), extra: {}, planted: false };
  }
  const driver = /^(python|javascript|typescript|tsx|go|rust|c|cpp|java|ruby)$/.test(file.language)
    || (name === 'mkdocs' && file.language === 'markdown');
  return driver && file.place !== 'generated' ? planted(name, file, tools.repo) : null;
}

// A shape's maker that edits such a file: `edit(base, tools)` answers the changed text, or a map of files, or null.
export const on = (name, edit) => (file, tools) => {
  const base = baseOf(name, file, tools);
  const made = base ? edit(base, tools, file) : null;
  if (made === null || made === undefined || made === base.text) return null;
  return { files: { ...base.extra, ...(typeof made === 'string' ? { [base.path]: made } : made) } };
};

export const drivers = ['python', 'javascript', 'typescript', 'go', 'rust', 'c', 'cpp', 'java', 'ruby'];
export { chart };
