// Runs whose pull requests are on GitHub: against the GitHub fake server, which refuses and notes
// what GitHub's own descriptions do not have.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { atGitHub, checkLog, json, pullsOf as pulls } from './github_world.mjs';
import { pawl, runJson } from './lib.mjs';

test('a run opens one pull request on GitHub, and what becomes of it there is seen here', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  const [pull, ...others] = await pulls(bob);
  assert.deepEqual(others, []);
  assert.equal(pull.html_url, done.document.pr.url);
  assert.equal(pull.head.ref, done.document.branch);
  assert.ok(pull.body.endsWith(`<!-- pawl-run: ${done.document.run} head: ${pull.head.sha} -->`), pull.body.slice(-200));
  const listed = json(pawl(world, ['pr', 'list', 'alice/box', '--json'])).pulls;
  assert.deepEqual(listed.map((one) => [one.number, one.state, one.run]), [[pull.number, 'open', done.document.run]]);
  assert.ok(!listed[0].body.includes('<!-- pawl-run:'));
  assert.match(pawl(world, ['pr', 'diff', String(pull.number), 'alice/box']).out, /^\+.*docs\/guide\.md/m);

  // The concern is offered already: the next night opens nothing.
  const next = runJson(world, ['alice/box']);
  assert.ok([3, 4].includes(next.code), next.err);
  assert.equal((await pulls(bob)).length, 1);

  const merged = pawl(world, ['pr', 'merge', String(pull.number), 'alice/box', '--squash', '--json']);
  assert.equal(merged.code, 0, merged.err);
  assert.equal(json(merged).state, 'merged');
  const again = pawl(world, ['pr', 'merge', String(pull.number), 'alice/box', '--squash', '--json']);
  assert.equal(json(again).merge_commit, json(merged).merge_commit);
  assert.match((await bob.rest('GET', '/repos/alice/box/contents/README.md', undefined, { accept: 'application/vnd.github.raw+json' })).body, /docs\/guide\.md/);

  const budget = json(pawl(world, ['api-budget', '--json'])).budgets;
  assert.ok(budget.some((one) => one.resource === 'rest' && one.last_hour.not_modified > 0 && one.limit.remaining > 0), JSON.stringify(budget));
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${summary.requests} requests, ${summary.notModified} of them not modified, none outside GitHub's schemas`);
});

test('an answer that is lost after it took effect opens nothing twice', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  await github.do('fault', { rules: [{ match: { method: 'POST', path: '/repos/alice/box/pulls$' }, then: { lose: true } }] });
  const done = runJson(world, ['alice/box']);
  assert.equal(done.code, 0, done.err);
  assert.equal((await pulls(bob)).length, 1);
  await checkLog(github, bob, world);
});

test('who may not push is told before any work', async (t) => {
  const { github, world, bob } = await atGitHub(t, { role: 'read' });
  const done = pawl(world, ['run', 'alice/box', '--yes'], { env: { PAWL_FORGE_FORK: 'false' } });
  assert.equal(done.code, 4, done.err);
  assert.match(done.err, /may not push to alice\/box/);
  assert.deepEqual(await pulls(bob), []);
  const gone = pawl(world, ['run', 'alice/nowhere', '--yes']);
  assert.notEqual(gone.code, 0);
  await checkLog(github, bob, world);
});

test('what protects the base is said before any work, and asked for where a setting wants it', async (t) => {
  const { github, world, bob } = await atGitHub(t, { role: 'admin' });
  const said = () => fs.readdirSync(path.join(world.state, 'runs')).map((run) => fs.readFileSync(path.join(world.state, 'runs', run, 'events.jsonl'), 'utf8')).join('');
  const refused = (why) => {
    const done = pawl(world, ['run', 'alice/box', '--yes'], { env: { PAWL_GITHUB_BASE_GUARD: 'require' } });
    assert.equal(done.code, 4, done.err);
    assert.match(done.err, why);
    assert.equal(pawl(world, ['reset', 'alice/box']).code, 0);
  };
  refused(/nothing asks for a pull request/);
  const rules = [{ type: 'pull_request', parameters: { required_approving_review_count: 1, dismiss_stale_reviews_on_push: false, require_code_owner_review: false, require_last_push_approval: false, required_review_thread_resolution: false } }];
  const conditions = { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } };
  const ruleset = { name: 'main', target: 'branch', enforcement: 'active', rules, conditions };
  const made = await bob.rest('POST', '/repos/alice/box/rulesets', { ...ruleset, bypass_actors: [{ actor_id: 5, actor_type: 'RepositoryRole', bypass_mode: 'always' }] });
  assert.equal(made.status, 201);
  refused(/ruleset .*main.* lets the token pass/);
  await bob.rest('PUT', `/repos/alice/box/rulesets/${made.body.id}`, { ...ruleset, bypass_actors: [] });
  await bob.rest('PUT', '/repos/alice/box/branches/main/protection', { required_status_checks: null, enforce_admins: false, required_pull_request_reviews: {}, restrictions: null });
  refused(/does not bind administrators/);
  await bob.rest('PUT', '/repos/alice/box/branches/main/protection', { required_status_checks: null, enforce_admins: true, required_pull_request_reviews: {}, restrictions: null });
  const done = runJson(world, ['alice/box'], { env: { PAWL_GITHUB_BASE_GUARD: 'require' } });
  assert.equal(done.code, 0, done.err);
  assert.match(said(), /main is protected by branch protection, ruleset/);
  assert.equal((await pulls(bob)).length, 1);
  await checkLog(github, bob, world);
});

test('issues, comments, reviews and checks of GitHub', async (t) => {
  const { github, world, bob } = await atGitHub(t);
  const does = (...args) => {
    const done = pawl(world, args);
    assert.equal(done.code, 0, `${args.join(' ')}: ${done.err}`);
    return done;
  };
  const issue = json(does('issue', 'create', 'Opens wrongly', 'alice/box', '--body', 'README.md:1', '--json'));
  assert.equal(issue.author, 'bob');
  does('issue', 'comment', String(issue.number), 'alice/box', '--body', 'Seen again.');
  assert.match(does('issue', 'show', String(issue.number), 'alice/box').out, /Seen again\./);
  does('issue', 'close', String(issue.number), 'alice/box');
  assert.deepEqual(json(does('issue', 'list', 'alice/box', '--json')).issues.map((one) => one.state), ['closed']);

  await github.do('ci', { repo: 'alice/box', script: {
    checks: [{ app: 'ci', name: 'build', appearAfter: 0, startAfter: 0, endAfter: 0, conclusion: 'failure' }],
    statuses: [{ context: 'legacy', appearAfter: 0, endAfter: 0, state: 'success' }],
  } });
  assert.equal(runJson(world, ['alice/box', '--no-ci-watch']).code, 0);
  const [pull] = await pulls(bob);
  const number = String(pull.number);
  await github.do('clock', { advance: 5 });
  const red = pawl(world, ['pr', 'checks', number, 'alice/box', '--json']);
  assert.equal(red.code, 5, red.err);
  const { checks } = json(red);
  assert.deepEqual(checks.map((one) => [one.name, one.conclusion]), [['build', 'failure'], ['legacy', 'success']]);
  does('pr', 'comment', number, 'alice/box', '--body', 'Thank you.');
  assert.match(does('pr', 'show', number, 'alice/box').out, /Thank you\./);
  await checkLog(github, bob, world);
});
