import assert from 'node:assert/strict';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'calls that cost nothing, by a server that reports no tokens';

export async function run(world, t) {
  const server = await modelServer(t, obliging('{"prompt_tokens":0,"completion_tokens":1,"total_tokens":1}'));
  const done = await world.run(world.repo(readme), { model: 'openai:m', env: server.env, args: ['--json'] });
  assert.equal(done.code, 0, done.err);
  const { tokens_in: read } = JSON.parse(done.out).cost;
  assert.ok(read * 5 > server.asked.join('').length / 4, `${read} tokens for ${server.asked.join('').length} bytes`);
}
