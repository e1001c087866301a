import assert from 'node:assert/strict';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'a day on which nobody can work any more, by absurd numbers of tokens';

export async function run(world, t) {
  const server = await modelServer(t,
    obliging('{"prompt_tokens":9223372036854775807,"completion_tokens":9223372036854775807}'));
  const env = { ...server.env, PAWL_BUDGET_DAY_TOKENS: '1000000' };
  const repo = world.repo(readme);
  const done = await world.run(repo, { model: 'openai:m', env, args: ['--json'] });
  assert.equal(done.code, 0, done.err);
  const { cost } = JSON.parse(done.out);
  assert.ok(cost.tokens_in > 0 && cost.tokens_in < 200_000, JSON.stringify(cost));
  assert.ok(cost.tokens_out > 0 && cost.tokens_out < 400_000, JSON.stringify(cost));
}
