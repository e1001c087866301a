// Pipelines as people meet them: files that are wrong, where they are found, what is drawn of them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { git, makeRepo, makeWorld, pawl, sourceRoot } from './lib.mjs';

const golden = path.join(sourceRoot, 'tests', 'golden', 'pipelines');
const broken = fs.readdirSync(golden).filter((name) => name.endsWith('.yaml'));

function call(world, args, cwd) {
  const done = pawl(world, args, { cwd });
  return { ...done, json: args.includes('--json') && done.out ? JSON.parse(done.out) : undefined };
}

test('thirty broken files: each message names file, line, key, and the nearest right name', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, { 'README.md': '# Box\n' });
  fs.cpSync(golden, path.join(repo, 'pipelines'), { recursive: true });
  assert.ok(broken.length >= 30, `${broken.length} files`);
  for (const name of broken) {
    const file = `pipelines/${name}`;
    const [line, key, near] = fs.readFileSync(path.join(golden, name), 'utf8').split('\n')[0]
      .replace('# says: ', '').split('|');
    const { code, json } = call(world, ['pipeline', 'check', file, '--json'], repo);
    assert.equal(code, 6, name);
    const [problem, ...more] = json.pipelines[0].problems;
    const shown = `${name}: ${JSON.stringify(problem)}`;
    assert.equal(problem.file, file, shown);
    assert.equal(problem.line, Number(line), shown);
    assert.equal(problem.key, key, shown);
    assert.ok(problem.message.includes(near), shown);
    assert.deepEqual(more, [], name);
    // The same in one line for people, and a launch would end before anything is made.
    assert.match(call(world, ['pipeline', 'check', file], repo).out,
      new RegExp(`^${file.replaceAll('.', '\\.')}:${line}: `));
    assert.equal(call(world, ['pipeline', 'show', file], repo).code, 2, name);
  }
});

test('those of a project come from its base branch, never from the checkout', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    '.pawl/pipelines/mine.yaml': 'summary: measures\nstages:\n  - {type: analyze, prompt: ../prompts/a.md}\n',
    '.pawl/prompts/a.md': 'Committed words.\n',
    '.gremlins/pipelines/theirs.yaml': 'stages: [{type: preflight}]\n',
    '.gremlins/pipelines/mine.yaml': 'stages: [{type: preflight}]\n',
    '.pawl/pipelines/improve.yaml': 'summary: ours\nstages: [{type: analyze}]\n',
  });
  fs.writeFileSync(path.join(repo, '.pawl/prompts/a.md'), 'Words nobody committed.\n');
  fs.writeFileSync(path.join(repo, '.pawl/pipelines/loose.yaml'), 'stages: [{type: analyze}]\n');
  const { json } = call(world, ['pipeline', 'list', '--json'], repo);
  const from = Object.fromEntries(json.pipelines.map((one) => [one.pipeline, one.from]));
  assert.equal(json.branch, 'main');
  assert.equal(from.mine, 'project');
  assert.equal(from.theirs, 'project');
  assert.equal(from.improve, 'project');
  assert.equal(from.fix, 'bundled');
  assert.equal(from.loose, undefined);
  const shown = call(world, ['pipeline', 'show', 'mine', '--json'], repo).json;
  assert.equal(shown.stages[0].prompt.text, 'Committed words.');
  // A file that a person points at is read as it lies there.
  const direct = call(world, ['pipeline', 'show', '.pawl/pipelines/mine.yaml', '--json'], repo).json;
  assert.equal(direct.stages[0].prompt.text, 'Words nobody committed.');
  // Another branch has others.
  git(repo, 'stash', '-q', '-u');
  git(repo, 'checkout', '-q', '-b', 'next');
  git(repo, 'rm', '-q', '.pawl/pipelines/mine.yaml');
  git(repo, 'commit', '-q', '-m', 'next');
  git(repo, 'checkout', '-q', 'main');
  assert.equal(call(world, ['pipeline', 'show', 'mine', '--json', '--base', 'next'], repo).json.stages[0].type,
    'preflight');
  const missing = call(world, ['pipeline', 'show', 'mien'], repo);
  assert.equal(missing.code, 9);
  assert.match(missing.err, /did you mean "mine"\?/);
});

