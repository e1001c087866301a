import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'the body of an issue without an end fills the memory';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  assertEnded(await world.pawl(['issue', 'create', 'x', repo, '--body-file', '/dev/zero'], { timeout: patience }), 2,
    /not a regular file/);
}
