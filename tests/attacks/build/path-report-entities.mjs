import assert from 'node:assert/strict';

import { ctestRepo, keepIt, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a report of ampersands that no semicolon ends takes hours to parse';

export async function run(world) {
  const repo = ctestRepo(world, {
    attack: `(printf '<testsuite><testcase name="a"><failure message="x">'
head -c 3000000 /dev/zero | tr '\\0' '&'
printf '</failure></testcase></testsuite>') > ../ctest.xml
${keepIt}exit 1
`,
  });
  const { status } = await testsOf(world, repo, { timeout: 20_000 });
  assert.ok(['fail', 'unknown'].includes(status), status);
  nothingLeft(world);
}
