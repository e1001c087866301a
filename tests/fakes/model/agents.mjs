// What the fake model server is to coding agents: the four APIs they speak, with tools. An entry of
// the script for them has `steps`. The step that answers is the one at the number of tool results
// the conversation holds, so an agent that asks again gets the same answer again. A step has what
// an entry has, and
//   shell     a command, given to whichever tool of the request runs commands
//   tool, input   a tool by its name, and what it gets
// A request without tools (titles, summaries) gets a few words and counts for nothing.
import { Fault } from './wire.mjs';

const kBytesPerToken = 4;
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / kBytesPerToken);

// The tools that run commands, by their names in the agents of today.
const kShells = ['Bash', 'bash', 'shell', 'shell_command', 'exec_command', 'local_shell',
  'run_shell_command'];

// What a command looks like to that tool.
function shellInput(tool, command) {
  const properties = tool.schema?.properties ?? {};
  const member = ['command', 'cmd'].find((name) => name in properties) ?? 'command';
  const input = { [member]: properties[member]?.type === 'array' ? ['sh', '-c', command] : command };
  for (const name of tool.schema?.required ?? []) {
    if (name in input) continue;
    const type = properties[name]?.type;
    input[name] = type === 'boolean' ? false : type === 'number' || type === 'integer' ? 1 : 'a step';
  }
  return input;
}

function callOf(step, tools) {
  if (step.tool !== undefined) return { name: step.tool, input: step.input ?? {} };
  if (step.shell === undefined) return null;
  const tool = tools.find((each) => kShells.includes(each.name));
  if (!tool) throw new Fault(400, `no tool of ${tools.map((each) => each.name)} runs commands`);
  return { name: tool.name, input: shellInput(tool, step.shell) };
}

const slices = (text, chars) => text.match(new RegExp(`[^]{1,${chars}}`, 'gu')) ?? [];

const textOf = (content) => (typeof content === 'string' ? content
  : (content ?? []).map((part) => part.text ?? part.content ?? '').join(''));

// ---- OpenAI chat completions

