import assert from 'node:assert/strict';
import path from 'node:path';

export const goal = '.git is a symlink to a repository of the person who runs Pawl';

export async function run(world) {
  const own = world.repo({ 'own.md': 'own\n' }, 'own');
  const folder = path.join(world.folder, 'sent');
  world.write(folder, { 'README.md': '# Sent\n', '.git': { link: path.join(own, '.git') } });
  const done = await world.run(folder);
  assert.equal(done.code, 4, done.err);
  assert.equal(world.git(own, 'branch', '--list', '--format=%(refname:short)'), 'main');
}
