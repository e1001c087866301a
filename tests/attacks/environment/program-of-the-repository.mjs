import assert from 'node:assert/strict';
import { files } from '../state_folder.mjs';

export const goal = 'a git of the repository, by relative and empty entries of PATH';

export async function run(world) {
  const script = { text: `#!/bin/sh\n${world.betray}\nexit 1\n`, mode: 0o755 };
  const repo = world.repo({ ...files, git: script, sh: script, node: script, 'bin/git': script, 'git-upload-pack': script });
  const done = await world.pawl(['run', '.', '--yes', '--model', 'recipes:'], {
    cwd: repo, env: { PATH: `:.:bin:./bin:${process.env.PATH}:`, PAWL_CHECKS_RUN: 'no' } });
  assert.ok([0, 3].includes(done.code), done.err);
}
