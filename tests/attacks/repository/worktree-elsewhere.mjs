import assert from 'node:assert/strict';

export const goal = 'core.worktree claims HOME as the files of the repository';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Sent\n' });
  world.git(repo, 'config', 'core.worktree', world.home);
  const done = await world.pawl(['guard', 'check', '--repo', repo, '--fast', '--json']);
  assert.equal(done.code, 4, done.out + done.err);
  assert.doesNotMatch(done.out, /secret\.txt|id_ed25519/);
}