const kChat = {
  read: (body) => ({
    texts: body.messages.map((each) => textOf(each.content)),
    results: body.messages.filter((each) => each.role === 'tool').length,
    tools: (body.tools ?? []).map((each) => ({ name: each.function?.name, schema: each.function?.parameters })),
  }),
  document: (body, said) => ({
    id: said.id, object: 'chat.completion', created: 1767225600, model: body.model,
    choices: [{
      index: 0, finish_reason: said.call ? 'tool_calls' : 'stop', logprobs: null,
      message: {
        role: 'assistant', content: said.text, refusal: null,
        ...(said.call ? { tool_calls: [toolCall(said)] } : {}),
      },
    }],
    usage: chatUsage(said.usage),
  }),
  events: (body, said, chars) => {
    const chunk = (delta, finish_reason = null, more = {}) => ({
      id: said.id, object: 'chat.completion.chunk', created: 1767225600, model: body.model,
      choices: delta ? [{ index: 0, delta, finish_reason, logprobs: null }] : [], ...more,
    });
    const out = [chunk({ role: 'assistant', content: '' })];
    for (const slice of slices(said.text, chars)) out.push(chunk({ content: slice }));
    if (said.call) out.push(chunk({ tool_calls: [{ index: 0, ...toolCall(said) }] }));
    out.push(chunk({}, said.call ? 'tool_calls' : 'stop'));
    if (body.stream_options?.include_usage) out.push(chunk(null, null, { usage: chatUsage(said.usage) }));
    return [...out.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n'];
  },
};

const toolCall = (said) => ({
  id: said.callId, type: 'function',
  function: { name: said.call.name, arguments: JSON.stringify(said.call.input) },
});
const chatUsage = ({ input, output }) => (
  { prompt_tokens: input, completion_tokens: output, total_tokens: input + output });

// ---- OpenAI responses

const kResponses = {
  read: (body) => {
    const items = Array.isArray(body.input) ? body.input : [{ content: body.input }];
    return {
      texts: [body.instructions ?? '', ...items.map((each) => textOf(each.content))],
      results: items.filter((each) => /_call_output$/.test(each.type ?? '')).length,
      tools: (body.tools ?? []).map((each) => (
        { name: each.name ?? each.type, schema: each.parameters, custom: each.type === 'custom' })),
    };
  },
  document: (body, said) => responseOf(body, said, 'completed'),
  events: (body, said, chars) => {
    let sequence_number = 0;
    const event = (type, value) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...value })}\n\n`;
    const out = [event('response.created', { response: { ...responseOf(body, said, 'in_progress'), output: [], usage: null } })];
    outputOf(said).forEach((item, output_index) => {
      const { id: item_id } = item;
      const empty = item.type === 'message' ? { ...item, content: [], status: 'in_progress' } : { ...item, arguments: '', status: 'in_progress' };
      out.push(event('response.output_item.added', { output_index, item: empty }));
      if (item.type === 'message') {
        const part = { type: 'output_text', text: '', annotations: [] };
        out.push(event('response.content_part.added', { item_id, output_index, content_index: 0, part }));
        for (const delta of slices(said.text, chars)) {
          out.push(event('response.output_text.delta', { item_id, output_index, content_index: 0, delta }));
        }
        out.push(event('response.output_text.done', { item_id, output_index, content_index: 0, text: said.text }));
        out.push(event('response.content_part.done', { item_id, output_index, content_index: 0, part: { ...part, text: said.text } }));
      } else {
        out.push(event('response.function_call_arguments.delta', { item_id, output_index, delta: item.arguments }));
        out.push(event('response.function_call_arguments.done', { item_id, output_index, arguments: item.arguments }));
      }
      out.push(event('response.output_item.done', { output_index, item }));
    });
    out.push(event('response.completed', { response: responseOf(body, said, 'completed') }));
    return out;
  },
};

const outputOf = (said) => [
  ...(said.text ? [{
    type: 'message', id: `msg_${said.id}`, status: 'completed', role: 'assistant',
    content: [{ type: 'output_text', text: said.text, annotations: [] }],
  }] : []),
  ...(said.call ? [{
    type: 'function_call', id: `fc_${said.id}`, call_id: said.callId, status: 'completed',
    name: said.call.name, arguments: JSON.stringify(said.call.input),
  }] : []),
];
const responseOf = (body, said, status) => ({
  id: `resp_${said.id}`, object: 'response', created_at: 1767225600, status, model: body.model,
  error: null, incomplete_details: null, instructions: null, metadata: {}, tools: [],
  tool_choice: 'auto', parallel_tool_calls: false, output: outputOf(said),
  usage: {
    input_tokens: said.usage.input, output_tokens: said.usage.output,
    total_tokens: said.usage.input + said.usage.output,
    input_tokens_details: { cached_tokens: said.usage.cached },
    output_tokens_details: { reasoning_tokens: 0 },
  },
});

// ---- the Messages API of Anthropic

const kMessages = {
  read: (body) => ({
    texts: [textOf(body.system), ...body.messages.map((each) => textOf(each.content))],
    results: body.messages.flatMap((each) => (Array.isArray(each.content) ? each.content : []))
      .filter((part) => part.type === 'tool_result').length,
    tools: (body.tools ?? []).map((each) => ({ name: each.name, schema: each.input_schema })),
  }),
  document: (body, said) => ({ ...messageFrame(body, said), content: blocksOf(said) }),
  events: (body, said, chars) => {
    const event = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
    const begun = messageFrame(body, said);
    const out = [event({
      type: 'message_start',
      message: { ...begun, content: [], stop_reason: null, usage: { ...begun.usage, output_tokens: 1 } },
    })];
    blocksOf(said).forEach((block, index) => {
      const use = block.type === 'tool_use';
      out.push(event({ type: 'content_block_start', index, content_block: use ? { ...block, input: {} } : { type: 'text', text: '' } }));
      for (const slice of slices(use ? JSON.stringify(block.input) : block.text, chars)) {
        const delta = use ? { type: 'input_json_delta', partial_json: slice } : { type: 'text_delta', text: slice };
        out.push(event({ type: 'content_block_delta', index, delta }));
      }
      out.push(event({ type: 'content_block_stop', index }));
    });
    out.push(event({
      type: 'message_delta', delta: { stop_reason: begun.stop_reason, stop_sequence: null },
      usage: { output_tokens: said.usage.output },
    }));
    out.push(event({ type: 'message_stop' }));
    return out;
  },
};

const blocksOf = (said) => [
  ...(said.text ? [{ type: 'text', text: said.text }] : []),
  ...(said.call ? [{ type: 'tool_use', id: said.callId, name: said.call.name, input: said.call.input }] : []),
];
const messageFrame = (body, said) => ({
  id: `msg_${said.id}`, type: 'message', role: 'assistant', model: body.model,
  stop_reason: said.call ? 'tool_use' : 'end_turn', stop_sequence: null,
  usage: {
    input_tokens: said.usage.input - said.usage.cached, cache_creation_input_tokens: 0,
    cache_read_input_tokens: said.usage.cached, output_tokens: said.usage.output,
  },
});

// ---- Gemini

const kGemini = {
  read: (body) => {
    const parts = body.contents.flatMap((each) => each.parts ?? []);
    return {
      texts: [textOf(body.systemInstruction?.parts), ...parts.map((part) => part.text ?? '')],
      results: parts.filter((part) => part.functionResponse).length,
      tools: (body.tools ?? []).flatMap((each) => each.functionDeclarations ?? [])
        .map((each) => ({ name: each.name, schema: each.parametersJsonSchema ?? each.parameters })),
    };
  },
  document: (body, said) => geminiChunk(said, [
    ...(said.text ? [{ text: said.text }] : []),
    ...(said.call ? [{ functionCall: { name: said.call.name, args: said.call.input } }] : []),
  ], 'STOP'),
  events: (body, said, chars) => {
    const chunks = slices(said.text, chars).map((text) => geminiChunk(said, [{ text }]));
    if (said.call) chunks.push(geminiChunk(said, [{ functionCall: { name: said.call.name, args: said.call.input } }]));
    chunks.push(geminiChunk(said, [{ text: '' }], 'STOP'));
    return chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`);
  },
};

