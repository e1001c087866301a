import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a commit that vanishes into another at the next rebase, or says nothing at all';

export async function run(world) {
  const { message } = await published(world, { message: 'fixup! squash! [skip ci]', subtask: 'amend! Say it' });
  assert.match(message, /^chore: Say it\n/);
}
