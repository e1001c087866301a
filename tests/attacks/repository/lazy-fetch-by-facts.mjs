import { lacks, saysMissing } from '../repository_lib.mjs';

export const goal = 'a manifest that is missing comes by a transport helper';

export async function run(world) {
  const repo = world.repo({ 'package.json': '{"name": "x"}\n', 'README.md': '# Project\n' });
  const id = lacks(world, repo, 'package.json', {
    'remote.origin.url': `ext::sh -c ${world.betray.replaceAll(' ', '% ')}`,
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
  });
  saysMissing(await world.pawl(['facts', repo]), id);
}
