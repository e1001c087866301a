// Sentences that say of the project what is not so.
import { insertAt, replaceLine } from '../../source.mjs';
import { parsedJson, projectOf, targetsOf } from '../shared/project.mjs';
import { absent, folderOf, join, shape, swapped, unseen } from '../shared/shapes.mjs';
import {
  addParagraph, addSection, addSentence, block, code, isMarkdown, isPage, isReadme, lists, sections,
} from './parts.mjs';

const inPage = (make) => (file, tools) => (isPage(file) && !/(^|\/)(tests?|examples?)\//.test(file.path) ? make(file, tools) : null);

// Tools with the words by which a repository that uses them would give itself away.
const techniques = [
  { name: 'FastAPI', words: ['fastapi', 'FastAPI'], what: 'framework', languages: ['python'] },
    { name: 'Django', words: ['django', 'Django'], what: 'framework', languages: ['python'] },
  { name: 'Celery', words: ['celery', 'Celery'], what: 'queue', languages: ['python'] },
    { name: 'SQLAlchemy', words: ['sqlalchemy', 'SQLAlchemy'], what: 'database', languages: ['python'] },
  { name: 'PostgreSQL', words: ['postgres', 'postgresql', 'PostgreSQL', 'psycopg', 'psycopg2', 'pg'], what: 'database' },
    { name: 'Redis', words: ['redis', 'Redis'], what: 'cache' },
  { name: 'MongoDB', words: ['mongodb', 'MongoDB', 'mongoose', 'pymongo'], what: 'database' },
    { name: 'RabbitMQ', words: ['rabbitmq', 'RabbitMQ', 'amqp', 'pika'], what: 'queue' },
  { name: 'Kafka', words: ['kafka', 'Kafka'], what: 'queue' },
    { name: 'Elasticsearch', words: ['elasticsearch', 'Elasticsearch'], what: 'database' },
  { name: 'GraphQL', words: ['graphql', 'GraphQL'], what: 'interface' },
    { name: 'Kubernetes', words: ['kubernetes', 'Kubernetes', 'kubectl', 'k8s', 'helm'], what: 'platform' },
  { name: 'Nomad', words: ['nomad', 'Nomad'], what: 'platform' },
    { name: 'Next.js', words: ['next', 'nextjs', 'Next'], what: 'framework', languages: ['javascript', 'typescript'] },
  { name: 'Express', words: ['express', 'Express'], what: 'framework', languages: ['javascript', 'typescript'] },
    { name: 'Tailwind CSS', words: ['tailwind', 'tailwindcss', 'Tailwind'], what: 'interface' },
  { name: 'Spring Boot', words: ['spring', 'springframework', 'Spring'], what: 'framework', languages: ['java'] },
    { name: 'Tokio', words: ['tokio', 'Tokio'], what: 'framework', languages: ['rust'] },
  { name: 'Actix', words: ['actix', 'Actix'], what: 'framework', languages: ['rust'] },
    { name: 'Gin', words: ['gin', 'Gin'], what: 'framework', languages: ['go'] },
  { name: 'Rails', words: ['rails', 'Rails'], what: 'framework', languages: ['ruby'] },
    { name: 'Boost', words: ['boost', 'Boost'], what: 'framework', languages: ['cpp', 'c'] },
];
const strange = (file, tools, what) => {
  const project = projectOf(file, tools.repo);
  const fits = techniques.filter((one) => (!what || what.includes(one.what))
    && (!one.languages || one.languages.some((name) => project?.languages.includes(name))));
  return tools.shuffle([...fits]).find((one) => one.words.every((word) => !tools.repo.speaks(word)));
};
const claiming = (what, add) => inPage((file, tools) => {
  const one = projectOf(file, tools.repo) && strange(file, tools, what);
  return one ? add(file, tools, one.name) : null;
});
const sentence = (what, write) => claiming(what, (file, tools, name) => addSentence(file, tools, write(name)));
const falseTool = {
  name: 'tool that the project does not use', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'nothing in the repository uses it, so the reader is told a falsehood about the project',
  shapes: [
    shape('under the hood', sentence(['framework', 'database'], (name) => `Under the hood the project uses ${name}.`)),
    shape('is built with', sentence(null, (name) => `It is built with ${name}.`)),
    shape('data are stored in', sentence(['database'],
      (name) => `All data is stored in ${name}, so make sure that an instance is running.`)),
    shape('item of a list', claiming(null, (file, tools, name) => {
      const place = tools.pick(lists(file));
      return place ? insertAt(file, place.to, `${/^[-*+] /.exec(file.lines[place.from])[0]}Powered by ${name}`) : null;
    })),
    unseen('before you begin', claiming(['database', 'cache', 'queue', 'platform'], (file, tools, name) =>
      addSection(file, tools, 'Prerequisites', [`You need a running ${name} server (any recent version will do).`]))),
    unseen('passive voice', sentence(['queue', 'cache'],
      (name) => `Jobs are handed to the workers through ${name} and results are cached there for an hour.`)),
    unseen('thanks to', sentence(['framework', 'interface'], (name) => `Thanks to ${name}, requests are handled without blocking.`)),
    unseen('deployment', sentence(['platform'], (name) =>
      `In production we run it on ${name}; the manifests are part of this repository.`)),
    unseen('table of the parts', claiming(null, (file, tools, name) => (isMarkdown(file)
      ? addSection(file, tools, 'Tech stack', ['| Part | Used for |', '| --- | --- |', `| ${name} | core of the service |`]) : null))),
    unseen('adjective', sentence(['framework', 'interface'], (name) => `The ${name}-based core keeps the code small.`)),
    unseen('in brackets', sentence(['database', 'cache'], (name) => `State survives a restart (it is kept in ${name}).`)),
  ],
};

// The files of that name that a reader of the page may mean: those at or above its folder.
const above = (file, repo, name) => {
  const parts = folderOf(file).split('/').filter(Boolean);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/')).concat('').map((folder) => join(folder, name)).filter((path) =>
    repo.has(path));
};
const manifests = ['package.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'Cargo.toml', 'go.mod', 'Makefile', 'tox.ini', 'pom.xml'];
const atRoot = (file, repo) => manifests.every((name) => above(file, repo, name).every((path) => !path.includes('/')));
const scriptsOf = (file, repo) => above(file, repo, 'package.json').map((path) => parsedJson(repo, path)?.scripts ?? {});
const missingScript = (tools, all) => (all.length
  ? tools.pick(['lint:fix', 'docs:serve', 'start:dev', 'coverage', 'e2e', 'seed', 'typecheck:watch', 'release:dry'].filter((name) =>
  all.every((taken) => !taken[name]))) : null);
const commands = {
  script(file, tools) {
    const name = missingScript(tools, scriptsOf(file, tools.repo));
    return name ? `npm run ${name}` : null;
  },
  target(file, tools) {
    if (!tools.repo.has('Makefile') || !atRoot(file, tools.repo)
      || /^%|^include|^\$\(|^\S*%/m.test(tools.repo.text('Makefile'))) return null;
    const taken = targetsOf(tools.repo.text('Makefile'));
    const name = tools.pick(['bootstrap', 'docker-image', 'migrate', 'serve', 'e2e', 'check-all'].filter((one) => !taken.includes(one)
      && !tools.repo.text('Makefile').includes(one)));
    return name ? `make ${name}` : null;
  },
  file(file, tools) {
    const names = ['scripts/bootstrap.sh', 'scripts/setup.sh', 'bin/dev', 'tools/install.sh', 'run.sh', 'scripts/release.sh'];
    const name = tools.pick(absent(tools.repo, names).filter((one) => !tools.repo.names.some((path) => path.endsWith(`/${one}`))));
    return name ? `./${name}` : null;
  },
  module(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const project = projectOf({ language: 'python' }, tools.repo);
    const name = project?.folder
      && tools.pick(['server', 'admin', 'migrate', 'doctor'].filter((one) => !tools.repo.has(`${project.folder}/${one}.py`)
      && !tools.repo.hasFolder(`${project.folder}/${one}`)));
    return name ? `python -m ${project.name}.${name}` : null;
  },
  binary(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const project = projectOf({ language: 'rust' }, tools.repo);
    return project && !tools.repo.speaks('migrator') ? 'cargo run --bin migrator' : null;
  },
  command(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const name = tools.repo.has('go.mod')
      && tools.pick(['server', 'migrate', 'worker', 'admin'].filter((one) => !tools.repo.hasFolder(`cmd/${one}`)));
    return name ? `go run ./cmd/${name}` : null;
  },
  service(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const name = ['docker-compose.yml', 'compose.yml', 'compose.yaml', 'docker-compose.yaml'].find((one) => tools.repo.has(one));
    return !name || !tools.repo.text(name).includes('scheduler:') ? 'docker compose up scheduler' : null;
  },
  requirements(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const name = projectOf({ language: 'python' }, tools.repo)
      && tools.pick(absent(tools.repo, ['requirements-dev.txt', 'requirements.txt', 'requirements/dev.txt']));
    return name ? `pip install -r ${name}` : null;
  },
  environment(file, tools) {
    if (!atRoot(file, tools.repo)) return null;
    const text = ['tox.ini', 'pyproject.toml', 'setup.cfg', 'noxfile.py'].filter((name) => tools.repo.has(name)).map((name) =>
      tools.repo.text(name)).join('\n');
    return /\[testenv|tool\.tox/.test(text) && !text.includes('benchmark') ? 'tox -e benchmark' : null;
  },
  test(file, tools) {
    const all = scriptsOf(file, tools.repo);
    return all.length && all.every((taken) => !taken['test:integration']) ? 'npm run test:integration -- --watch' : null;
  },
};
const commanding = (names, add) => inPage((file, tools) => {
  const text = tools.shuffle([...names]).map((name) => commands[name](file, tools)).find(Boolean);
  return text ? add(file, tools, text) : null;
});
const falseCommand = {
  name: 'command that does not exist', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the script, target or file that the reader is sent to is not in the repository, so the command fails',
  shapes: [
    shape('sentence', commanding(['script', 'target', 'module', 'binary', 'command'],
      (file, tools, text) => addSentence(file, tools, `Run ${code(file, text)} to check it.`))),
    shape('block of its own', commanding(['script', 'target', 'command', 'binary'],
      (file, tools, text) => addParagraph(file, tools, 'To try the latest version:', '', ...block(file, 'bash', [text])))),
    shape('script of a folder', commanding(['file'], (file, tools, text) =>
      addSection(file, tools, 'Setting up', block(file, 'bash', [text])))),
    unseen('item of a list', commanding(['script', 'target', 'test', 'environment', 'module'], (file, tools, text) => {
      const place = tools.pick(lists(file));
      return place ? insertAt(file, place.to,
        `${/^[-*+] /.exec(file.lines[place.from])[0]}${code(file, text)} - runs the whole suite`) : null;
    })),
    unseen('service of docker compose', commanding(['service'],
      (file, tools, text) => addSection(file, tools, 'Running with Docker', block(file, 'console', [`$ ${text}`])))),
    unseen('list of requirements', commanding(['requirements', 'environment'],
      (file, tools, text) => addSentence(file, tools, `Contributors install the tools with ${code(file, text)} first.`))),
    unseen('last of several', commanding(['script', 'test', 'target', 'command', 'binary', 'file'], (file, tools, text) => {
      const project = projectOf(file, tools.repo);
      return project ? addSection(file, tools, 'Before a pull request',
        block(file, 'sh', [project.install, ...project.checks.slice(0, 1), text])) : null;
    })),
  ],
};

const variable = (file, tools) => {
  const stem = (projectOf(file, tools.repo)?.name ?? 'app').split('/').pop().replace(/\W/g, '_').toUpperCase();
  const name = tools.pick(['CACHE_DIR', 'LOG_FORMAT', 'MAX_RETRIES', 'STRICT_MODE', 'WORKERS'].map((one) => `${stem}_${one}`));
  return tools.repo.speaks(name) ? null : name;
};
const flag = (tools) => {
  const name = tools.pick(['dry-run-only', 'no-telemetry', 'max-workers', 'emit-stats', 'legacy-output']);
  return tools.repo.names.length && !tools.repo.speaks(name) && !tools.repo.speaks(name.replace(/-/g, '_')) ? name : null;
};
const naming = (find, add) => inPage((file, tools) => {
  const name = projectOf(file, tools.repo) && find(file, tools);
  return name ? add(file, tools, name) : null;
});
const falseSetting = {
  name: 'setting that no code reads', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the variable, option or function is nowhere in the code, so setting it does nothing',
  shapes: [
    shape('variable of the environment',
      naming(variable, (file, tools, name) => addSentence(file, tools, `Set ${code(file, `${name}=1`)} to change the default.`))),
    shape('option of the command line', naming((file, tools) => flag(tools),
      (file, tools, name) => addSentence(file, tools, `Pass ${code(file, `--${name}`)} to switch this off.`))),
    shape('function of the library', naming((file, tools) => tools.invent('configure_defaults'), (file, tools, name) =>
      addSentence(file, tools, `Call ${code(file, `${name}()`)} once at the start to set the defaults.`))),
    unseen('export in a block', naming(variable, (file, tools, name) => addParagraph(file, tools, 'For verbose output:', '',
      ...block(file, 'bash', [`export ${name}=debug`])))),
    unseen('table of settings', naming(variable, (file, tools, name) => (isMarkdown(file)
      ? addSection(file, tools, 'Environment', ['| Variable | Default | Meaning |', '| --- | --- | --- |',
      `| \`${name}\` | \`4\` | how many jobs run at once |`]) : null))),
    unseen('import in an example', inPage((file, tools) => {
      const project = projectOf({ language: 'python' }, tools.repo);
      const name = project?.folder && tools.repo.has('pyproject.toml') ? tools.invent('load_settings') : null;
      return name ? addParagraph(file, tools, 'For example:', '',
        ...block(file, 'python', [`from ${project.name} import ${name}`, '', `settings = ${name}()`])) : null;
    })),
    unseen('file of settings', naming((file, tools) => tools.invent('project_settings'), (file, tools, name) =>
      addSentence(file, tools, `The defaults can be changed in ${code(file, `${name}.toml`)} in your home directory.`))),
  ],
};

const minimum = {
  python: (tools) => /requires-python\s*=\s*"\s*>=\s*3\.(\d+)/.exec(tools.repo.has('pyproject.toml') ? tools.repo.text('pyproject.toml')
    : '')?.[1],
  node: (tools) => /(\d+)/.exec(parsedJson(tools.repo, 'package.json')?.engines?.node ?? '')?.[1],
  go: (tools) => /^go 1\.(\d+)/m.exec(tools.repo.has('go.mod') ? tools.repo.text('go.mod') : '')?.[1],
  rust: (tools) => /^rust-version\s*=\s*"1\.(\d+)/m.exec(tools.repo.has('Cargo.toml') ? tools.repo.text('Cargo.toml') : '')?.[1],
};
const version = { python: (n) => `Python 3.${n}`, node: (n) => `Node.js ${n}`, go: (n) => `Go 1.${n}`, rust: (n) => `Rust 1.${n}` };
const requiring = (turn, add) => inPage((file, tools) => {
  const kind = tools.shuffle(Object.keys(minimum)).find((one) => minimum[one](tools));
  if (!kind || !atRoot(file, tools.repo) || !isReadme(file) && !/install|start|contribut|develop/i.test(file.name)) return null;
  const real = Number(minimum[kind](tools));
  const other = turn(real, kind);
  return other > 0 ? add(file, tools, version[kind](other)) : null;
});
const lower = (real, kind) => real - (kind === 'node' ? 4 : kind === 'python' ? 3 : 8);
const higher = (real, kind) => real + (kind === 'node' ? 6 : kind === 'python' ? 3 : 5);
const falseVersion = {
  name: 'version that the manifest denies', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the manifest states another lowest version, so the reader sets up the wrong one',
  shapes: [
    shape('requires an older one', requiring(lower, (file, tools, text) => addSentence(file, tools, `It requires ${text} or newer.`))),
    shape('requires a newer one', requiring(higher, (file, tools, text) => addSentence(file, tools, `${text} or later is required.`))),
    shape('section of requirements',
      requiring(lower, (file, tools, text) => addSection(file, tools, 'Requirements', [`- ${text}+`, '- Git']))),
    unseen('is supported', requiring(lower, (file, tools, text) => addSentence(file, tools, `We still support ${text}.`))),
    unseen('since version', requiring(higher, (file, tools, text) =>
      addSentence(file, tools, `Older releases than ${text} are no longer supported.`))),
    unseen('minimum in bold', requiring(higher, (file, tools, text) => addParagraph(file, tools, `**Minimum version:** ${text}`))),
    unseen('address pinned to a version that is not out', inPage((file, tools) => {
      const real = parsedJson(tools.repo, 'package.json');
      return real?.version && file.text.includes(`@${real.version}`) ? swapped(file.text, `@${real.version}`, '@99.0.0') : null;
    })),
  ],
};

const owner = (tools) => {
  for (const name of ['package.json', 'pyproject.toml', 'Cargo.toml', 'README.md', 'README.rst']) {
    const match = tools.repo.has(name) && /github\.com[/:]([\w-]+)\/([\w.-]+?)(?:\.git|[/)"'#>\s])/.exec(tools.repo.text(name));
    if (match) return `${match[1]}/${match[2]}`;
  }
  return null;
};
const badge = (name, image, target) => (file, tools) => {
  if (!isReadme(file) || !atRoot(file, tools.repo) || !owner(tools)) return null;
  const picture = image(tools, owner(tools));
  const aim = picture && target(tools, owner(tools));
  const first = sections(file)[0];
  if (!picture || !first) return null;
  const lines = isMarkdown(file) ? [`[![${name}](${picture})](${aim})`]
    : [`.. image:: ${picture}`, `   :target: ${aim}`, `   :alt: ${name}`];
  return insertAt(file, first.body, '', ...lines);
};
const licence = (tools) => {
  const path = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE', 'COPYING', 'LICENSE-MIT'].find((name) => tools.repo.has(name));
  const text = path ? tools.repo.text(path) : '';
  const spdx = /Apache License/.test(text) ? 'Apache-2.0' : /GNU AFFERO/.test(text) ? 'AGPL-3.0' : /GNU GENERAL PUBLIC/i.test(text)
    ? 'GPL-3.0'
    : /Redistribution and use in source/.test(text) ? 'BSD' : /Permission is hereby granted, free of charge/.test(text) ? 'MIT' : null;
  const unclear = tools.repo.names.filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name)).length !== 1;
  return spdx && !unclear ? { path, text, spdx } : null;
};
const missingWorkflow = (tools) =>
  tools.pick(absent(tools.repo, ['build', 'coverage', 'e2e', 'docs', 'main-ci'].flatMap((name) => `.github/workflows/${name}.yml`))
  .filter((path) => !tools.repo.has(path.replace('.yml', '.yaml'))))?.split('/').pop();
const gone = (tools, names) => names.every((name) => !tools.repo.has(name));
const falseBadge = {
  name: 'badge of something that the project does not have', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the workflow, service or file that the badge speaks of is not in the repository',
  shapes: [
    shape('workflow that is not there', (file, tools) => {
      const name = missingWorkflow(tools);
      return name ? badge('Build', (_, repo) => `https://github.com/${repo}/actions/workflows/${name}/badge.svg`,
        (_, repo) => `https://github.com/${repo}/actions/workflows/${name}`)(file, tools) : null;
    }),
    shape('Travis without its file', badge('Build status',
      (tools, repo) => (gone(tools, ['.travis.yml']) ? `https://travis-ci.org/${repo}.svg?branch=main` : null),
      (tools, repo) => `https://travis-ci.org/${repo}`)),
    shape('licence other than the one in LICENSE', badge('License', (tools) => {
      const real = licence(tools)?.spdx;
      return real ? `https://img.shields.io/badge/license-${real === 'MIT' ? 'GPL--3.0' : 'MIT'}-blue.svg` : null;
    }, () => 'LICENSE')),
    unseen('CircleCI without its file',
      badge('CircleCI', (tools, repo) => (gone(tools, ['.circleci/config.yml']) ? `https://circleci.com/gh/${repo}.svg?style=shield`
        : null),
      (tools, repo) => `https://circleci.com/gh/${repo}`)),
    unseen('AppVeyor without its file', badge('Windows build',
      (tools, repo) => (gone(tools, ['appveyor.yml', '.appveyor.yml']) ? `https://ci.appveyor.com/api/projects/status/github/${repo}`
        : null),
      (tools, repo) => `https://ci.appveyor.com/project/${repo}`)),
    unseen('documentation host without its file',
      badge('Documentation', (tools) =>
        (gone(tools, ['.readthedocs.yaml', '.readthedocs.yml', 'docs/conf.py', 'docs/source/conf.py', 'mkdocs.yml'])
      && !tools.repo.speaks('readthedocs') ? 'https://readthedocs.org/projects/api-reference/badge/?version=latest' : null),
      () => 'https://readthedocs.org/projects/api-reference/')),
    unseen('fixed figure of coverage',
      badge('Coverage', (tools) => (['coverage', 'codecov', 'coveralls', 'nyc', 'c8', 'tarpaulin', 'jacoco', 'simplecov',
        'covermode', 'gcov']
      .some((word) => tools.repo.speaks(word)) ? null : 'https://img.shields.io/badge/coverage-100%25-brightgreen.svg'),
        (tools, repo) => `https://github.com/${repo}/actions`)),
  ],
};

const licensing = (write) => inPage((file, tools) => {
  const real = licence(tools);
  const other = real && (real.spdx === 'MIT' ? 'Apache License 2.0' : 'MIT License');
  return other && isReadme(file) && atRoot(file, tools.repo) ? write(file, tools, other, real) : null;
});
const falseLicence = {
  name: 'licence other than the one of the repository', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the file of the licence grants other rights than the sentence says',
  shapes: [
    shape('section', licensing((file, tools, other) => addSection(file, tools, 'Licensing',
      [`This project is licensed under the ${other}.`]))),
    shape('sentence', licensing((file, tools, other) => addSentence(file, tools, `It is released under the ${other}.`))),
    shape('name in an existing sentence', licensing((file, tools, other, real) => {
      const at = file.lines.findIndex((line) => /licen[cs]/i.test(line) && line.includes(real.spdx.split('-')[0]) && !/https?:/.test(line));
      return at < 0 ? null : replaceLine(file, at, file.lines[at].replace(real.spdx.split('-')[0], other.split(' ')[0]));
    })),
    unseen('see LICENSE for its text', licensing((file, tools, other, real) =>
      addSentence(file, tools, `The code may be used under the terms of the ${other}; see ${code(file, join('', real.path))} for the full text.`))),
    unseen('copyright line at the end',
      licensing((file, tools, other) =>
        `${file.text.trimEnd()}\n\n${other.replace(' License', '')}-licensed. Copyright by the contributors.\n`)),
    unseen('two licences for the choice of the user', licensing((file, tools, other, real) =>
      addSentence(file, tools, `It is dual-licensed under the terms of ${real.spdx} and the ${other}, at your option.`))),
  ],
};

export const claims = [falseTool, falseCommand, falseSetting, falseVersion, falseBadge, falseLicence];
export { licence, owner };
