// Faults in YAML: the syntax, and the keys and values of workflows, compose files and the settings of tools.
import { indentOf, insertAt, replaceLine, without } from '../../source.mjs';
import { blockEnd, blockReplaced, keyAt, keyRenamed, putAfter, putInto, valueReplaced } from '../shared/edits.mjs';
import { drivers, on } from '../shared/planted.mjs';
import { shape, swapped, unseen } from '../shared/shapes.mjs';

const outside = (file) => ['test', 'generated'].includes(file.place)
  || /(^|\/)(fixtures?|testdata|templates|k8s[\w-]*|vendor|examples?)\/|\{\{|lock\.ya?ml$/.test(file.path);
const isPlain = (file) => file.language === 'yaml' && !outside(file) && !/^\s*\{\{|\{\{-/m.test(file.text) && file.lines.length > 4
  && /^[\w"-]+:/m.test(file.text);
const inYaml = (make) => (file, tools) => (isPlain(file) ? make(file, tools) ?? null : null);
// Lines outside of blocks of text, which may hold anything.
function structure(file) {
  const found = [];
  for (let at = 0; at < file.lines.length; ++at) {
    found.push(at);
    if (/:\s*[|>][+-]?\d?\s*$|^\s*- [|>][+-]?\s*$/.test(file.lines[at])) at = textEnd(file, at) - 1;
  }
  return found;
}
function textEnd(file, at) {
  const indent = indentOf(file.lines[at]).length;
  let to = at + 1;
  while (to < file.lines.length && (/^\s*$/.test(file.lines[to]) || indentOf(file.lines[to]).length > indent)) ++to;
  return to;
}
const atLine = (pattern, change) => inYaml((file, tools) => {
  const at = tools.pick(structure(file).filter((line) => pattern.test(file.lines[line]) && !/^\s*#/.test(file.lines[line])));
  return at === undefined ? null : change(file, at, file.lines[at]);
});
const syntax = {
  name: 'syntax of YAML broken', class: 5, what: 'defect', languages: ['yaml'],
  why: 'no reader of YAML can read the file any more',
  shapes: [
    shape('tab as indent', atLine(/^ +[\w-]+:/, (file, at, line) => replaceLine(file, at, line.replace(/^ +/, '\t')))),
    shape('quote not closed', atLine(/:\s+(["'])[^"'\\]+\1\s*$/, (file, at, line) => replaceLine(file, at, line.replace(/["']\s*$/, '')))),
    shape('colon lost', inYaml((file, tools) => {
      const fits = (at) => /^( *)[\w-]+:\s*$/.test(file.lines[at])
        && indentOf(file.lines[at + 1] ?? '').length > indentOf(file.lines[at]).length && /^\s*[\w-]+:/.test(file.lines[at + 1])
        && /^\s*[\w-]+:/.test(file.lines[at - 1] ?? '');
      const at = tools.pick(structure(file).filter(fits));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/:\s*$/, ''));
    })),
    shape('bracket of a list not closed', atLine(/:\s+\[[^\]]+\]\s*$/,
      (file, at, line) => replaceLine(file, at, line.replace(/\]\s*$/, '')))),
    unseen('child a blank to the left', inYaml((file, tools) => {
      const key = (at) => /^( *)[\w-]+:\s+\S/.exec(file.lines[at] ?? '')?.[1];
      const found = structure(file).filter((at) => key(at)?.length > 1 && key(at) === key(at - 1) && key(at) === key(at + 1)
        && !/[|>&*{[]/.test(file.lines[at] + file.lines[at - 1]));
      const at = tools.pick(found);
      return at === undefined ? null : replaceLine(file, at, file.lines[at].slice(1));
    })),
    unseen('value that begins with a mark', atLine(/^\s*[\w-]+:\s+[A-Za-z][\w ]*$/,
      (file, at, line) => replaceLine(file, at, line.replace(/(:\s+)/, '$1@')))),
    unseen('colon in an unquoted value', atLine(/^\s*(- )?(name|description|title):\s+[A-Za-z][\w ]*$/,
      (file, at, line) => replaceLine(file, at, `${line}: now with more: of it`))),
    unseen('item beside its list', inYaml((file, tools) => {
      const found = structure(file).filter((at) => /^ {2,}- \S/.test(file.lines[at]) && /^ {2,}- [^:]*$/.test(file.lines[at - 1] ?? '')
        && indentOf(file.lines[at]) === indentOf(file.lines[at - 1]) && /^ {2,}- [^:]*$/.test(file.lines[at]));
      const at = tools.pick(found);
      return at === undefined ? null : replaceLine(file, at, file.lines[at].slice(1));
    })),
    unseen('quotes inside of quotes', atLine(/:\s+"[^"'\\]+ [^"'\\]+"\s*$/,
      (file, at, line) => replaceLine(file, at, line.replace(/"([^"]+) ([^" ]+)"\s*$/, '"$1 "$2""')))),
    unseen('braces of a template', atLine(/^\s*[\w-]+:\s+[A-Za-z0-9][\w.]*$/,
      (file, at, line) => replaceLine(file, at, line.replace(/(:\s+)(.*)$/, '$1{{ $2 }} and more')))),
  ],
};

const twice = {
  name: 'key of YAML given twice', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'a strict reader refuses the file, a lax one takes the last of the two',
  shapes: [
    shape('a block of the first level', inYaml((file, tools) => {
      const at = tools.pick(structure(file).filter((line) => /^[\w-]+:\s*$/.test(file.lines[line]) && blockEnd(file, line) > line + 1));
      return at === undefined ? null : insertAt(file, blockEnd(file, at), ...file.lines.slice(at, blockEnd(file, at)));
    })),
    shape('a job', on('workflow', (base) => {
      const at = keyAt(base, ['jobs', '*']);
      return at < 0 ? null : insertAt(base, blockEnd(base, at), ...base.lines.slice(at, blockEnd(base, at)));
    })),
    shape('environment of a step or a job', on('workflow', (base) => putAfter(base, ['jobs', '*', 'env'], 'env:', '  LEVEL: debug'))),
    unseen('one-line key with another value', atLineTwice()),
    unseen('rights of a workflow', on('workflow', (base) => putAfter(base, ['permissions'], 'permissions:', '  contents: write'))),
    unseen('service of compose', on('compose', (base) => {
      const at = keyAt(base, ['services', '*']);
      return at < 0 ? null : insertAt(base, blockEnd(base, at), ...base.lines.slice(at, blockEnd(base, at)));
    })),
    unseen('steps of a job', on('workflow', (base) => putAfter(base, ['jobs', '*', 'steps'], 'steps:', '  - run: git --version'))),
  ],
};
function atLineTwice() {
  return inYaml((file, tools) => {
    const at = tools.pick(structure(file).filter((line) => /^ *[\w-]+:\s+[\w.'"-]+\s*$/.test(file.lines[line])
      && !/^\s*- /.test(file.lines[line - 1] ?? '') && indentOf(file.lines[line]) === indentOf(file.lines[line + 1] ?? 'x')));
    return at === undefined ? null : insertAt(file, at + 1, file.lines[at].replace(/:\s+.*$/, ': other'));
  });
}

const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find(Boolean) ?? null;
const work = (edit) => on('workflow', edit);
const workKey = (keys, to) => work((base) => keyRenamed(base, keys, to));
const badWorkflow = {
  name: 'unknown or misspelt key of a workflow', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'GitHub refuses a workflow with a key that it does not know',
  shapes: [
    shape('run-on', workKey(['jobs', '*', 'runs-on'], 'run-on')),
    shape('need', workKey(['jobs', '*', 'needs'], 'need')),
    shape('key of another service', work((base) => putInto(base, ['jobs', '*'], 'image: ubuntu:24.04'))),
    shape('misspelt key of the first level', oneOf(workKey(['permissions'], 'permission'), workKey(['concurrency'], 'concurency'),
      workKey(['jobs'], 'job'))),
    unseen('step', workKey(['jobs', '*', 'steps'], 'step')),
    unseen('time limit with an underscore', oneOf(workKey(['jobs', '*', 'timeout-minutes'], 'timeout_minutes'),
      work((base) => putInto(base, ['jobs', '*'], 'timeout_minutes: 10')))),
    unseen('branches of a trigger', oneOf(workKey(['on', 'push', 'branches'], 'branch'),
      workKey(['on', 'pull_request', 'branches'], 'branch'))),
    unseen('enviroment', oneOf(workKey(['jobs', '*', 'env'], 'environments'),
      work((base) => putInto(base, ['jobs', '*'], 'enviroment: production')))),
    unseen('steps at the first level', work((base) => `${base.text.trimEnd()}\n\nsteps:\n  - run: git --version\n`)),
    unseen('script in place of run', work((base) => {
      const at = base.lines.findIndex((line) => /^\s*- run: \S/.test(line));
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace('run:', 'script:'));
    })),
  ],
};

const badValue = {
  name: 'wrong value in a workflow', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'GitHub refuses the workflow or never starts it',
  shapes: [
    shape('time limit in words', work((base) => valueReplaced(base, ['jobs', '*', 'timeout-minutes'], 'ten')
      ?? (/timeout-minutes/.test(base.text) ? null : putInto(base, ['jobs', '*'], 'timeout-minutes: ten')))),
    shape('event that does not exist', work((base) => keyRenamed(base, ['on', 'pull_request'], 'pull-request')
      ?? keyRenamed(base, ['on', 'push'], 'pushed'))),
    shape('right that does not exist', work((base) => valueReplaced(base, ['permissions', 'contents'], 'reads'))),
    shape('plan of time that no clock shows',
      work((base) => (/schedule:/.test(base.text) ? null : putInto(base, ['on'], 'schedule:', "  - cron: '0 25 * * *'")))),
    unseen('step with both uses and run', work((base) => {
      const at = base.lines.findIndex((line) => /^\s*- uses: \S/.test(line));
      return at < 0 ? null : insertAt(base, at + 1, `${indentOf(base.lines[at])}  run: git --version`);
    })),
    unseen('job without a machine', work((base) => {
      const at = keyAt(base, ['jobs', '*', 'runs-on']);
      return at < 0 || !/runs-on:\s+\S/.test(base.lines[at]) ? null : without(base, at, at + 1);
    })),
    unseen('steps as a map', work((base) => {
      const at = keyAt(base, ['jobs', '*', 'steps']);
      return at < 0 ? null : blockReplaced(base, ['jobs', '*', 'steps'], 'steps:', '  checkout:', '    uses: actions/checkout@v4');
    })),
    unseen('action without a version', work((base) => {
      const at = base.lines.findIndex((line) => /uses: actions\/checkout@/.test(line));
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace(/@\S+.*$/, ''));
    })),
    unseen('expression not closed', work((base) => {
      const at = base.lines.findIndex((line) => /^\s+[\w-]+:.*\$\{\{[^}]+\}\}\s*$/.test(line));
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace(/\}\}\s*$/, '}'));
    })),
    unseen('matrix of text', work((base) => {
      const at = base.lines.findIndex((line) =>
        /^\s+(os|python-version|node-version|python|node|go|version|rust):\s*\[.*\]\s*$/.test(line));
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace(/\[.*\]/, 'latest'));
    })),
  ],
};