const geminiChunk = (said, parts, finishReason) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
  usageMetadata: {
    promptTokenCount: said.usage.input, candidatesTokenCount: said.usage.output,
    totalTokenCount: said.usage.input + said.usage.output, cachedContentTokenCount: said.usage.cached,
  },
  modelVersion: 'fake', responseId: said.id,
});

// ---- which of them a request is for

const kPaths = [
  [/^\/v1\/chat\/completions$/, kChat, false],
  [/^\/v1\/responses$/, kResponses, false],
  [/^\/v1\/messages$/, kMessages, false],
  [/^\/v1beta\/models\/[^/:]+:generateContent$/, kGemini, false],
  [/^\/v1beta\/models\/[^/:]+:streamGenerateContent$/, kGemini, true],
];

// {protocol, streams}, or nothing.
export function agentProtocol(method, path) {
  if (method !== 'POST') return undefined;
  const row = kPaths.find(([pattern]) => pattern.test(path));
  return row && { protocol: row[1], streams: row[2] };
}

// What answers the request: the step of the entry, and how it looks in that API.
export function agentAnswer(protocol, body, entries, number) {
  const { texts, results, tools } = protocol.read(body);
  const entry = entries.find((each) => each.match === undefined ||
    texts.some((text) => text.includes(each.match)));
  const step = tools.length === 0 || !entry ? { text: 'a few words' }
    : entry.steps[Math.min(results, entry.steps.length - 1)];
  const call = tools.length === 0 ? null : callOf(step, tools);
  const text = step.text ?? '';
  const said = {
    id: String(number), callId: `call_${number}`, text, call,
    usage: {
      input: step.usage?.prompt_tokens ?? texts.reduce((sum, each) => sum + tokens(each), 1),
      output: step.usage?.completion_tokens ?? tokens(text + JSON.stringify(call ?? '')),
      cached: step.usage?.cached_tokens ?? 0,
    },
  };
  return { step, said };
}
