import { lacks, saysMissing, withPull } from '../repository_lib.mjs';

export const goal = 'the diff of a pull request reads a blob that is missing';

export async function run(world) {
  const repo = await withPull(world);
  const id = lacks(world, repo, 'docs/guide.md');
  saysMissing(await world.pawl(['pr', 'diff', '1', repo]), id);
}
