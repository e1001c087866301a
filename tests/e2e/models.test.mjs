// Roles, fallbacks, forms of answers and contexts, against live servers.
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
const script = [{ text: plan, role: 'planner' }, { text: work, role: 'worker' }];
const gone = 'http://127.0.0.1:9/v1';

async function withFakeModels(starts, body) {
  const world = makeWorld();
  const fakes = [];
  try {
    for (const [entries, args] of starts) fakes.push(await startFakeModel(world, entries, args));
    world.env.PAWL_MODEL_RETRIES = '0';
    await body(world, makeRepo(world, files), ...fakes);
  } finally {
    for (const fake of fakes) await fake.stop();
    world.remove();
  }
}

function assertLanded(done, repo) {
  assert.equal(done.code, 0, done.err);
  assert.match(git(repo, 'show', `${done.document.branch}:notes.md`), /Something/);
}

const posts = (fake) => fake.requests().filter((request) => request.method === 'POST' &&
  request.path.startsWith('/v1/'));
const events = (world, kind) => journal(runFolders(world)[0]).filter((event) => event.kind === kind);

test('planner and worker ask models of their own, each in its own manner', async () => {
  await withFakeModels([[script, ['--model', 'large', '--key', 'key-large-1']],
    [script, ['--model', 'small', '--key', 'key-small-1']]], async (world, repo, large, small) => {
    Object.assign(world.env, {
      PAWL_MODEL: 'anthropic:large', ANTHROPIC_BASE_URL: large.url, ANTHROPIC_API_KEY: 'key-large-1',
      PAWL_WORKER_MODEL: 'openai:small', PAWL_WORKER_BASE_URL: small.url,
      PAWL_WORKER_API_KEY: 'key-small-1', PAWL_WORKER_TEMPERATURE: '0',
      LM_STUDIO_WORKER_MAX_TOKENS: '777', PAWL_WORKER_REASONING_EFFORT: 'low',
      LM_STUDIO_WORKER_DISABLE_THINKING: '1',
    });
    const done = runJson(world, [repo]);
    assertLanded(done, repo);
    assert.deepEqual(posts(large).map((post) => post.path), ['/v1/messages']);
    assert.equal(posts(small).length, 1);
    const { body } = posts(small)[0];
    assert.equal(body.temperature, 0);
    assert.equal(body.max_tokens, 777);
    assert.equal(body.reasoning_effort, 'low');
    assert.match(body.messages.at(-1).content, /\/no_think$/);
    assert.deepEqual(events(world, 'llm.call').map((event) => event.data.model), ['large', 'small']);
    const shown = JSON.parse(pawl(world, ['config', 'show', '--json']).out);
    const worker = shown.roles.find((role) => role.role === 'worker');
    assert.equal(worker.model, 'openai:small');
    assert.equal(worker.max_tokens, 777);
    assert.equal(worker.api_key, 'set');
    assert.equal(shown.roles.find((role) => role.role === 'critic').model, 'anthropic:large');
    assert.match(pawl(world, ['config', 'show']).out, /critic +anthropic:large/);
    const doctor = JSON.parse(pawl(world, ['doctor', '--json']).out);
    assert.match(JSON.stringify(doctor), /openai:small answers/);
  });
});

test('a model that is gone is replaced by its fallback, and left alone after a while', async () => {
  const answers = [{ text: plan, role: 'planner' },
    { text: 'I would rather talk.', role: 'worker', repeat: 3 }];
  await withFakeModels([[answers, []]], async (world, repo, fake) => {
    Object.assign(world.env, {
      PAWL_MODEL: `openai:first@${gone}`, PAWL_MODEL_FALLBACK: `openai:fake@${fake.url}`,
      PAWL_MODEL_CIRCUIT_FAILURES: '2', PAWL_MODEL_CIRCUIT_COOLDOWN: '3600',
    });
    const done = runJson(world, [repo, '--max-attempts', '1']);
    assert.equal(done.code, 6, done.err);
    assert.match(done.err, /openai:fake@.* is asked instead of openai:first@http:\/\/127\.0\.0\.1:9/);
    const calls = events(world, 'llm.call');
    assert.deepEqual(calls.map((event) => event.data.model), ['fake', 'fake', 'fake', 'fake']);
    assert.equal(events(world, 'llm.fallback').length, 4);
    assert.match(events(world, 'llm.fallback')[3].data.reason, /left alone/);
    assert.deepEqual(events(world, 'llm.circuit').map((event) => event.data.state), ['open']);
  });
});

