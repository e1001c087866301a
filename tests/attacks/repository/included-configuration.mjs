import assert from 'node:assert/strict';
import path from 'node:path';

import { betrayer, unchecked } from '../repository_lib.mjs';

export const goal = 'the commands are in an included file and in the configuration of the worktree';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n', '.gitattributes': '* filter=evil\n' });
  const program = betrayer(world);
  world.write(world.folder, {
    included: `[core]\n\tfsmonitor = ${program}\n[filter "evil"]\n\tclean = ${program}\n\tsmudge = ${program}\n`,
  });
  world.git(repo, 'config', 'extensions.worktreeConfig', 'true');
  world.git(repo, 'config', 'include.path', path.join(world.folder, 'included'));
  world.write(repo, { '.git/config.worktree': `[core]\n\tfsmonitor = ${program}\n\tsshCommand = ${program}\n` });
  world.write(repo, { 'README.md': '# Project\n\nChanged.\n' });
  const judged = await world.pawl(['guard', 'check', '--repo', repo, '--fast']);
  assert.equal(judged.code, 0, judged.err);
  const done = await world.run(repo, unchecked);
  assert.ok([0, 7].includes(done.code), done.err);
}
