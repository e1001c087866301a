import assert from 'node:assert/strict';
import { answerText, edit, modelServer, plan, readme, sendJson } from '../model_server.mjs';

export const goal = 'megabytes of reasoning that no budget counts';

export async function run(world, t) {
  const server = await modelServer(t, (response, body, number) => {
    const answer = answerText(number === 1 ? plan : edit);
    answer.choices[0].message.reasoning_content = 'hm. '.repeat(250_000);
    sendJson(response, { ...answer, usage: { prompt_tokens: 9, completion_tokens: 9 } });
  });
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: server.env, args: ['--json', '--max-tokens', '200000'] });
  assert.equal(done.code, 7, done.err);
  assert.ok(JSON.parse(done.out).cost.tokens_out >= 250_000, done.out);
}
