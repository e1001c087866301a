import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { files, runFolder } from '../state_folder.mjs';

export const goal = 'messages written into the database, which got the number of the closed screen';
export const everyUser = true;

export async function run(world) {
  const repo = world.repo(files);
  const seen = {};
  const probe = await world.pawl(['version'], { started: (child) => { seen.program = child.spawnfile; } });
  assert.equal(probe.code, 0);
  const done = spawnSync('/bin/sh', ['-c', 'exec "$0" run "$1" --yes --model recipes: --json <&- >&- 2>&-', seen.program, repo], {
    env: { ...world.env, PAWL_CHECKS_RUN: 'no' }, uid: world.user.uid, gid: world.user.gid, stdio: 'ignore', timeout: 60_000 });
  assert.equal(done.status, 0, `it ended with ${done.status ?? done.signal}`);
  assert.equal(fs.readFileSync(path.join(world.state, 'pawl.db')).subarray(0, 15).toString(), 'SQLite format 3');
  for (const line of fs.readFileSync(path.join(runFolder(world), 'events.jsonl'), 'utf8').trim().split('\n')) JSON.parse(line);
  const list = await world.pawl(['list', '--json']);
  assert.equal(list.code, 0, list.err);
  assert.equal(JSON.parse(list.out).runs.length, 1);
}
