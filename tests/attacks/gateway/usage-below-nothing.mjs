import assert from 'node:assert/strict';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'a budget that never ends, by negative numbers of tokens';

export async function run(world, t) {
  const server = await modelServer(t, obliging('{"prompt_tokens":-1000000000,"completion_tokens":-1000000000}'));
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: server.env, args: ['--json', '--max-tokens', '2300'] });
  assert.equal(done.code, 7, done.err);
  assert.match(JSON.parse(done.out).reason ?? done.err, /budget of a run/);
  const { cost } = JSON.parse(done.out);
  assert.ok(cost.tokens_in > 0 && cost.tokens_out > 0, JSON.stringify(cost));
}
