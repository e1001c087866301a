import assert from 'node:assert/strict';
import { edit, modelServer, plan, readme, sendJson } from '../model_server.mjs';

export const goal = 'a sum of cached tokens that overflows into a refund';

export async function run(world, t) {
  const server = await modelServer(t, (response, body, number) => {
    sendJson(response, JSON.stringify({
      type: 'message', model: 'm', content: [{ type: 'text', text: number === 1 ? plan : edit }],
      stop_reason: 'end_turn', usage: 0,
    }).replace('"usage":0', '"usage":{"input_tokens":9223372036854775807,"output_tokens":1,'
      + '"cache_read_input_tokens":9223372036854775807,"cache_creation_input_tokens":2}'));
  }, { models: { id: 'm', data: [{ id: 'm' }] } });
  const done = await world.run(world.repo(readme), { model: 'anthropic:m', args: ['--json'],
    env: { ...server.env, PAWL_ANTHROPIC_BASE_URL: server.url.replace('/v1', '') } });
  assert.equal(done.code, 0, done.err);
  const { cost } = JSON.parse(done.out);
  assert.ok(cost.tokens_in > 1000 && cost.tokens_in < 200_000, JSON.stringify(cost));
}
