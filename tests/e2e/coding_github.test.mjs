// A pipeline of coding agents on GitHub: from an issue to a merged pull request, reviewed with two lenses, addressed, its red CI mended.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, checkLog, does, json, pullsOf } from './github_world.mjs';
import { pawl } from './lib.mjs';

const files = {
  'README.md': '# Box\n\nOpens and closes.\n',
  'lib/opening.js': '// Opens.\n\nfunction openBox() {\n  return 7;\n}\n\nmodule.exports = { openBox };\n',
  '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n',
};
const pipeline = `name: lenses
stages:
  - type: plan
  - {type: implement, prompt: ../../docs/how.md}
  - {type: verify, options: {cmds: ['grep -q return lib/opening.js']}}
  - type: commit-pr
  - type: request-copilot
  - name: reviews
    parallel:
      - {name: logic, type: ghreview}
      - {name: style, type: ghreview}
  - type: wait-copilot
  - type: ghaddress
  - {name: ci-gate, type: wait-ci}
`;
const log = 'lib/opening.js:4: error: openBox() is 2, and not 1\n##[error]Process completed with exit code 1.\n';
const ci = { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 0, jobs: [
  { name: 'build', startAfter: 0, endAfter: 0, steps: [{ name: 'Check out' }, { name: 'Run tests', fails: true }],
    when: [{ path: 'lib/opening.js', contains: 'return 2', conclusion: 'failure' }], log: { failure: log, success: 'all passed\n' } }] }] };
const opening = (body) => ({ 'lib/opening.js': `// Opens.\n\nfunction openBox() {\n${body}}\n\nmodule.exports = { openBox };\n` });
const finding = (summary) => JSON.stringify({ findings: [
  { severity: 'minor', category: 'logic', summary, file: 'lib/opening.js', line: 4, quote: '  return 2;' },
  { severity: 'major', category: 'logic', summary: 'Nothing of the kind is there.', file: 'lib/opening.js', line: 9, quote: 'return nothing();' }] });
const agents = {
  implement: [{ files: opening('  return 2;\n'), text: 'Done.' }],
  'commit-pr': [{ text: '# Open with less\n\nLets openBox() return less. Closes #77, says @mallory.\n' }],
  ghreview: [{ text: finding('Nothing says why it is two.') }, { text: finding('Two is not less enough.') }],
  ghaddress: [{ files: { ...opening('  // Two hands.\n  return 2;\n'),
    '.pawl-out/replies.json': JSON.stringify([{ id: 1, followed: true, why: 'said why' }, { id: 2, followed: false, why: 'two is what was asked for' }]) }, text: 'Done.' }],
  'ci-fix': [{ files: opening('  // One hand.\n  return 1;\n'), text: 'Fixed.' }],
};

test('from an issue to a merged pull request, with agents', async (t) => {
  // The pipeline is one of the project, which is not on this machine.
  const { github, world, bob, alice } = await atGitHub(t, { files: { ...files, '.pawl/pipelines/lenses.yaml': pipeline, 'docs/how.md': 'Say no more than it takes.\n' } });
  Object.assign(world.env, { PAWL_CI_POLL: '1', PAWL_CI_GRACE: '3', PAWL_CI_TIMEOUT: '30' });
  await github.do('ci', { repo: 'alice/box', script: ci });
  const issue = (await alice.rest('POST', '/repos/alice/box/issues', { title: 'It opens too far', body: 'openBox() in lib/opening.js is 7.' })).body;
  const script = path.join(world.folder, 'agents.json');
  fs.writeFileSync(script, JSON.stringify(agents));
  const run = json(does(world, ['launch', 'lenses', '--foreground', '--target', 'alice/box', '--plan', String(issue.number), '--client', `scripted:${script}`, '--json']));

  const [pull, ...others] = await pullsOf(bob);
  assert.deepEqual(others, [], JSON.stringify(run));
  const read = async (what) => (await bob.rest('GET', `/repos/alice/box/${what}`)).body;
  assert.equal(pull.title, 'Open with less');
  assert.match(pull.body, new RegExp(`Fixes #${issue.number}`));
  assert.ok(!pull.body.includes('#77') && !pull.body.includes('@mallory'), pull.body);
  const commits = await read(`pulls/${pull.number}/commits`);
  assert.deepEqual(commits.map((one) => one.commit.message.split('\n')[0]), ['It opens too far', 'fix: Address the review', 'fix: Make CI pass']);
  const reviews = await read(`pulls/${pull.number}/reviews`);
  assert.equal(reviews.filter((one) => one.body.includes('reviewed this')).length, 2);
  const comments = await read(`pulls/${pull.number}/comments`);
  assert.equal(comments.filter((one) => one.body.includes('Nothing of the kind')).length, 0, 'a finding that quotes no line is dropped');
  const replies = comments.filter((one) => one.in_reply_to_id);
  assert.equal(replies.length, 2);
  assert.ok(replies.some((one) => one.body.includes(`Done in ${commits[1].sha}`)));
  assert.ok(replies.some((one) => one.body.includes('two is what was asked for')));

  does(world, ['pr', 'merge', String(pull.number), 'alice/box', '--squash']);
  assert.equal((await read(`pulls/${pull.number}`)).merged, true);
  assert.equal((await read(`issues/${issue.number}`)).state, 'closed');
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${summary.requests} requests, ${summary.points} points, none outside GitHub's schemas`);
});
