import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { write } from '../path-lib.mjs';

export const goal = 'a test swaps its folder for a link, and the next mutant is written to a file of the host';

const test = "const test = require('node:test');\nconst assert = require('node:assert');\nconst { discount } = require('../lib/rates');\n\ntest('members pay less', () => {\n  assert.equal(discount(101, true), 91);\n  assert.equal(discount(100, true), 100);\n  assert.equal(discount(101, false), 101);\n});\n";

export async function run(world) {
  const repo = world.repo({
    'README.md': '# Box\n',
    'package.json': JSON.stringify({ name: 'box', version: '1.0.0', scripts: { test: 'sh ./run.sh' } }),
    'run.sh': `node --test
code=$?
here=$(pwd)
mv "$here" "$here-gone" && ln -s '${world.outside}' "$here"
exit $code
`,
    'lib/rates.js': 'function discount(price, member) {\n  if (price > 100 && member) {\n    return price - 10;\n  }\n  return price;\n}\n\nmodule.exports = { discount };\n',
    'test/old.test.js': "const test = require('node:test');\n\ntest('loads', () => { require('../lib/rates'); });\n",
  });
  const file = 'test/rates.test.js';
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, JSON.stringify({ tasks: [{ title: 'Test', metric: 'tests', subtasks: [
    { title: 'Test discounts', description: 'Test `discount`.', file_hints: [file], action: 'create' }] }] }));
  const answer = JSON.stringify({ commit_message: 'test: Test the rates', edits: [write(file, test)] });
  const model = world.answers([answer, answer, answer].map((text) => ({ role: 'worker', text })));
  const done = await world.pawl(['tests', repo, '--yes', '--model', model, '--plan-from-file', plan], { timeout: 60_000 });
  assert.equal(done.signal, null);
  // Nothing can be said of such tests, so none of them is let through.
  assert.match(done.out + done.err, /new-tests\/not-checked.*a copy could not be written to/);
}
