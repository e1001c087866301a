import fs from 'node:fs';
import path from 'node:path';
import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'a plan of gigabytes is read into memory';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, '{');
  fs.truncateSync(plan, 6 * 1024 ** 3);
  assertEnded(await world.run(repo, { args: ['--plan-from-file', plan], timeout: patience }), 2, /larger than 4 MiB/);
}
