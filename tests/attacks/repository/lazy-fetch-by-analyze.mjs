import fs from 'node:fs';
import path from 'node:path';

import { lacks, saysMissing } from '../repository_lib.mjs';

export const goal = 'a partial clone that lacks an object has a command for getting it, and is measured';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n', 'src/a.js': 'export const a = 1;\n' });
  const id = lacks(world, repo, 'src/a.js');
  fs.rmSync(path.join(repo, 'src/a.js'));
  saysMissing(await world.pawl(['analyze', repo, '--no-checks']), id);
}
