import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'a program written outside of the repository, by its core.hooksPath';

export async function run(world) {
  const elsewhere = path.join(world.outside, 'folder');
  const ways = [
    (repo) => world.git(repo, 'config', 'core.hooksPath', elsewhere),
    (repo) => world.git(repo, 'config', 'core.hooksPath', '../outside/folder'),
    (repo) => {
      fs.symlinkSync(elsewhere, path.join(repo, 'hooks'));
      world.git(repo, 'config', 'core.hooksPath', 'hooks');
    },
    (repo) => {
      fs.rmSync(path.join(repo, '.git/hooks'), { recursive: true, force: true });
      fs.symlinkSync(elsewhere, path.join(repo, '.git/hooks'));
    },
    (repo) => {
      fs.mkdirSync(path.join(repo, '.git/hooks'), { recursive: true });
      fs.symlinkSync(path.join(elsewhere, 'pre-commit'), path.join(repo, '.git/hooks/pre-commit'));
    },
  ];
  for (const [number, set] of ways.entries()) {
    const repo = world.repo(files, `project-${number}`);
    set(repo);
    const done = await world.pawl(['guard', 'install-hook', '--repo', repo]);
    assert.equal(done.code, 4, `${number}: ${done.err}`);
  }
  const inside = world.repo(files, 'inside');
  world.git(inside, 'config', 'core.hooksPath', '.githooks');
  const done = await world.pawl(['guard', 'install-hook', '--repo', inside]);
  assert.equal(done.code, 0, done.err);
  assert.ok(fs.existsSync(path.join(inside, '.githooks/pre-commit')));
}
