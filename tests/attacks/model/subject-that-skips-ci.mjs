import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a commit that no CI looks at';

export async function run(world) {
  const { message } = await published(world, { message: 'docs: Say it [skip ci] [CI-Skip] ***NO_CI*** [azp skip] [skip actions] skip-checks: true' });
  assert.match(message, /^docs: Say it\n/);
  assert.doesNotMatch(message, /skip|NO_CI/i);
}