const team = (edit) => on('compose', edit);
const badCompose = {
  name: 'unknown key or wrong value in a compose file', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'docker compose validates the file and stops at a key or type that it does not know',
  shapes: [
    shape('enviroment', team((base) => keyRenamed(base, ['services', '*', 'environment'], 'enviroment')
      ?? putInto(base, ['services', '*'], 'enviroment:', '  LEVEL: debug'))),
    shape('depend_on', team((base) => keyRenamed(base, ['services', '*', 'depends_on'], 'depend_on'))),
    shape('ports as text', team((base) => (keyAt(base, ['services', '*', 'ports']) >= 0
      ? blockReplaced(base, ['services', '*', 'ports'], 'ports: "8080:80"') : putInto(base, ['services', '*'], 'ports: "8080:80"')))),
    unseen('context of the build', team((base) => keyRenamed(base, ['services', '*', 'build', 'context'], 'contxt')
      ?? putInto(base, ['services', '*'], 'build_context: .'))),
    unseen('volumes as a map', team((base) => (keyAt(base, ['services', '*', 'volumes']) >= 0
      ? blockReplaced(base, ['services', '*', 'volumes'], 'volumes:', '  cache: /root/.cache') : null))),
    unseen('services as a list', team((base) => {
      const at = keyAt(base, ['services', '*']);
      return at < 0 ? null : replaceLine(base, at, base.lines[at].replace(/^(\s+)/, '$1- '));
    })),
    unseen('rule of restart that is none', team((base) => valueReplaced(base, ['services', '*', 'restart'], 'sometimes')
      ?? putInto(base, ['services', '*'], 'restarts: always'))),
    unseen('key of kubernetes', team((base) => putInto(base, ['services', '*'], 'replicas: 2', 'containerPort: 8080'))),
  ],
};

