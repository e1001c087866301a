import assert from 'node:assert/strict';

import { ctestRepo, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a failing test puts a folder where its report would be, and passes for one without tests';

export async function run(world) {
  const repo = ctestRepo(world, { attack: 'mkdir -p ../ctest.xml/full\nexit 1\n' });
  const { status, details } = await testsOf(world, repo);
  assert.equal(status, 'fail');
  assert.match(details, /the report of its tests cannot be read/);
  nothingLeft(world);
}
