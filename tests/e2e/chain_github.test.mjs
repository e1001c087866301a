// A chain of runs on GitHub: each child is a pull request, merged once its checks are green, and the next begins on what was merged.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { chainDone, chainEvents, nextPlan, runsWith } from './chain_world.mjs';
import { folderOf, stateOf } from './fleet_world.mjs';
import { atGitHub, checkLog, json, pullsOf } from './github_world.mjs';
import { pawl } from './lib.mjs';

const files = {
  'README.md': '# Box\n\nOpens and closes.\n',
  '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n',
};
const ci = { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 0, jobs: [
  { name: 'build', startAfter: 0, endAfter: 0, steps: [{ name: 'Run tests' }], log: { success: 'all passed\n' } }] }] };
const pipeline = 'name: offered\nstages:\n  - type: implement\n  - type: commit-pr\n  - {name: ci-gate, type: wait-ci}\n';
const piece = 'n=$(ls step-*.txt 2> /dev/null | wc -l); echo "$((n + 1))" > "step-$((n + 1)).txt"';
const agents = {
  handoff: [nextPlan('Step one'), nextPlan('Step two'), chainDone()],
  implement: [{ shell: piece, text: 'Done.' }],
  'commit-pr': [{ text: '# Another step\n\nWrites its file.\n' }],
};

test('from an issue to a chain of pull requests, each begun on what was merged before', async (t) => {
  const { github, world, alice, bob } = await atGitHub(t, { files });
  Object.assign(world.env, { PAWL_CI_POLL: '1', PAWL_CI_GRACE: '3', PAWL_CI_TIMEOUT: '30' });
  await github.do('ci', { repo: 'alice/box', script: ci });
  const script = path.join(world.folder, 'agents.json');
  fs.writeFileSync(script, JSON.stringify(agents));
  const child = path.join(world.folder, 'offered.yaml');
  fs.writeFileSync(child, pipeline);
  const issue = (await alice.rest('POST', '/repos/alice/box/issues', { title: 'It wants two steps', body: 'A file for each, and no more.' })).body;
  const words = ['launch', 'boss', '--plan', String(issue.number), '--child', child, '--foreground', '--target', 'alice/box', '--client', `scripted:${script}`, '--json'];
  const done = pawl(world, words);
  assert.equal(done.code, 0, done.err + done.out);
  const boss = json(done).run;

  const pulls = (await pullsOf(bob)).sort((a, b) => a.number - b.number);
  assert.deepEqual(pulls.map((pull) => pull.merged_at !== null), [true, true]);
  const landed = chainEvents(world, boss, 'landed').map((event) => event.data);
  assert.deepEqual(landed.map((one) => [one.closing, one.way]), [['landed', 'pull'], ['landed', 'pull']]);
  const children = runsWith(world, boss);
  assert.equal(children.length, 2);
  for (const run of children) {
    assert.ok(stateOf(world, run).landed, run);
    const request = JSON.parse(fs.readFileSync(path.join(folderOf(world, run), 'artifacts', 'request.json'), 'utf8'));
    assert.match(request.spec, /It wants two steps[^]*A file for each, and no more\./);
    assert.match(request.plan, /^# Step (one|two)/);
  }
  // None of them is the whole of what the issue asks for.
  assert.ok(pulls.every((pull) => !pull.body.includes(`#${issue.number}`)), pulls.map((pull) => pull.body).join('\n'));
  const names = (await bob.rest('GET', '/repos/alice/box/contents/')).body.map((one) => one.name);
  assert.deepEqual(names.filter((name) => name.startsWith('step-')), ['step-1.txt', 'step-2.txt']);
  await checkLog(github, bob, world);
});
