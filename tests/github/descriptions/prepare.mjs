// Makes of GitHub's descriptions, which npm installed, what the server reads at its start: the REST description
// without its prose and examples is a fifth as large. The result lies beside the packages and is made anew when their
// lock file changes.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const kDeps = process.env.PAWL_GITHUB_DEPS ?? path.resolve(here, '..', '..', '..', 'build', 'deps', 'github');
export const kModules = path.join(kDeps, 'node_modules');
const kForm = 2;  // Raised when what is written here changes.

const kProse = new Set(['description', 'example', 'examples', 'externalDocs', 'summary', 'tags', 'title',
  'deprecated', 'default', 'x-github', 'x-githubCloudOnly', 'x-github-breaking-changes']);

function withoutProse(value, isTable) {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item, false));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => isTable || !kProse.has(name));
  // Below `properties`, names are those of the thing described.
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutProse(item, !isTable && name === 'properties')]));
}

function operationsOf(document) {
  const resolve = (node) => (node.$ref
    ? node.$ref.split('/').slice(1).reduce((found, name) => found[name], document) : node);
  const operations = [];
  for (const [template, item] of Object.entries(document.paths)) {
    // The same as compare/{basehead}, kept for old clients.
    if (template.endsWith('/compare/{base}...{head}')) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!operation.operationId) continue;
      const body = operation.requestBody && resolve(operation.requestBody);
      const responses = Object.entries(operation.responses).map(([status, response]) => {
        const json = Object.entries(resolve(response).content ?? {}).find(([type]) => type.includes('json'));
        return [status, json?.[1].schema ?? null];
      });
      operations.push({
        id: operation.operationId,
        method: method.toUpperCase(),
        template,
        parameters: (operation.parameters ?? []).map(resolve),
        body: body?.content?.['application/json']?.schema ?? null,
        bodyRequired: body?.required ?? false,
        responses: Object.fromEntries(responses),
        docs: operation.externalDocs?.url ?? 'https://docs.github.com/rest',
      });
    }
  }
  return operations;
}

// The prepared REST description: { operations, components }.
export function restDescription() {
  const lock = path.join(kDeps, 'package-lock.json');
  if (!fs.existsSync(lock)) throw new Error(`GitHub's descriptions are missing in ${kDeps}; run ./dev test, or tools/fetch-github.sh`);
  const file = path.join(kDeps, `rest-${kForm}.json`);
  if (fs.existsSync(file) && fs.statSync(file).mtimeMs >= fs.statSync(lock).mtimeMs) {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  }
  const source = path.join(kModules, '@octokit', 'openapi', 'generated', 'api.github.com.json');
  const document = JSON.parse(fs.readFileSync(source, 'utf8'));
  const prepared = {
    operations: operationsOf(document).map((operation) => withoutProse(operation, false)),
    components: { schemas: withoutProse(document.components.schemas, true) },
  };
  // Several tests may start at once: each writes a file of its own, and the last one stays.
  fs.writeFileSync(`${file}.${process.pid}`, JSON.stringify(prepared));
  fs.renameSync(`${file}.${process.pid}`, file);
  return prepared;
}

export function webhookSchemas() {
  return JSON.parse(fs.readFileSync(path.join(kModules, '@octokit', 'webhooks-schemas', 'schema.json'), 'utf8'));
}

export function graphqlText() {
  return fs.readFileSync(path.join(kModules, '@octokit', 'graphql-schema', 'schema.graphql'), 'utf8');
}