const tool = (name, edit) => on(name, edit);
const badTool = {
  name: 'unknown key or value in the settings of a tool in YAML', class: 5, what: 'defect', languages: ['yaml', 'markdown', ...drivers],
  why: 'the tool checks its settings and refuses what it does not know',
  shapes: [
    shape('key of dependabot with an underscore',
      tool('dependabot', (base) => swapped(base.text, 'package-ecosystem:', 'package_ecosystem:'))),
    shape('interval of dependabot',
      tool('dependabot', (base) => swapped(base.text, /interval:\s*["']?\w+["']?/, 'interval: biweekly-ish'))),
    shape('version of a hook', tool('precommit', (base) => swapped(base.text, /^(\s+)rev:/m, (_, indent) => `${indent}revision:`))),
    unseen('ecosystem of dependabot',
      tool('dependabot', (base) => swapped(base.text, /package-ecosystem:\s*["']?[\w-]+["']?/, 'package-ecosystem: nodejs'))),
    unseen('hooks misspelt', tool('precommit', (base) => swapped(base.text, /^(\s+)hooks:/m, (_, indent) => `${indent}hook:`))),
    unseen('local hook without its language', tool('precommit', (base) => {
      const at = base.lines.findIndex((line) => /^\s+language:\s*(system|script|unsupported)/.test(line));
      return at < 0 ? null : without(base, at, at + 1);
    })),
    unseen('name of the site', tool('mkdocs', (base) => swapped(base.text, /^site_name:/m, 'site-name:'))),
    unseen('settings of mkdocs', tool('mkdocs', (base) => swapped(base.text, /^nav:/m, 'navigation:'))),
    unseen('version of dependabot', tool('dependabot', (base) => swapped(base.text, /^version:\s*2/m, 'version: 3'))),
    unseen('linters of golangci', tool('golangci', (base) => swapped(base.text, /^linters:/m, 'linter:'))),
  ],
};

const merged = {
  name: 'two versions of a YAML file in one', class: 5, what: 'defect', languages: ['yaml', ...drivers],
  why: 'a tool reads the first document, refuses the second, or sees every key twice',
  shapes: [
    shape('whole file twice', inYaml((file) => (/^[-\s]*[\w"-]+:/.test(file.lines.find((line) => line.trim() && !/^#|^---/.test(line))
      ?? '') ? `${file.text.trimEnd()}\n${file.text}` : null))),
    shape('two documents in a workflow', work((base) => `${base.text.trimEnd()}\n---\n${base.text}`)),
    shape('marks of a conflict', inYaml((file, tools) => {
      const at = tools.pick(structure(file).filter((line) => /^\s+[\w-]+:\s+\S/.test(file.lines[line])));
      return at === undefined ? null : insertAt({ ...file, lines: [...file.lines] }, at, '<<<<<<< ours', file.lines[at],
        '=======').replace(`=======\n${file.lines[at]}`, `=======\n${file.lines[at]}\n>>>>>>> theirs`);
    })),
    unseen('second jobs at the end', work((base) => {
      const at = keyAt(base, ['jobs']);
      return at < 0 ? null : `${base.text.trimEnd()}\n\n${base.lines.slice(at, blockEnd(base, at)).join('\n')}\n`;
    })),
    unseen('fence of Markdown around it', inYaml((file) => `\`\`\`yaml\n${file.text.trimEnd()}\n\`\`\`\n`)),
    unseen('two compose documents', team((base) => `${base.text.trimEnd()}\n---\n${base.text}`)),
  ],
};

const emptied = {
  name: 'settings in YAML emptied', class: 5, what: 'defect', languages: ['yaml'],
  why: 'the file stays and does nothing, or is refused as empty',
  shapes: [
    shape('only a remark left', work((base) => (base.planted ? null : '# disabled\n'))),
    shape('empty workflow', work((base) => (base.planted ? null : ''))),
    shape('workflow without jobs', work((base) => {
      const at = keyAt(base, ['jobs']);
      return base.planted || at < 0 ? null : `${base.lines.slice(0, at).join('\n').trimEnd()}\n`;
    })),
    unseen('jobs without steps', work((base) => {
      const at = base.planted ? -1 : keyAt(base, ['jobs', '*', 'steps']);
      return at < 0 ? null : without(base, at + 1, blockEnd(base, at));
    })),
    unseen('the rest in words',
      work((base) => (base.planted || base.lines.length < 15 ? null
        : `${base.lines.slice(0, 10).join('\n')}\n# ... remaining steps unchanged ...\n`))),
    unseen('empty compose', team((base) => (base.planted ? null : 'services: {}\n'))),
    unseen('hooks removed', tool('precommit', (base) => (base.planted ? null : 'repos: []\n'))),
    unseen('no updates', tool('dependabot', (base) => (base.planted ? null : 'version: 2\nupdates: []\n'))),
  ],
};

export const yaml = [syntax, twice, badWorkflow, badValue, badCompose, badTool, merged, emptied];
export { inYaml, oneOf, structure };
