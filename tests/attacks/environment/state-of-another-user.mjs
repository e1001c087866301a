import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'runs kept in a folder that another user prepared';
export const everyUser = true;

export async function run(world) {
  const repo = world.repo(files);
  if (process.getuid() === 0) {
    // The fixture gives the world to its user before each call, so this one lies beside it.
    const home = fs.mkdtempSync('/tmp/pawl-theirs-');
    try {
      fs.mkdirSync(path.join(home, 'state/runs'), { recursive: true });
      fs.chmodSync(home, 0o755);
      fs.chmodSync(path.join(home, 'state'), 0o777);
      fs.chmodSync(path.join(home, 'state/runs'), 0o777);
      for (const folder of ['', 'state', 'state/runs']) fs.chownSync(path.join(home, folder), 61235, 61235);
      const done = await world.run(repo, { env: { PAWL_HOME: home } });
      assert.equal(done.code, 4, done.err);
      assert.match(done.err, /belongs to another user \(id 61235\)/);
      assert.deepEqual(fs.readdirSync(path.join(home, 'state/runs')), []);
    } finally {
      fs.rmSync(home, { recursive: true, force: true });
    }
    return;
  }
  const done = await world.run(repo, { env: { PAWL_HOME: '/root' } });
  assert.equal(done.code, 4, done.err);
}
