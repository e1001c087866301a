import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'marks that appear when the ones around them are taken out';

export async function run(world) {
  const { message } = await published(world, { message: 'docs: Say it [skip [skip ci]ci] [skip @ci] [sk<!-- x -->ip ci] @<!-- -->octocat' });
  assert.match(message, /^docs: Say it octocat\n/);
}
