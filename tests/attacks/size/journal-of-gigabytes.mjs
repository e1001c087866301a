import fs from 'node:fs';
import path from 'node:path';
import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'a journal of gigabytes is read into memory';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  await world.run(repo, { args: ['--dry-run'] });
  const [run] = fs.readdirSync(path.join(world.state, 'runs'));
  const journal = path.join(world.state, 'runs', run, 'events.jsonl');
  fs.truncateSync(journal, 6 * 1024 ** 3);
  assertEnded(await world.pawl(['logs', run], { timeout: patience }), 2, /larger than 256 MiB/);
  fs.truncateSync(journal, 0);
}
