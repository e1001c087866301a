import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { lacks, unchecked } from '../repository_lib.mjs';

export const goal = 'objects behind a symlink, so that the upload-pack of the target has to pack them';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n', 'src/a.js': 'export const a = 1;\n' });
  lacks(world, repo, 'src/a.js');
  const objects = path.join(repo, '.git/objects');
  fs.renameSync(path.join(objects, 'info'), path.join(world.folder, 'info'));
  fs.symlinkSync(path.join(world.folder, 'info'), path.join(objects, 'info'));
  const done = await world.run(repo, unchecked);
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /fetch it there first/);
}
