// Runs that watch the checks of their pull requests: on GitHub's fake server, and by a command here.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, boxFiles, checkLog } from './github_world.mjs';
import { journal, makeRepo, makeWorld, pawl, runJson } from './lib.mjs';

const workflow = { '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n' };

async function onGitHub(t, { script, more = {}, env = {} }) {
  const at = await atGitHub(t, { files: { ...boxFiles, ...more } });
  if (script) await at.github.do('ci', { repo: 'alice/box', script });
  Object.assign(at.world.env, { PAWL_CI_POLL: '1', PAWL_CI_GRACE: '3', PAWL_CI_TIMEOUT: '6', ...env });
  return at;
}

const job = (more = {}) => ({ name: 'build', startAfter: 0, endAfter: 1, conclusion: 'success', ...more });
const actions = (...jobs) => ({ workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 1, jobs }] });

const rows = [
  { name: 'green', more: workflow, script: actions(job()), exit: 0, state: 'succeeded', says: /opened .*; CI is green/, end: 'success' },
  { name: 'red', more: workflow, script: actions(job({ conclusion: 'failure' })), args: ['--no-auto-fix-ci'], exit: 5, state: 'bailed', says: /CI is red: build \(failure\)/, end: 'failure' },
  { name: 'no workflow', exit: 0, state: 'succeeded', says: /opened .*; nothing checks commits of this repository/, end: 'none' },
  { name: 'workflows that do not begin', more: workflow, exit: 0, state: 'succeeded', says: /no check has begun for this commit/, end: 'none' },
  { name: 'pending for ever', more: workflow, script: actions(job({ endAfter: null })), exit: 75, state: 'waiting', says: /not over after .*build still runs.*ci\.timeout/, end: 'timeout' },
  { name: 'approval is asked for', more: workflow, script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], approval: true }] }, exit: 75, state: 'waiting', says: /a person has to approve or answer CI/, end: 'blocked' },
  { name: 'could not start', more: workflow, script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], conclusion: 'startup_failure' }] }, args: ['--no-auto-fix-ci'], exit: 5, state: 'bailed', says: /CI \(startup_failure\)/, end: 'failure' },
  { name: 'statuses only', script: { statuses: [{ context: 'jenkins', appearAfter: 0, endAfter: 2, state: 'success' }] }, exit: 0, state: 'succeeded', says: /CI is green/, end: 'success' },
  { name: 'not to be watched', more: workflow, script: actions(job({ conclusion: 'failure' })), args: ['--no-ci-watch'], exit: 0, state: 'succeeded', says: /^opened [^;]*$/ },
];

for (const row of rows) {
  test(`a run watches CI: ${row.name}`, async (t) => {
    const { github, world, bob } = await onGitHub(t, row);
    const done = runJson(world, ['alice/box', ...(row.args ?? [])]);
    assert.equal(done.code, row.exit, done.err);
    assert.equal(done.document.state, row.state);
    assert.match(done.document.reason, row.says);
    const ends = journal(path.join(world.state, 'runs', done.document.run)).filter((event) => event.kind === 'ci.watch.end');
    assert.deepEqual(ends.map((event) => event.data.outcome), row.end ? [row.end] : []);
    await checkLog(github, bob, world);
  });
}

test('a required check that nothing reports is not green', async (t) => {
  const { github, world, bob } = await onGitHub(t, { more: workflow, script: actions(job()) });
  const alice = await github.as('alice');
  const rule = { name: 'checks', target: 'branch', enforcement: 'active', conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
    rules: [{ type: 'required_status_checks', parameters: { strict_required_status_checks_policy: false, required_status_checks: [{ context: 'audit' }] } }] };
  assert.equal((await alice.rest('POST', '/repos/alice/box/rulesets', rule)).status, 201);
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 75, done.err);
  assert.match(done.document.reason, /the base branch requires audit, which nothing has reported/);
  await checkLog(github, bob, world);
});

test('a head that a person pushed is left alone', async (t) => {
  const { github, world, bob } = await onGitHub(t, { more: workflow, script: actions(job({ endAfter: null })), env: { PAWL_CI_TIMEOUT: '30' } });
  await github.do('user', { login: 'carol' });
  const first = runJson(world, ['alice/box'], { env: { PAWL_CI_TIMEOUT: '1' } });
  assert.equal(first.code, 75, first.err);
  await github.do('commit', { repo: 'alice/box', branch: first.document.branch, files: { 'more.txt': 'more\n' }, author: 'alice' });
  const then = runJson(world, ['alice/box', '--resume']);
  assert.equal(then.code, 0, then.err);
  assert.match(then.document.reason, /somebody pushed [0-9a-f]{10} to the branch; it is left alone/);
  await checkLog(github, bob, world);
});

test('the CI of this machine is a command, in the sandbox', async (t) => {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1', PAWL_CI_POLL: '1' });
  const repo = makeRepo(world, boxFiles);
  const red = runJson(world, [repo, '--no-auto-fix-ci'], { env: { PAWL_CI_COMMAND: '*: echo looking; grep -q nothing README.md' } });
  assert.equal(red.code, 5, red.err);
  assert.match(red.document.reason, /CI is red: ci \(failure\)/);
  const listed = pawl(world, ['pr', 'checks', '1', repo, '--json']);
  const [check] = JSON.parse(listed.out).checks;
  assert.deepEqual([check.name, check.conclusion], ['ci', 'failure']);
  assert.match(check.output, /looking\n+exit code 1/);

  const other = makeRepo(world, boxFiles, 'other');
  const green = runJson(world, [other], { env: { PAWL_CI_COMMAND: 'other: test -f docs/guide.md' } });
  assert.equal(green.code, 0, green.err);
  assert.match(green.document.reason, /; CI is green/);

  const third = makeRepo(world, boxFiles, 'third');
  const none = runJson(world, [third]);
  assert.equal(none.code, 0, none.err);
  assert.match(none.document.reason, /^opened [^;]*$/);
});
