import { lacks, saysMissing, unchecked } from '../repository_lib.mjs';

export const goal = 'the same partial clone, and a run on it';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n', 'src/a.js': 'export const a = 1;\n' });
  const id = lacks(world, repo, 'src/a.js');
  saysMissing(await world.run(repo, unchecked), id);
}
