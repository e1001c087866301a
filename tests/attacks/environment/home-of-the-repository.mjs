import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'Pawl\'s configuration, supplied by the repository it is started in';

export async function run(world) {
  const repo = world.repo({ ...files,
    'state-of-pawl/config/config.toml': `[model]\nspec = "openai:m"\nbase_url = "http://127.0.0.1:${world.port}/v1"\n` });
  const done = await world.pawl(['run', '.', '--yes'], { cwd: repo, env: { PAWL_HOME: 'state-of-pawl' } });
  assert.equal(done.code, 2, done.err);
  assert.match(done.err, /PAWL_HOME is not an absolute path/);
  assert.ok(!fs.existsSync(path.join(repo, 'state-of-pawl/state')), 'nothing was written there');
  for (const home of ['/', '', '.', '//']) {
    const none = await world.pawl(['config', 'path'], { cwd: repo, env: { PAWL_HOME: '', HOME: home } });
    assert.equal(none.code, 2, `HOME=${home}: ${none.out}`);
    assert.match(none.err, /HOME/);
  }
}
