import assert from 'node:assert/strict';

export const goal = 'a commondir file lends the refs and the configuration of another repository';

export async function run(world) {
  const own = world.repo({ 'own.md': 'own\n' }, 'own');
  const repo = world.repo({ 'README.md': '# Sent\n' });
  world.write(repo, { '.git/commondir': `${own}/.git\n` });
  const done = await world.run(repo);
  assert.equal(done.code, 4, done.err);
  assert.equal(world.git(own, 'branch', '--list', '--format=%(refname:short)'), 'main');
}
