import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, obliging, readme } from '../model_server.mjs';
import { runFolder, waitingRun } from '../state_folder.mjs';

export const goal = 'commits lost, by cleaning up after a run whose journal is damaged';

export async function run(world, t) {
  const repo = world.repo(readme);
  const planned = obliging('{}');
  const server = await modelServer(t, (response, body, number) => { if (number === 1) planned(response, body, 1); });
  const first = await waitingRun(world, repo, server);
  while (server.posts < 2 && first.child.exitCode === null) await new Promise((resolve) => { setImmediate(resolve); });
  await first.stop();
  const folder = runFolder(world);
  const worktree = path.join(world.state, 'worktrees', path.basename(folder));
  const kept = JSON.parse((await world.pawl(['clean', '--json'])).out).kept;
  assert.equal(kept.length, 1, 'a run that can be resumed is kept');
  assert.ok(fs.existsSync(worktree));
  fs.writeFileSync(path.join(worktree, 'work.txt'), 'hours of work\n');
  const commit = (world.commit(worktree, 'docs: Add work'), world.git(worktree, 'rev-parse', 'HEAD'));
  fs.writeFileSync(path.join(folder, 'events.jsonl'), '{"pawl_journal":1,"run":"x"}\nbroken\nbroken\n');
  const done = await world.pawl(['clean', '--json']);
  assert.equal(done.code, 0, done.err);
  assert.ok(!fs.existsSync(worktree), done.out);
  const rescued = world.git(repo, 'for-each-ref', '--contains', commit, '--format=%(refname)');
  assert.match(rescued, /^refs\/pawl\/rescue\//);
}
