import assert from 'node:assert/strict';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'usage in forms that no program expects';

export async function run(world, t) {
  const forms = ['{"prompt_tokens":1e999,"completion_tokens":"many"}',
    '{"prompt_tokens":1.5e300,"completion_tokens":-0.0}', '[1,2]', '"a lot"',
    '{"prompt_tokens":{"prompt_tokens":1},"completion_tokens":[3],"total_tokens":18446744073709551615}'];
  const repo = world.repo(readme);
  for (const form of forms.slice(1)) {
    const server = await modelServer(t, obliging(form));
    const done = await world.run(repo, {
      model: 'openai:m', env: server.env, args: ['--json', '--reset', '--dry-run'] });
    assert.equal(done.code, 0, `${form}: ${done.err}`);
    const { cost } = JSON.parse(done.out);
    assert.ok(cost.tokens_in > 0 && cost.tokens_in < 1e6, `${form}: ${JSON.stringify(cost)}`);
    assert.ok(cost.tokens_out > 0 && cost.tokens_out < 1e6, `${form}: ${JSON.stringify(cost)}`);
  }
}
