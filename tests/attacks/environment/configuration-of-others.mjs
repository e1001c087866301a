import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'the model of another user\'s choice, by a configuration that everybody can write';

export async function run(world) {
  const repo = world.repo(files);
  const folder = path.join(world.env.PAWL_HOME, 'config');
  const file = path.join(folder, 'config.toml');
  world.write(folder, { 'config.toml': `[model]\nspec = "openai:m"\nbase_url = "http://127.0.0.1:${world.port}/v1"\n` });
  for (const open of [file, folder, world.env.PAWL_HOME]) {
    fs.chmodSync(open, 0o777);
    const done = await world.pawl(['run', repo, '--yes']);
    assert.equal(done.code, 4, `${open}: ${done.err}`);
    assert.match(done.err, new RegExp(`chmod go-w ${open}`));
    const set = await world.pawl(['config', 'set', 'bot.name', 'Eve']);
    assert.equal(set.code, 4, set.err);
    fs.chmodSync(open, 0o755);
  }
  // A link to a file that is in nobody's way but lies where others can replace it.
  const shared = path.join(world.folder, 'shared');
  fs.mkdirSync(shared);
  fs.renameSync(file, path.join(shared, 'config.toml'));
  fs.symlinkSync(path.join(shared, 'config.toml'), file);
  fs.chmodSync(shared, 0o777);
  const done = await world.pawl(['run', repo, '--yes']);
  assert.equal(done.code, 4, done.err);
  assert.match(done.err, /chmod go-w .*shared/);
}
