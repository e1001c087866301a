import assert from 'node:assert/strict';

import { ctestRepo, keepIt, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'the report of the tests becomes a link to /dev/zero, and reading it takes all memory';

export async function run(world) {
  const repo = ctestRepo(world, { attack: `ln -s /dev/zero ../ctest.xml\n${keepIt}` });
  const { status, details } = await testsOf(world, repo, { timeout: 20_000 });
  assert.equal(status, 'fail');
  assert.match(details, /the report of its tests cannot be read/);
  nothingLeft(world);
}
