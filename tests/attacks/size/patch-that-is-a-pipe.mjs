import path from 'node:path';
import { assertEnded, patience, pipe } from '../size_lib.mjs';

export const goal = 'a patch that nobody ever writes keeps the check waiting';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  const patch = pipe(path.join(world.folder, 'x.patch'));
  assertEnded(await world.pawl(['guard', 'check', '--fast', '--patch', patch, '--repo', repo], { timeout: patience }), 2,
    /not a regular file/);
}
