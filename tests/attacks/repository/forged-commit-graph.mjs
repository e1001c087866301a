import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { conflict } from '../repository_lib.mjs';

export const goal = 'a commit-graph hides the commits before the newest one';

export async function run(world) {
  const repo = world.repo({ 'a.md': 'one\n' });
  const base = world.git(repo, 'rev-parse', 'HEAD');
  world.write(repo, { 'a.md': conflict });
  world.commit(repo);
  const evil = world.git(repo, 'rev-parse', 'HEAD');
  world.write(repo, { 'a.md': 'two\n' });
  world.commit(repo);
  world.git(repo, 'commit-graph', 'write', '--reachable');
  const file = path.join(repo, '.git/objects/info/commit-graph');
  const bytes = fs.readFileSync(file);
  // Behind the tree of a commit: the position of its first parent. None, for the newest.
  const data = bytes.indexOf(Buffer.from(world.git(repo, 'rev-parse', 'HEAD^{tree}'), 'hex'));
  bytes.writeUInt32BE(0x70000000, data + 20);
  fs.chmodSync(file, 0o644);
  fs.writeFileSync(file, bytes);
  const done = await world.pawl(['guard', 'replay', `${base}..main`, '--repo', repo, '--json']);
  assert.match(done.out, new RegExp(evil));
}
