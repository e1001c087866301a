import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'entities that Markdown turns into a mention and a reference';

export async function run(world) {
  const { body } = await published(world, { title: 'Ask &commat;octocat about &num;1', subtask: 'See &#64;octocat' });
  assert.doesNotMatch(body, /(?<!\\)&(commat|num|#)/);
}
