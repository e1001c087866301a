// A live OpenAI-compatible server that misbehaves: the run succeeds, or ends in the right class.
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
const key = 'sk-canary-0123456789abcdef';

async function withFakeModel(entries, args, body) {
  const world = makeWorld();
  const fake = await startFakeModel(world, entries, args);
  try {
    world.env.LM_STUDIO_BASE_URL = fake.url;
    world.env.LM_STUDIO_API_KEY = key;
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

// The key stands nowhere on disk, nor in what was printed.
function assertNoKey(world, done) {
  assert.ok(!(done.out + done.err).includes(key));
  const visit = (folder) => {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) visit(full);
      else if (entry.isFile()) assert.ok(!fs.readFileSync(full).includes(key), full);
    }
  };
  visit(world.env.PAWL_HOME);
}

for (const [name, env, more] of [
  ['streaming', {}, {}],
  ['not streaming', { PAWL_MODEL_STREAM: 'no' }, {}],
  ['a server that ignores stream', {}, { plain: true }],
]) {
  test(`plan and work over HTTP, ${name}`, async () => {
    await withFakeModel([{ text: plan, role: 'planner', ...more }, { text: work, role: 'worker', ...more }],
      ['--key', key], async (world, repo, fake) => {
        const done = runJson(world, [repo, '--model', 'openai:fake'], { env });
        assertLanded(done, repo);
        assertNoKey(world, done);
        const posts = fake.requests().filter((request) => request.method === 'POST');
        assert.equal(posts.length, 2);
        const calls = journal(runFolders(world)[0]).filter((event) => event.kind === 'llm.call');
        assert.deepEqual(calls.map((event) => event.data.role), ['planner', 'worker']);
        assert.ok(calls.every((event) => event.data.tokens_out > 0 && event.data.finish === 'stop'));
      });
  });
}

test('429 with Retry-After, a cut connection and a 500 are tried again', async () => {
  await withFakeModel([
    { status: 429, headers: { 'retry-after': '1' }, body: { error: { message: 'slow down' } } },
    { text: plan, role: 'planner', cut_after_bytes: 200 },
    { status: 500, body: { error: { message: 'oops' } } },
    { text: plan, role: 'planner' },
    { text: work, role: 'worker' },
  ], [], async (world, repo) => {
    const done = runJson(world, [repo, '--model', 'openai:fake']);
    assertLanded(done, repo);
    const retries = journal(runFolders(world)[0]).filter((event) => event.kind === 'llm.retry');
    assert.equal(retries.length, 3, JSON.stringify(retries));
    assert.ok(retries[0].data.wait_ms >= 1000, 'Retry-After is kept');
  });
});

test('a stall longer than the idle timeout is cut and tried again', async () => {
  await withFakeModel([
    { text: plan, role: 'planner', stall_ms: 30_000 },
    { text: plan, role: 'planner' },
    { text: work, role: 'worker' },
  ], [], async (world, repo) => {
    const start = Date.now();
    const done = runJson(world, [repo, '--model', 'openai:fake'], { env: { LM_STUDIO_TIMEOUT: '10' } });
    assertLanded(done, repo);
    assert.ok(Date.now() - start < 29_000, 'it did not wait for the end of the stall');
  });
});

test('a server that is gone ends in 75 and leaves no run', async () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = runJson(world, [repo, '--model', 'openai:fake'],
      { env: { LM_STUDIO_BASE_URL: 'http://127.0.0.1:9/v1', PAWL_MODEL_RETRIES: '1' } });
    assert.equal(done.code, 75, done.err);
    assert.match(done.err, /127\.0\.0\.1:9/);
    assert.deepEqual(runFolders(world), []);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  } finally {
    world.remove();
  }
});

test('a wrong key and a wrong model are told before any model time is spent', async () => {
  await withFakeModel([{ text: plan }], ['--key', 'another'], async (world, repo, fake) => {
    const done = runJson(world, [repo, '--model', 'openai:fake']);
    assert.equal(done.code, 4, done.err);
    assert.match(done.err, /401/);
    assert.deepEqual(runFolders(world), []);
    assertNoKey(world, done);
    assert.equal(fake.requests().filter((request) => request.method === 'POST').length, 0);
  });
  await withFakeModel([{ text: plan }], ['--model', 'qwen3-coder'], async (world, repo) => {
    const done = runJson(world, [repo, '--model', 'openai:qwen3-codr']);
    assert.equal(done.code, 9, done.err);
    assert.match(done.err, /qwen3-coder/);
  });
});

test('an answer that never becomes JSON fails its subtask, not the program', async () => {
  await withFakeModel([
    { text: plan, role: 'planner' },
    { text: 'I would rather talk about it.', role: 'worker', repeat: 6 },
  ], [], async (world, repo) => {
    const done = runJson(world, [repo, '--model', 'openai:fake']);
    assert.equal(done.code, 6, done.err);
    assert.equal(done.document.state, 'bailed');
    assert.equal(done.document.tasks[0].subtasks[0].status, 'failed');
    assert.match(done.document.tasks[0].subtasks[0].reason, /JSON/);
  });
});

test('a recorded run replays from its cassette', async () => {
  await withFakeModel([{ text: plan, role: 'planner' }, { text: work, role: 'worker' }], [],
    async (world, repo) => {
      const first = runJson(world, [repo, '--model', 'openai:fake']);
      assertLanded(first, repo);
      const args = [repo, '--model', `cassette:${first.document.run}`];
      // It knows what the recorded run knew, so that it asks the same; it offers nothing twice all the same.
      const twice = runJson(world, args);
      assert.equal(twice.code, 4, twice.err);
      assert.match(twice.err, /pull request #1 .* is open and about the same: docs:notes\.md/);
      assert.equal(pawl(world, ['pr', 'close', '1', repo]).code, 0);
      const again = runJson(world, args);
      assert.equal(again.code, 0, again.err);
      const show = (branch) => git(repo, 'show', `${branch}:notes.md`);
      assert.equal(show(again.document.branch), show(first.document.branch));
      const list = pawl(world, ['list', '--json']);
      assert.equal(JSON.parse(list.out).runs.length, 3);
    });
});
