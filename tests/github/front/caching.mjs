// Conditional requests: an ETag for each answer to GET, Last-Modified where a thing has a time, and 304.
import crypto from 'node:crypto';

export function validators(body, answer, accept) {
  const etag = `W/"${crypto.createHash('sha256').update(accept ?? '').update('\0').update(answer.headers.link ?? '').update(body).digest('hex')}"`;
  const at = !Array.isArray(answer.body) && answer.body?.updated_at;
  return { etag, ...(typeof at === 'string' && { 'last-modified': new Date(at).toUTCString() }) };
}

// Whether the client has this already. If-None-Match is asked before the time.
export function isKnown(headers, { etag, 'last-modified': modified }) {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').map((tag) => tag.trim().replace(/^W\//, '')).includes(etag.replace(/^W\//, ''));
  const since = headers['if-modified-since'];
  return Boolean(since && modified && Date.parse(modified) <= Date.parse(since));
}
