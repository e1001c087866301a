// Octokit with its plugins, and the verification of webhooks that GitHub's own library does.
import assert from 'node:assert/strict';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { startGitHub } from './client.mjs';
import { kModules } from './descriptions/prepare.mjs';
import { signatures } from './world/hooks.mjs';

const require = createRequire(pathToFileURL(path.join(kModules, 'x.js')));
// Both are modules only: their entry stands in their manifests.
const load = (name) => {
  const folder = path.join(kModules, ...name.split('/'));
  const { exports: all, main } = require(path.join(folder, 'package.json'));
  const entry = all?.['.']?.import ?? all?.['.']?.default ?? main;
  return import(pathToFileURL(path.join(folder, entry)));
};

async function project(t) {
  const { Octokit } = await load('octokit');
  const github = await startGitHub(t);
  const bob = await github.as('bob');
  await github.do('user', { login: 'alice' });
  await github.do('repo', { owner: 'alice', name: 'project', files: { 'a.txt': 'one\n' }, collaborators: { bob: 'write' } });
  const waits = [];
  const onLimit = (seconds, options, octokit, count) => { waits.push(seconds); return count < 1; };
  const make = (auth, more = {}) => new Octokit({
    baseUrl: github.api, auth, log: { debug() {}, info() {}, warn() {}, error() {} }, retry: { retryAfterBaseValue: 1 },
    throttle: { onRateLimit: onLimit, onSecondaryRateLimit: onLimit, retryAfterBaseValue: 1, fallbackSecondaryRateRetryAfter: 1 }, ...more,
  });
  return { github, bob, make, waits, Octokit };
}

const place = { owner: 'alice', repo: 'project' };

test('pages, retries, limits and GraphQL through Octokit', async (t) => {
  const { github, bob, make, waits } = await project(t);
  const octokit = make(bob.token);
  for (let count = 0; count < 5; count += 1) await bob.rest('POST', '/repos/alice/project/issues', { title: `Issue ${count}` });
  const all = await octokit.paginate('GET /repos/{owner}/{repo}/issues', { ...place, per_page: 2 });
  assert.deepEqual(all.map((one) => one.number), [5, 4, 3, 2, 1]);
  await github.do('fault', { rules: [{ match: { operation: 'repos/get$' }, then: { status: 502 } }] });
  assert.equal((await octokit.rest.repos.get(place)).data.full_name, 'alice/project');
  await github.do('fault', { rules: [{ match: { operation: 'issues/get$' }, then: { secondary: { retryAfter: 3 } } }] });
  assert.equal((await octokit.rest.issues.get({ ...place, issue_number: 1 })).data.title, 'Issue 0');
  assert.deepEqual(waits, [3]);
  const query = 'query($cursor: String) { repository(owner: "alice", name: "project") { issues(first: 2, after: $cursor) { nodes { number } pageInfo { hasNextPage endCursor } } } rateLimit { cost } }';
  const { repository } = await octokit.graphql.paginate(query);
  assert.equal(repository.issues.nodes.length, 5);
  await assert.rejects(octokit.graphql('{ repository(owner: "alice", name: "none") { id } }'), /Could not resolve to a Repository/);
  await assert.rejects(octokit.graphql('{ repository(owner: "alice", name: "project") { issues { nodes { id } } } }'), /must provide a `first` or `last`/);
  const { violations } = await github.do('summary');
  assert.deepEqual(violations.map((one) => one.side), ['request']);
});

test('an app installs itself with a JWT and reports checks', async (t) => {
  const { github, make, Octokit } = await project(t);
  const { createAppAuth } = await load('@octokit/auth-app');
  const { id, privateKey } = await github.do('app', { slug: 'checker', owner: 'alice', permissions: { checks: 'write', contents: 'read', pull_requests: 'read' } });
  const installation = await github.do('install', { app: 'checker', account: 'alice' });
  assert.ok(Octokit);
  const octokit = make({ appId: id, privateKey, installationId: installation.id }, { authStrategy: createAppAuth });
  const { data: { object } } = await octokit.rest.git.getRef({ ...place, ref: 'heads/main' });
  const { data: run } = await octokit.rest.checks.create({ ...place, name: 'lint', head_sha: object.sha, status: 'completed', conclusion: 'success' });
  assert.equal(run.app.slug, 'checker');
  await assert.rejects(octokit.rest.issues.create({ ...place, title: 'No' }), /Resource not accessible by integration/);
  assert.equal((await octokit.rest.apps.listReposAccessibleToInstallation()).data.total_count, 1);
  assert.deepEqual((await github.do('summary')).violations, []);
});

test('webhooks are signed as GitHub signs, and delivered anew when asked', async (t) => {
  const { Webhooks } = await load('@octokit/webhooks');
  const secret = "It's a Secret to Everybody";
  // The vector of GitHub's documentation.
  assert.equal(signatures(secret, 'Hello, World!')['x-hub-signature-256'], 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17');
  const { github, bob } = await project(t);
  const webhooks = new Webhooks({ secret });
  const seen = [];
  webhooks.onAny(({ name, payload }) => { seen.push(`${name}.${payload.action ?? ''}`); });
  const guids = [];
  const receiver = http.createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    guids.push(request.headers['x-github-delivery']);
    await webhooks.verifyAndReceive({
      id: request.headers['x-github-delivery'], name: request.headers['x-github-event'], payload: Buffer.concat(pieces).toString(), signature: request.headers['x-hub-signature-256'],
    });
    response.end('ok');
  });
  await new Promise((resolve) => { receiver.listen(0, '127.0.0.1', resolve); });
  t.after(() => { receiver.close(); receiver.closeAllConnections(); });
  const alice = await github.as('alice');
  const config = { url: `http://127.0.0.1:${receiver.address().port}/`, content_type: 'json', secret };
  const { body: hook } = await alice.rest('POST', '/repos/alice/project/hooks', { config, events: ['push', 'pull_request', 'issues', 'issue_comment', 'check_run', 'status', 'pull_request_review', 'pull_request_review_comment'] });
  await github.do('commit', { repo: 'alice/project', branch: 'more', files: { 'a.txt': 'one\ntwo\n' }, author: 'bob' });
  const { body: pull } = await bob.rest('POST', '/repos/alice/project/pulls', { title: 'More', head: 'more', base: 'main' });
  await bob.rest('POST', '/repos/alice/project/issues/1/comments', { body: 'Look' });
  await alice.rest('POST', '/repos/alice/project/pulls/1/reviews', { event: 'COMMENT', body: 'Well', comments: [{ path: 'a.txt', line: 2, side: 'RIGHT', body: 'Two' }] });
  await bob.rest('POST', `/repos/alice/project/statuses/${pull.head.sha}`, { state: 'success', context: 'ci' });
  await bob.rest('PATCH', '/repos/alice/project/pulls/1', { state: 'closed' });
  await github.do('settle');
  for (const event of ['ping.', 'push.', 'pull_request.opened', 'issue_comment.created', 'pull_request_review.submitted', 'pull_request_review_comment.created', 'status.', 'pull_request.closed']) assert.ok(seen.includes(event), event);
  const { body: deliveries } = await alice.rest('GET', `/repos/alice/project/hooks/${hook.id}/deliveries`);
  assert.equal((await alice.rest('POST', `/repos/alice/project/hooks/${hook.id}/deliveries/${deliveries[0].id}/attempts`)).status, 202);
  await github.do('settle');
  assert.equal(guids.at(-1), deliveries[0].guid);
  assert.deepEqual((await github.do('summary')).violations, []);
});
