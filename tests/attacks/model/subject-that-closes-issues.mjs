import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a commit that closes issues, here and elsewhere';

export async function run(world) {
  const { message } = await published(world, { message: 'docs: Fixes #1, closes other/repo#2, resolves GH-3, fixes https://github.com/o/r/issues/4' });
  assert.doesNotMatch(message, /#\d|GH-\d|https?:/);
  assert.match(message, /^docs: Fixes 1, closes other\/repo 2, resolves GH 3, fixes github\.com\/o\/r issues 4\n/);
}
