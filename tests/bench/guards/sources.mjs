// What the mutations know of a source file {path, text}: by its lines, as a careless editor sees it.

export const lines = (text) => text.split('\n');
export const extension = (file) => file.path.slice(file.path.lastIndexOf('.') + 1);
export const isTest = (file) => /(^|\/)(tests?|spec|__tests__)\/|[._-](test|spec)\.|(^|\/)test_|_test\./.test(file.path);
export const isCode = (file) => /\.(py|js|mjs|cjs|jsx|ts|tsx|go|rs|c|cc|cpp|h|hpp|java|rb|sh)$/.test(file.path);
export const isDoc = (file) => /\.md$/i.test(file.path);
export const isScript = (file) => /\.(js|mjs|cjs|ts|tsx)$/.test(file.path);

// Top-level functions with more than one line of body: {name, from, to} as line numbers from 0.
export function functionsOf(file) {
  const all = lines(file.text);
  const heads = {
    py: /^(?:async )?def (\w+)\(/,
    go: /^func (?:\([^)]*\) )?(\w+)\(/,
    rs: /^(?:pub )?(?:async )?fn (\w+)/,
    sh: /^(\w+)\(\) \{$/,
    rb: /^def (\w+)/,
  };
  const script = /^(?:export )?(?:default )?(?:async )?function\*? ?(\w+)\(/;
  const native = /^(?!static_assert)[A-Za-z_][\w:<>,&* ]*[ &*](\w+)\([^;]*\{$/;
  const head = heads[extension(file)] ?? (isScript(file) ? script
    : /\.(c|cc|cpp)$/.test(file.path) ? native : null);
  if (!head) return [];
  const found = [];
  for (let from = 0; from < all.length; ++from) {
    const match = head.exec(all[from]);
    if (!match) continue;
    let to = from + 1;
    if (extension(file) === 'py') {
      while (to < all.length && (all[to] === '' || /^[ \t)\]]/.test(all[to]))) ++to;
      while (all[to - 1] === '') --to;
    } else {
      const end = extension(file) === 'rb' ? 'end' : '}';
      while (to < all.length && !all[to].startsWith(end)) ++to;
      if (to >= all.length || to - from > 400) continue;
      ++to;
    }
    if (to - from >= 4) found.push({ name: match[1], from, to });
    from = to - 1;
  }
  return found;
}

export function without(file, from, to) {
  const all = lines(file.text);
  all.splice(from, to - from);
  return all.join('\n');
}

export function insertAt(file, index, ...added) {
  const all = lines(file.text);
  all.splice(index, 0, ...added);
  return all.join('\n');
}

export const comment = (file, text) => (/\.(py|rb|sh)$/.test(file.path) ? `# ${text}` : `// ${text}`);
export const pick = (random, list) => list[Math.floor(random() * list.length)];

// Where a fenced code block of several lines stands: {from, to} with the fences.
export function fences(file) {
  const all = lines(file.text);
  const found = [];
  for (let i = 0; i < all.length; ++i) {
    if (!all[i].startsWith('```')) continue;
    let to = i + 1;
    while (to < all.length && !all[to].startsWith('```')) ++to;
    if (to < all.length && to - i >= 4) found.push({ from: i, to: to + 1 });
    i = to;
  }
  return found;
}

const tests = {
  py: /^(?: {4})?def test_\w+\(/, js: /^\s*(?:it|test)\(['"`]/, go: /^func Test\w+\(/,
  rs: /^\s*#\[test\]/, cpp: /^TEST_CASE\(/,
};
for (const other of ['mjs', 'cjs', 'ts', 'tsx']) tests[other] = tests.js;

// A whole test, from its head to its end by indentation.
export function testsOf(file) {
  const head = tests[extension(file)];
  if (!head || !isTest(file)) return [];
  const all = lines(file.text);
  const found = [];
  for (let from = 0; from < all.length; ++from) {
    if (!head.test(all[from])) continue;
    const indent = /^\s*/.exec(all[from])[0];
    let to = from + 1;
    if (extension(file) === 'py') {
      while (to < all.length && (all[to].trim() === '' || all[to].startsWith(`${indent} `))) ++to;
      while (all[to - 1].trim() === '') --to;
    } else {
      while (to < all.length && !(all[to].startsWith(`${indent}}`))) ++to;
      if (to >= all.length) continue;
      ++to;
    }
    found.push({ from, to });
  }
  return found;
}

// Doc comments and docstrings of functions others may call: {from, to} of their lines.
export function docsOf(file) {
  const all = lines(file.text);
  const found = [];
  for (const f of functionsOf(file)) {
    const inner = all.findIndex((line) => /^namespace \{/.test(line));
    const outer = all.findIndex((line) => /^\}\s*\/\/ namespace$/.test(line));
    const hidden = f.name.startsWith('_') || /^static /.test(all[f.from]) || (inner >= 0 && f.from > inner && f.from < outer) || (extension(file) === 'go' && /^[a-z]/.test(f.name))
      || (extension(file) === 'rs' && !all[f.from].startsWith('pub'));
    if (hidden) continue;
    let from = f.from;
    let to = f.from;
    if (extension(file) === 'py') {
      from = f.from + 1;
      if (!all[f.from].endsWith(':') || !/^\s+"""/.test(all[from] ?? '')) continue;
      to = from + 1;
      if (!/""".*"""$/.test(all[from])) {
        while (to < f.to && !all[to].trimEnd().endsWith('"""')) ++to;
        ++to;
      }
      if (to + 1 >= f.to) continue;
    } else {
      const mark = isScript(file) ? /^(\/\*\*| \*)/ : extension(file) === 'rs' ? /^\/\/\// : /^(\/\/|#) \w/;
      while (from > 0 && mark.test(all[from - 1])) --from;
      if (isScript(file) && !/^\/\*\*/.test(all[from])) continue;
    }
    const words = all.slice(from, to).join(' ').split(/\s+/).filter((word) => /\w/.test(word));
    if (words.length >= 4) found.push({ from, to });
  }
  return found;
}
