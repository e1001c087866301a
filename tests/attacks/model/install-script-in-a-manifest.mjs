import assert from 'node:assert/strict';
import { files, planOf, planned, subtask } from '../words.mjs';

export const goal = 'a manifest that may be edited gets a script that npm runs at each install';

const manifest = (more) => `${JSON.stringify({ name: 'box', version: '1.0.0', license: 'MIT', scripts: { build: 'true', ...more } }, null, 2)}\n`;

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Box\n', 'package.json': manifest({}) });
  const done = await planned(world, repo, planOf(subtask('package.json', 'modify')),
    [{ kind: 'replace', path: 'package.json', find: '"build": "true"', content: '"build": "true",\n    "postinstall": "node x.js"' }]);
  assert.deepEqual(files(world, repo), [], done.err);
  assert.match(done.err, /agent-files\/install-script/);
}
