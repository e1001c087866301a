import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files, ranOnce } from '../state_folder.mjs';

export const goal = 'another journal or database in the place of the real one';

export async function run(world) {
  const repo = world.repo(files);
  const folder = await ranOnce(world, repo);
  const all = [['list'], ['run', repo, '--yes', '--resume', '--model', 'recipes:']];
  // Of a run that ended the list says what the index knows; its journal is read by who asks for it.
  const run = path.basename(folder);
  const reading = [['status', run], ['logs', run]];
  const slots = [[path.join(folder, 'events.jsonl'), reading], [folder, reading], [path.join(world.state, 'pawl.db'), all],
    [world.state, all], [path.join(world.state, 'locks'), all], [path.dirname(world.env.PAWL_HOME), all]];
  for (const [open, commands] of slots) {
    const { mode } = fs.statSync(open);
    fs.chmodSync(open, 0o777);
    for (const words of commands) {
      const done = await world.pawl(words);
      assert.equal(done.code, 4, `${open}: ${words[0]}: ${done.err}`);
      assert.match(done.err, /chmod go-w/);
    }
    fs.chmodSync(open, mode & 0o7777);
  }
  assert.equal((await world.pawl(['list'])).code, 0);
}
