import { lacks, saysMissing } from '../repository_lib.mjs';

export const goal = 'the change to be judged is missing, and comes by ssh';

export async function run(world) {
  const repo = world.repo({ 'a.md': 'one\n' });
  world.write(repo, { 'a.md': 'two\n' });
  world.commit(repo);
  const id = lacks(world, repo, 'a.md', {
    'remote.origin.url': 'ssh://host.invalid/x', 'core.sshCommand': `${world.betray}; false`,
  });
  saysMissing(await world.pawl(['guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast']), id);
}
