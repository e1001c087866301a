import assert from 'node:assert/strict';

import { beside, makefileRepo } from '../path-lib.mjs';

export const goal = 'the cache becomes a link, and a build folder of the host is moved away and deleted';

export async function run(world) {
  beside(world, { 'target/made.txt': 'mine\n', 'go-build/made.txt': 'mine\n' });
  const repo = makefileRepo(world, `rm -rf ../cache\nln -s '${world.outside}' ../cache\necho "# pass 1"\n`);
  const done = await world.run(repo, { args: ['--dry-run'] });
  assert.equal(done.code, 0, done.out + done.err);
}
