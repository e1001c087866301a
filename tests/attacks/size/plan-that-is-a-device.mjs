import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'a plan without an end fills the memory';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  assertEnded(await world.run(repo, { args: ['--plan-from-file', '/dev/zero'], timeout: patience }), 2, /not a regular file/);
}
