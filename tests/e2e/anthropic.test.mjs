// A live server of the Messages API: the run succeeds, streamed and not, and reports its failures.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, runJson, startFakeModel } from './lib.mjs';

const files = { 'notes.md': '# Notes\n\nNothing yet.\n', 'app.py': 'print(1)\n' };
const plan = JSON.stringify({
  tasks: [{ title: 'Write notes', metric: 'docs', priority: 1,
    subtasks: [{ title: 'Note', description: 'Say something.', file_hints: ['notes.md'], action: 'modify' }] }],
});
const work = JSON.stringify({
  commit_message: 'docs: Say something',
  edits: [{ kind: 'replace', path: 'notes.md', find: 'Nothing yet.', content: 'Something.' }],
});
const key = 'sk-ant-canary-0123456789abcdef';

async function withFakeModel(entries, args, body) {
  const world = makeWorld();
  const fake = await startFakeModel(world, entries, args);
  try {
    world.env.ANTHROPIC_BASE_URL = fake.url;
    world.env.ANTHROPIC_API_KEY = key;
    await body(world, makeRepo(world, files), fake);
  } finally {
    await fake.stop();
    world.remove();
  }
}

function assertLanded(done, repo) {
  assert.equal(done.code, 0, done.err);
  assert.equal(done.document.commits.length, 1);
  assert.match(git(repo, 'show', `${done.document.branch}:notes.md`), /Something/);
}

function assertNoKey(world, done) {
  assert.ok(!(done.out + done.err).includes(key));
  for (const entry of fs.readdirSync(world.env.PAWL_HOME, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    assert.ok(!fs.readFileSync(file).includes(key), file);
  }
}

for (const [name, env, more] of [
  ['streaming', {}, {}],
  ['not streaming', { PAWL_MODEL_STREAM: 'no' }, {}],
  ['a server that ignores stream', {}, { plain: true }],
  ['a model that thinks aloud', {}, { reasoning: 'First {"tasks": []}, no.' }],
]) {
  test(`plan and work over the Messages API, ${name}`, async () => {
    await withFakeModel([{ text: plan, role: 'planner', ...more }, { text: work, role: 'worker', ...more }],
      ['--key', key], async (world, repo, fake) => {
        const done = runJson(world, [repo, '--model', 'anthropic:fake'], { env });
        assertLanded(done, repo);
        assertNoKey(world, done);
        const posts = fake.requests().filter((request) => request.method === 'POST');
        assert.deepEqual(posts.map((post) => post.path), ['/v1/messages', '/v1/messages']);
        assert.ok(posts.every((post) => post.body.tool_choice.name === 'answer'));
        assert.ok(posts.every((post) => post.body.system.length > 0));
        const calls = journal(runFolders(world)[0]).filter((event) => event.kind === 'llm.call');
        assert.deepEqual(calls.map((event) => event.data.role), ['planner', 'worker']);
        assert.ok(calls.every((event) => event.data.tokens_in > 0 && event.data.finish === 'stop'));
      });
  });
}

test('a server without tools is asked in plain words, and not blamed for it', async () => {
  await withFakeModel([{ text: plan, role: 'planner' }, { text: work, role: 'worker' }], ['--no-schemas'],
    async (world, repo, fake) => {
      const done = runJson(world, [repo, '--model', 'anthropic:fake']);
      assertLanded(done, repo);
      assert.deepEqual(fake.requests().filter((request) => request.method === 'POST')
        .map((post) => post.status), [400, 200, 200]);
    });
});

test('529 and a cut connection are tried again; an answer cut for want of tokens is asked anew', async () => {
  await withFakeModel([
    { status: 529, headers: { 'retry-after': '1' },
      body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
    { text: plan, role: 'planner', cut_after_bytes: 300 },
    { text: plan.slice(0, 40), role: 'planner', finish: 'length' },
    { text: plan, role: 'planner' },
    { text: work, role: 'worker' },
  ], [], async (world, repo) => {
    const done = runJson(world, [repo, '--model', 'anthropic:fake']);
    assertLanded(done, repo);
    const events = journal(runFolders(world)[0]);
    assert.equal(events.filter((event) => event.kind === 'llm.retry').length, 2);
    const calls = events.filter((event) => event.kind === 'llm.call');
    assert.deepEqual(calls.map((event) => event.data.finish), ['length', 'stop', 'stop']);
  });
});

test('a wrong key and a wrong model are told before any model time is spent', async () => {
  await withFakeModel([{ text: plan }], ['--key', 'another'], async (world, repo, fake) => {
    const done = runJson(world, [repo, '--model', 'anthropic:fake']);
    assert.equal(done.code, 4, done.err);
    assert.match(done.err, /anthropic\.api_key/);
    assertNoKey(world, done);
    assert.ok(fake.requests().every((request) => request.method === 'GET'));
    const doctor = pawl(world, ['doctor'], { env: { PAWL_MODEL: 'anthropic:fake' } });
    assert.match(doctor.out + doctor.err, /anthropic\.api_key/);
  });
  await withFakeModel([{ text: plan }], ['--model', 'claude-x'], async (world, repo) => {
    const done = runJson(world, [repo, '--model', 'anthropic:claude-y']);
    assert.equal(done.code, 9, done.err);
    assert.match(done.err, /claude-x/);
  });
});
