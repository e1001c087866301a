// Bodies that come late, fall silent or break off, as a script wants it.
import { setTimeout as pause } from 'node:timers/promises';

export class Fault extends Error {
  constructor(status, message, { type = 'invalid_request_error', param = null, code = null } = {}) {
    super(message);
    this.status = status;
    this.body = { error: { message, type, param, code } };
  }
}

export function sendJson(response, status, value, headers = {}) {
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  response.writeHead(status, {
    'Content-Type': 'application/json', 'Content-Length': body.length, ...headers,
  });
  response.end(body);
}

// Sends pieces of a body. `cut_after_bytes` breaks the connection in the middle; `stall_ms` keeps
// silent before the last half of the pieces. False when the connection is gone.
export async function sendPieces(response, pieces, entry) {
  let left = entry.cut_after_bytes ?? Infinity;
  const silentBefore = Math.max(1, Math.floor(pieces.length / 2));
  for (const [index, piece] of pieces.entries()) {
    if (entry.stall_ms && index === silentBefore) await pause(entry.stall_ms);
    if (response.destroyed) return false;
    const bytes = Buffer.from(piece);
    if (bytes.length >= left) {
      await new Promise((sent) => { response.write(bytes.subarray(0, left), sent); });
      response.destroy();
      return false;
    }
    left -= bytes.length;
    response.write(bytes);
    await pause(0);
  }
  response.end();
  return true;
}

// A body in one document, in two pieces, so that it can stall and break too.
export async function sendDocument(response, status, headers, text, entry) {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'Content-Length': bytes.length, ...headers });
  response.flushHeaders();
  const half = Math.floor(bytes.length / 2);
  return sendPieces(response, [bytes.subarray(0, half), bytes.subarray(half)], entry);
}
