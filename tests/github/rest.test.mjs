// The life of a pull over REST and git: pushed, opened, reviewed, checked, merged; every answer is as GitHub describes it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

import { startGitHub } from './client.mjs';

const run = promisify(execFile);

async function git(folder, ...args) {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  const done = await run('git', ['-c', 'user.name=Bob', '-c', 'user.email=bob@example.org', ...args], { cwd: folder, env });
  return done.stdout.trim();
}

async function project(t) {
  const github = await startGitHub(t);
  const [alice, bob] = [await github.as('alice'), await github.as('bob')];
  await github.do('repo', { owner: 'alice', name: 'project', files: { 'README.md': '# Project\n', 'a.txt': 'one\ntwo\nthree\n' }, collaborators: { bob: 'write' } });
  return { github, alice, bob };
}

const must = (status, answer) => {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
};

async function nothingOfOurs(github) {
  const { violations } = await github.do('summary');
  assert.deepEqual(violations.filter((one) => one.side !== 'request'), []);
}

test('a pull from push to merge', async (t) => {
  const { github, alice, bob } = await project(t);
  await github.do('clock', { freeze: true });
  await github.do('ci', { repo: 'alice/project', script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', jobs: [{ name: 'test', startAfter: 1, endAfter: 5 }] }] } });
  const clone = path.join(github.folder, 'clone');
  const remote = github.url.replace('//', `//bob:${bob.token}@`);
  await git(github.folder, 'clone', '--quiet', `${remote}/alice/project.git`, clone);
  await git(clone, 'checkout', '--quiet', '-b', 'more');
  await run('sh', ['-c', 'echo four >> a.txt'], { cwd: clone });
  await git(clone, 'commit', '--quiet', '-am', 'Add four');
  await git(clone, 'push', '--quiet', 'origin', 'more');
  const sha = await git(clone, 'rev-parse', 'HEAD');
  const pulls = '/repos/alice/project/pulls';
  const pull = must(201, await bob.rest('POST', pulls, { title: 'More', head: 'more', base: 'main', body: 'It adds.' }));
  assert.equal(pull.head.sha, sha);
  assert.equal(pull.mergeable, null);
  assert.equal(must(422, await bob.rest('POST', pulls, { title: 'More', head: 'more', base: 'main' })).errors[0].message, 'A pull request already exists for alice:more.');
  assert.equal(must(200, await bob.rest('GET', `${pulls}/1`)).mergeable, true);
  assert.equal(must(200, await bob.rest('GET', pulls)).length, 1);
  assert.equal(must(200, await bob.rest('GET', `${pulls}/1/files`))[0].filename, 'a.txt');
  assert.equal(must(200, await bob.rest('GET', `${pulls}/1/commits`))[0].sha, sha);
  must(422, await alice.rest('POST', `${pulls}/1/comments`, { body: 'Far away', commit_id: sha, path: 'a.txt', line: 40, side: 'RIGHT' }));
  const comment = must(201, await alice.rest('POST', `${pulls}/1/comments`, { body: 'Why four?', commit_id: sha, path: 'a.txt', line: 4, side: 'RIGHT' }));
  assert.equal(comment.line, 4);
  must(201, await bob.rest('POST', `${pulls}/1/comments/${comment.id}/replies`, { body: 'After three.' }));
  must(200, await alice.rest('POST', `${pulls}/1/reviews`, { event: 'APPROVE', body: 'Good' }));
  must(422, await bob.rest('POST', `${pulls}/1/reviews`, { event: 'APPROVE' }));
  must(201, await bob.rest('POST', '/repos/alice/project/issues/1/comments', { body: 'Done' }));
  must(200, await bob.rest('POST', '/repos/alice/project/issues/1/labels', { labels: ['bug'] }));
  must(200, await bob.rest('GET', '/repos/alice/project/issues/1/timeline'));
  const runs = must(200, await bob.rest('GET', `/repos/alice/project/actions/runs?head_sha=${sha}`));
  assert.equal(runs.workflow_runs[0].conclusion, null);
  await github.do('clock', { advance: 6 });
  assert.equal(must(200, await bob.rest('GET', `/repos/alice/project/commits/${sha}/check-runs`)).check_runs[0].conclusion, 'success');
  must(200, await bob.rest('GET', `/repos/alice/project/commits/${sha}/status`));
  must(200, await bob.rest('GET', `/repos/alice/project/commits/${sha}/check-suites`));
  const jobs = must(200, await bob.rest('GET', `/repos/alice/project/actions/runs/${runs.workflow_runs[0].id}/jobs`));
  const log = await bob.rest('GET', `/repos/alice/project/actions/jobs/${jobs.jobs[0].id}/logs`);
  assert.equal(log.status, 302);
  assert.match((await bob.rest('GET', log.headers.get('location'))).body, /all passed/);
  must(409, await bob.rest('PUT', `${pulls}/1/merge`, { sha: '0'.repeat(40) }));
  assert.equal(must(200, await bob.rest('PUT', `${pulls}/1/merge`, { sha, merge_method: 'squash' })).merged, true);
  must(405, await bob.rest('PUT', `${pulls}/1/merge`, {}));
  assert.equal(must(200, await bob.rest('GET', `${pulls}/1`)).merged, true);
  await nothingOfOurs(github);
});

test('conditional requests cost nothing, and what is outside the description is noted', async (t) => {
  const { github, bob } = await project(t);
  const first = await bob.rest('GET', '/repos/alice/project');
  const second = await bob.rest('GET', '/repos/alice/project', undefined, { 'if-none-match': first.headers.get('etag') });
  assert.equal(second.status, 304);
  assert.equal(second.headers.get('x-ratelimit-used'), first.headers.get('x-ratelimit-used'));
  must(404, await bob.rest('GET', '/repos/alice/project/pull'));
  must(422, await bob.rest('POST', '/repos/alice/project/pulls', { title: 'x', head: 'more' }));
  must(404, await bob.rest('GET', '/repos/alice/nothing'));
  const { violations } = await github.do('summary');
  assert.deepEqual(violations.map((one) => one.side), ['request', 'request']);
});

test('protected branches, renames, faults and limits', async (t) => {
  const { github, alice, bob } = await project(t);
  must(200, await alice.rest('PUT', '/repos/alice/project/branches/main/protection', {
    required_status_checks: { strict: false, contexts: ['test'] }, enforce_admins: true, required_pull_request_reviews: { required_approving_review_count: 1 }, restrictions: null,
  }));
  const clone = path.join(github.folder, 'clone');
  await git(github.folder, 'clone', '--quiet', `${github.url.replace('//', `//bob:${bob.token}@`)}/alice/project.git`, clone);
  await git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Straight');
  await assert.rejects(git(clone, 'push', '--quiet', 'origin', 'main'), /GH006: Protected branch update failed/);
  must(200, await alice.rest('PATCH', '/repos/alice/project', { name: 'renamed' }));
  const moved = await bob.rest('GET', '/repos/alice/project');
  assert.equal(moved.status, 301);
  assert.equal(must(200, await bob.rest('GET', moved.headers.get('location'))).full_name, 'alice/renamed');
  await github.do('fault', { rules: [{ match: { operation: 'issues/create$' }, then: { lose: true } }, { match: { operation: 'repos/get$' }, then: { secondary: { retryAfter: 7 } } }] });
  await assert.rejects(bob.rest('POST', '/repos/alice/renamed/issues', { title: 'Once' }));
  assert.equal(must(200, await bob.rest('GET', '/repos/alice/renamed/issues')).length, 1);
  const slow = await bob.rest('GET', '/repos/alice/renamed');
  assert.equal(slow.status, 403);
  assert.equal(slow.headers.get('retry-after'), '7');
  await github.do('limits', { core: 1 });
  assert.equal((await bob.rest('GET', '/repos/alice/renamed')).headers.get('x-ratelimit-remaining'), '0');
  await nothingOfOurs(github);
});