test('a commit names the model that wrote it', async () => {
  await withFakeModels([[script, []]], async (world, repo, fake) => {
    world.env.PAWL_MODEL_FALLBACK = `openai:fake@${fake.url}`;
    const done = runJson(world, [repo, '--model', `openai:first@${gone}`]);
    assertLanded(done, repo);
    const [committed] = events(world, 'subtask.committed');
    assert.equal(committed.data.model, 'openai:fake');
  });
});

for (const [name, args, types] of [
  ['schemas', [], ['json_schema', 'json_schema']],
  ['json_object only', ['--no-schemas'], ['json_schema', 'json_object', 'json_object']],
  ['no response_format', ['--no-formats'], ['json_schema', 'json_object', undefined, undefined]],
]) {
  test(`the strictest form a server takes is asked for: ${name}`, async () => {
    await withFakeModels([[[...script, ...script], args]], async (world, repo, fake) => {
      world.env.LM_STUDIO_BASE_URL = fake.url;
      const typesOf = () => posts(fake).map((post) => post.body.response_format?.type);
      const done = runJson(world, [repo, '--model', 'openai:fake']);
      assertLanded(done, repo);
      assert.deepEqual(typesOf(), types);
      assert.equal(events(world, 'llm.adapted').length, types.length - 2);
      assert.equal(events(world, 'llm.call').length, 2);
      // The next run knows, and may do the same again.
      assert.equal(pawl(world, ['pr', 'close', '1', repo]).code, 0);
      assert.equal(pawl(world, ['memory', 'forget', repo, '--pull', '1']).code, 0);
      const again = runJson(world, [repo, '--model', 'openai:fake', '--reset']);
      assertLanded(again, repo);
      assert.deepEqual(typesOf().slice(types.length), [types.at(-1), types.at(-1)]);
      const kept = fs.readFileSync(path.join(world.state, 'endpoints.json'), 'utf8');
      const [endpoint, ...others] = Object.values(JSON.parse(kept).endpoints)
        .filter((one) => one.refused);
      assert.deepEqual(others, []);
      assert.equal(endpoint !== undefined, args.length > 0, kept);
    });
  });
}

test('a context that is too small is refused before any model time is spent', async () => {
  await withFakeModels([[script, ['--ollama', '4096']]], async (world, repo, fake) => {
    world.env.LM_STUDIO_BASE_URL = fake.url;
    const done = runJson(world, [repo, '--model', 'openai:fake']);
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, /4096 tokens, at least 8192/);
    assert.match(done.err, /OLLAMA_CONTEXT_LENGTH/);
    assert.equal(posts(fake).length, 0);
    const doctor = pawl(world, ['doctor'], { env: { PAWL_MODEL: 'openai:fake' } });
    assert.match(doctor.out, /4096 tokens/);
    const overridden = runJson(world, [repo, '--model', 'openai:fake', '--reset'],
      { env: { PAWL_MODEL_CONTEXT: '16384' } });
    assertLanded(overridden, repo);
  });
  await withFakeModels([[script, ['--ollama', '16384']]], async (world, repo, fake) => {
    world.env.LM_STUDIO_BASE_URL = fake.url;
    assertLanded(runJson(world, [repo, '--model', 'openai:fake']), repo);
  });
});
