// Reads source files by their lines, as a careful person would: no parser, and nothing of the
// guards, so that what the bench makes and what it measures have nothing in common. What does not
// look as most people write it is not found, and so not changed.

const endings = {
  py: 'python', pyi: 'python', js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript',
  ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx', go: 'go', rs: 'rust', c: 'c', h: 'c',
  cc: 'cpp', cpp: 'cpp', cxx: 'cpp', hpp: 'cpp', hh: 'cpp', java: 'java', rb: 'ruby', rake: 'ruby', gemspec: 'ruby',
  sh: 'shell', bash: 'shell', bats: 'shell', md: 'markdown', markdown: 'markdown', rst: 'rst', json: 'json',
  toml: 'toml', yml: 'yaml', yaml: 'yaml', cfg: 'ini', ini: 'ini', mk: 'makefile', php: 'php', css: 'css', scss: 'css',
  html: 'html', htm: 'html', sql: 'sql', txt: 'text',
};
const wholeNames = { Makefile: 'makefile', GNUmakefile: 'makefile', Dockerfile: 'dockerfile', Containerfile: 'dockerfile',
  '.gitignore': 'gitignore', 'go.mod': 'gomod', Rakefile: 'ruby', Gemfile: 'ruby', '.editorconfig': 'ini', '.coveragerc': 'ini' };

export const codeLanguages = ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'ruby', 'shell'];

export function languageOf(path, text) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (wholeNames[name]) return wholeNames[name];
  const dot = name.lastIndexOf('.');
  const known = dot > 0 ? endings[name.slice(dot + 1)] : undefined;
  if (known === 'c' && name.endsWith('.h') && /^\s*(class \w+|namespace |template ?<)|\w::\w/m.test(text)) return 'cpp';
  if (known) return known;
  return dot < 0 && /^#!.*\b(ba|da|k)?sh\b/.test(text) ? 'shell' : null;
}

const isScriptLanguage = (language) => ['javascript', 'typescript', 'tsx'].includes(language);
const hasBraces = (language) => !['python', 'ruby'].includes(language);

export const indentOf = (line) => /^[ \t]*/.exec(line)[0];
export const comment = (file, text) => (['python', 'ruby', 'shell', 'yaml', 'toml', 'makefile', 'dockerfile', 'gitignore']
  .includes(file.language) ? `# ${text}` : `// ${text}`);

export function replaceLines(file, from, to, ...added) {
  const all = [...file.lines];
  all.splice(from, to - from, ...added);
  return all.join('\n');
}
export const insertAt = (file, at, ...added) => replaceLines(file, at, at, ...added);
export const without = (file, from, to) => replaceLines(file, from, to);
export const replaceLine = (file, at, text) => replaceLines(file, at, at + 1, text);
export const appendLines = (file, ...added) => `${file.text.replace(/\n*$/, '\n')}${added.join('\n')}\n`;

