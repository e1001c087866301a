import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

export const goal = 'a tracked folder is a symlink to where its files lie now';

export async function run(world) {
  const repo = world.repo({ 'docs/a.md': 'one\n', 'b.md': 'b\n' });
  fs.renameSync(path.join(repo, 'docs'), path.join(world.folder, 'docs'));
  fs.symlinkSync(path.join(world.folder, 'docs'), path.join(repo, 'docs'));
  const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast', '--json']);
  assert.equal(JSON.parse(done.out).files, 2, 'the file is gone, and the link is new');
}
