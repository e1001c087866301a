import assert from 'node:assert/strict';
import { files } from '../state_folder.mjs';

export const goal = 'a run that dies because nobody reads its messages';

export async function run(world) {
  const repo = world.repo(files);
  const done = await world.run(repo, { env: { PAWL_CHECKS_RUN: 'no', TERM: '\u001b[31m', COLUMNS: '-1', LC_ALL: 'xx_XX.none', TMPDIR: '/nonexistent' },
    started: (child) => { child.stdout.destroy(); child.stderr.destroy(); } });
  assert.equal(done.signal, null);
  assert.equal(done.code, 0, done.err);
}
