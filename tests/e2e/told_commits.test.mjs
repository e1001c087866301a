// What is on the branch of a run is what its journal records: a commit the journal lost is recorded
// again, and one that is not the run's is never published.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, startPawl, until } from './lib.mjs';

const files = { 'README.md': '# Box\n\nOpens.\n', 'index.js': 'module.exports = 1;   ' };
const committed = (run) => journal(run).filter((event) => event.kind === 'subtask.committed');

// A run killed once it has made two commits, and the worktree they are in.
async function withKilledRun(body) {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const repo = makeRepo(world, files);
  const { child, ended } = startPawl(world, ['run', repo, '--yes', '--model', 'recipes:']);
  try {
    const run = await until(() => runFolders(world)[0], 'a run');
    await until(() => fs.existsSync(path.join(run, 'events.jsonl')) && committed(run).length >= 2, 'two commits');
    child.kill('SIGKILL');
    await ended;
    await body({ world, repo, run, worktree: path.join(world.state, 'worktrees', path.basename(run)) });
  } finally {
    child.kill('SIGKILL');
    await ended;
    world.remove();
  }
}

// As of a journal that lies behind its worktree: everything from the event on is gone.
function cutJournal(run, isFirstGone) {
  const file = path.join(run, 'events.jsonl');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const first = lines.findIndex((line, at) => at > 0 && line !== '' && isFirstGone(JSON.parse(line)));
  assert.ok(first > 0);
  fs.writeFileSync(file, lines.slice(0, first).join('\n') + '\n');
}

test('commits the journal does not know of are told by the resume, and each once', async () => {
  await withKilledRun(async ({ world, repo, run }) => {
    const [, second] = committed(run);
    cutJournal(run, (event) => event.kind === 'effect.intent' && event.data.key === `commit:${second.data.subtask}`);
    assert.equal(committed(run).length, 1);
    const done = pawl(world, ['run', repo, '--yes', '--resume']);
    assert.equal(done.code, 0, done.err);
    const told = committed(run);
    const again = told.find((event) => event.data.subtask === second.data.subtask);
    assert.equal(again.data.commit, second.data.commit);
    assert.deepEqual(again.data.paths, second.data.paths);
    assert.equal(again.data.model, 'recipes:');
    const { pulls } = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out);
    const log = git(repo, 'log', '--format=%H', `main..${pulls[0].branch}`).split('\n');
    assert.deepEqual(told.map((event) => event.data.commit).sort(), log.sort());
  });
});

test('a commit somebody else put on the branch of a run is not published', async () => {
  await withKilledRun(async ({ world, repo, run, worktree }) => {
    fs.writeFileSync(path.join(worktree, 'mine.txt'), 'mine\n');
    git(worktree, 'add', 'mine.txt');
    git(worktree, '-c', 'user.name=Ada Example', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', 'feat: Add mine');
    const strange = git(worktree, 'rev-parse', 'HEAD');
    const done = pawl(world, ['run', repo, '--yes', '--resume']);
    assert.equal(done.code, 8, done.err);
    assert.match(done.err, new RegExp(`${strange}.*was not made by this run`));
    assert.match(done.err, new RegExp(`pawl reset ${path.basename(run)}`));
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
    assert.equal(git(worktree, 'rev-parse', 'HEAD'), strange, 'nothing is lost');
  });
});
