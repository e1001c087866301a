import assert from 'node:assert/strict';
import fs from 'node:fs';
import { objectFile, promisor, saysMissing, withPull } from '../repository_lib.mjs';

export const goal = 'the tree of the branch to be merged is missing, and comes by a command';

export async function run(world) {
  const repo = await withPull(world);
  const refs = world.git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/pawl').split('\n');
  assert.equal(refs.length, 1);
  const commit = world.git(repo, 'rev-parse', refs[0]);
  fs.rmSync(objectFile(repo, world.git(repo, 'rev-parse', `${commit}^{tree}`)));
  promisor(world, repo);
  const before = world.git(repo, 'rev-parse', 'main');
  saysMissing(await world.pawl(['pr', 'merge', '1', repo]), commit);
  assert.equal(world.git(repo, 'rev-parse', 'main'), before);
}
