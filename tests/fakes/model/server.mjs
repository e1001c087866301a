// The fake model server: an HTTP server that stands for a model endpoint in tests. It speaks OpenAI chat
// completions and the Messages API of Anthropic, answers from a script (script.mjs), checks every
// request and logs it.
//
//   node server.mjs --script FILE [--log FILE] [--key KEY] [--model NAME …] [--context N]
//                   [--no-models] [--no-schemas] [--no-formats] [--ollama N]
//                   [--max-seconds 300]
//
// An entry of the script with `steps` is for coding agents (agents.mjs): they speak OpenAI responses and
// Gemini's generateContent, too, with tools.
// With --ollama it also answers, beside /v1, as an Ollama server of a model with a context of N.
//
// It listens on 127.0.0.1, on a free port it prints as {"port": N}, and ends by itself.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';

import {
  checkMessages, messageDocument, messageEvents, MessagesFault, messagesOfMessages,
} from './anthropic_messages.mjs';
import { agentAnswer, agentProtocol } from './agents.mjs';
import { chatDocument, chatEvents, checkChat, messagesOf } from './openai_chat.mjs';
import { Script } from './script.mjs';
import { Fault, sendDocument, sendJson, sendPieces } from './wire.mjs';

const kBodyBytesMax = 16 << 20;

function options() {
  const { values } = parseArgs({
    options: {
      script: { type: 'string' },
      log: { type: 'string' },
      key: { type: 'string' },
      model: { type: 'string', multiple: true, default: ['fake'] },
      context: { type: 'string' },
      'no-models': { type: 'boolean', default: false },
      'no-schemas': { type: 'boolean', default: false },
      'no-formats': { type: 'boolean', default: false },
      ollama: { type: 'string' },
      'max-seconds': { type: 'string', default: '300' },
    },
  });
  if (!values.script) throw new Error('--script FILE is missing');
  return values;
}

