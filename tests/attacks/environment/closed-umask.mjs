import assert from 'node:assert/strict';
import { files } from '../state_folder.mjs';

export const goal = 'a run that locks itself out, by a umask of 777';

export async function run(world) {
  const repo = world.repo(files);
  const before = process.umask(0o777);
  let done = null;
  try {
    done = world.run(repo, { env: { PAWL_CHECKS_RUN: 'no' } });
  } finally {
    process.umask(before);
  }
  assert.equal((await done).code, 0, (await done).err);
  assert.equal((await world.pawl(['list'])).code, 0);
}
