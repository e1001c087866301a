import assert from 'node:assert/strict';
import net from 'node:net';
import { readme } from '../model_server.mjs';

export const goal = 'memory and time, by a header that never ends';

export async function run(world, t) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const lines = 'X-A: b\r\n'.repeat(10_000);
    const more = () => { while (socket.writable && socket.write(lines)); socket.once('drain', more); };
    more();
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  t.after(() => server.close());
  const done = await world.run(world.repo(readme), { model: 'openai:m', timeout: 30_000,
    env: { PAWL_MODEL_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`, PAWL_MODEL_RETRIES: '0' } });
  assert.equal(done.signal, null, 'it ends by itself');
  assert.equal(done.code, 75, done.err);
}
