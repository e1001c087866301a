// One request with what is found out about it on its way, for the log.
const kBodyBytesMax = 32 << 20;

export class Exchange {
  constructor(request, { method = request.method, path, url }) {
    Object.assign(this, { request, method, path, url, query: url.searchParams, headers: request.headers });
    Object.assign(this, { actor: null, operation: null, body: undefined, points: 0, violations: [], fault: null, notModified: false });
  }

  // Whose fault it is ('request': the client's; 'answer', 'payload', 'missing': ours), and what.
  violate(side, what) {
    this.violations.push({ side, what });
  }

  entry(clock, status, ms) {
    return {
      at: clock.iso(), method: this.method, path: this.url.pathname + this.url.search, operation: this.operation, status,
      actor: this.actor?.user?.login ?? this.actor?.app?.slug ?? null, agent: this.headers['user-agent'] ?? null, points: this.points, notModified: this.notModified,
      violations: this.violations, fault: this.fault, ms,
    };
  }
}

export async function bodyOf(request) {
  const pieces = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > kBodyBytesMax) throw new Error('the request is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
