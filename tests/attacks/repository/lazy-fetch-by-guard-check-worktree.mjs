import { lacks, saysMissing } from '../repository_lib.mjs';

export const goal = 'what the worktree is compared with is missing';

export async function run(world) {
  const repo = world.repo({ 'a.md': 'one\n', 'b.md': 'b\n' });
  const id = lacks(world, repo, 'a.md');
  world.write(repo, { 'a.md': 'changed\n' });
  saysMissing(await world.pawl(['guard', 'check', '--repo', repo, '--fast']), id);
}
