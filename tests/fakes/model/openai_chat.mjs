// OpenAI chat completions: what a request must look like, and both shapes of the answer.
import { Fault } from './wire.mjs';

const kRoles = ['system', 'developer', 'user', 'assistant', 'tool'];

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const isText = (value) => typeof value === 'string';
const isWhole = (value) => Number.isInteger(value) && value > 0;

// member: [holds, what is wanted]. The last two are what local servers add.
const kMembers = {
  model: [(v) => isText(v) && v !== '', 'a name'],
  messages: [(v) => Array.isArray(v) && v.length > 0, 'a list that is not empty'],
  temperature: [(v) => typeof v === 'number' && v >= 0 && v <= 2, 'a number from 0 to 2'],
  top_p: [(v) => typeof v === 'number' && v >= 0 && v <= 1, 'a number from 0 to 1'],
  max_tokens: [isWhole, 'a whole number above 0'],
  max_completion_tokens: [isWhole, 'a whole number above 0'],
  stream: [(v) => typeof v === 'boolean', 'true or false'],
  stream_options: [isObject, 'an object'],
  response_format: [isObject, 'an object'],
  stop: [(v) => isText(v) || Array.isArray(v), 'a text or a list'],
  seed: [Number.isInteger, 'a whole number'],
  n: [(v) => v === 1, '1'],
  tools: [Array.isArray, 'a list'],
  tool_choice: [(v) => isText(v) || isObject(v), 'a text or an object'],
  reasoning_effort: [isText, 'a text'],
  user: [isText, 'a text'],
  chat_template_kwargs: [isObject, 'an object'],
  enable_thinking: [(v) => typeof v === 'boolean', 'true or false'],
};

function refuse(param, message, code = null) {
  throw new Fault(400, message, { param, code });
}

function checkMessage(message, index) {
  const where = `messages[${index}]`;
  if (!isObject(message)) refuse(where, `${where} is no object`);
  if (!kRoles.includes(message.role)) refuse(`${where}.role`, `${where}.role is none of ${kRoles}`);
  const parts = Array.isArray(message.content) &&
    message.content.every((part) => isObject(part) && isText(part.type));
  const empty = message.content == null && message.role === 'assistant';
  if (!isText(message.content) && !parts && !empty) {
    refuse(`${where}.content`, `${where}.content is neither text nor parts`);
  }
}

function checkFormat(format) {
  if (!['text', 'json_object', 'json_schema'].includes(format.type)) {
    refuse('response_format.type', 'response_format.type is none of text, json_object, json_schema');
  }
  if (format.type !== 'json_schema') return;
  const named = isObject(format.json_schema) && isText(format.json_schema.name) &&
    /^[A-Za-z0-9_-]{1,64}$/.test(format.json_schema.name);
  if (!named) refuse('response_format.json_schema.name', 'response_format.json_schema has no name');
  if (!isObject(format.json_schema.schema)) {
    refuse('response_format.json_schema.schema', 'response_format.json_schema has no schema');
  }
}

// Throws a Fault unless `body` is a request OpenAI would take.
export function checkChat(body, { models, schemas, formats }) {
  if (!isObject(body)) refuse(null, 'the body is no JSON object');
  for (const [member, value] of Object.entries(body)) {
    if (!(member in kMembers)) refuse(member, `Unrecognized request argument supplied: ${member}`);
    const [holds, wanted] = kMembers[member];
    if (!holds(value)) refuse(member, `${member} is not ${wanted}`);
  }
  for (const member of ['model', 'messages']) {
    if (!(member in body)) refuse(member, `Missing required parameter: '${member}'.`);
  }
  if (!models.includes(body.model)) {
    throw new Fault(404, `The model '${body.model}' does not exist`,
      { param: 'model', code: 'model_not_found' });
  }
  body.messages.forEach(checkMessage);
  if (body.stream_options && !body.stream) {
    refuse('stream_options', 'stream_options is only allowed with stream');
  }
  if ('max_tokens' in body && 'max_completion_tokens' in body) {
    refuse('max_tokens', 'max_tokens and max_completion_tokens exclude each other');
  }
  if (!body.response_format) return;
  checkFormat(body.response_format);
  if (!formats) refuse('response_format', "'response_format' is not supported");
  if (!schemas && body.response_format.type === 'json_schema') {
    refuse('response_format', "'response_format.type' must be 'text' or 'json_object'");
  }
}

export function messagesOf(body) {
  return body.messages.map(({ role, content }) => ({
    role,
    text: Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : content ?? '',
  }));
}

const kBytesPerToken = 4;
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / kBytesPerToken);

function usageOf(body, entry) {
  if (entry.usage !== undefined) return entry.usage;
  const asked = messagesOf(body).reduce((sum, each) => sum + tokens(each.text), 0);
  const said = tokens(entry.text + (entry.reasoning ?? ''));
  return { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said };
}

function frame(body, number, object) {
  return {
    id: `chatcmpl-${number}`, object, created: 1767225600, model: body.model,
    system_fingerprint: 'fake',
  };
}

export function chatDocument(body, entry, number) {
  const message = { role: 'assistant', content: entry.text, refusal: null };
  if (entry.reasoning !== undefined) message.reasoning_content = entry.reasoning;
  const document = {
    ...frame(body, number, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: entry.finish ?? 'stop' }],
  };
  const usage = usageOf(body, entry);
  if (usage !== null) document.usage = usage;
  return JSON.stringify(document);
}

function slices(text, chars) {
  const all = Array.from(text);
  const out = [];
  for (let at = 0; at < all.length; at += chars) out.push(all.slice(at, at + chars).join(''));
  return out;
}

// The events of a streamed answer, as they go over the wire.
export function chatEvents(body, entry, number) {
  const usage = body.stream_options?.include_usage ? usageOf(body, entry) : null;
  const event = (choices, more = {}) => {
    const chunk = { ...frame(body, number, 'chat.completion.chunk'), choices, ...more };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  };
  const delta = (value, finish = null) => event(
    [{ index: 0, delta: value, logprobs: null, finish_reason: finish }],
    usage === null ? {} : { usage: null });
  const chars = entry.chunk_chars ?? 16;
  const out = [delta({ role: 'assistant', content: '' })];
  for (const slice of slices(entry.reasoning ?? '', chars)) out.push(delta({ reasoning_content: slice }));
  for (const slice of slices(entry.text, chars)) out.push(delta({ content: slice }));
  out.push(delta({}, entry.finish ?? 'stop'));
  if (usage !== null) out.push(event([], { usage }));
  out.push('data: [DONE]\n\n');
  return out;
}
