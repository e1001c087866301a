// GraphQL over GitHub's own schema: a query is parsed, validated and executed by graphql-js; what a field is, the tables of this
// folder know. A field that they do not know is an error, never a null that looks like an answer.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { graphqlText, kModules } from '../descriptions/prepare.mjs';
import { ApiError } from '../world/errors.mjs';
import { costOf } from './cost.mjs';
import { kMutations } from './mutations.mjs';
import { kQuery, kTypes, typeOf } from './types.mjs';
import { Connection } from './values.mjs';

const require = createRequire(pathToFileURL(path.join(kModules, 'x.js')));

// Of all worlds of a process.
let loaded = null;

export class GraphqlApi {
  constructor(world, services) {
    Object.assign(this, { world, services });
  }

  // Reading the schema takes half a second: it waits for the first query.
  get library() {
    if (!loaded) {
      const library = require('graphql');
      const document = library.parse(graphqlText(), { noLocation: true });
      loaded = { ...library, schema: library.buildASTSchema(document, { assumeValid: true, assumeValidSDL: true }) };
    }
    return loaded;
  }

  // What the log calls a request: its kind and its first fields.
  nameOf(exchange) {
    const { query } = exchange.body ?? {};
    if (typeof query !== 'string') return 'graphql';
    try {
      exchange.document = this.library.parse(query);
    } catch (error) {
      exchange.syntax = error;
      return 'graphql';
    }
    const operations = exchange.document.definitions.filter((one) => one.kind === 'OperationDefinition');
    exchange.chosen = operations.find((one) => one.name?.value === exchange.body.operationName) ?? operations[0];
    const fields = exchange.chosen?.selectionSet.selections.filter((one) => one.kind === 'Field').map((one) => one.name.value) ?? [];
    return `${exchange.chosen?.operation ?? 'query'}:${fields.join(',')}`;
  }

  // { cost, mutation, run() }; what is no query is answered by run, too.
  prepare(exchange) {
    const { body, document, chosen, syntax } = exchange;
    const refuse = (errors) => {
      for (const error of errors) exchange.violate('request', error.message);
      return { cost: 1, mutation: false, run: () => ({ errors }) };
    };
    if (exchange.method !== 'POST' || typeof body?.query !== 'string') {
      exchange.violate('request', 'no query');
      throw new ApiError(400, 'A query attribute must be specified and must be a string.');
    }
    if (syntax) return refuse([{ message: syntax.message, locations: syntax.locations }]);
    if (!chosen) return refuse([{ message: 'No operation named.' }]);
    // GitHub lets fields of several types share a name (gh asks for `state` of issues and pulls at once).
    const rules = this.library.specifiedRules.filter((rule) => rule !== this.library.OverlappingFieldsCanBeMergedRule);
    const faults = this.library.validate(this.library.schema, document, rules);
    if (faults.length > 0) return refuse(faults.map(refusalOf));
    const { cost, nodes, fault } = costOf(this.library, document, chosen, body.variables ?? {});
    if (fault) return refuse([fault]);
    return { cost, mutation: chosen.operation === 'mutation', run: () => this.#execute(exchange, { cost, nodes }) };
  }

  #execute(exchange, { cost, nodes }) {
    const { body, document, actor } = exchange;
    const context = { world: this.world, actor, exchange, ...this.services, cost, nodes };
    const result = this.library.execute({
      schema: this.library.schema, document, rootValue: { kind: 'ROOT' }, contextValue: context, variableValues: body.variables ?? {}, operationName: body.operationName ?? undefined,
      fieldResolver: (source, args, ctx, info) => this.#field(source, args, ctx, info), typeResolver: (value) => typeOf(value),
    });
    if (typeof result.then === 'function') throw new Error('a resolver waits, which none should');
    if (!result.errors) return { data: result.data };
    // Variables that do not fit the schema end before anything is done.
    if (result.data === undefined) for (const error of result.errors) exchange.violate('request', error.message);
    return { ...(result.data !== undefined && { data: result.data }), errors: result.errors.map((error) => errorOf(exchange, error)) };
  }

  #field(source, args, context, info) {
    const { fieldName, parentType } = info;
    if (parentType.name === 'Query') return need(kQuery, fieldName, 'Query', context)(args, context, info);
    if (parentType.name === 'Mutation') return this.#mutation(fieldName, args.input, context);
    if (source instanceof Connection) return ofConnection(source, fieldName, parentType.name, context);
    if (source.kind === 'EDGE') return fieldName === 'node' ? source.node : source.cursor;
    if (source.kind === 'PLAIN') {
      if (!(fieldName in source.fields)) throw missing(parentType.name, fieldName, context);
      const value = source.fields[fieldName];
      return typeof value === 'function' ? value(args, context) : value;
    }
    return need(kTypes[parentType.name] ?? {}, fieldName, parentType.name, context)(source, args, context, info);
  }

  #mutation(name, input, context) {
    const payload = need(kMutations, name, 'Mutation', context)(input, context);
    payload.fields.clientMutationId = input.clientMutationId ?? null;
    return payload;
  }
}

function ofConnection(source, fieldName, type, context) {
  if (fieldName === 'nodes') return source.page;
  if (fieldName === 'edges') return source.page.map((node, index) => ({ kind: 'EDGE', node, cursor: source.cursor(index) }));
  if (fieldName === 'totalCount') return source.all.length;
  if (fieldName === 'pageInfo') return source.pageInfo;
  if (fieldName in source.extra) return source.extra[fieldName];
  throw missing(type, fieldName, context);
}

function need(table, name, type, context) {
  if (!table[name]) throw missing(type, name, context);
  return table[name];
}

function missing(type, field, { exchange }) {
  exchange.violate('missing', `the fake server does not answer ${type}.${field}`);
  return new Error(`The fake server does not answer ${type}.${field}`);
}

// GitHub's words for what a schema refuses.
function refusalOf(error) {
  const field = /^Cannot query field "(\w+)" on type "(\w+)"/.exec(error.message);
  const base = { locations: error.locations };
  if (!field) return { ...base, message: error.message };
  return { ...base, message: `Field '${field[1]}' doesn't exist on type '${field[2]}'`, extensions: { code: 'undefinedField', typeName: field[2], fieldName: field[1] } };
}

function errorOf(exchange, error) {
  const { originalError } = error;
  if (!(originalError instanceof ApiError)) {
    if (originalError && !originalError.message.startsWith('The fake server')) exchange.violate('missing', `the fake server failed: ${originalError.stack}`);
    else if (!originalError && error.path) exchange.violate('answer', error.message);
    return { message: error.message, locations: error.locations, path: error.path };
  }
  const detail = originalError.errors?.map((one) => (typeof one === 'string' ? one : one.message)).filter(Boolean).join(', ');
  return { type: originalError.kind, path: error.path, locations: error.locations, message: detail || originalError.message };
}
