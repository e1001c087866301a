import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'a patch without an end fills the memory';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  assertEnded(await world.pawl(['guard', 'check', '--fast', '--patch', '/dev/zero', '--repo', repo], { timeout: patience }), 2,
    /not a regular file/);
}
