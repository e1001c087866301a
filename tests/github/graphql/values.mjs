// What resolvers hand on beside things of the world: plain values with a type, connections, commits and refs.
import { ApiError } from '../world/errors.mjs';

// An object whose fields are its properties (functions are called with the arguments).
export function plain(type, fields) {
  return { kind: 'PLAIN', type, fields };
}

// A list as GraphQL pages through it; `extra` holds what else a connection of its type has.
export class Connection {
  constructor(items, args, extra = {}) {
    Object.assign(this, { kind: 'CONNECTION', all: items, extra });
    const place = (cursor) => {
      const index = Number(Buffer.from(cursor, 'base64').toString().replace('cursor:v2:', ''));
      if (!Number.isInteger(index)) throw new ApiError(422, `\`${cursor}\` does not appear to be a valid cursor.`, { kind: 'INVALID_CURSOR_ARGUMENTS' });
      return index;
    };
    let from = args.after ? place(args.after) : 0;
    let to = args.before ? place(args.before) - 1 : items.length;
    if (args.first !== undefined && args.first !== null) to = Math.min(to, from + args.first);
    else if (args.last !== undefined && args.last !== null) from = Math.max(from, to - args.last);
    Object.assign(this, { from, to: Math.max(from, to) });
  }

  get page() {
    return this.all.slice(this.from, this.to);
  }

  cursor(index) {
    return Buffer.from(`cursor:v2:${this.from + index + 1}`).toString('base64');
  }

  get pageInfo() {
    const { page } = this;
    return plain('PageInfo', {
      hasNextPage: this.to < this.all.length, hasPreviousPage: this.from > 0, startCursor: page.length > 0 ? this.cursor(0) : null,
      endCursor: page.length > 0 ? this.cursor(page.length - 1) : null,
    });
  }
}

export const commitAt = (repo, sha) => (sha ? { kind: 'COMMIT', repo, sha, nodeId: `C_${repo.id}_${sha}` } : null);
export const refAt = (repo, name, sha) => ({ kind: 'REF', repo, name, sha, nodeId: `REF_${Buffer.from(`${repo.id}:${name}`).toString('base64url')}` });
