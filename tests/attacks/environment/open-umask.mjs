import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files, runFolder } from '../state_folder.mjs';

export const goal = 'files that others can read or write, by a umask of 000';

export async function run(world) {
  const repo = world.repo(files);
  const before = process.umask(0);
  let done = null;
  try {
    done = world.run(repo, { env: { PAWL_CHECKS_RUN: 'no' } });
  } finally {
    process.umask(before);
  }
  assert.equal((await done).code, 0, (await done).err);
  const folder = runFolder(world);
  for (const name of [world.state, folder, path.join(folder, 'events.jsonl'), path.join(folder, 'state.json'),
    path.join(world.state, 'pawl.db')]) {
    assert.equal(fs.statSync(name).mode & 0o077, 0, `${name} has mode ${(fs.statSync(name).mode & 0o777).toString(8)}`);
  }
  assert.equal((await world.pawl(['list'])).code, 0, 'Pawl takes what it made itself');
}
