// What GitHub refuses, or answers badly: each ends in its class, in bounded time, and no write is sent twice.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';

import { atGitHub, checkLog, json } from './github_world.mjs';
import { pawl } from './lib.mjs';

const kBoundMs = 60_000;
const retry = { headers: { 'retry-after': '30' }, body: { message: 'Too Many Requests' } };

// How a read and a write end, and whether the write took effect. Exit codes: 4 refused, 9 not found, 75 try later.
const rows = [
  { name: '429 with Retry-After', then: { status: 429, ...retry }, read: 75, write: 75 },
  { name: 'the primary limit', then: { primary: true }, read: 75, write: 75 },
  { name: 'a secondary limit with Retry-After', then: { secondary: { retryAfter: 30 } }, read: 75, write: 75 },
  { name: 'a secondary limit without one', then: { secondary: { retryAfter: null } }, read: 75, write: 75 },
  { name: '500 for a moment', then: { status: 500 }, times: 1, read: 0, write: 75 },
  { name: '500', then: { status: 500 }, read: 75, write: 75 },
  { name: '502', then: { status: 502 }, read: 75, write: 75 },
  { name: 'a body that is cut off', then: { cut: 1 }, read: 75, write: 75, made: 1 },
  { name: 'a connection that ends without an answer', then: { lose: true }, read: 75, write: 75, made: 1 },
  { name: 'a token that expired', then: { badToken: true }, read: 4, write: 4 },
  { name: 'a permission that was lost', then: { status: 404 }, read: 9, write: 9 },
  { name: 'a permission that was never there', then: { status: 403, body: { message: 'Resource not accessible by personal access token' } }, read: 4, write: 4 },
];

test('refusals and bad answers end in their class, in bounded time, and no write is repeated', async (t) => {
  const { github, world, bob, alice } = await atGitHub(t);
  let issues = 0;
  const go = async (what, match, row, args) => {
    // Each begins without a memory of earlier limits.
    fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
    await github.do('clear-faults');
    await github.do('fault', { rules: [{ match, times: row.times ?? 99, then: row.then }] });
    const after = (await github.do('summary')).requests;
    const begun = Date.now();
    const done = pawl(world, args);
    assert.ok(Date.now() - begun < kBoundMs, `${row.name}: ${what} took ${Date.now() - begun} ms`);
    await github.do('clear-faults');
    const entries = (await github.do('log', { after })).entries;
    return { done, writes: entries.filter((entry) => entry.method === 'POST').length };
  };
  for (const row of rows) {
    const read = await go('a read', { method: 'GET', path: '/pulls$' }, row, ['pr', 'list', 'alice/box', '--json']);
    assert.equal(read.done.code, row.read, `${row.name}: ${read.done.err}`);
    const write = await go('a write', { method: 'POST', path: '/issues$' }, row, ['issue', 'create', 'Opens wrongly', 'alice/box', '--body', 'See.', '--json']);
    assert.equal(write.done.code, row.write, `${row.name}: ${write.done.err}`);
    assert.equal(write.writes, 1, `${row.name}: sent ${write.writes} times`);
    issues += row.made ?? 0;
    const there = (await bob.rest('GET', '/repos/alice/box/issues?state=all&per_page=100')).body.length;
    assert.equal(there, issues, row.name);
  }
  // A renamed repository is found by its old name, for reads and for writes.
  fs.rmSync(world.env.PAWL_HOME, { recursive: true, force: true });
  assert.equal((await alice.rest('PATCH', '/repos/alice/box', { name: 'crate' })).status, 200);
  const made = pawl(world, ['issue', 'create', 'Opens wrongly', 'alice/box', '--body', 'See.', '--json']);
  assert.equal(made.code, 0, made.err);
  assert.equal(json(pawl(world, ['issue', 'list', 'alice/box', '--json'])).issues.length, issues + 1);
  const summary = await checkLog(github, bob, world);
  t.diagnostic(`${rows.length} ways to refuse a read and a write; ${summary.requests} requests`);
});

test('half an answer of GraphQL is none', async (t) => {
  const { github, world, bob, alice } = await atGitHub(t);
  await github.do('commit', { repo: 'alice/box', branch: 'mine', author: 'alice', files: { 'a.txt': 'a\n' } });
  const pull = (await alice.rest('POST', '/repos/alice/box/pulls', { title: 'Add a', head: 'mine', base: 'main', draft: true })).body;
  const partial = (match) => github.do('fault', { rules: [{ match, then: { partial: [{ type: 'INTERNAL', message: 'Something went wrong' }] } }] });
  // What was done all the same is seen.
  await partial({ path: '/graphql$' });
  const ready = pawl(world, ['pr', 'ready', String(pull.number), 'alice/box', '--json']);
  assert.ok([0, 75].includes(ready.code), ready.err);
  assert.equal(pawl(world, ['pr', 'ready', String(pull.number), 'alice/box', '--json']).code, 0);
  const after = (await github.do('log', {})).entries.filter((entry) => /graphql/.test(entry.path));
  assert.equal(after.length, 1, 'the mutation was sent once');
  // A run that cannot know what is offered publishes nothing, and goes on later.
  await partial({ path: '/graphql$' });
  const run = pawl(world, ['run', 'alice/box', '--yes', '--json']);
  assert.equal(run.code, 75, run.err);
  assert.equal((await bob.rest('GET', '/repos/alice/box/pulls?state=all')).body.length, 1);
  const resumed = pawl(world, ['run', 'alice/box', '--yes', '--json', '--resume']);
  assert.equal(resumed.code, 0, resumed.err);
  await checkLog(github, bob, world);
});
