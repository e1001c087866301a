import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { unchecked } from '../repository_lib.mjs';

export const goal = 'the borrowed objects are a pipe, a device and a folder of the person';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const pipe = path.join(world.folder, 'pipe');
  spawnSync('mkfifo', [pipe]);
  world.write(repo, { '.git/objects/info/alternates': `${pipe}\n/dev/zero\n${world.home}/.ssh\n` });
  const done = await world.run(repo, { ...unchecked, timeout: 20_000 });
  assert.ok([0, 1, 7].includes(done.code), done.err);
}
