import fs from 'node:fs';
import path from 'node:path';
import { assertEnded, many, patience } from '../size_lib.mjs';

export const goal = 'a text needs more memory than there is, and the program is aborted';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  world.write(repo, { 'a.py': many('a = [1, 2, (3, 4)]\n', 900_000) });
  world.commit(repo);
  const limit = path.join(world.folder, 'limit.sh');
  fs.writeFileSync(limit, '#!/bin/sh\nulimit -v 150000\nexec "$@"\n', { mode: 0o755 });
  assertEnded(await world.pawl(['guard', 'check', '--fast', '--head', 'HEAD', '--repo', repo],
    { wrapper: limit, timeout: patience }), 10, /out of memory/);
}
