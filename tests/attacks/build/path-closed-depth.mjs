import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft } from '../path-lib.mjs';

export const goal = 'a tree of closed folders too deep to be opened one by one, that cannot be removed';

export async function run(world) {
  const repo = makefileRepo(world, 'exec node ./deep.js\n', {
    'deep.js': `const fs = require('fs');
process.chdir('..');
for (let i = 0; i < 200; ++i) {
  fs.mkdirSync('d'.repeat(10));
  process.chdir('d'.repeat(10));
  fs.chmodSync('..', 0o500);
}
`,
  });
  const done = await world.pawl(['analyze', repo], { timeout: 30_000 });
  assert.equal(done.code, 0, done.out + done.err);
  nothingLeft(world);
}
