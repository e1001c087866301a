// Pawl's own agent around a chat model: the fake server's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { makeWorld, pawl, startFakeModel } from '../e2e/lib.mjs';

const sandbox = spawnSync('/usr/bin/bwrap', ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']).status === 0;
const skip = sandbox ? false : 'no command can be confined here';

test('the own agent mends a test that fails, and says so', { skip }, async () => {
  const world = makeWorld();
  const from = path.join(world.folder, 'from');
  fs.mkdirSync(from);
  fs.writeFileSync(path.join(from, 'sum.sh'), 'echo $(($1 - $2))\n');
  fs.writeFileSync(path.join(from, 'test.sh'), '[ "$(sh sum.sh 2 3)" = 5 ] && echo passed\n');
  const act = (action) => ({ text: JSON.stringify(action) });
  const model = await startFakeModel(world, [
    act({ do: 'bash', command: 'sh test.sh' }),
    act({ do: 'read', path: 'sum.sh' }),
    'I think the sign is wrong.',
    act({ do: 'edit', path: 'sum.sh', old: '$1 - $2', new: '$1 + $2' }),
    act({ do: 'bash', command: 'sh test.sh' }),
    act({ do: 'done', text: 'The sign was wrong.' }),
  ]);
  try {
    world.env.PAWL_MODEL_BASE_URL = model.url;
    const into = path.join(world.folder, 'into');
    const done = pawl(world, ['agent', 'try', 'pawl:openai:fake', '--from', from, '--into', into, '--json', '--prompt', 'Mend the test.']);
    const document = JSON.parse(done.out);
    assert.equal(document.end, 'done', done.err);
    assert.equal(document.text, 'The sign was wrong.');
    assert.equal(fs.readFileSync(path.join(into, 'sum.sh'), 'utf8'), 'echo $(($1 + $2))\n');
    assert.equal(document.usage.turns, 5);
    assert.equal(document.usage.tool_calls, 4);
    const asked = model.requests().filter((each) => each.path === '/v1/chat/completions');
    assert.equal(asked.length, 6);
    const last = asked.at(-1).body.messages.at(-1).content;
    assert.match(last, /passed/);
    assert.match(asked[1].body.messages.at(-1).content, /^It did not work: exit code 1/);
  } finally {
    await model.stop();
    world.remove();
  }
});
