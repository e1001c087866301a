import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { parseScript } from './script.mjs';

const kServer = fileURLToPath(new URL('./server.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pawl-fake-'));
const running = [];

after(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

let count = 0;

// Starts a fake; answers with how to reach it.
async function fake(entries, ...args) {
  const script = join(folder, `script-${++count}.jsonl`);
  const log = join(folder, `log-${count}.jsonl`);
  writeFileSync(script, entries.map((entry) => JSON.stringify(entry)).join('\n'));
  const child = spawn(process.execPath,
    [kServer, '--script', script, '--log', log, '--max-seconds', '30', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const line = await new Promise((resolve) => { child.stdout.once('data', resolve); });
  const base = `http://127.0.0.1:${JSON.parse(line).port}/v1`;
  return {
    get: (path, headers = {}) => fetch(base + path, { headers }),
    ask: (more = {}, headers = {}) => fetch(`${base}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof more === 'string' ? more : JSON.stringify({
        model: 'fake', messages: [{ role: 'user', content: 'hello there' }], ...more,
      }),
    }),
    message: (more = {}, headers = {}) => fetch(`${base}/messages`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json', 'anthropic-version': '2023-06-01', ...headers,
      },
      body: JSON.stringify({
        model: 'fake', max_tokens: 9, messages: [{ role: 'user', content: 'hello there' }], ...more,
      }),
    }),
    log: () => readFileSync(log, 'utf8').trim().split('\n').map((each) => JSON.parse(each)),
  };
}

const chunksOf = (text) => text.split('\n\n').filter((each) => each.startsWith('data: {'))
  .map((each) => JSON.parse(each.slice('data: '.length)));

describe('answers', () => {
  test('come in one document, in the order of the script', async () => {
    const { ask } = await fake(['one', { text: 'two', finish: 'length', reasoning: 'hm' }]);
    const first = await (await ask()).json();
    assert.equal(first.object, 'chat.completion');
    assert.equal(first.choices[0].message.content, 'one');
    assert.deepEqual(first.usage, { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 });
    const second = await (await ask()).json();
    assert.equal(second.choices[0].finish_reason, 'length');
    assert.equal(second.choices[0].message.reasoning_content, 'hm');
    const third = await ask();
    assert.equal(third.status, 400);
    assert.equal((await third.json()).error.code, 'script_exhausted');
  });

  test('come as a stream', async () => {
    const { ask } = await fake([{ text: 'héllo 😀 world', chunk_chars: 3, reasoning: 'abcd' }]);
    const response = await ask({ stream: true, stream_options: { include_usage: true } });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    const text = await response.text();
    assert.ok(text.endsWith('data: [DONE]\n\n'));
    const chunks = chunksOf(text);
    const said = (member) => chunks.map((each) => each.choices[0]?.delta[member] ?? '').join('');
    assert.equal(said('content'), 'héllo 😀 world');
    assert.equal(said('reasoning_content'), 'abcd');
    assert.equal(chunks.at(-2).choices[0].finish_reason, 'stop');
    assert.deepEqual(chunks.at(-1).choices, []);
    assert.equal(chunks.at(-1).usage.completion_tokens, 6);
  });

  test('a stream without include_usage tells no usage, and `plain` is no stream', async () => {
    const { ask } = await fake(['a', { text: 'b', plain: true }]);
    const chunks = chunksOf(await (await ask({ stream: true })).text());
    assert.ok(chunks.every((each) => !('usage' in each)));
    assert.equal((await (await ask({ stream: true })).json()).choices[0].message.content, 'b');
  });

  test('are chosen by what the messages hold', async () => {
    const { ask } = await fake([
      { text: 'planned', role: 'planner' }, { text: 'matched', match: 'needle' },
      { text: 'always', repeat: true }]);
    const said = async (messages) => (await (await ask({ messages })).json()).choices[0].message.content;
    assert.equal(await said([{ role: 'user', content: 'x' }]), 'always');
    assert.equal(await said([{ role: 'user', content: [{ type: 'text', text: 'a needle' }] }]), 'matched');
    assert.equal(await said([{ role: 'system', content: 'You plan things.' },
      { role: 'user', content: 'x' }]), 'planned');
    assert.equal(await said([{ role: 'user', content: 'needle' }]), 'always');
  });
});

describe('faults', () => {
  test('a status with headers and body', async () => {
    const { ask } = await fake([
      { status: 429, headers: { 'Retry-After': '2' }, body: { error: { message: 'slow down' } } },
      { status: 503, body: 'busy' }]);
    const first = await ask();
    assert.equal(first.status, 429);
    assert.equal(first.headers.get('retry-after'), '2');
    assert.equal((await first.json()).error.message, 'slow down');
    assert.equal(await (await ask()).text(), 'busy');
  });

  test('a cut connection, streamed and not', async () => {
    const { ask } = await fake([{ text: 'a long answer', cut_after_bytes: 50, repeat: 2 }]);
    for (const stream of [true, false]) {
      const response = await ask({ stream });
      assert.equal(response.status, 200);
      await assert.rejects(response.text());
    }
  });

  test('a stall', async () => {
    const { ask } = await fake([{ text: 'slow', stall_ms: 300 }]);
    const begun = performance.now();
    const reader = (await ask({ stream: true })).body.getReader();
    await reader.read();
    while (!(await reader.read()).done);
    assert.ok(performance.now() - begun >= 290);
  });
});

describe('requests', () => {
  const refused = [
    ['broken JSON', '{"model":', 400],
    ['a list', '[]', 400],
    ['an unknown member', { speed: 9 }, 400],
    ['no messages', { messages: [] }, 400],
    ['an unknown role', { messages: [{ role: 'robot', content: 'x' }] }, 400],
    ['no content', { messages: [{ role: 'user' }] }, 400],
    ['a hot temperature', { temperature: 3 }, 400],
    ['max_tokens as text', { max_tokens: '9' }, 400],
    ['two budgets', { max_tokens: 9, max_completion_tokens: 9 }, 400],
    ['stream options without a stream', { stream_options: { include_usage: true } }, 400],
    ['an unknown format', { response_format: { type: 'xml' } }, 400],
    ['a schema without a name',
      { response_format: { type: 'json_schema', json_schema: { schema: {} } } }, 400],
    ['another model', { model: 'other' }, 404],
  ];
  test('are refused as OpenAI refuses them', async () => {
    const { ask } = await fake([{ text: 'never', repeat: true }]);
    for (const [name, body, status] of refused) {
      const response = await ask(body);
      assert.equal(response.status, status, name);
      const { error } = await response.json();
      assert.equal(typeof error.message, 'string', name);
      assert.equal(error.type, 'invalid_request_error', name);
    }
    const other = await ask({}, { 'Content-Type': 'text/plain' });
    assert.equal(other.status, 415);
  });

  test('what local servers add is taken', async () => {
    const { ask } = await fake(['ok']);
    const response = await ask({
      enable_thinking: false, chat_template_kwargs: { enable_thinking: false },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: {} } },
    });
    assert.equal(response.status, 200);
  });

  test('a server without schemas says so', async () => {
    const { ask } = await fake(['ok'], '--no-schemas');
    const response = await ask({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: {} } },
    });
    assert.equal(response.status, 400);
    assert.match((await response.json()).error.message, /response_format/);
  });

  test('a server without formats refuses json_object too', async () => {
    const { ask } = await fake(['ok'], '--no-formats');
    assert.equal((await ask({ response_format: { type: 'json_object' } })).status, 400);
    assert.equal((await ask()).status, 200);
  });

  test('need the key, which is never logged', async () => {
    const { ask, get, log } = await fake(['ok'], '--key', 'sk-secret');
    assert.equal((await ask()).status, 401);
    assert.equal((await get('/models', { Authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await ask({}, { Authorization: 'Bearer sk-secret' })).status, 200);
    const lines = log();
    assert.deepEqual(lines.map((each) => each.status), [401, 401, 200]);
    assert.equal(lines[2].authorized, true);
    assert.equal(lines[2].entry, 0);
    assert.equal(lines[2].body.messages[0].content, 'hello there');
    assert.ok(!JSON.stringify(lines).includes('sk-secret'));
  });
});

const answerTool = {
  tools: [{ name: 'answer', input_schema: { type: 'object' } }],
  tool_choice: { type: 'tool', name: 'answer' },
};

describe('the Messages API', () => {
  test('answers in one document', async () => {
    const { message } = await fake([{ text: 'one', reasoning: 'hm', finish: 'length' }]);
    const answer = await (await message({ system: 'be kind' })).json();
    assert.deepEqual(answer.content.map((each) => each.type), ['thinking', 'text']);
    assert.equal(answer.stop_reason, 'max_tokens');
    assert.equal(answer.usage.input_tokens, 5);
  });

  test('answers as a stream, a forced tool by its input', async () => {
    const { message } = await fake([{ text: '{"a":[1,2]}', chunk_chars: 3 }]);
    const text = await (await message({ stream: true, ...answerTool })).text();
    const events = text.split('\n\n').filter(Boolean)
      .map((each) => JSON.parse(each.split('\n')[1].slice('data: '.length)));
    assert.equal(events[0].type, 'message_start');
    assert.equal(events.at(-1).type, 'message_stop');
    assert.equal(events.at(-2).delta.stop_reason, 'tool_use');
    const input = events.map((each) => each.delta?.partial_json ?? '').join('');
    assert.deepEqual(JSON.parse(input), { a: [1, 2] });
  });

  test('refuses as Anthropic refuses', async () => {
    const { message, get } = await fake(['ok'], '--key', 'sk-secret');
    const withKey = { 'x-api-key': 'sk-secret' };
    assert.equal((await message()).status, 401);
    for (const more of [{ max_tokens: undefined }, { messages: [] }, { temperature: 1.5 },
      { surprise: 1 }, { messages: [{ role: 'system', content: 'x' }] },
      { tool_choice: { type: 'tool', name: 'answer' } }]) {
      const refused = await message(more, withKey);
      assert.equal(refused.status, 400, JSON.stringify(more));
      assert.equal((await refused.json()).error.type, 'invalid_request_error');
    }
    assert.equal((await message({ model: 'other' }, withKey)).status, 404);
    const version = { ...withKey, 'anthropic-version': '2023-06-01' };
    assert.equal((await (await get('/models/fake', version)).json()).id, 'fake');
    assert.equal((await get('/models/other', version)).status, 404);
    assert.equal((await message({}, withKey)).status, 200);
  });
});

test('models are listed, or not', async () => {
  const listing = await fake([], '--model', 'a', '--model', 'b', '--context', '4096');
  const { data } = await (await listing.get('/models')).json();
  assert.deepEqual(data.map((each) => each.id), ['a', 'b']);
  assert.equal(data[0].context_length, 4096);
  const silent = await fake([], '--no-models');
  assert.equal((await silent.get('/models')).status, 404);
});

test('an Ollama server tells the context beside /v1', async () => {
  const { get } = await fake([], '--ollama', '4096');
  const running = await (await get('/../api/ps')).json();
  assert.equal(running.models[0].context_length, 4096);
  const other = await fake([]);
  assert.equal((await other.get('/../api/ps')).status, 404);
});

test('it ends by itself', async () => {
  const script = join(folder, 'empty.jsonl');
  writeFileSync(script, '');
  const child = spawn(process.execPath, [kServer, '--script', script, '--max-seconds', '0.2'],
    { stdio: 'ignore' });
  const code = await new Promise((resolve) => { child.once('exit', resolve); });
  assert.equal(code, 0);
});

test('a broken script is refused with its place', () => {
  for (const [script, reason] of [
    ['"a"\n{', /line 2/], ['{"txt":"a"}', /unknown member txt/], ['{"role":"x"}', /neither text/],
    ['[1]', /neither a string/], ['{"text":1}', /text is no string/]]) {
    assert.throws(() => parseScript(script), reason);
  }
});
