import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'a day\'s budget spent twice, by removing the database without a word';

export async function run(world, t) {
  const server = await modelServer(t, obliging('{"prompt_tokens":4000,"completion_tokens":3000}'));
  const env = { ...server.env, PAWL_BUDGET_DAY_TOKENS: '14000' };
  const repo = world.repo(readme);
  const first = await world.run(repo, { model: 'openai:m', env });
  assert.ok([0, 7].includes(first.code), first.err);
  for (const end of ['', '-wal', '-shm']) fs.rmSync(path.join(world.state, `pawl.db${end}`), { force: true });
  const list = await world.pawl(['list', '--json']);
  assert.equal(list.code, 0, list.err);
  assert.match(list.err, /pawl\.db is missing/);
  assert.match(list.err, /Pull requests and issues/);
  assert.equal(JSON.parse(list.out).runs.length, 1);
  assert.doesNotMatch((await world.pawl(['list'])).err, /missing/);
  const posts = server.posts;
  const again = await world.run(repo, { model: 'openai:m', env, args: ['--reset'] });
  assert.match(again.err, /budget of a day/);
  assert.equal(server.posts, posts, 'nothing more is spent');
}
