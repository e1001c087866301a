import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { betrayer } from '../repository_lib.mjs';

export const goal = 'a filter process, of a driver whose name is hard to switch off';

export async function run(world) {
  const repo = world.repo({ '.gitattributes': '* filter=x=y\n', 'a.md': 'one\n' });
  const future = new Date('2035-01-01T00:00:00Z');
  fs.utimesSync(path.join(repo, 'a.md'), future, future);
  world.git(repo, 'add', 'a.md');
  world.git(repo, 'config', 'filter.x=y.process', betrayer(world));
  const judged = await world.pawl(['guard', 'check', '--repo', repo, '--fast', '--json']);
  assert.equal(judged.code, 0, judged.err);
  const done = await world.run(repo, { env: { PAWL_CHECKS_RUN: 'false' } });
  assert.ok([0, 7].includes(done.code), done.err);
}
