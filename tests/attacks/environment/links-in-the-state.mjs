import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files, ranOnce } from '../state_folder.mjs';

export const goal = 'a file elsewhere overwritten, by links at the names of lock and database';

export async function run(world) {
  const repo = world.repo(files);
  await ranOnce(world, repo);
  const victim = path.join(world.outside, 'victim.txt');
  const locks = path.join(world.state, 'locks');
  for (const name of [...fs.readdirSync(locks).map((lock) => path.join(locks, lock)), path.join(world.state, 'pawl.db')]) {
    fs.renameSync(name, `${name}.kept`);
    fs.symlinkSync(victim, name);
    const done = await world.run(repo, { args: ['--reset'] });
    assert.equal(done.code, 4, `${name}: ${done.err}`);
    assert.match(done.err, /symbolic link/);
    fs.rmSync(name);
    fs.renameSync(`${name}.kept`, name);
  }
}
