import { busyFor, interrupted, many } from '../size_lib.mjs';

export const goal = 'Ctrl-C is not heard while many texts are parsed';

export async function run(world) {
  const repo = world.repo({ 'a.txt': 'a\n' });
  const files = {};
  for (let i = 0; i < 40; ++i) files[`docs/f${i}.md`] = many(`- item ${i} of \`a list\` [a](b.md)\n`, 900_000);
  world.write(repo, files);
  world.commit(repo);
  await interrupted(world, ['guard', 'check', '--fast', '--head', 'HEAD', '--repo', repo], busyFor(0.6));
}
