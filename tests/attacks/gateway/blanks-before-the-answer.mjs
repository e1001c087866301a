import assert from 'node:assert/strict';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'a minute of computing for each answer, by millions of blanks before it';

export async function run(world, t) {
  const server = await modelServer(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = 60 << 20;
    const blanks = Buffer.alloc(1 << 20, 0x20);
    const more = () => {
      while (left > 0) {
        left -= blanks.length;
        if (!response.write(blanks)) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  });
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: { ...server.env, PAWL_MODEL_STREAM: 'yes' }, timeout: 20_000 });
  assert.equal(done.signal, null, 'it ends by itself');
  assert.equal(done.code, 75, done.err);
}
