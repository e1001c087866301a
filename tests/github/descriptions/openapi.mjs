// GitHub's REST description: which operation a request is, and whether the request and its answer are as described.
import { Checker } from './check.mjs';
import { restDescription } from './prepare.mjs';

// Operations are looked up by what cannot be a parameter: the first name, and the one below a repository.
function bucketOf(method, segments) {
  const below = segments[0] === 'repos' ? segments[3] ?? '' : '';
  return `${method} ${segments[0] ?? ''} ${below}`;
}

export class Rest {
  constructor() {
    const { operations, components } = restDescription();
    this.checker = new Checker({ components });
    this.operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.buckets = new Map();
    for (const operation of operations) {
      const key = bucketOf(operation.method, operation.template.split('/').slice(1));
      this.buckets.set(key, [...this.buckets.get(key) ?? [], operation]);
    }
    this.methods = [...new Set(operations.map((operation) => operation.method))];
  }

  // { operation, params } or null.
  match(method, path) {
    const segments = path.split('/').slice(1);
    const candidates = this.buckets.get(bucketOf(method, segments)) ?? [];
    let best = null;
    for (const operation of candidates) {
      operation.route ??= routeOf(operation);
      const found = operation.route.pattern.exec(path);
      if (!found || (best && best.operation.route.weight >= operation.route.weight)) continue;
      best = { operation, params: paramsOf(operation, found) };
    }
    return best;
  }

  // Which methods a path has.
  methodsOf(path) {
    return this.methods.filter((method) => this.match(method, path));
  }

  // What is wrong with the parameters: faults of values, and names that are not described.
  queryFaults(operation, query) {
    const described = new Map(operation.parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]));
    const faults = [];
    for (const [name, text] of query) {
      const parameter = described.get(name) ?? described.get(name.replace(/\[\]$/, ''));
      if (!parameter) faults.push({ kind: 'unknown', name, what: `query parameter '${name}' is not described` });
      else {
        const fault = this.checker.fault(parameter.schema, valueOf(this.checker.resolve(parameter.schema), text), `?${name}`);
        if (fault) faults.push({ ...fault, name, what: `query parameter '${name}' ${fault.what}` });
      }
    }
    return faults;
  }

  bodyFault(operation, body) {
    if (!operation.body) return null;
    if (body === undefined) return operation.bodyRequired ? { at: '', kind: 'missing', what: 'the body is missing' } : null;
    return this.checker.fault(operation.body, body);
  }

  bodyStrangers(operation, body) {
    if (body === undefined) return [];
    return operation.body ? this.checker.strangers(operation.body, body) : ['the body'];
  }

  // What is wrong with an answer of ours, in words; null if nothing is.
  answerFault(operation, status, body) {
    if (status === 304) return null;
    if (!(status in operation.responses)) {
      return status < 400 ? `status ${status} is not described` : null;
    }
    const schema = operation.responses[status];
    if (!schema || body === undefined) return null;
    const fault = this.checker.fault(schema, body);
    return fault && `${fault.at} ${fault.what}`;
  }

  successOf(operation) {
    return Number(Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? 200);
  }
}

function routeOf(operation) {
  const several = new Set(operation.parameters.filter((one) => one['x-multi-segment']).map((one) => one.name));
  let weight = 0;
  const source = operation.template.split('/').slice(1).map((segment) => {
    weight = weight * 3 + (segment.startsWith('{') ? 1 : 2);
    return segment.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{([^}]+)\}/g, (_, name) => (several.has(name) || name === 'path' ? '(.*)' : '([^/]+)'));
  }).join('/');
  const names = [...operation.template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
  // Longer templates are more particular: commits/{ref}/status before commits/{ref}.
  return { pattern: new RegExp(`^/${source}$`), weight, names };
}

function paramsOf(operation, found) {
  const params = {};
  for (const [index, name] of operation.route.names.entries()) {
    const text = decode(found[index + 1]);
    const described = operation.parameters.find((one) => one.in === 'path' && one.name === name);
    params[name] = described?.schema.type === 'integer' && /^\d+$/.test(text) ? Number(text) : text;
  }
  return params;
}

function decode(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

// The value that a text in a query stands for.
function valueOf(schema, text) {
  if (schema.type === 'integer' || schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (schema.type === 'array') return [valueOf(schema.items ?? {}, text)];
  for (const choice of schema.oneOf ?? schema.anyOf ?? []) {
    const value = valueOf(choice, text);
    if (typeof value !== 'string') return value;
  }
  return text;
}
