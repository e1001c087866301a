// What a project is built with, and commands that really work in it.

export function parsedJson(repo, path) {
  try {
    return repo.has(path) ? JSON.parse(repo.text(path)) : null;
  } catch {
    return null;
  }
}

function node(repo) {
  const manifest = parsedJson(repo, 'package.json');
  if (!manifest) return null;
  const manager = repo.has('pnpm-lock.yaml') ? 'pnpm' : repo.has('yarn.lock') ? 'yarn' : 'npm';
  const scripts = manifest.scripts ?? {};
  const install = { npm: repo.has('package-lock.json') ? 'npm ci' : 'npm install', yarn: 'yarn install', pnpm: 'pnpm install' }[manager];
  return {
    kind: 'node', languages: ['javascript', 'typescript', 'tsx'], manifest: 'package.json', manager, scripts, name: manifest.name, install,
    prepare: manager === 'npm' ? install : `corepack enable && ${install}`,
    early: !manifest.workspaces && !repo.has('pnpm-workspace.yaml')
      && !['prepare', 'postinstall', 'install', 'preinstall'].some((name) => scripts[name]),
    lock: { npm: 'package-lock.json', yarn: 'yarn.lock', pnpm: 'pnpm-lock.yaml' }[manager],
    checks: ['test', 'build', 'lint', 'typecheck', 'check', 'format'].filter((name) => scripts[name]).map((name) =>
      `${manager} run ${name}`),
    setup: ['- uses: actions/setup-node@v4', '  with:', '    node-version: 22'],
    ignored: ['node_modules/', '*.log', 'coverage/'], image: 'node:22-bookworm-slim', tool: 'Node.js',
  };
}

function python(repo) {
  const manifest = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt'].find((name) => repo.has(name));
  if (!manifest) return null;
  const inits = repo.names.filter((name) => /^(src\/)?\w+\/__init__\.py$/.test(name)
    && !/(^|\/)(tests?|docs|examples|scripts|tools)\//.test(name));
  const folder = inits[0] ? inits[0].replace(/\/__init__\.py$/, '') : null;
  const tests = ['tests', 'test'].find((name) => repo.hasFolder(name));
  const install = manifest === 'requirements.txt' ? 'pip install -r requirements.txt' : 'pip install .';
  const pytest = tests && repo.speaks('pytest');
  const compile = folder ?? tests;
  return {
    kind: 'python', languages: ['python'], manifest, folder, tests, name: folder ? folder.split('/').pop() : null, install,
    prepare: pytest ? `${install} pytest` : install, checks: [...(pytest ? [`python -m pytest ${tests}`] : []),
      ...(compile ? [`python -m compileall -q ${compile}`] : [])],
    setup: ['- uses: actions/setup-python@v5', '  with:', "    python-version: '3.12'"],
    ignored: ['__pycache__/', '*.pyc', '.venv/', '.pytest_cache/'], image: 'python:3.12-slim', tool: 'Python',
  };
}

function go(repo) {
  if (!repo.has('go.mod')) return null;
  const name = /^module\s+(\S+)/m.exec(repo.text('go.mod'))?.[1];
  return {
    kind: 'go', languages: ['go'], manifest: 'go.mod', lock: 'go.sum', name, install: 'go mod download',
    checks: ['go test ./...', 'go vet ./...', 'go build ./...'],
    setup: ['- uses: actions/setup-go@v5', '  with:', '    go-version-file: go.mod'],
    ignored: ['*.test', '*.out', 'coverage.txt'], image: 'golang:1', early: !/=>\s*\.\.?\//.test(repo.text('go.mod')), tool: 'Go',
  };
}

function rust(repo) {
  if (!repo.has('Cargo.toml')) return null;
  return {
    kind: 'rust', languages: ['rust'], manifest: 'Cargo.toml', lock: 'Cargo.lock',
      name: /^name\s*=\s*"([^"]+)"/m.exec(repo.text('Cargo.toml'))?.[1],
    install: 'cargo fetch', checks: ['cargo test --workspace', 'cargo build --release', 'cargo check --all-targets'],
    setup: ['- run: rustup toolchain install stable --profile minimal'], ignored: ['target/', '*.rs.bk'], image: 'rust:1', tool: 'Rust',
  };
}

function cmake(repo) {
  if (!repo.has('CMakeLists.txt')) return null;
  return {
    kind: 'cmake', languages: ['cpp', 'c'], manifest: 'CMakeLists.txt',
      name: /project\(\s*"?([\w-]+)/i.exec(repo.text('CMakeLists.txt'))?.[1],
    install: 'cmake -S . -B build', checks: ['cmake --build build', 'ctest --test-dir build'],
    setup: ['- run: cmake -S . -B build'], ignored: ['build/', '*.o', 'CMakeUserPresets.json'], image: 'gcc:14', tool: 'CMake',
  };
}

function maven(repo) {
  if (!repo.has('pom.xml')) return null;
  return {
    kind: 'maven', languages: ['java'], manifest: 'pom.xml', name: /<artifactId>([^<]+)/.exec(repo.text('pom.xml'))?.[1],
    install: 'mvn -B dependency:go-offline', checks: ['mvn -B verify', 'mvn -B test', 'mvn -B package'],
    setup: ['- uses: actions/setup-java@v4', '  with:', '    distribution: temurin', "    java-version: '21'"],
    ignored: ['target/', '*.class'], image: 'maven:3-eclipse-temurin-21', tool: 'Java',
  };
}

function ruby(repo) {
  const gem = repo.names.find((name) => /^[\w-]+\.gemspec$/.test(name));
  if (!repo.has('Gemfile') && !gem) return null;
  return {
    kind: 'ruby', languages: ['ruby'], manifest: gem ?? 'Gemfile', name: gem?.replace('.gemspec', ''), install: 'bundle install',
    checks: repo.has('Rakefile') ? ['bundle exec rake'] : ['bundle check'],
    setup: ['- uses: ruby/setup-ruby@v1', '  with:', "    ruby-version: '3.3'"], ignored: ['.bundle/', '*.gem'], image: 'ruby:3.3',
      tool: 'Ruby',
  };
}

// The project at the root of the repository that a file of code belongs to; for any other file the first one there is.
export function projectOf(file, repo) {
  const all = [rust, go, python, cmake, maven, ruby, node].map((read) => read(repo)).filter(Boolean);
  const fits = all.find((project) => project.languages.includes(file.language));
  return fits ?? (all.some((project) => project.languages.length)
    && /^(python|javascript|typescript|tsx|go|rust|c|cpp|java|ruby)$/.test(file.language)
    ? null : all[0] ?? null);
}

// Commands that a reader can type at the root: setting up, and the checks the project has.
export function commandsOf(file, repo) {
  const project = projectOf(file, repo);
  return project ? [project.install, ...project.checks] : [];
}

// The targets of a Makefile, the plain ones.
export const targetsOf = (text) => [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?![=:])/gm)].map((match) => match[1]);
