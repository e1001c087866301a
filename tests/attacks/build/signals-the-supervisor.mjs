import assert from 'node:assert/strict';

import { shellTarget, testResults } from '../target.mjs';

export const goal = 'a test kills Pawl, its supervisor or the sandbox';

export async function run(world) {
  const repo = shellTarget(world, `
for p in /proc/[0-9]*; do tr '\\0' ' ' < $p/cmdline | grep -E 'pawl (run|analyze|guard)' && got sees-pawl; done
kill -9 1 2> /dev/null
kill -9 $PPID 2> /dev/null
kill -9 -1 2> /dev/null
`);
  // It can end itself and what ran it, and is then a check without a result.
  const metric = await testResults(world, repo);
  assert.equal(metric.status, 'unknown', JSON.stringify(metric));
  assert.match(metric.details, /killed/);
}
