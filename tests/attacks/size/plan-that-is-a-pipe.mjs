import path from 'node:path';
import { assertEnded, patience, pipe } from '../size_lib.mjs';

export const goal = 'a plan that nobody ever writes keeps the run waiting';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  const plan = pipe(path.join(world.folder, 'plan.json'));
  assertEnded(await world.run(repo, { args: ['--plan-from-file', plan], timeout: patience }), 2, /not a regular file/);
}
