import assert from 'node:assert/strict';

import { nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'the name of a dependency climbs out and asks whether a file of the host exists';

export async function run(world) {
  const name = `${'../'.repeat(20)}${world.outside.slice(1)}/victim.txt`;
  const repo = world.repo({
    'README.md': '# Box\n',
    'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'true' }, dependencies: { [name]: '*' } }),
    'node_modules/real/index.js': '\n',
  });
  const { status, details } = await testsOf(world, repo);
  assert.equal(status, 'unknown');
  assert.match(details, /its dependencies are not installed here/);
  nothingLeft(world);
}
