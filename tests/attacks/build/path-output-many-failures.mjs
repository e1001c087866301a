import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a hundred thousand failing tests, compared each with each, hold Pawl up for hours';

export async function run(world) {
  const repo = makefileRepo(world, "echo 'TAP version 13'\nseq -f 'not ok - t%.0f' 1 100000\nexit 1\n");
  const { status, details } = await testsOf(world, repo, { timeout: 30_000 });
  assert.equal(status, 'fail', details);
  assert.match(details, /too many to compare/);
  nothingLeft(world);
}
