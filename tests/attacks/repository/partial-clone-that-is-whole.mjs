import assert from 'node:assert/strict';
import fs from 'node:fs';

import { objectFile, promisor, unchecked } from '../repository_lib.mjs';

export const goal = 'a partial clone that lacks nothing of its newest commit still has the command';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n\nOld.\n' });
  const old = world.git(repo, 'rev-parse', 'HEAD:README.md');
  world.write(repo, { 'README.md': '# Project\n\nNew.\n' });
  world.commit(repo);
  fs.rmSync(objectFile(repo, old));
  promisor(world, repo);
  const measured = await world.pawl(['analyze', repo, '--no-checks']);
  assert.equal(measured.code, 0, measured.err);
  const done = await world.run(repo, unchecked);
  assert.ok([0, 7].includes(done.code), done.err);
  const merged = await world.pawl(['pr', 'merge', '1', repo]);
  assert.equal(merged.code, 0, merged.err);
}
