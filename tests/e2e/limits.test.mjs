// One run at a time, interruption, the index.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, runJson, startFakeModel, startPawl, until } from './lib.mjs';

const files = { 'notes.md': '# Notes\n\nNothing yet.\n', 'app.py': 'print(1)\n' };
const plan = JSON.stringify({
  tasks: [{ title: 'Write notes', metric: 'docs',
    subtasks: [{ title: 'Note', file_hints: ['notes.md'] }] }],
});
const work = JSON.stringify({
  commit_message: 'docs: Say something',
  edits: [{ kind: 'replace', path: 'notes.md', find: 'Nothing yet.', content: 'Something.' }],
});

// A run that hangs in its first model call, so that others can look at it.
async function withWaitingRun(body) {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const fake = await startFakeModel(world, [
    { text: plan, role: 'planner', stall_ms: 120_000 },
    { text: plan, role: 'planner', repeat: true },
    { text: work, role: 'worker' },
  ]);
  const repo = makeRepo(world, files);
  world.env.LM_STUDIO_BASE_URL = fake.url;
  const run = startPawl(world, ['run', repo, '--yes', '--model', 'openai:fake']);
  try {
    await until(() => fake.requests().some((request) => request.method === 'POST'), 'the first call');
    await body(world, repo, run);
  } finally {
    run.child.kill('SIGKILL');
    await run.ended;
    await fake.stop();
    world.remove();
  }
}

test('a second run on the same repository is told who works there', async () => {
  await withWaitingRun(async (world, repo, run) => {
    const second = pawl(world, ['run', repo, '--yes']);
    assert.equal(second.code, 8, second.err);
    assert.match(second.err, new RegExp(`\\b${run.child.pid}\\b`));
    const reset = pawl(world, ['reset', repo]);
    assert.equal(reset.code, 8, reset.err);
    const status = JSON.parse(pawl(world, ['status', repo, '--json']).out);
    assert.equal(status.status, 'running');
    assert.equal(status.phase, 'PLANNING');
    // Another repository is free.
    const other = makeRepo(world, files, 'other');
    const free = pawl(world, ['run', other, '--yes', '--model', 'recipes:', '--dry-run']);
    assert.ok([0, 3].includes(free.code), free.err);
  });
});

test('SIGINT ends with 130, a journal that says so, and a run that can be resumed', async () => {
  await withWaitingRun(async (world, repo, run) => {
    run.child.kill('SIGINT');
    const end = await run.ended;
    assert.equal(end.code, 130, end.err);
    const [folder] = runFolders(world);
    assert.equal(journal(folder).at(-1).kind, 'run.interrupted');
    assert.equal(JSON.parse(pawl(world, ['status', repo, '--json']).out).status, 'stopped');
    const resumed = runJson(world, [repo, '--resume']);
    assert.equal(resumed.code, 0, resumed.err);
    assert.equal(resumed.document.commits.length, 1);
    assert.equal(runFolders(world).length, 1, 'the same run went on');
  });
});

test('a killed run is crashed, its lock is free, and --reset keeps its work', async () => {
  await withWaitingRun(async (world, repo, run) => {
    run.child.kill('SIGKILL');
    await run.ended;
    assert.equal(JSON.parse(pawl(world, ['status', repo, '--json']).out).status, 'crashed');
    const fresh = runJson(world, [repo, '--reset', '--model', 'openai:fake']);
    assert.equal(fresh.code, 0, fresh.err);
    assert.equal(runFolders(world).length, 2);
    assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), []);
  });
});

test('the index can be rebuilt from the journals', () => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  try {
    const repo = makeRepo(world, { ...files, 'package.json': '{"name":"x","version":"1.0.0","license":"MIT","author":"Ada"}' });
    runJson(world, [repo]);
    const before = pawl(world, ['list', '--json']).out;
    const database = path.join(world.state, 'pawl.db');
    fs.writeFileSync(database, 'this is no database at all, and it is long enough to be read as one');
    for (const end of ['-wal', '-shm']) fs.rmSync(database + end, { force: true });
    const broken = pawl(world, ['run', repo, '--yes']);
    assert.notEqual(broken.code, 0);
    assert.match(broken.err, /doctor --rebuild-index/);
    const rebuilt = pawl(world, ['doctor', '--rebuild-index']);
    assert.equal(rebuilt.code, 0, rebuilt.err + rebuilt.out);
    assert.equal(pawl(world, ['list', '--json']).out, before);
  } finally {
    world.remove();
  }
});
