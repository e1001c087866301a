import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'words so long and so nested that making them harmless takes for ever';

export async function run(world) {
  const begun = Date.now();
  const { message } = await published(world, { message: `docs: Say it ${'[skip '.repeat(50000)}${'<!--'.repeat(50000)}${'@'.repeat(50000)}${'![a]('.repeat(20000)}` });
  assert.ok(message.split('\n')[0].length < 110);
  assert.ok(Date.now() - begun < 60_000);
}
