import assert from 'node:assert/strict';

import { beside, ctestRepo, keepIt, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'the report of the tests becomes a link to a file of the host, whose text then shows';

export async function run(world) {
  beside(world, { 'junit.xml': `<testsuite><testcase name="${world.secret}"><failure message="${world.secret}"/></testcase></testsuite>` });
  const repo = ctestRepo(world, { attack: `ln -s '${world.outside}/junit.xml' ../ctest.xml\n${keepIt}` });
  const { status, details } = await testsOf(world, repo);
  assert.equal(status, 'fail');
  assert.match(details, /the report of its tests cannot be read.*symbolic link/);
  nothingLeft(world);
}
