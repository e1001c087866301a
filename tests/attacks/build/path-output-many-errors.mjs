import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

import { nothingLeft } from '../path-lib.mjs';

export const goal = 'a makefile prints four megabytes of compiler errors, compared each with each';

export async function run(world, t) {
  if (spawnSync('make', ['--version']).error) return t.skip('without make');
  const repo = world.repo({
    'README.md': '# Box\n',
    Makefile: "all:\n\tseq -f 'main.c:%.0f: error: x' 1 120000\n\tfalse\n",
    'main.c': 'int main(void) { return 0; }\n',
  });
  const done = await world.pawl(['analyze', repo], { timeout: 30_000 });
  assert.equal(done.signal, null);
  assert.match(done.out, /too many to compare/);
  nothingLeft(world);
}
