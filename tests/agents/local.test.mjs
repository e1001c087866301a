// The whole way of the pipeline `local` with real agents, with any program, and with Pawl's own agent: a plan file becomes commits on a branch of its own, reviewed, mended and
// verified, and lands as one commit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, journal, makeRepo, makeWorld, pawl, runFolders, sourceRoot, startFakeModel } from '../e2e/lib.mjs';

const kKey = 'sk-canary-of-the-person-4b8a0d6c13';
const folders = ['agents', 'more-agents'].map((name) => path.join(sourceRoot, 'build', 'deps', name, 'node_modules', '.bin'));
const installed = (name) => folders.some((folder) => fs.existsSync(path.join(folder, name)));
const sandbox = spawnSync('/usr/bin/bwrap', ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']).status === 0;
const wantsAll = process.env.PAWL_ALL_AGENTS === '1';

function skipped(name) {
  if (!sandbox) return 'no command can be confined here';
  if (name && !installed(name)) return `${name} is not installed (./dev test agents installs it)`;
  return false;
}

const files = { 'README.md': '# Greeter\n\nGreets.\n', 'greet.sh': 'echo "Good day, $1"\n', 'check.sh': '[ "$(sh greet.sh Ada)" = "Hello, Ada!" ]\n' };
const plan = '# Greet shortly\n\nIn greet.sh, say `Hello,` in place of `Good day,`. Leave check.sh as it is.\n';
// Who is asked is known by what the prompt begins with. The first attempt is not yet what the check wants.
const script = [
  { match: 'Commands that have to pass fail', repeat: true, steps: [{ text: 'A mark is missing.', shell: 'echo \'echo "Hello, $1!"\' > greet.sh' }, { text: 'Mended.' }] },
  { match: 'was reviewed. Mend what', repeat: true, steps: [{ text: 'I follow it.', shell: 'printf "# Greeter\\n\\nGreets shortly.\\n" > README.md' }, { text: 'Followed.' }] },
  { match: 'Review a change of the repository', repeat: true, steps: [{ text: '# Review\n\nIt greets.\n\n## Findings\n\nREADME.md:3 minor: it says nothing of how it greets.\n' }] },
  { match: 'Carry out this plan', repeat: true, steps: [{ text: 'I do it.', shell: 'echo \'echo "Hello, $1"\' > greet.sh; git commit -qam mine || true' }, { text: 'Done.' }] },
];

// The same for Pawl's own agent, which is told one action at a time.
const says = (match, actions) => actions.map((action) => ({ match, text: JSON.stringify(action) }));
const actions = [
  ...says('Commands that have to pass fail', [
    { do: 'bash', command: 'sh check.sh' },
    { do: 'edit', path: 'greet.sh', old: 'Hello, $1', new: 'Hello, $1!' },
    { do: 'bash', command: 'sh check.sh' },
    { do: 'done', text: 'Mended.' }]),
  ...says('was reviewed. Mend what', [
    { do: 'write', path: 'README.md', text: '# Greeter\n\nGreets shortly.\n' },
    { do: 'done', text: 'Followed.' }]),
  ...says('Review a change of the repository', [
    { do: 'read', path: 'README.md' },
    { do: 'done', text: '# Review\n\nIt greets.\n\n## Findings\n\nREADME.md:3 minor: it says nothing of how it greets.\n' }]),
  ...says('Carry out this plan', [
    { do: 'read', path: 'greet.sh' },
    { do: 'edit', path: 'greet.sh', old: 'Good day,', new: 'Hello,' },
    { do: 'done', text: 'Done.' }]),
];
// And for a program that asks nobody.
const program = `prompt=$(cat)
case "$prompt" in
*'Commands that have to pass fail'*) echo 'echo "Hello, $1!"' > greet.sh ;;
*'was reviewed. Mend what'*) printf '# Greeter\\n\\nGreets shortly.\\n' > README.md ;;
*'Review a change of the repository'*) printf '# Review\\n\\nIt greets.\\n\\n## Findings\\n\\nREADME.md:3 minor: it says nothing of how it greets.\\n' ;;
*'Carry out this plan'*) echo 'echo "Hello, $1"' > greet.sh; git commit -qam mine ;;
*) echo "nobody taught me: $prompt" >&2; exit 1 ;;
esac
`;

const kAgents = [
  { client: 'pawl:openai:fake', script: actions },
  { client: 'command:sh FOLDER/agent.sh', script: actions, asks: false },
  { client: 'claude:fake', program: 'claude' },
  { client: 'codex:fake', program: 'codex', more: true },
  { client: 'copilot:fake', program: 'copilot', more: true },
  { client: 'gemini:fake', program: 'gemini', more: true },
  { client: 'opencode:other/fake', program: 'opencode', more: true },
  { client: 'acp:copilot --acp --model fake', program: 'copilot', more: true },
  { client: 'acp:gemini --acp -m fake', program: 'gemini', more: true },
];

for (const { client: named, program: name, more, script: own, asks = true } of kAgents) {
  if (more && !wantsAll) continue;
  test(`local with ${named}: from a plan file to one landed commit`, { skip: skipped(name) }, async (t) => {
    const world = makeWorld();
    t.after(() => world.remove());
    const client = named.replace('FOLDER', world.folder);
    fs.writeFileSync(path.join(world.folder, 'agent.sh'), program);
    const model = await startFakeModel(world, own ?? script, ['--key', kKey]);
    t.after(() => model.stop());
    const origin = model.url.replace(/\/v1$/, '');
    Object.assign(world.env, {
      PATH: `${folders.join(':')}:${process.env.PATH}`,
      PAWL_CHECKS_RUN: 'false',
      PAWL_MODEL_BASE_URL: model.url, PAWL_MODEL_API_KEY: kKey,
      PAWL_ANTHROPIC_BASE_URL: origin, PAWL_ANTHROPIC_API_KEY: kKey,
      PAWL_GEMINI_BASE_URL: origin, PAWL_GEMINI_API_KEY: kKey,
    });
    const repo = makeRepo(world, files);
    const before = checkoutPrint(repo);
    fs.writeFileSync(path.join(world.folder, 'plan.md'), plan);
    const done = pawl(world, ['launch', 'local', '--foreground', '--target', repo, '--branch', 'bg/greet', '--client', client,
      '--plan', path.join(world.folder, 'plan.md'), '--cmd', 'sh check.sh', '--json']);
    assert.equal(done.code, 0, done.err + done.out);
    assert.equal(checkoutPrint(repo), before, 'the checkout is left alone');
    assert.deepEqual(git(repo, 'log', '--reverse', '--format=%s', 'main..bg/greet').split('\n'),
      ['Greet shortly', 'fix: Address the review', 'fix: Make the checks pass']);
    const run = JSON.parse(done.out);
    assert.equal(run.cost.tokens_in > 0 && run.cost.tokens_out > 0, asks, JSON.stringify(run.cost));
    // What its turns used counts in the run once.
    const turns = journal(runFolders(world)[0]).filter((event) => event.kind === 'coding.turn').map((event) => event.data);
    assert.equal(turns.reduce((sum, turn) => sum + turn.tokens_in, 0), run.cost.tokens_in);

    const landed = pawl(world, ['land', run.run, '--json']);
    assert.equal(landed.code, 0, landed.err + landed.out);
    assert.equal(git(repo, 'rev-list', '--count', 'main'), '2');
    assert.equal(git(repo, 'show', 'main:greet.sh'), 'echo "Hello, $1!"');
    assert.equal(git(repo, 'show', 'main:README.md'), '# Greeter\n\nGreets shortly.');
    const everything = spawnSync('grep', ['-rlF', kKey, world.state], { encoding: 'utf8' }).stdout;
    assert.equal(everything, '', 'the key is in no file of the state');
  });
}
