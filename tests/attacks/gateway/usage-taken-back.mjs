import assert from 'node:assert/strict';
import { edit, modelServer, plan, readme } from '../model_server.mjs';

export const goal = 'tokens that a stream reports first and takes back at its end';

export async function run(world, t) {
  const server = await modelServer(t, (response, body, number) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (chunk) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    send({ choices: [{ delta: { content: number === 1 ? plan : edit } }],
      usage: { prompt_tokens: 5000, completion_tokens: 3000 } });
    send({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 0, completion_tokens: 0 } });
    response.end('data: [DONE]\n\n');
  });
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: { ...server.env, PAWL_MODEL_STREAM: 'yes' }, args: ['--json'] });
  assert.equal(done.code, 0, done.err);
  assert.ok(JSON.parse(done.out).cost.tokens_out >= 6000, done.out);
}