async function bodyOf(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > kBodyBytesMax) throw new Fault(413, 'the request is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

// What a protocol is to this server.
const kChat = {
  check: (body, headers, limits) => checkChat(body, limits),
  read: messagesOf,
  document: chatDocument,
  events: chatEvents,
};
const kMessages = {
  check: checkMessages,
  read: messagesOfMessages,
  document: messageDocument,
  events: messageEvents,
};

class FakeModel {
  constructor(settings) {
    this.settings = settings;
    this.script = Script.read(settings.script);
    this.agents = this.script.slots.map((slot) => slot.entry).filter((entry) => entry.steps);
    this.count = 0;
    this.routes = {
      'GET /v1/models': (exchange) => this.listModels(exchange),
      'POST /v1/chat/completions': (exchange) => this.chat(exchange, kChat),
      'POST /v1/messages': (exchange) => this.chat(exchange, kMessages),
    };
    if (settings.ollama) Object.assign(this.routes, this.ollamaRoutes(Number(settings.ollama)));
  }

  ollamaRoutes(context) {
    const answer = (value) => ({ response, note }) => {
      this.log(note, 200);
      sendJson(response, 200, value);
    };
    const [name] = this.settings.model;
    const shown = { parameters: '', model_info: { 'fake.context_length': 131072 } };
    return {
      'GET /api/version': answer({ version: '0.12.0' }),
      'POST /api/show': answer(shown),
      'POST /api/generate': answer({ model: name, done: true }),
      'GET /api/ps': answer({ models: [{ name, model: name, context_length: context }] }),
    };
  }

  async handle(request, response) {
    const path = new URL(request.url, 'http://fake').pathname;
    const note = { n: ++this.count, method: request.method, path };
    const exchange = { request, response, note };
    try {
      note.authorized = this.authorize(request);
      if (this.agents.length > 0 && await this.agent(exchange, path)) return;
      const route = this.routes[`${request.method} ${path}`] ?? this.oneModel(request.method, path);
      if (!route) throw new Fault(404, `Unknown request URL: ${request.method} ${path}`);
      await route(exchange);
    } catch (error) {
      const fault = error instanceof Fault ? error : new Fault(500, error.stack ?? String(error));
      if (response.headersSent) {
        response.destroy();
        return;
      }
      this.log(note, fault.status, fault.message);
      sendJson(response, fault.status, fault.body);
    }
  }

  // Whether a key came; throws when it is not the right one. The key itself is never logged.
  authorize(request) {
    const ofMessages = request.headers['anthropic-version'] !== undefined;
    const ofGemini = request.headers['x-goog-api-key'] !== undefined;
    const bare = ofMessages || ofGemini;
    const given = ofMessages ? request.headers['x-api-key']
      : request.headers['x-goog-api-key'] ?? request.headers.authorization;
    const wanted = bare ? this.settings.key : `Bearer ${this.settings.key}`;
    if (this.settings.key !== undefined && given !== wanted) {
      const message = given ? 'Incorrect API key provided.' : 'You did not provide an API key.';
      if (ofMessages) throw new MessagesFault(401, 'authentication_error', message);
      throw new Fault(401, message, { code: 'invalid_api_key' });
    }
    return given !== undefined;
  }

  // GET /v1/models/NAME of a model there is.
  oneModel(method, path) {
    const start = '/v1/models/';
    if (method !== 'GET' || !path.startsWith(start) || this.settings['no-models']) return undefined;
    const id = decodeURIComponent(path.slice(start.length));
    if (!this.settings.model.includes(id)) return undefined;
    const context = this.settings.context ? { max_input_tokens: Number(this.settings.context) } : {};
    return ({ response, note }) => {
      this.log(note, 200);
      sendJson(response, 200, { id, type: 'model', object: 'model', ...context });
    };
  }

  listModels({ response, note }) {
    if (this.settings['no-models']) throw new Fault(404, 'Unknown request URL: GET /v1/models');
    const context = this.settings.context ? { context_length: Number(this.settings.context) } : {};
    const data = this.settings.model.map((id) => (
      { id, object: 'model', created: 1767225600, owned_by: 'fake', ...context }));
    this.log(note, 200);
    sendJson(response, 200, { object: 'list', data });
  }

  // The answer to an agent; false: it asks for something else.
  async agent({ request, response, note }, path) {
    const found = agentProtocol(request.method, path);
    if (request.method === 'POST' && path === '/v1/messages/count_tokens') {
      this.log(note, 200);
      sendJson(response, 200, { input_tokens: 100 });
      return true;
    }
    if (!found) return false;
    note.headers = request.headers;
    note.body = JSON.parse(await bodyOf(request));
    const { step, said } = agentAnswer(found.protocol, note.body, this.agents, note.n);
    const streams = found.streams || note.body.stream === true;
    const whole = { ...note, body: { ...note.body, stream: streams } };
    await this.answer(response, whole, step, {
      document: (body) => JSON.stringify(found.protocol.document(body, said)),
      events: (body, entry) => found.protocol.events(body, said, entry.chunk_chars ?? 16),
    });
    return true;
  }

  async chat({ request, response, note }, protocol) {
    const text = await bodyOf(request);
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new Fault(415, 'the content type is not application/json');
    }
    try {
      note.body = JSON.parse(text);
    } catch {
      throw new Fault(400, 'We could not parse the JSON body of your request.');
    }
    protocol.check(note.body, request.headers, {
      models: this.settings.model, schemas: !this.settings['no-schemas'],
      formats: !this.settings['no-formats'],
    });
    const slot = this.script.take(protocol.read(note.body));
    if (!slot) throw new Fault(400, 'the script has no answer left', { code: 'script_exhausted' });
    note.entry = slot.index;
    await this.answer(response, note, slot.entry, protocol);
  }

  async answer(response, note, entry, protocol) {
    this.log(note, entry.status ?? 200);
    if (entry.delay_ms) await pause(entry.delay_ms);
    if (entry.status !== undefined) {
      const body = typeof entry.body === 'string' ? entry.body : JSON.stringify(entry.body ?? {});
      const type = { 'Content-Type': 'application/json' };
      await sendDocument(response, entry.status, { ...type, ...entry.headers }, body, entry);
      return;
    }
    if (note.body.stream && !entry.plain) {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', ...entry.headers,
      });
      await sendPieces(response, protocol.events(note.body, entry, note.n), entry);
      return;
    }
    await sendDocument(response, 200,
      { 'Content-Type': 'application/json', ...entry.headers },
      protocol.document(note.body, entry, note.n), entry);
  }

  // Before the answer goes out: who has an answer finds its line.
  log(note, status, fault) {
    if (!this.settings.log) return;
    appendFileSync(this.settings.log, `${JSON.stringify({ ...note, status, fault })}\n`);
  }
}

function main() {
  const settings = options();
  const fake = new FakeModel(settings);
  const server = createServer((request, response) => { fake.handle(request, response); });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
  });
  setTimeout(() => process.exit(0), Number(settings['max-seconds']) * 1000);
}

try {
  main();
} catch (error) {
  process.stderr.write(`fake model server: ${error.message}\n`);
  process.exit(2);
}
