// One run on GitHub from nothing to a merged pull request: opened once, reviewed once, its red CI repaired once, green, proven and merged.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { atGitHub, checkLog, does, json, pullsOf } from './github_world.mjs';
import { pawl, writeScript } from './lib.mjs';

const files = {
  'README.md': '# Box\n\nOpens and closes.\n',
  'lib/opening.js': '// Opens.\n\nfunction openBox() {\n  return 7;\n}\n\nmodule.exports = { openBox };\n',
  '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n',
};
const answer = (role, value) => ({ role, text: JSON.stringify(value) });
const edit = (find, content) => answer('worker', { commit_message: 'feat: Open with less', edits: [{ kind: 'replace', path: 'lib/opening.js', find, content }] });
const plan = { tasks: [{ title: 'Open', subtasks: [{ title: 'Open with less', description: 'Open with less', file_hints: ['lib/opening.js'], action: 'modify' }] }] };
const finding = { severity: 'minor', category: 'logic', summary: 'Nothing says why it is two.', file: 'lib/opening.js', line: 4, quote: '  return 2;' };
const log = 'lib/opening.js:4: error: openBox() is 2, and not 1\n##[error]Process completed with exit code 1.\n';
const ci = { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 0, jobs: [
  { name: 'build', startAfter: 0, endAfter: 0, steps: [{ name: 'Check out' }, { name: 'Run tests', fails: true }],
    when: [{ path: 'lib/opening.js', contains: 'return 2', conclusion: 'failure' }], log: { failure: log, success: 'all passed\n' } }] }] };

test('from a task to a merged pull request', async (t) => {
  const { github, world, bob } = await atGitHub(t, { files });
  Object.assign(world.env, { PAWL_SELF_REVIEW_RUN: 'true', PAWL_CI_POLL: '1', PAWL_CI_GRACE: '3', PAWL_CI_TIMEOUT: '30' });
  await github.do('ci', { repo: 'alice/box', script: ci });
  const script = writeScript(world, [answer('planner', plan), edit('return 7', 'return 2'), answer('reviewer', { findings: [finding] }),
    edit('return 2', 'return 1'), answer('critic', { approved: true, feedback: '' }), answer('reviewer', { findings: [] })]);
  const run = json(does(world, ['run', 'alice/box', '--task', 'Let openBox() in lib/opening.js return less', '--yes', '--json', '--model', `scripted:${script}`]));
  assert.match(run.reason, /^opened .*; self-review: 1 finding \(1 minor\); CI is green, after a repair; self-review: nothing found$/);

  const [pull, ...others] = await pullsOf(bob);
  assert.deepEqual(others, []);
  const number = String(pull.number);
  const read = async (what) => (await bob.rest('GET', `/repos/alice/box/${what}`)).body;
  assert.equal((await read(`pulls/${number}/commits`)).length, 2);
  const [reviews, comments] = [await read(`pulls/${number}/reviews`), await read(`issues/${number}/comments`)];
  assert.deepEqual([reviews.length, comments.length], [1, 1]);
  // The one comment is of the repaired head.
  assert.ok(comments[0].body.includes(`<!-- pawl-self-review: ${pull.head.sha} -->`), comments[0].body);

  const proven = json(pawl(world, ['verify', number, 'alice/box', '--json']));
  assert.equal(proven.verified, 'verified', JSON.stringify(proven.steps));
  assert.match(proven.steps.find((step) => step.step === 'commits').says[0], /^2 commits/);

  assert.match(pull.body, /> Let openBox\\\(\\\) in lib\/opening\.js return less/);
  if (pull.draft) does(world, ['pr', 'ready', number, 'alice/box']);
  does(world, ['pr', 'merge', number, 'alice/box', '--squash']);
  assert.equal((await read(`pulls/${number}`)).merged, true);
  assert.match((await bob.rest('GET', '/repos/alice/box/contents/lib/opening.js', undefined, { accept: 'application/vnd.github.raw+json' })).body, /return 1/);
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${summary.requests} requests, ${summary.points} points, ${summary.notModified} not modified, none outside GitHub's schemas`);
});
