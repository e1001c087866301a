import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft } from '../path-lib.mjs';

export const goal = 'a process in a session of its own goes on making files while they are removed';

export async function run(world) {
  const repo = makefileRepo(world, `setsid sh -c 'i=0; while :; do i=$((i+1)); mkdir -p ../more/$i/a; : > ../more/$i/a/b; done # ${world.mark}' > /dev/null 2>&1 < /dev/null &
exit 0
`);
  const done = await world.pawl(['analyze', repo], { timeout: 30_000 });
  assert.equal(done.code, 0, done.out + done.err);
  nothingLeft(world);
}
