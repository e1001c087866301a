import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a commit that notifies people and teams';

export async function run(world) {
  const { message, body } = await published(world, { message: 'docs: Ask @octocat and @org/team about a@b.c' });
  assert.match(message, /^docs: Ask octocat and org\/team about a@b\.c\n/);
  assert.doesNotMatch(body, /@octocat|@org/);
}
