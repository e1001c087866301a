import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { readme } from '../words.mjs';

export const goal = 'a file that git reads becomes a link to one that nobody looks at';

export async function run(world) {
  const repo = world.repo(readme);
  fs.symlinkSync('README.md', path.join(repo, '.gitattributes'));
  world.git(repo, 'add', '--all');
  const done = await world.pawl(['guard', 'check', '--staged', '--fast'], { cwd: repo });
  assert.equal(done.code, 6, done.out + done.err);
  assert.match(done.out, /write-gate\/git-file-link/);
}
