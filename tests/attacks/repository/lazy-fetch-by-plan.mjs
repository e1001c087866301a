import { lacks, saysMissing } from '../repository_lib.mjs';

export const goal = 'a run that only plans fetches what the target lacks';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n', 'src/a.js': 'export const a = 1;\n' });
  const id = lacks(world, repo, 'src/a.js', { 'remote.origin.uploadpack': `env ${world.betray}; false` });
  saysMissing(await world.pawl(['plan', repo]), id);
}
