import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

// Keeps its length: what is in it is not what it was.
function damage(file) {
  const bytes = fs.readFileSync(file);
  fs.chmodSync(file, 0o644);
  fs.writeFileSync(file, bytes.map((byte, i) => (i < 12 ? byte : byte ^ 0x5a)));
}

export const goal = 'a pack of garbage, and an index of none';

export async function run(world) {
  const repo = world.repo({ 'docs/a.md': 'one\n', 'README.md': '# Project\n' });
  world.git(repo, 'repack', '-adq');
  const folder = path.join(repo, '.git/objects/pack');
  for (const name of fs.readdirSync(folder).filter((one) => one.endsWith('.pack'))) damage(path.join(folder, name));
  fs.writeFileSync(path.join(repo, 'README.md'), 'changed\n');
  const measured = await world.pawl(['analyze', repo, '--no-checks']);
  assert.equal(measured.code, 1, measured.err);
  const other = world.repo({ 'README.md': '# Project\n' }, 'other');
  damage(path.join(other, '.git/index'));
  const judged = await world.pawl(['guard', 'check', '--repo', other, '--fast']);
  assert.equal(judged.code, 1, judged.err);
}
