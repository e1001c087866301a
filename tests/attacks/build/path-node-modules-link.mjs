import assert from 'node:assert/strict';

import { nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'a committed link for node_modules asks whether a folder of the host exists';

export async function run(world) {
  const repo = world.repo({
    'README.md': '# Box\n',
    'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'true' }, dependencies: { folder: '*' } }),
    node_modules: { link: world.outside },
  });
  const { status, details } = await testsOf(world, repo);
  assert.equal(status, 'unknown');
  assert.match(details, /its dependencies are not installed here/);
  nothingLeft(world);
}
