// The Messages API: what a request must look like, and both shapes of the answer. A text of the
// script answers a forced tool as its input, when it is a JSON object.
import { Fault } from './wire.mjs';

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value) => typeof value === 'string';

const kMembers = {
  model: [(v) => isText(v) && v !== '', 'a name'],
  messages: [(v) => Array.isArray(v) && v.length > 0, 'a list that is not empty'],
  max_tokens: [(v) => Number.isInteger(v) && v > 0, 'a whole number above 0'],
  system: [isText, 'a text'],
  temperature: [(v) => typeof v === 'number' && v >= 0 && v <= 1, 'a number from 0 to 1'],
  stream: [(v) => typeof v === 'boolean', 'true or false'],
  tools: [(v) => Array.isArray(v) && v.every(isTool), 'a list of tools'],
  tool_choice: [isObject, 'an object'],
};

const isTool = (tool) => isObject(tool) && /^[a-zA-Z0-9_-]{1,128}$/.test(tool.name) &&
  isObject(tool.input_schema) && tool.input_schema.type === 'object';

// A Fault as this API reports it.
export class MessagesFault extends Fault {
  constructor(status, type, message) {
    super(status, message);
    this.body = { type: 'error', error: { type, message }, request_id: 'req_fake' };
  }
}

function refuse(message) {
  throw new MessagesFault(400, 'invalid_request_error', message);
}

function checkMessage(message, index) {
  if (!isObject(message) || !['user', 'assistant'].includes(message.role)) {
    refuse(`messages.${index}.role: neither user nor assistant`);
  }
  if (!isText(message.content) || message.content.trim() === '') {
    refuse(`messages.${index}: text content must be non-empty`);
  }
}

export function checkMessages(body, headers, { models, schemas }) {
  if (!headers['anthropic-version']) refuse('anthropic-version: header is required');
  if (!isObject(body)) refuse('the body is no JSON object');
  for (const [member, value] of Object.entries(body)) {
    if (!(member in kMembers)) refuse(`${member}: Extra inputs are not permitted`);
    const [holds, wanted] = kMembers[member];
    if (!holds(value)) refuse(`${member}: not ${wanted}`);
  }
  for (const member of ['model', 'messages', 'max_tokens']) {
    if (!(member in body)) refuse(`${member}: Field required`);
  }
  if (!models.includes(body.model)) {
    throw new MessagesFault(404, 'not_found_error', `model: ${body.model}`);
  }
  body.messages.forEach(checkMessage);
  if (body.messages[0].role !== 'user') refuse('messages: first message must use the user role');
  if (body.tools && !schemas) refuse('tools: not supported by this model');
  if (body.tool_choice && !body.tools?.some((tool) => tool.name === body.tool_choice.name)) {
    refuse('tool_choice: names no tool');
  }
}

export const messagesOfMessages = (body) => [
  ...(body.system ? [{ role: 'system', text: body.system }] : []),
  ...body.messages.map(({ role, content }) => ({ role, text: content })),
];

const kBytesPerToken = 4;
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / kBytesPerToken);

function usageOf(body, entry) {
  const told = entry.usage ?? {};
  const asked = messagesOfMessages(body).reduce((sum, each) => sum + tokens(each.text), 0);
  return {
    input_tokens: told.prompt_tokens ?? asked,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: told.completion_tokens ?? tokens(entry.text + (entry.reasoning ?? '')),
  };
}

function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const kStops = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' };

// The blocks of the answer and why it stopped.
function said(body, entry) {
  const blocks = [];
  if (entry.reasoning !== undefined) {
    blocks.push({ type: 'thinking', thinking: entry.reasoning, signature: 'c2ln' });
  }
  const input = body.tool_choice?.type === 'tool' ? objectOf(entry.text) : null;
  if (input === null) blocks.push({ type: 'text', text: entry.text });
  else blocks.push({ type: 'tool_use', id: 'toolu_fake', name: body.tool_choice.name, input });
  const finish = entry.finish ?? 'stop';
  const reason = input !== null && finish === 'stop' ? 'tool_use' : kStops[finish] ?? finish;
  return { blocks, reason };
}

function frame(body, number) {
  return { id: `msg_${number}`, type: 'message', role: 'assistant', model: body.model };
}

export function messageDocument(body, entry, number) {
  const { blocks, reason } = said(body, entry);
  return JSON.stringify({
    ...frame(body, number), content: blocks, stop_reason: reason, stop_sequence: null,
    usage: usageOf(body, entry),
  });
}

function slices(text, chars) {
  const all = Array.from(text);
  const out = [];
  for (let at = 0; at < all.length; at += chars) out.push(all.slice(at, at + chars).join(''));
  return out;
}

// How a block begins in a stream, and the deltas that fill it.
function streamed(block, chars) {
  if (block.type === 'tool_use') {
    return [{ ...block, input: {} }, ['', ...slices(JSON.stringify(block.input), chars)]
      .map((partial_json) => ({ type: 'input_json_delta', partial_json }))];
  }
  const member = block.type === 'text' ? 'text' : 'thinking';
  const deltas = slices(block[member], chars)
    .map((slice) => ({ type: `${member}_delta`, [member]: slice }));
  if (block.type === 'thinking') {
    deltas.push({ type: 'signature_delta', signature: block.signature });
  }
  return [{ type: block.type, [member]: '' }, deltas];
}

// The events of a streamed answer, as they go over the wire.
export function messageEvents(body, entry, number) {
  const event = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const { blocks, reason } = said(body, entry);
  const usage = usageOf(body, entry);
  const out = [event({
    type: 'message_start',
    message: {
      ...frame(body, number), content: [], stop_reason: null, stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  }), event({ type: 'ping' })];
  blocks.forEach((block, index) => {
    const [begun, deltas] = streamed(block, entry.chunk_chars ?? 16);
    out.push(event({ type: 'content_block_start', index, content_block: begun }));
    for (const delta of deltas) out.push(event({ type: 'content_block_delta', index, delta }));
    out.push(event({ type: 'content_block_stop', index }));
  });
  out.push(event({
    type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  }));
  out.push(event({ type: 'message_stop' }));
  return out;
}
