import assert from 'node:assert/strict';

import { makefileRepo, nothingLeft, testsOf } from '../path-lib.mjs';

export const goal = 'tests in groups in groups with long names, of which each test is given all, take all memory';

export async function run(world) {
  const repo = makefileRepo(world, 'exec node ./print.js\n', {
    'print.js': `let out = 'TAP version 13\\n';
for (let depth = 0; depth < 500; ++depth) out += ' '.repeat(depth) + '# Subtest: ' + 'x'.repeat(3000) + '\\n';
for (let i = 0; i < 3600; ++i) out += ' '.repeat(500) + 'ok ' + i + '\\n';
require('fs').writeSync(1, out);
`,
  });
  const { status } = await testsOf(world, repo, { timeout: 20_000 });
  assert.equal(status, 'pass');
  nothingLeft(world);
}
