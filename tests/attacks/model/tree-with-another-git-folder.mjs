import assert from 'node:assert/strict';
import { readme } from '../words.mjs';

export const goal = 'a commit holds a folder that Windows takes for .git, and is judged';

export async function run(world) {
  const repo = world.repo(readme);
  const object = (text) => world.gitWith({ input: text }, repo, 'hash-object', '-w', '--stdin');
  const tree = (text) => world.gitWith({ input: text }, repo, 'mktree');
  const inner = tree(`100644 blob ${object('[core]\n')}\tconfig\n`);
  const old = world.git(repo, 'rev-parse', 'HEAD:README.md');
  const outer = tree(`100644 blob ${old}\tREADME.md\n040000 tree ${inner}\t.git::$INDEX_ALLOCATION\n`);
  const commit = world.git(repo, 'commit-tree', outer, '-p', 'HEAD', '-m', 'x');
  const done = await world.pawl(['guard', 'check', '--base', 'main', '--head', commit, '--fast'], { cwd: repo });
  assert.equal(done.code, 6, done.out + done.err);
  assert.match(done.out, /write-gate\/git-alias/);
}
