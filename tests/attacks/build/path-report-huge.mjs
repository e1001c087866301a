import assert from 'node:assert/strict';

import { ctestRepo, keepIt, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a report of a gigabyte, taken whole into memory';

export async function run(world) {
  const repo = ctestRepo(world, { attack: `truncate -s 1000M ../ctest.xml\n${keepIt}` });
  const { status, details } = await testsOf(world, repo, { timeout: 20_000 });
  assert.equal(status, 'fail');
  assert.match(details, /the report of its tests cannot be read: .*is larger than/);
  nothingLeft(world);
}
