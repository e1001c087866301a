import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'one test whose name is four megabytes of thread numbers, each taken out of the whole';

export async function run(world) {
  const repo = makefileRepo(world, "printf 'TAP version 13\\nnot ok - '\nyes 'thread 11' | head -n 400000 | tr -d '\\n'\necho\nexit 1\n");
  const { status, details } = await testsOf(world, repo, { timeout: 20_000 });
  assert.equal(status, 'fail');
  assert.ok(details.length < 2000, 'and it is not shown whole');
  nothingLeft(world);
}