// What stands between the brackets that open at `at`, split at the commas of the first level.
function listAt(text, at) {
  const parts = [];
  let depth = 0;
  let start = at + 1;
  for (let i = at; i < text.length; ++i) {
    if ('([{<'.includes(text[i]) && !(text[i] === '<' && text[i + 1] === '=')) ++depth;
    if (')]}'.includes(text[i]) || (text[i] === '>' && !'-='.includes(text[i - 1]))) --depth;
    if (depth === 1 && text[i] === ',') {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
    if (depth === 0) {
      const last = text.slice(start, i).trim();
      return last === '' ? parts : [...parts, last];
    }
  }
  return null;
}

const noFunction = /^(if|for|while|switch|catch|function|return|else|do|new|throw|sizeof|defined|super|constructor|assert|await|match|loop|synchronized|try|using|namespace|typedef|extern)$/;

// The head of a function in one line: {indent, name, exported, method} or null.
function headAt(file, at) {
  const line = file.lines[at];
  let m;
  const found = (indent, name, exported, more = {}) => (noFunction.test(name) ? null : { indent, name, exported, ...more });
  switch (file.language) {
    case 'python':
      m = /^(\s*)(?:async )?def (\w+)\s*\(/.exec(line);
      return m && found(m[1], m[2], !m[2].startsWith('_'));
    case 'go':
      m = /^func (?:\((?:\w+ )?\*?(\w+)[^)]*\) )?(\w+)(?:\[[^\]]*\])?\(/.exec(line);
      return m && found('', m[2], /^[A-Z]/.test(m[2]), { owner: m[1] });
    case 'rust':
      m = /^(\s*)(pub(?:\([^)]*\))? )?(?:default )?(?:const )?(?:async )?(?:unsafe )?(?:extern "\w+" )?fn (\w+)\s*[<(]/.exec(line);
      return m && found(m[1], m[3], Boolean(m[2]));
    case 'javascript': case 'typescript': case 'tsx':
      m = /^(\s*)(export )?(?:default )?(?:async )?function\*? ?(\w+)\s*[<(]/.exec(line)
        ?? /^(\s*)(export )?(?:const|let) (\w+)(?:: [^=]+)? = (?:async )?\([^()]*\)(?:: [^=]+)? => \{$/.exec(line)
        ?? /^(\s*)(?:module\.)?(exports\.)(\w+) = (?:async )?function\*? ?\w*\(/.exec(line);
      if (m) return found(m[1], m[3], Boolean(m[2]) || new RegExp(`exports[^\\n]*\\b${m[3]}\\b|export \\{[^}]*\\b${m[3]}\\b`).test(file.text));
      m = /^(\s+)((?:(?:async|static|public|private|protected|override|readonly|get|set) )*)\*?(#?\w+)\([^()]*\)(?:: [^{]+)? \{$/.exec(line);
      return m && found(m[1], m[3], !/private/.test(m[2]) && !/^[#_]/.test(m[3]), { method: true });
    case 'java':
      m = /^(\s+)((?:(?:public|private|protected|static|final|abstract|synchronized|default|native) )*)(?:<[^>]+> )?[\w.]+(?:<[\w<>\[\],.? ]*>)?(?:\[\])? (\w+)\(/.exec(line);
      return m && !/^\s*(return|new|else|throw)\b/.test(line) && found(m[1], m[3], /public/.test(m[2]), { method: true });
    case 'c': case 'cpp':
      m = /^()((?:static |inline |extern |constexpr |virtual )*)(?!typedef|using|else|return|#)[A-Za-z_][\w:<>,&* ]*?[ &*]((?:\w+::)*~?\w+)\(/.exec(line);
      return m && !/[=;]\s*$/.test(line) && found(m[1], m[3].split('::').pop(), !/static/.test(m[2]) && !inAnonymous(file, at), { owner: m[3].includes('::') ? m[3].split('::').slice(-2)[0] : undefined });
    case 'ruby':
      m = /^(\s*)def (?:self\.)?(\w+[?!=]?)/.exec(line);
      return m && found(m[1], m[2], !m[2].startsWith('_'));
    case 'shell':
      m = /^(\s*)(?:function )?([\w:-]+) ?\(\) ?\{?$/.exec(line) ?? /^(\s*)function ([\w:-]+) \{$/.exec(line);
      return m && found(m[1], m[2], true);
    default: return null;
  }
}

function inAnonymous(file, at) {
  const open = file.lines.findIndex((line) => /^namespace\s*\{/.test(line));
  const close = file.lines.findIndex((line) => /^\}\s*\/\/\s*(anonymous )?namespace\s*$/.test(line));
  return open >= 0 && at > open && at < close;
}

const owners = { python: /^(\s*)class (\w+)/, javascript: /^(\s*)(?:export )?(?:default )?class (\w+)/, rust: /^(\s*)impl(?:<[^>]*>)? (?:[\w:<>, ']+ for )?(\w+)/,
  java: /^(\s*)(?:(?:public|private|protected|static|final|abstract) )*(?:class|interface|enum|record) (\w+)/, ruby: /^(\s*)(?:class|module) (\w+)/ };
owners.typescript = /^(\s*)(?:export )?(?:default )?(?:abstract )?class (\w+)/;
owners.tsx = owners.typescript;

function ownerOf(file, at, indent) {
  const form = owners[file.language];
  if (!form || indent === '') return undefined;
  for (let i = at - 1; i >= 0; --i) {
    const line = file.lines[i];
    if (line.trim() === '' || indentOf(line).length >= indent.length) continue;
    const m = form.exec(line);
    return m ? m[2] : undefined;
  }
  return undefined;
}

// Where the block ends whose last head line is `open`: the line of its closing bracket, or for
// Python the first line after it. -1 when that is not plain to see.
function endOf(file, open, indent) {
  const { lines } = file;
  if (file.language === 'python') {
    let to = open + 1;
    let quoted = false;
    while (to < lines.length && (quoted || lines[to].trim() === '' || (indentOf(lines[to]).length > indent.length))) {
      if (((lines[to].match(/"""|'''/g) ?? []).length % 2) === 1) quoted = !quoted;
      ++to;
    }
    while (lines[to - 1].trim() === '') --to;
    return to;
  }
  const end = file.language === 'ruby' ? `${indent}end` : `${indent}}`;
  for (let to = open + 1; to < lines.length; ++to) {
    if (lines[to].startsWith(end) && !/\w/.test(lines[to][end.length] ?? '')) return to;
    if (lines[to].trim() !== '' && !/^#|^\w+:$/.test(lines[to]) && indentOf(lines[to]).length < indent.length) return -1;
  }
  return -1;
}

const functions = new WeakMap();

// Functions and methods of at least two lines of body: {name, from, to, open, close, indent,
// bodyIndent, exported, method, owner, parameters, line}. Lines count from 0; `to` is exclusive;
// `open` is the last line of the head; `close` the line of the closing bracket, for Python `to`.
export function functionsOf(file) {
  if (functions.has(file)) return functions.get(file);
  const found = [];
  const { lines } = file;
  for (let from = 0; from < lines.length; ++from) {
    const head = headAt(file, from);
    if (!head) continue;
    let open = from;
    const opens = file.language === 'python' ? /:\s*(#.*)?$/ : file.language === 'ruby' ? /./ : /\{\s*(\/\/.*)?$/;
    while (open < lines.length && open - from < 12 && !opens.test(lines[open]) && !/;\s*$/.test(lines[open])) ++open;
    if (open >= lines.length || !opens.test(lines[open])) continue;
    const close = endOf(file, open, head.indent);
    if (close < 0 || close - open < (file.language === 'python' ? 3 : 3) || close - from > 400) continue;
    const text = lines.slice(from, open + 1).join('\n');
    const bracket = text.indexOf('(', file.language === 'go' && head.owner ? text.indexOf(')') : text.indexOf(head.name));
    const parameters = bracket < 0 ? [] : listAt(text, bracket);
    if (parameters === null) continue;
    const body = lines.slice(open + 1, close).find((line) => line.trim() !== '');
    if (!body) continue;
    const owner = head.owner ?? ownerOf(file, from, head.indent);
    found.push({ ...head, owner, method: Boolean(head.method || owner), from, open, close, to: file.language === 'python' ? close : close + 1,
      bodyIndent: indentOf(body), parameters, line: lines[from] });
  }
  functions.set(file, found);
  return found;
}

const importForms = {
  python: [/^(\s*)from (\.*[\w.]*) import (.+)$/, /^(\s*)import ([\w.]+)()/],
  script: [/^()import (?:type )?(?:(.+?) from )?['"]([^'"]+)['"];?$/, /^()(?:export) (?:type )?(\{.*\}|\*) from ['"]([^'"]+)['"];?$/,
    /^(\s*)(?:const|let|var) (.+?) = require\(['"]([^'"]+)['"]\)/],
  go: [/^(\s*)(?:import )?(?:[\w.]+ )?"([\w./-]+)"()$/],
  rust: [/^(\s*)(?:pub(?:\([^)]*\))? )?use ([\w:]+)(?:::(\{[^}]*\}|\*))?;$/, /^(\s*)(?:pub )?mod (\w+)();$/],
  c: [/^()\s*#\s*include\s+["<]([^">]+)[">]()/],
  java: [/^()import (?:static )?([\w.]+(?:\.\*)?)();$/],
  ruby: [/^(\s*)require(?:_relative)? ['"]([^'"]+)['"]()/],
  shell: [/^(\s*)(?:source|\.) ["']?([^"'\s;]+)["']?()$/],
};
importForms.cpp = importForms.c;

// Imports in one line: {from, to, target, names, relative}.
export function importsOf(file) {
  const script = isScriptLanguage(file.language);
  const forms = importForms[script ? 'script' : file.language] ?? [];
  const found = [];
  file.lines.forEach((line, at) => {
    for (const form of forms) {
      const m = form.exec(line);
      if (!m) continue;
      const target = script ? m[3] : m[2];
      const names = ((script ? m[2] : m[3]) ?? '').replace(/[{}()]/g, '').split(',').map((name) => name.trim()).filter(Boolean);
      const relative = /^\./.test(target) || /require_relative/.test(line) || (/^(c|cpp)$/.test(file.language) && line.includes('"'))
        || /^(crate|self|super)\b/.test(target) || file.language === 'shell';
      found.push({ from: at, to: at + 1, target, names, relative, line });
      return;
    }
  });
  return found;
}

const testHeads = {
  python: /^(\s*)(?:async )?def (test_?\w*)\(/, javascript: /^(\s*)(?:it|test)\(\s*(['"`].*?['"`])\s*,.*(?:=>|function.*\)) \{$/,
  go: /^()func (Test\w+)\(/, cpp: /^(\s*)(?:TEST_CASE|TEST|TEST_F|TEST_P|SECTION|SUBCASE)\((.*)\)\s*\{?$/, c: /^()(?:static )?(?:void|int|bool) (test_\w+)\(/,
  ruby: /^(\s*)(?:it (['"].*['"]) do|def (test_\w+))/, shell: /^(\s*)(?:@test (['"].*['"]) \{|(test_?\w+) ?\(\) ?\{)$/,
};
testHeads.typescript = testHeads.javascript;
testHeads.tsx = testHeads.javascript;

export const isTestPath = (path) => /(^|\/)(tests?|specs?|__tests__|testing)\/|[._-](test|spec)\.\w+$|(^|\/)test_[^/]*$|_test\.\w+$|Tests?\.java$|_spec\.rb$/.test(path);

// Whole tests: {name, from, to, indent, bodyIndent, open, close}.
export function testsOf(file) {
  const found = [];
  const { lines } = file;
  const inRust = file.language === 'rust';
  if (!inRust && !isTestPath(file.path)) return [];
  for (let at = 0; at < lines.length; ++at) {
    let from = at;
    let head = testHeads[file.language]?.exec(lines[at]);
    if (inRust && /^\s*#\[(tokio::)?test\b.*\]$/.test(lines[at])) {
      let next = at + 1;
      while (/^\s*#\[/.test(lines[next] ?? '')) ++next;
      head = /^(\s*)(?:async )?fn (\w+)\(/.exec(lines[next] ?? '');
      at = next;
    } else if (file.language === 'java' && /^\s*@(Test|ParameterizedTest)\b/.test(lines[at])) {
      let next = at + 1;
      while (/^\s*@/.test(lines[next] ?? '')) ++next;
      head = /^(\s*)(?:public |protected |private )?(?:static )?void (\w+)\(/.exec(lines[next] ?? '');
      at = next;
    }
    if (!head) continue;
    let open = at;
    const opens = file.language === 'python' ? /:\s*$/ : file.language === 'ruby' ? /./ : /\{\s*$/;
    while (open < lines.length && open - at < 6 && !opens.test(lines[open])) ++open;
    if (open >= lines.length || !opens.test(lines[open])) continue;
    const close = endOf(file, open, head[1]);
    if (close < 0 || close - open < 2) continue;
    const body = lines.slice(open + 1, close).find((line) => line.trim() !== '');
    if (!body) continue;
    found.push({ name: (head[2] ?? head[3]).replace(/^['"`]|['"`]$/g, ''), from, to: file.language === 'python' ? close : close + 1, indent: head[1],
      bodyIndent: indentOf(body), open, close });
  }
  return found;
}

const assertionForms = {
  python: /^\s*(assert\b.*[^,(\\]|self\.assert\w+\(.*\))$/, javascript: /^\s*(?:await )?(expect\(.*\)\..*\)|assert(\.\w+)?\(.*\)|t\.\w+\(.*\)|.*\.should\..*\)|\.expect\(.*\));?$/,
  go: /^\s*((assert|require)\.\w+\(.*\)|t\.(Error|Errorf|Fatal|Fatalf)\(.*\)|(Expect|Ω)\(.*\)\..*\))$/, rust: /^\s*(debug_)?assert(_eq|_ne)?!\(.*\);$|^\s*assert_\w+!?\(.*\);$/,
  cpp: /^\s*(CHECK|REQUIRE|EXPECT|ASSERT)\w*\(.*\);$/, c: /^\s*(assert|assert_\w+|TEST_ASSERT\w*|CHECK\w*|CU_ASSERT\w*|ck_assert\w*|munit_assert\w*)\(.*\);$/,
  java: /^\s*(Assert(ions)?\.)?(assert\w+|verify)\(.*\).*;$/, ruby: /^\s*(assert\w*[ (].*|refute\w*[ (].*|expect\(.*\)\.(to|not_to) .*|.*\.must_\w+ .*)$/,
  shell: /^\s*(\[ .* \]|\[\[ .* \]\]|assert\w* .*|refute\w* .*|run ! .*)$/,
};
assertionForms.typescript = assertionForms.javascript;
assertionForms.tsx = assertionForms.javascript;

const balanced = (text) => {
  let depth = 0;
  for (const c of text.replace(/\\./g, '').replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '')) {
    if ('([{'.includes(c)) ++depth;
    if (')]}'.includes(c)) --depth;
    if (depth < 0) return false;
  }
  return depth === 0;
};

// Assertions that stand in one line of a test: {line, text}.
export function assertionsOf(file) {
  const form = assertionForms[file.language];
  if (!form) return [];
  const seen = new Set();
  const found = [];
  for (const test of testsOf(file)) {
    for (let at = test.open + 1; at < test.close; ++at) {
      if (seen.has(at) || !form.test(file.lines[at]) || !balanced(file.lines[at])) continue;
      seen.add(at);
      found.push({ line: at, text: file.lines[at] });
    }
  }
  return found;
}

const lineComment = (language) => (['python', 'ruby', 'shell', 'yaml', 'toml', 'makefile', 'dockerfile'].includes(language) ? /^\s*#(?!!|\[)/
  : language === 'ini' ? /^\s*[#;]/ : language === 'sql' ? /^\s*--/ : /^\s*\/\//);

// Whole-line comments, neighbours joined: {from, to, text}.
export function commentsOf(file) {
  const form = lineComment(file.language);
  const found = [];
  for (let at = 0; at < file.lines.length; ++at) {
    if (!form.test(file.lines[at])) continue;
    let to = at + 1;
    while (to < file.lines.length && form.test(file.lines[to]) && indentOf(file.lines[to]) === indentOf(file.lines[at])) ++to;
    found.push({ from: at, to, text: file.lines.slice(at, to).map((line) => line.replace(/^\s*(#+|\/\/+!?|;|--)\s?/, '')).join('\n') });
    at = to - 1;
  }
  return found;
}

// Doc comments and docstrings of functions: {from, to, of}.
export function docsOf(file) {
  const { lines } = file;
  const found = [];
  for (const f of functionsOf(file)) {
    if (file.language === 'python') {
      const from = f.open + 1;
      const quote = /^\s*[rRuU]?("""|''')/.exec(lines[from])?.[1];
      if (!quote) continue;
      let to = from;
      if (lines[from].trim().indexOf(quote, 4) < 0) do ++to; while (to < f.to && !lines[to].includes(quote));
      if (to + 1 < f.to) found.push({ from, to: to + 1, of: f });
      continue;
    }
    let to = f.from;
    while (to > 0 && /^\s*(@\w|#\[)/.test(lines[to - 1])) --to;
    let from = to;
    if (/\*\/\s*$/.test(lines[from - 1] ?? '')) {
      while (from > 0 && !/^\s*\/\*/.test(lines[from - 1])) --from;
      if (from > 0 && /^\s*\/\*\*/.test(lines[from - 1])) found.push({ from: from - 1, to, of: f });
      continue;
    }
    const mark = file.language === 'rust' ? /^\s*\/\/\// : lineComment(file.language);
    while (from > 0 && mark.test(lines[from - 1]) && indentOf(lines[from - 1]) === f.indent) --from;
    if (from < to && !isScriptLanguage(file.language) && file.language !== 'java') found.push({ from, to, of: f });
  }
  return found.filter((doc) => lines.slice(doc.from, doc.to).join(' ').split(/\s+/).filter((word) => /\w{2}/.test(word)).length >= 4);
}

// String literals that stand in one line of code: {line, from, to, text, quote}; from and to
// include the quotes.
export function stringsOf(file) {
  const found = [];
  const remark = lineComment(file.language);
  let inBlock = false;
  file.lines.forEach((line, at) => {
    if (/^\s*\/\*/.test(line)) inBlock = true;
    const quotesOfThree = (line.match(/"""|'''/g) ?? []).length;
    if (quotesOfThree % 2 === 1) inBlock = !inBlock;
    const skip = inBlock || quotesOfThree > 0 || remark.test(line);
    if (/\*\//.test(line)) inBlock = false;
    if (skip) return;
    const form = ['c', 'cpp', 'java', 'go', 'rust'].includes(file.language) ? /"((?:[^"\\]|\\.)*)"/g : /(?<!\w)(["'])((?:(?!\1)[^\\]|\\.)*)\1/g;
    for (const m of line.matchAll(form)) {
      found.push({ line: at, from: m.index, to: m.index + m[0].length, text: m[2] ?? m[1], quote: m[0][0] });
    }
  });
  return found;
}

// Lines outside its own head on which a function is called.
export function callsOf(file, name) {
  const form = file.language === 'shell' ? new RegExp(`(^|[\\s;&|(\`!])${name}(\\s|;|$|\\))`)
    : file.language === 'ruby' ? new RegExp(`(^|[^\\w.:@])${name}\\b`) : new RegExp(`(^|[^\\w$])${name}\\(`);
  const heads = new Set(functionsOf(file).filter((f) => f.name === name).map((f) => f.from));
  const remark = lineComment(file.language);
  return file.lines.flatMap((line, at) => (!heads.has(at) && !remark.test(line) && !/^\s*(\*|\/\*)/.test(line) && form.test(line)
    && !new RegExp(`(def|function|fn|func)\\s+(self\\.)?${name}\\b`).test(line) ? [at] : []));
}

// Lines of a function's body that are a simple statement of their own.
export function statementsOf(file, f) {
  const found = [];
  const doc = file.language === 'python' ? docsOf(file).find((one) => one.of.from === f.from) : null;
  for (let at = f.open + 1; at < f.close; ++at) {
    const line = file.lines[at];
    if (doc && at < doc.to) continue;
    if (indentOf(line) !== f.bodyIndent || line.trim() === '' || lineComment(file.language).test(line)) continue;
    if (!balanced(line) || /"""|'''|`/.test(line) || /^\s*[)\]}.?:&|+*]/.test(line) || /^\s*(case|default|else|elif|except|finally|rescue|ensure|when|end|fi|done|esac|then|do)\b/.test(line)) continue;
    const ends = hasBraces(file.language) && !['go', 'shell'].includes(file.language) ? /;\s*$/.test(line) || isScriptLanguage(file.language)
      : !/[\\:,({|&]\s*$|\b(do|then)\s*(\|.*\|)?$/.test(line);
    const before = file.lines[at - 1];
    if (!ends || /[\\,(=+&|.]\s*$/.test(before) || (/^\s*(if|for|while|unless|until|begin|case|with|def|class|try)\b/.test(line) && ['python', 'ruby', 'shell'].includes(file.language))) continue;
    found.push(at);
  }
  return found;
}

// Fenced blocks of Markdown: {from, to, info}; the fences are part of them.
export function fencesOf(file) {
  const found = [];
  for (let at = 0; at < file.lines.length; ++at) {
    const m = /^( {0,3})(`{3,}|~{3,})([^`]*)$/.exec(file.lines[at]);
    if (!m) continue;
    let to = at + 1;
    const close = new RegExp(`^ {0,3}${m[2][0]}{${m[2].length},}\\s*$`);
    while (to < file.lines.length && !close.test(file.lines[to])) ++to;
    if (to < file.lines.length) found.push({ from: at, to: to + 1, info: m[3].trim() });
    at = to;
  }
  return found;
}

const outsideFences = (file) => {
  const inside = new Set();
  for (const fence of fencesOf(file)) for (let at = fence.from; at < fence.to; ++at) inside.add(at);
  return (at) => !inside.has(at);
};

// Headings of Markdown (`#`) or reStructuredText (underlined): {line, level, text, slug}.
export function headingsOf(file) {
  const outside = outsideFences(file);
  const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, '').replaceAll(' ', '-');
  return file.lines.flatMap((line, at) => {
    if (!outside(at)) return [];
    const m = /^(#{1,6}) (.+?)\s*#*$/.exec(line);
    if (m && file.language === 'markdown') return [{ line: at, level: m[1].length, text: m[2], slug: slug(m[2]) }];
    const under = file.lines[at + 1] ?? '';
    if (file.language === 'rst' && line.trim() && /^([=\-~^"'#*+])\1{2,}$/.test(under) && under.length >= line.length) {
      return [{ line: at, level: '=-~^"'.indexOf(under[0]) + 1, text: line, slug: slug(line) }];
    }
    return [];
  });
}

// Inline links of Markdown outside fences: {line, text, target, from, to}.
export function linksOf(file) {
  const outside = outsideFences(file);
  return file.lines.flatMap((line, at) => (!outside(at) ? [] : [...line.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map((m) => ({ line: at, text: m[1], target: m[2], from: m.index, to: m.index + m[0].length }))));
}
