import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a list of failures without an end to its titles, each read to the end of the output';

export async function run(world) {
  const repo = makefileRepo(world, "echo '  1 passing'\necho '  1 failing'\nseq -f '  %.0f) x' 1 100000\nexit 1\n");
  const { status } = await testsOf(world, repo, { timeout: 20_000 });
  assert.ok(['fail', 'unknown'].includes(status), status);
  nothingLeft(world);
}
