// What handlers of REST operations give back, and what their rows say of who may call them. A row of a table is
// 'operation/id': { ...rule, run(call) }; what `run` gives back is the body, with the status that GitHub's
// description names for success, or an Answer.

export class Answer {
  constructor(status, body, headers = {}) {
    Object.assign(this, { status, body, headers });
  }
}

export const empty = () => new Answer(204, undefined);

// Rules: what the token needs (area, level) and what the account needs (role).
export const read = (area) => ({ rule: { area, level: 'read', role: 'read' } });
export const write = (area, role = 'write') => ({ rule: { area, level: 'write', role } });
export const admin = (level = 'write') => ({ rule: { area: 'administration', level, role: 'admin' } });
export const signedIn = { signedIn: true };
export const asApp = { asApp: true };
export const anyone = {};

const kPageMax = 100;
const kPageDefault = 30;

export function pageNumbers(query) {
  const number = (name, otherwise) => (/^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : otherwise);
  return { page: Math.max(1, number('page', 1)), size: Math.min(kPageMax, Math.max(1, number('per_page', kPageDefault))) };
}

// One page of a list, with Link as GitHub writes it. `shape` makes what is sent of each thing; `wrap` the whole.
export function paged(call, things, shape, wrap = (items) => items) {
  const { page, size } = pageNumbers(call.query);
  const last = Math.max(1, Math.ceil(things.length / size));
  const link = (number, rel) => {
    const query = new URLSearchParams(call.query);
    query.set('per_page', String(size));
    query.set('page', String(number));
    return `<${call.world.places.api}${call.path}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []), ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []), ...(page > 1 ? [link(1, 'first')] : []),
  ];
  const items = things.slice((page - 1) * size, page * size).map((thing) => shape(thing));
  return new Answer(null, wrap(items), links.length > 0 ? { link: links.join(', ') } : {});
}

export const counted = (call, name, things, shape) => paged(call, things, shape, (items) => ({ total_count: things.length, [name]: items }));

// Sorts as ?sort and ?direction ask.
export function sorted(call, things, ways, otherwise = 'desc') {
  const way = ways[call.query.get('sort') ?? 'created'] ?? ways.created;
  const sign = (call.query.get('direction') ?? otherwise) === 'desc' ? -1 : 1;
  return [...things].sort((a, b) => sign * (way(a) - way(b) || a.id - b.id));
}
