import assert from 'node:assert/strict';

import { conflict } from '../repository_lib.mjs';

export const goal = 'replace refs and grafts show a history that was never committed';

export async function run(world) {
  const repo = world.repo({ 'a.md': 'one\n' });
  const base = world.git(repo, 'rev-parse', 'HEAD');
  world.write(repo, { 'a.md': conflict });
  world.commit(repo);
  const evil = world.git(repo, 'rev-parse', 'HEAD');
  world.write(repo, { 'b.md': 'b\n' });
  world.commit(repo);
  world.git(repo, 'replace', evil, base);
  world.write(repo, { '.git/info/grafts': `${world.git(repo, 'rev-parse', 'HEAD')} ${base}\n` });
  const done = await world.pawl(['guard', 'replay', `${base}..main`, '--repo', repo, '--json']);
  assert.match(done.out, new RegExp(evil), 'the commit that is hidden is judged, too');
}
