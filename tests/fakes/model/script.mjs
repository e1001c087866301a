// The script of the fake model server: JSON Lines, one answer each. A line is a string or an object with
//   text           what the model says
//   reasoning      what it thinks aloud (reasoning_content)
//   finish         finish reason, `stop` by default
//   usage          {prompt_tokens, completion_tokens}; null for none; estimated by default
//   status         an HTTP status to answer with instead, with
//   headers, body    its headers and its body (an object is sent as JSON)
//   delay_ms       wait before the first byte
//   stall_ms       fall silent so long in the middle of the body
//   cut_after_bytes  break the connection after so many bytes of the body
//   plain          answer with one document although a stream was asked for
//   chunk_chars    characters a streamed chunk, 16 by default
//   match          only for a request one of whose messages holds this text
//   role           only for a request whose system message speaks for this role (see kRoleWords)
//   steps          for coding agents: what they are answered, one after the other (agents.mjs)
//   repeat         how often it answers, 1 by default; true for always
import { readFileSync } from 'node:fs';

const kTypes = {
  text: 'string', reasoning: 'string', finish: 'string', usage: 'object', status: 'number',
  headers: 'object', body: 'any', delay_ms: 'number', stall_ms: 'number',
  cut_after_bytes: 'number', plain: 'boolean', chunk_chars: 'number', match: 'string',
  role: 'string', repeat: 'any', steps: 'object',
};

// A request does not say which of Pawl's roles it speaks for; its system message does. For any
// other role the role itself is looked for.
const kRoleWords = { planner: /^you plan\b/i, worker: /^you carry out\b/i };

function checked(entry, place) {
  if (typeof entry === 'string') return { text: entry };
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) {
    throw new Error(`${place}: neither a string nor an object`);
  }
  for (const [key, value] of Object.entries(entry)) {
    if (!(key in kTypes)) throw new Error(`${place}: unknown member ${key}`);
    if (kTypes[key] !== 'any' && typeof value !== kTypes[key]) {
      throw new Error(`${place}: ${key} is no ${kTypes[key]}`);
    }
  }
  if (entry.text === undefined && entry.status === undefined && entry.steps === undefined) {
    throw new Error(`${place}: neither text nor status`);
  }
  return entry;
}

export function parseScript(text) {
  const entries = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const place = `line ${index + 1}`;
    let json;
    try {
      json = JSON.parse(line);
    } catch (error) {
      throw new Error(`${place}: ${error.message}`);
    }
    entries.push(checked(json, place));
  });
  return entries;
}

function fits(entry, messages) {
  if (entry.match !== undefined && !messages.some((each) => each.text.includes(entry.match))) {
    return false;
  }
  if (entry.role === undefined) return true;
  const words = kRoleWords[entry.role];
  return messages.some((each) => ['system', 'developer'].includes(each.role) &&
    (words ? words.test(each.text.trim()) : each.text.includes(entry.role)));
}

export class Script {
  constructor(entries) {
    this.slots = entries.map((entry, index) => ({
      entry, index, left: entry.repeat === true ? Infinity : entry.repeat ?? 1,
    }));
  }

  static read(path) {
    return new Script(parseScript(readFileSync(path, 'utf8')));
  }

  // The next answer for messages [{role, text}]; nothing when none is left for them.
  take(messages) {
    const slot = this.slots.find((each) => each.left > 0 && fits(each.entry, messages));
    if (!slot) return undefined;
    slot.left -= 1;
    return slot;
  }
}
