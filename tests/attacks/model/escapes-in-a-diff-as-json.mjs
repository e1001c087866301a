import assert from 'node:assert/strict';
import { assertShown } from '../words.mjs';

export const goal = 'a diff as JSON carries what commands a terminal, and a piped one is not what it was';

const control = 'a\u009b2J\u202eb\x7f\n';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Box\n\nOpens and shuts.\n\nIt is made of.\n', 'tests/fixtures/screen.txt': control });
  const done = await world.runEdits(repo, 'tests/fixtures/screen.txt', [{ kind: 'replace', path: 'tests/fixtures/screen.txt', find: 'a\u009b', content: 'c\u009b' }]);
  assert.equal(done.code, 0, done.err);
  const json = await world.pawl(['pr', 'diff', '1', repo, '--json']);
  assertShown(json.out, 'pr diff --json');
  assert.ok(JSON.parse(json.out).diff.includes(`-${control}`));
  const plain = await world.pawl(['pr', 'diff', '1', repo]);
  assert.ok(plain.out.includes(`-${control}`), 'a pipe gets the bytes of the diff');
  world.gitWith({ input: plain.out }, repo, 'apply', '--check', '-');
}
