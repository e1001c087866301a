// References from workflows, hooks, bots and owners to what is not there.
import { indentOf, insertAt, replaceLine } from '../../source.mjs';
import { keyAt, putInto } from '../shared/edits.mjs';
import { drivers, on } from '../shared/planted.mjs';
import { parsedJson, targetsOf } from '../shared/project.mjs';
import { shape, swapped, unseen } from '../shared/shapes.mjs';
import { missing } from './builds.mjs';

const work = (edit) => on('workflow', edit);
// A step behind the checkout, in the indent of the steps.
function step(base, ...lines) {
  const at = base.lines.findIndex((line) => /^\s*- uses: actions\/checkout@/.test(line));
  if (at < 0) return null;
  const indent = indentOf(base.lines[at]);
  let to = at + 1;
  while (to < base.lines.length && (indentOf(base.lines[to]).length > indent.length) && base.lines[to].trim()) ++to;
  return insertAt(base, to, ...lines.map((line) => indent + line));
}
const runs = (names, ...write) => work((base, tools) => {
  const name = missing(base, tools, names);
  return name ? step(base, ...write.map((line) => line.replace('FILE', name))) : null;
});
const lostScript = {
  name: 'workflow runs a file that is not there', class: 11, what: 'defect', languages: ['yaml', ...drivers],
  why: 'the step fails on every run',
  shapes: [
    shape('script', runs(['scripts/ci.sh', 'scripts/verify.sh', 'ci/setup.sh'], '- run: ./FILE')),
    shape('script of Python', runs(['tools/check_links.py', 'scripts/check_version.py', '.github/scripts/report.py'], '- name: Check',
      '  run: python FILE')),
    shape('target or script that is not there', work((base, tools) => {
      const scripts = parsedJson(tools.repo, 'package.json')?.scripts;
      if (scripts && !scripts['ci:verify']) return step(base, '- run: npm run ci:verify');
      return tools.repo.has('Makefile') && !/^include|^%/m.test(tools.repo.text('Makefile'))
        && !targetsOf(tools.repo.text('Makefile')).includes('ci-verify') ? step(base, '- run: make ci-verify') : null;
    })),
    unseen('in a text of several lines', runs(['scripts/install-deps.sh', 'hack/ci.sh', 'ci/bootstrap.sh'], '- name: Prepare', '  run: |',
      '    set -e', '    bash FILE --quiet')),
    unseen('folder in which a step runs', runs(['packages/server', 'e2e-tests', 'web/app'], '- run: ls', '  working-directory: FILE')),
    unseen('script of Node', runs(['scripts/check-size.mjs', 'tools/verify.js', '.github/scripts/label.js'], '- run: node FILE')),
    unseen('list of requirements', runs(['requirements/ci.txt', 'requirements-ci.txt', '.github/requirements.txt'],
      '- run: pip install --requirement FILE')),
    unseen('existing script a letter off', work((base, tools) => {
      const found = base.lines.flatMap((line, at) =>
        [...line.matchAll(/(?:^|\s)(\.\/)?([\w.-]+(?:\/[\w.-]+)*\.(?:sh|py|js|mjs|rb|pl))\b/g)].filter((match) => tools.repo.has(match[2])
          && /run:|^\s+[\w./]/.test(line)).map((match) => ({ at, name: match[2] })));
      const one = tools.pick(found);
      return one ? replaceLine(base, one.at, base.lines[one.at].replace(one.name, one.name.replace(/(\.\w+)$/, '-all$1'))) : null;
    })),
  ],
};

