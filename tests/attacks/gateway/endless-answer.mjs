import assert from 'node:assert/strict';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'memory filled by an answer without an end, on one line';

export async function run(world, t) {
  const server = await modelServer(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"');
    const piece = Buffer.alloc(1 << 20, 0x61);
    const more = () => { while (response.write(piece)); response.once('drain', more); };
    more();
  });
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: { ...server.env, PAWL_MODEL_STREAM: 'yes' }, timeout: 30_000 });
  assert.equal(done.signal, null, 'it ends by itself');
  assert.equal(done.code, 75, done.err);
  assert.match(done.err, /16 MiB/);
}
