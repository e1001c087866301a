// What a query costs, by GitHub's rule: the requests that its connections stand for, divided by 100; and what it may
// not ask for: connections without `first` or `last`, more than 100 at once, more than 500,000 nodes.
const kNodesMax = 500_000;
const kPageMax = 100;

export function costOf({ schema, TypeInfo, visit, visitWithTypeInfo, getNamedType }, document, operation, variables) {
  const info = new TypeInfo(schema);
  const fragments = new Map(document.definitions.filter((one) => one.kind === 'FragmentDefinition').map((one) => [one.name.value, one]));
  let requests = 0;
  let nodes = 0;
  let fault = null;

  const measure = (root, times, path) => {
    const stack = [times];
    visit(root, visitWithTypeInfo(info, {
      Field: {
        enter(node) {
          const type = info.getType() && getNamedType(info.getType()).name;
          const above = stack.at(-1);
          const field = info.getFieldDef();
          if (!type?.endsWith('Connection') || !field?.args.some((arg) => arg.name === 'first')) return void stack.push(above);
          const size = sizeOf(node, variables);
          // Who asks for the count alone need not page.
          const pages = node.selectionSet?.selections.some((one) => one.kind !== 'Field' || ['nodes', 'edges'].includes(one.name.value));
          if (pages) fault ??= faultOf(node, size, path);
          requests += above;
          nodes += above * (size ?? 1);
          stack.push(above * (size ?? 1));
        },
        leave() { stack.pop(); },
      },
      FragmentSpread(node) {
        const fragment = fragments.get(node.name.value);
        if (fragment) measure(fragment, stack.at(-1), path);
      },
    }));
  };
  measure(operation, 1, [operation.operation]);
  if (!fault && nodes > kNodesMax) {
    fault = { type: 'MAX_NODE_LIMIT_EXCEEDED', message: `This query requests up to ${nodes} possible nodes which exceeds the maximum limit of ${kNodesMax.toLocaleString('en')}.` };
  }
  return { cost: Math.max(1, Math.round((requests + 1) / 100)), nodes, fault };
}

function sizeOf(node, variables) {
  for (const argument of node.arguments ?? []) {
    if (!['first', 'last'].includes(argument.name.value)) continue;
    const { value } = argument;
    const number = value.kind === 'Variable' ? variables[value.name.value] : Number(value.value);
    if (number !== undefined && number !== null && !Number.isNaN(number)) return number;
  }
  return null;
}

function faultOf(node, size, path) {
  const name = node.name.value;
  const at = { path: [...path, node.alias?.value ?? name], locations: node.loc && [{ line: node.loc.startToken.line, column: node.loc.startToken.column }] };
  if (size === null) {
    return { type: 'MISSING_PAGINATION_BOUNDARIES', ...at, message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.` };
  }
  if (size > kPageMax) {
    return { type: 'EXCESSIVE_PAGINATION', ...at, message: `Requesting ${size} records on the \`${name}\` connection exceeds the \`first\` limit of ${kPageMax} records.` };
  }
  return null;
}
