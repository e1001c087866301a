import assert from 'node:assert/strict';

import { betrayer, withPull } from '../repository_lib.mjs';

export const goal = 'programs that show differences, through every way to see one';

export async function run(world) {
  const repo = await withPull(world, { '.gitattributes': '* diff=evil merge=evil\n' });
  const program = betrayer(world);
  for (const key of ['diff.evil.textconv', 'diff.evil.command', 'diff.external', 'merge.evil.driver', 'core.pager',
    'pager.diff', 'pager.log', 'interactive.diffFilter', 'difftool.evil.cmd', 'trailer.x.command', 'trailer.x.cmd']) {
    world.git(repo, 'config', key, program);
  }
  const diff = await world.pawl(['pr', 'diff', '1', repo]);
  assert.match(diff.out, /\+Text, and more of it\./);
  world.write(repo, { 'notes.md': 'Other notes.\n' });
  await world.pawl(['guard', 'check', '--repo', repo, '--fast']);
  world.write(repo, { 'notes.md': 'Notes.\n' });
  const merged = await world.pawl(['pr', 'merge', '1', repo]);
  assert.equal(merged.code, 0, merged.err);
}