const lostName = {
  name: 'workflow refers to a job, step or value that is not there', class: 11, what: 'defect', languages: ['yaml', ...drivers],
  why: 'GitHub refuses the workflow, or the expression is always empty',
  shapes: [
    shape('job that another needs', work((base) => {
      const at = keyAt(base, ['jobs', '*', 'needs']);
      return at >= 0 && /needs:\s+[\w-]+\s*$/.test(base.lines[at])
        ? replaceLine(base, at, base.lines[at].replace(/needs:.*$/, 'needs: prepare-env'))
        : at >= 0 ? null : putInto(base, ['jobs', '*'], 'needs: prepare-env');
    })),
    shape('step whose output is read',
      work((base) => (/steps\.meta/.test(base.text) || /id: meta\b/.test(base.text) ? null
        : step(base, '- run: echo "${{ steps.meta.outputs.version }}"')))),
    shape('value of the matrix',
      work((base) => (/matrix\.flavor|flavor:/.test(base.text) ? null : step(base, '- run: echo "${{ matrix.flavor }}"')))),
    unseen('output of a job that is not needed',
      work((base) => (/needs\.setup\b|^ {2}setup:/m.test(base.text) ? null
        : step(base, "- if: needs.setup.outputs.changed == 'true'", '  run: git --version')))),
    unseen('input that nobody declares',
      work((base) => (/inputs\.|inputs:/.test(base.text) ? null : step(base, '- run: echo "${{ inputs.channel }}"')))),
    unseen('step renamed, its reader not', work((base) => {
      const id = /^\s*(?:- )?id:\s*([\w-]+)\s*$/m.exec(base.text)?.[1];
      return id && new RegExp(`steps\\.${id}\\.`).test(base.text)
        ? swapped(base.text, new RegExp(`^(\\s*(?:- )?id:\\s*)${id}\\s*$`, 'm'), (_, head) => `${head}${id}-main`) : null;
    })),
    unseen('job renamed, the others not', work((base) => {
      const name = /needs:\s*\[?\s*([\w-]+)/.exec(base.text)?.[1];
      return name ? swapped(base.text, new RegExp(`^(  |    )${name}:\\s*$`, 'm'), (_, indent) => `${indent}${name}-all:`) : null;
    })),
    unseen('secret that a called workflow does not declare',
      work((base) => (/workflow_call:\s*\n\s+(inputs|secrets):/.test(base.text) && !/secrets\.DEPLOY_TOKEN/.test(base.text)
        && /^\s+secrets:/m.test(base.text)
      ? step(base, '- run: git --version', '  env:', '    TOKEN: ${{ secrets.DEPLOY_TOKEN }}')
      : base.planted ? swapped(base.text, /^ {2}workflow_dispatch:$/m,
      '  workflow_call:\n    secrets:\n      API_TOKEN:\n        required: false').replace(/^ {6}- id: size$/m,
        '      - run: git --version\n        env:\n          TOKEN: ${{ secrets.DEPLOY_TOKEN }}\n      - id: size') : null))),
  ],
};

const lostUse = {
  name: 'workflow uses an action or file of the repository that is not there', class: 11, what: 'defect', languages: ['yaml', ...drivers],
  why: 'GitHub cannot start the job',
  shapes: [
    shape('action', work((base, tools) => (missing(base, tools, ['.github/actions/prepare'])
      ? step(base, '- uses: ./.github/actions/prepare') : null))),
    shape('workflow that is called', work((base, tools) => {
      const at = missing(base, tools, ['.github/workflows/reusable-lint.yml']) ? keyAt(base, ['jobs', '*']) : -1;
      return at < 0 ? null : `${base.text.trimEnd()}\n\n${indentOf(base.lines[at])}reuse:\n${indentOf(base.lines[at])}  uses: ./.github/workflows/reusable-lint.yml\n`;
    })),
    shape('file of a version', work((base, tools) => (missing(base, tools, ['.python-version'])
      ? step(base, '- uses: actions/setup-python@v5', '  with:', '    python-version-file: .python-version') : null))),
    unseen('file by which a cache is named',
      work((base, tools) => (missing(base, tools, ['requirements/locked.txt'])
        ? step(base, '- uses: actions/setup-python@v5', '  with:', "    python-version: '3.12'", '    cache: pip',
        '    cache-dependency-path: requirements/locked.txt') : null))),
    unseen('action in the folder of actions',
      work((base, tools) => (missing(base, tools, ['actions/setup/action.yml']) && !tools.repo.hasFolder('actions/setup')
        ? step(base, '- name: Set up', '  uses: ./actions/setup', '  with:', '    cache: true') : null))),
    unseen('file of a version of Node',
      work((base, tools) => (missing(base, tools, ['.nvmrc'])
        ? step(base, '- uses: actions/setup-node@v4', '  with:', '    node-version-file: .nvmrc') : null))),
    unseen('Dockerfile of a build',
      work((base, tools) => (missing(base, tools, ['docker/ci.Dockerfile'])
        ? step(base, '- uses: docker/build-push-action@v6', '  with:', '    context: .', '    file: docker/ci.Dockerfile') : null))),
    unseen('existing action renamed', (file, tools) => {
      const name = tools.repo.names.find((path) => /^\.github\/actions\/[\w-]+\/action\.ya?ml$/.test(path));
      const folder = name?.replace(/\/action\.ya?ml$/, '');
      const used = name && /^\.github\/workflows\//.test(file.path) && file.text.includes(`./${folder}`);
      return used ? { files: { [name]: null, [name.replace(folder, `${folder}-v2`)]: tools.repo.text(name) } } : null;
    }),
  ],
};

const hook = (edit) => on('precommit', edit);
const local = (base, tools, name, ...lines) => {
  const at = base.lines.findIndex((line) => /^\s*- repo: local/.test(line));
  const text = ['- id: own-check', '  name: own check', `  entry: ${name}`, '  language: script', ...lines];
  if (at >= 0) {
    const hooks = base.lines.findIndex((line, index) => index > at && /^\s*hooks:/.test(line));
    const first = /^(\s*)- id:/.exec(base.lines[hooks + 1] ?? '')?.[1];
    return first === undefined ? null : insertAt(base, hooks + 1, ...text.map((line) => first + line));
  }
  return `${base.text.trimEnd()}\n${['- repo: local', '  hooks:', ...text.map((line) => `    ${line}`)].map((line) => (/^repos:\s*\n {2}- /m.test(base.text) ? '  ' : '') + line).join('\n')}\n`;
};
const lostHook = {
  name: 'hook, owner or bot refers to what is not there', class: 11, what: 'defect', languages: ['yaml', ...drivers],
  why: 'the hook fails on every commit; owners and bots look after a folder that does not exist',
  shapes: [
    shape('entry of a local hook', hook((base, tools) => {
      const name = missing(base, tools, ['scripts/pre-commit.sh', 'tools/check-headers.sh', 'scripts/lint.sh']);
      return name ? local(base, tools, name) : null;
    })),
    shape('folder of dependabot', on('dependabot', (base, tools) =>
      (missing(base, tools, ['services/api']) ? swapped(base.text, /^(\s+directory:).*$/m, (_, head) => `${head} /services/api`) : null))),
    shape('path of an owner', on('codeowners', (base, tools) =>
      (missing(base, tools, ['infra']) ? `${base.text.trimEnd()}\n/infra/ ${/(@[\w/-]+)/.exec(base.text)?.[1] ?? '@maintainers'}\n`
        : null))),
    unseen('script of Python as a hook', hook((base, tools) => {
      const name = missing(base, tools, ['tools/check_copyright.py', 'scripts/sort_words.py']);
      return name ? local(base, tools, `python ${name}`, '  pass_filenames: false').replace('language: script', 'language: system') : null;
    })),
    unseen('settings that a hook is given', hook((base, tools) => {
      const name = missing(base, tools, ['config/markdownlint.yaml', '.config/yamllint.yml']);
      return name ? swapped(base.text, /^(\s+)- id: ([\w-]+)[^\S\n]*$(?!\n\s+(args|exclude|types|files|name|additional))/m,
        (whole, indent) => `${whole}\n${indent}  args: [--config, ${name}]`) : null;
    })),
    unseen('file of an owner a letter off',
      on('codeowners', (base) => swapped(base.text, /^(\/[\w.-]+(?:\/[\w.-]+)*)(\/?\s+@)/m, (_, path, rest) => `${path}-old${rest}`))),
    unseen('several folders of dependabot',
      on('dependabot', (base, tools) => (missing(base, tools, ['packages/legacy'])
        ? swapped(base.text, /^(\s+)directory:.*$/m, (_, indent) => `${indent}directories:\n${indent}  - /\n${indent}  - /packages/legacy`)
        : null))),
  ],
};

export const workflows = [lostScript, lostName, lostUse, lostHook];