test('a link in the base branch leads to no prompt', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    '.pawl/pipelines/mine.yaml': 'stages:\n  - {type: analyze, prompt: ../prompts/a.md}\n',
  });
  fs.mkdirSync(path.join(repo, '.pawl/prompts'));
  fs.symlinkSync('/etc/hostname', path.join(repo, '.pawl/prompts/a.md'));
  git(repo, 'add', '-A');
  git(repo, 'commit', '-q', '-m', 'link');
  for (const name of ['mine', '.pawl/pipelines/mine.yaml']) {
    const { code, json } = call(world, ['pipeline', 'check', name, '--json'], repo);
    assert.equal(code, 6);
    assert.equal(json.pipelines[0].problems[0].key, 'stages[0].prompt');
  }
});

test('a pipeline of a repository reaches no file beside what its base branch holds', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const key = path.join(world.folder, 'key');
  fs.writeFileSync(key, 'secret of a person');
  const repo = makeRepo(world, {
    '.pawl/pipelines/reads.yaml': 'stages:\n  - {type: agent, prompt: {text: "{KEY}"}, in: {KEY: "../../../../key?none"}}\n',
    '.pawl/pipelines/copies.yaml': `stages:\n  - {type: implement, client: "command:cp ${key} here"}\n`,
    '.pawl/pipelines/takes.yaml': 'stages:\n  - {include: ./loose.yaml}\n',
  });
  fs.writeFileSync(path.join(repo, 'loose.yaml'), 'stages: [{type: analyze}]\n');
  const problem = (name) => call(world, ['pipeline', 'check', name, '--json'], repo).json.pipelines[0].problems[0];
  assert.equal(problem('reads').key, 'stages[0].in.KEY');
  assert.equal(problem('copies').key, 'stages[0].client');
  assert.match(problem('copies').message, /names no files of this machine/);
  assert.equal(problem('takes').key, 'stages[0].include');
  assert.match(problem('takes').message, /includes others by name/);
  // In a file of the person's own these are theirs to name.
  fs.writeFileSync(path.join(repo, 'own.yaml'), `stages:\n  - {include: ./loose.yaml}\n  - {type: agent, prompt: {text: x}, client: "command:cp ${key} here"}\n`);
  assert.deepEqual(call(world, ['pipeline', 'check', 'own.yaml', '--json'], repo).json.pipelines[0].problems, []);
});

test('a dry walk comes to the stages a run would, and spends nothing', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    '.pawl/pipelines/mend.yaml': `
default_client: claude:sonnet
stages:
  - {type: preflight}
  - name: both
    parallel:
      - {name: a, type: analyze}
      - {name: b, type: analyze, client: 'codex:gpt-5'}
  - name: mend
    until: check
    loop:
      - {name: check, type: analyze}
      - {name: fix, type: critics}
`,
  });
  const walked = (outcomes) => {
    const args = ['pipeline', 'check', 'mend', '--json', '--walk'];
    if (outcomes) args.push('--outcomes', outcomes);
    return call(world, args, repo).json.pipelines[0];
  };
  const plain = walked();
  assert.deepEqual(plain.walk.filter((step) => !/fan/.test(step.stage)).map((step) => [step.stage, step.client, step.beside]), [
    ['preflight', 'claude:sonnet', false],
    ['both/a', 'claude:sonnet', true],
    ['both/b', 'codex:gpt-5', true],
    ['mend@1/check', 'claude:sonnet', false],
  ]);
  assert.equal(plain.end.state, 'succeeded');
  const again = walked('mend@1/check=partial');
  assert.deepEqual(again.walk.map((step) => step.stage).slice(-3),
    ['mend@1/check', 'mend@1/fix', 'mend@2/check']);
  const never = walked('check=partial');
  assert.equal(never.end.bail_class, 'exhausted');
  assert.match(pawl(world, ['pipeline', 'check', 'mend', '--outcomes', 'chek=bail'], { cwd: repo }).err,
    /did you mean "check"\?/);
  assert.equal(fs.existsSync(path.join(world.state, 'runs')), false);
  const graph = call(world, ['pipeline', 'graph', 'mend'], repo).out;
  assert.match(graph, /mend \(until check, 3 rounds at most\)\n  check \(analyze\)/);
  assert.match(call(world, ['pipeline', 'graph', 'mend', '--format', 'mermaid'], repo).out, /^flowchart TD\n/);
});

test('the schema says of files what the reader says, as far as a schema can', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const schema = call(world, ['pipeline', 'schema', '--json']).json;
  assert.equal(schema.$schema, 'http://json-schema.org/draft-07/schema#');
  assert.ok(schema.definitions['stage-analyze'].properties.options);
  assert.ok(schema.definitions.entry.anyOf.length > 10);
});
