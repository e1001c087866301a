import assert from 'node:assert/strict';

import { ctestRepo, keepIt, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'the report of the tests becomes a pipe, and whoever opens it waits for ever';

export async function run(world) {
  const repo = ctestRepo(world, { attack: `mkfifo ../ctest.xml\n${keepIt}` });
  const { status, details } = await testsOf(world, repo, { timeout: 20_000 });
  assert.equal(status, 'fail');
  assert.match(details, /the report of its tests cannot be read: .*is not a regular file/);
  nothingLeft(world);
}
