// Whether a value is what a JSON Schema describes, in the dialects that GitHub publishes: OpenAPI 3.0 (REST)
// and draft 7 (webhooks). It reads the schema as it goes, so that nothing is compiled for a schema of which
// a test sees one answer. `oneOf` is taken for `anyOf`: GitHub's alternatives often overlap.

const kKinds = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  null: (value) => value === null,
};
const kFormats = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z][a-z+.-]*:\S*$/i,
};
const kDepthMax = 60;

export class Checker {
  // `documents` holds what `$ref` leads to: '#/components/schemas/x' is documents.components.schemas.x.
  // With `open`, names that are not described are no fault, even where a schema forbids them.
  constructor(documents, { open = false } = {}) {
    this.documents = documents;
    this.open = open;
  }

  resolve(schema) {
    let found = schema;
    while (found?.$ref) {
      const names = found.$ref.split('/').slice(1).map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'));
      found = names.reduce((node, name) => node?.[decodeURIComponent(name)], this.documents);
      if (!found) throw new Error(`the description leads nowhere: ${schema.$ref}`);
    }
    return found;
  }

  // What is wrong first: { at, what, kind }; null if nothing is.
  fault(schema, value, at = '', depth = 0) {
    const here = this.resolve(schema);
    if (here === true || depth > kDepthMax) return null;
    if (value === null && here.nullable) return null;
    return this.#kindFault(here, value, at) ?? this.#sizeFault(here, value, at)
      ?? this.#partsFault(here, value, at, depth) ?? this.#choiceFault(here, value, at, depth);
  }

  #kindFault(schema, value, at) {
    const kinds = schema.type ? [schema.type].flat() : [];
    if (kinds.length > 0 && !kinds.some((kind) => kKinds[kind](value))) {
      return { at, kind: 'type', what: `is no ${kinds.join(' or ')}: ${brief(value)}` };
    }
    if (schema.enum && !schema.enum.includes(value)) {
      return { at, kind: 'enum', what: `is none of ${schema.enum.slice(0, 12).join(', ')}: ${brief(value)}` };
    }
    if ('const' in schema && schema.const !== value) {
      return { at, kind: 'enum', what: `is not ${brief(schema.const)}: ${brief(value)}` };
    }
    return null;
  }

  #sizeFault(schema, value, at) {
    const bound = (bad, what) => (bad ? { at, kind: 'bound', what } : null);
    if (typeof value === 'string') {
      const form = kFormats[schema.format];
      return bound(value.length < (schema.minLength ?? 0), `is shorter than ${schema.minLength}`)
        ?? bound([...value].length > (schema.maxLength ?? Infinity), `is longer than ${schema.maxLength}`)
        ?? bound(form && !form.test(value), `is no ${schema.format}: ${brief(value)}`)
        ?? bound(schema.pattern && !new RegExp(schema.pattern, 'u').test(value), `does not match ${schema.pattern}`);
    }
    if (typeof value === 'number') {
      return bound(value < (schema.minimum ?? -Infinity), `is below ${schema.minimum}`)
        ?? bound(value > (schema.maximum ?? Infinity), `is above ${schema.maximum}`);
    }
    if (Array.isArray(value)) {
      return bound(value.length < (schema.minItems ?? 0), `has fewer than ${schema.minItems} items`)
        ?? bound(value.length > (schema.maxItems ?? Infinity), `has more than ${schema.maxItems} items`);
    }
    return null;
  }

  #partsFault(schema, value, at, depth) {
    if (Array.isArray(value) && schema.items) {
      for (const [index, item] of value.entries()) {
        const fault = this.fault(schema.items, item, `${at}/${index}`, depth + 1);
        if (fault) return fault;
      }
    }
    if (!kKinds.object(value)) return null;
    for (const name of schema.required ?? []) {
      if (!(name in value)) return { at: `${at}/${name}`, kind: 'missing', what: 'is missing' };
    }
    for (const [name, part] of Object.entries(value)) {
      const described = schema.properties?.[name];
      if (described) {
        const fault = this.fault(described, part, `${at}/${name}`, depth + 1);
        if (fault) return fault;
      } else if (schema.additionalProperties === false && !schema.patternProperties && !this.open) {
        return { at: `${at}/${name}`, kind: 'unknown', what: 'is not described' };
      } else if (typeof schema.additionalProperties === 'object') {
        const fault = this.fault(schema.additionalProperties, part, `${at}/${name}`, depth + 1);
        if (fault) return fault;
      }
    }
    return null;
  }

  #choiceFault(schema, value, at, depth) {
    for (const part of schema.allOf ?? []) {
      const fault = this.fault(part, value, at, depth + 1);
      if (fault) return fault;
    }
    for (const choices of [schema.anyOf, schema.oneOf]) {
      if (!choices) continue;
      const faults = choices.map((choice) => this.fault(choice, value, at, depth + 1));
      // The alternative that fits furthest says most.
      if (faults.every(Boolean)) return faults.sort((a, b) => b.at.length - a.at.length)[0];
    }
    return null;
  }

  // The names in `value` that a schema of one shape does not describe; what has alternatives is not judged.
  strangers(schema, value, at = '') {
    const here = this.resolve(schema);
    if (here.anyOf || here.oneOf || here.allOf || here.additionalProperties) return [];
    if (Array.isArray(value)) {
      return here.items ? value.flatMap((item, index) => this.strangers(here.items, item, `${at}/${index}`)) : [];
    }
    if (!kKinds.object(value) || !here.properties) return [];
    return Object.entries(value).flatMap(([name, part]) => (here.properties[name]
      ? this.strangers(here.properties[name], part, `${at}/${name}`) : [`${at}/${name}`]));
  }
}

function brief(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
