import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { objectFile } from '../repository_lib.mjs';

// Keeps its length: what is in it is not what it was.
function damage(file) {
  const bytes = fs.readFileSync(file);
  fs.chmodSync(file, 0o644);
  fs.writeFileSync(file, bytes.map((byte, i) => (i < 12 ? byte : byte ^ 0x5a)));
}

export const goal = 'a damaged repository keeps a machine trying again for ever';

export async function run(world) {
  const object = (repo, name) => objectFile(repo, world.git(repo, 'rev-parse', name));
  const damages = {
    'a missing tree': (repo) => fs.rmSync(object(repo, 'HEAD^{tree}')),
    'a missing blob': (repo) => fs.rmSync(object(repo, 'HEAD:docs/a.md')),
    'a corrupt blob': (repo) => damage(object(repo, 'HEAD:docs/a.md')),
    'a corrupt tree': (repo) => damage(object(repo, 'HEAD^{tree}')),
    'a corrupt commit': (repo) => damage(object(repo, 'HEAD')),
    'a broken configuration': (repo) => fs.writeFileSync(path.join(repo, '.git/config'), '[core\n'),
    'an unknown format': (repo) => world.git(repo, 'config', 'core.repositoryFormatVersion', '99'),
  };
  for (const [name, spoil] of Object.entries(damages)) {
    const repo = world.repo({ 'docs/a.md': 'one\n', 'README.md': '# Project\n' }, name.replaceAll(' ', '-'));
    spoil(repo);
    for (const file of ['docs/a.md', 'README.md']) fs.writeFileSync(path.join(repo, file), 'changed\n');
    for (const command of [['analyze', repo, '--no-checks'], ['guard', 'check', '--repo', repo, '--fast']]) {
      const done = await world.pawl(command);
      assert.equal(done.code, 1, `${name}, ${command[0]}: ${done.err}`);
    }
  }
}
