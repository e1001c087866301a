// How each language says things: an empty body, a result, an error thrown, a line printed.
import { docsOf as findDocs, functionsOf, replaceLines, testsOf as findTests } from '../../source.mjs';
import { maskOf } from './mask.mjs';
import { isNative, isScript } from './own.mjs';

export const seen = (name, make) => ({ name, unseen: false, make: careful(make) });
export const unseen = (name, make) => ({ name, unseen: true, make: careful(make) });

// Generated files and those with carriage returns are nobody's to edit by lines.
const careful = (make) => (file, tools) => (file.place === 'generated' || file.eol === '\r\n' || file.lines.length > 4000 ? null : (make(file, tools) ?? null));

export const all = ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'ruby', 'shell'];
export const but = (...without) => all.filter((language) => !without.includes(language));
export const scripts = ['javascript', 'typescript', 'tsx'];

// One row of a table by language; `script` is for all three, `native` for C and C++.
export const by = (language, table) =>
  table[[language, isScript(language) ? 'script' : isNative(language) ? 'native' : 'other', 'other'].find((key) => key in table)];

export const remark = (file, text) =>
  ['python', 'ruby', 'shell'].includes(file.language) ? `# ${text}` : file.language === 'c' && !/^\s*\/\/ /m.test(file.text) ? `/* ${text} */` : `// ${text}`;

const semicolons = new WeakMap();
export function semi(file) {
  if (['c', 'cpp', 'java', 'rust'].includes(file.language)) return ';';
  if (!isScript(file.language)) return '';
  if (!semicolons.has(file)) {
    const ends = file.lines.filter((line) => /\S;$/.test(line)).length;
    semicolons.set(file, ends * 8 > file.lines.length ? ';' : '');
  }
  return semicolons.get(file);
}

export const quote = (file, text) => {
  if (!isScript(file.language) && file.language !== 'python' && file.language !== 'ruby') return `"${text}"`;
  const single = (file.text.match(/'/g) ?? []).length;
  return single > (file.text.match(/"/g) ?? []).length ? `'${text}'` : `"${text}"`;
};

const remember = (find) => {
  const known = new WeakMap();
  return (file) => known.get(file) ?? known.set(file, find(file)).get(file);
};
export const docsOf = remember(findDocs);
const testsOf = remember(findTests);

// One step of indentation, as the function's body has it.
export const unitOf = (f) => f.bodyIndent.slice(f.indent.length) || '  ';

// Lines of the body: [from, to), without a docstring.
export function bodyOf(file, f) {
  const doc = file.language === 'python' ? (docsOf(file).find((one) => one.of.from === f.from) ?? shortDoc(file, f)) : null;
  return { from: doc ? doc.to : f.open + 1, to: f.close };
}
function shortDoc(file, f) {
  const line = file.lines[f.open + 1];
  const mark = /^\s*[rRuU]?("""|''')/.exec(line)?.[1];
  if (!mark) return null;
  let to = f.open + 1;
  if (line.trim().indexOf(mark, 4) < 0)
    do ++to;
    while (to < f.close && !file.lines[to].includes(mark));
  return { to: to + 1 };
}

// How many lines of the body are code.
const weightOf = (file, f) => {
  const { from, to } = bodyOf(file, f);
  return maskOf(file)
    .slice(from, to)
    .filter((line) => /\w/.test(line)).length;
};

export const indented = (f, lines, more = '') => lines.map((line) => (line === '' ? '' : f.bodyIndent + more + line));
export const withBody = (file, f, ...lines) => {
  const { from, to } = bodyOf(file, f);
  return replaceLines(file, from, to, ...indented(f, lines));
};

const solid = remember((file) => {
  const mask = maskOf(file);
  return functionsOf(file)
    .filter((f) => mask[f.from].trim() !== '' && isPlain(file, f))
    .map((f) => ({ f, weight: weightOf(file, f) }));
});

// Functions with a real body, plain to see from head to end.
export const solidFunctions = (file, least = 3) =>
  solid(file)
    .filter((one) => one.weight >= least)
    .map((one) => one.f);

// Those that are no tests.
export const workingFunctions = (file, least = 3) => solidFunctions(file, least).filter((f) => !isTestOf(file, f));
export const isTestOf = (file, f) =>
  (/^(test_?|Test|Benchmark|Example|Fuzz|bench_)/.test(f.name) && file.place === 'test') ||
  testsOf(file).some((test) => f.from >= test.from && f.to <= test.to);

// Where the function begins with its remarks, decorators and attributes.
export function startOf(file, f) {
  let from = f.from;
  for (;;) {
    const line = file.lines[from - 1] ?? '';
    if (
      /^\s*(@\w|#\[|#:|\/\/|\/\*\*?|\*|template ?<)/.test(line) ||
      (/^\s*#(?!!|\s*(if|el|endif|include|define|undef|pragma))/.test(line) && ['python', 'ruby', 'shell'].includes(file.language))
    ) {
      if (/^\s*\*/.test(line) && !['c', 'cpp', 'java', 'javascript', 'typescript', 'tsx'].includes(file.language)) break;
      if (/^\s*@\w+.*\{$/.test(line)) break;
      --from;
    } else {
      break;
    }
  }
  return from;
}
function isPlain(file, f) {
  const head = file.lines.slice(f.from, f.open + 1).join('\n');
  const count = (text, mark) => text.split(mark).length - 1;
  if (count(head, '(') !== count(head, ')')) return false;
  if (file.language === 'ruby' && (/=\s*\S+$/.test(f.line.replace(/\(.*\)/, '')) || /\bend\s*$|;/.test(f.line))) return false;
  const body = maskOf(file)
    .slice(f.open + 1, f.close)
    .join('\n');
  if (!['python', 'ruby', 'shell'].includes(file.language) && count(body, '{') !== count(body, '}')) return false;
  if (isNative(file.language) && (/^#\s*(if|else|endif)/m.test(body) || /^(extern|namespace|static_assert|typedef)\b/.test(f.line))) return false;
  if (file.language === 'java' && /^\s*((public|private|protected|static|final) )*\w+\(/.test(f.line)) return false;
  return (
    !/\b(yield|__attribute__)\b/.test(head) &&
    !/^(main|init|__init__|initialize|constructor|setUp|tearDown|setup|teardown)$/.test(f.name) &&
    !file.lines[f.from - 1]?.trim().startsWith('@overload')
  );
}

export const hasWord = (lines, word) => lines.some((line) => new RegExp(`(?<![\\w$])${word.replace(/\$/g, '\\$')}(?![\\w$])`).test(line));

// Names of the plain parameters, in order; those taken apart in the head are left out.
export function parametersOf(file, f) {
  if (file.language === 'shell') return [];
  return f.parameters
    .map((text) => {
      let m;
      switch (file.language) {
        case 'python':
          m = /^(\w+)(?:\s*:\s*([^=]+?))?(?:\s*=\s*(.+))?$/.exec(text);
          return m && !/^(self|cls)$/.test(m[1]) && { name: m[1], type: m[2], value: m[3], text };
        case 'ruby':
          m = /^(\w+)(?:(:)|\s*=\s*(.+))?/.exec(text);
          return m && { name: m[1], keyword: Boolean(m[2]), value: m[3], text };
        case 'rust':
          m = /^(?:mut )?(\w+): (.+)$/s.exec(text);
          return m && { name: m[1], type: m[2], text };
        case 'go':
          m = /^(\w+)(?: (.+))?$/.exec(text);
          return m && { name: m[1], type: m[2], text };
        case 'javascript':
        case 'typescript':
        case 'tsx':
          m = /^(?:(?:private|public|readonly|protected) )*(\w+)(\?)?(?:: ([^=]+?))?(?: = (.+))?$/s.exec(text);
          return m && m[1] !== 'this' && { name: m[1], type: m[3], value: m[4] ?? m[2], text };
        default:
          m = /^(?!void$)(.*[\s*&>\]])(\w+)(?:\[\])?(?:\s*=\s*(.+))?$/s.exec(text);
          return m && { name: m[2], type: m[1].trim(), value: m[3], text };
      }
    })
    .filter(Boolean);
}

const lastReturn = (file, f) =>
  maskOf(file)
    .slice(f.open + 1, f.close)
    .some((line) => /\breturn\b\s*[^\s;}]/.test(line));

// The declared type of the result: '' for none, undefined when the head does not say.
export function resultOf(file, f) {
  const head = file.lines
    .slice(f.from, f.open + 1)
    .map((line) => line.trim())
    .join(' ');
  let m;
  switch (file.language) {
    case 'go':
      m = /^func (?:\([^)]*\) )?\w+(?:\[[^\]]*\])?(.*)\{$/.exec(head);
      return m ? afterList(m[1]) : undefined;
    case 'rust':
      m = /-> (.+?)(?: where .*)?\s*\{$/.exec(head);
      return m ? m[1].trim() : '';
    case 'java':
      m = /(?:(?:public|private|protected|static|final|abstract|synchronized|default|native) )*(?:<[^>]+> )?([\w.]+(?:<.*>)?(?:\[\])?) \w+\(/.exec(head);
      return m ? (m[1] === 'void' ? '' : m[1]) : undefined;
    case 'c':
    case 'cpp': {
      m = /^((?:[\w:<>,&* ]|\[\[)*?[\w>&*]\s*[&* ])(?:\w+::)*~?\w+\(/.exec(head);
      const type = m?.[1]
        .replace(/\b(static|inline|extern|virtual|constexpr|const)\b/g, '')
        .replace(/\[\[.*\]\]/, '')
        .trim();
      return type === undefined || type === '' ? undefined : type === 'void' ? '' : type;
    }
    case 'typescript':
    case 'tsx':
      m = /\): ([^{}=]+?)(?: =>)? \{$/.exec(head);
      return m ? (/^(void|Promise<void>)$/.test(m[1]) ? '' : m[1]) : lastReturn(file, f) ? undefined : '';
    default:
      return lastReturn(file, f) ? undefined : '';
  }
}
function afterList(text) {
  let depth = 0;
  for (let i = 0; i < text.length; ++i) {
    if (text[i] === '(') ++depth;
    if (text[i] === ')' && --depth === 0) return text.slice(i + 1).trim();
  }
  return undefined;
}

const zeros = {
  go: [
    [
      /^\(.*\)$/,
      (type) => {
        const parts = type
          .slice(1, -1)
          .split(',')
          .map((one) => zeroOf('go', one.trim().replace(/^\w+ (?=\S)/, '')));
        return parts.includes(null) ? null : parts.join(', ');
      },
    ],
    [/^(u?int\d*|float\d+|byte|rune|time\.Duration)$/, '0'],
    [/^string$/, '""'],
    [/^bool$/, 'false'],
    [/^(error|any|interface\{\}|\*.*|\[\].*|map\[.*|func\(.*|<?-?chan .*)$/, 'nil'],
  ],
  rust: [
    [/^bool$/, 'false'],
    [/^[iu](\d+|size)$/, '0'],
    [/^f(32|64)$/, '0.0'],
    [/^String$/, 'String::new()'],
    [/^&('\w+ )?str$/, '""'],
    [/^Option</, 'None'],
    [/^Vec</, 'Vec::new()'],
    [/^(\w+::)*Result<\(\)/, 'Ok(())'],
    [
      /^(?:\w+::)*Result<(.+?)(?:, [^<>]+)?>$/,
      (type, m) => {
        const inner = zeroOf('rust', m[1]);
        return inner === null ? null : `Ok(${inner})`;
      },
    ],
  ],
  c: [
    [/\*\s*$/, 'NULL'],
    [/^bool$/, 'false'],
    [/^(unsigned |signed )?(int|long|short|char|size_t|ssize_t|u?int\d+_t|unsigned|long long|off_t)( int)?$/, '0'],
    [/^(double|float)$/, '0.0'],
  ],
  cpp: [
    [/\*\s*$/, 'nullptr'],
    [/^bool$/, 'false'],
    [/&|auto|^typename/, null],
    [/^(unsigned |signed )?(int|long|short|char|size_t|std::size_t|ssize_t|u?int\d+_t|unsigned|long long|double|float)( int)?$/, '0'],
    [/./, '{}'],
  ],
  java: [
    [/^boolean$/, 'false'],
    [/^(int|short|byte|char|long|float|double)$/, '0'],
    [/^String$/, '""'],
    [/^(List|Collection)</, 'Collections.emptyList()'],
    [/./, 'null'],
  ],
  typescript: [
    [/^boolean$/, 'false'],
    [/^string$/, "''"],
    [/^number$/, '0'],
    [/\[\]$|^Array</, '[]'],
    [/^Promise<(boolean)>$/, 'false'],
    [/^Promise<string>$/, "''"],
    [/ is |^asserts |^this$|^never$/, null],
    [/./, 'null as any'],
  ],
};
zeros.tsx = [[/^(JSX\.Element|React\.ReactNode|ReactNode|React\.JSX\.Element)$/, 'null'], ...zeros.typescript];

// A result that says nothing, of that type; null when none is plain.
export function zeroOf(language, type) {
  for (const [form, value] of zeros[language] ?? []) {
    const m = form.exec(type);
    if (m) return typeof value === 'function' ? value(type, m) : value;
  }
  return null;
}

// What the function would return to say nothing: '' when it returns nothing, null when not plain.
export function emptyResult(file, f) {
  const type = resultOf(file, f);
  if (type === '') return '';
  if (type !== undefined) return zeroOf(file.language, type);
  return by(file.language, { python: 'None', ruby: 'nil', shell: '0', javascript: 'null', typescript: 'null', tsx: 'null', other: null });
}

// The line that ends a body with that result.
export const returnLine = (file, value) => (file.language === 'rust' || file.language === 'ruby' ? value : leaving(file, value));
// The line that leaves the function with that result, anywhere in its body.
export const leaving = (file, value) =>
  value === '' || (file.language === 'ruby' && value === 'nil')
    ? `return${semi(file)}`
    : file.language === 'shell'
      ? `return ${value}`
      : `return ${value}${semi(file)}`;

// An empty body in that language: no lines but what must stand there.
export const nothing = (language) => by(language, { python: ['pass'], shell: [':'], other: [] });

// Throws what says `text`.
export const throwing = (file, text) =>
  by(file.language, {
    python: [`raise NotImplementedError(${quote(file, text)})`],
    script: [`throw new Error(${quote(file, text)})${semi(file)}`],
    go: [`panic("${text}")`],
    rust: [`unimplemented!("${text}");`],
    c: ['abort();'],
    cpp: [`throw std::runtime_error("${text}");`],
    java: [`throw new UnsupportedOperationException("${text}");`],
    ruby: [`raise NotImplementedError, ${quote(file, text)}`],
    shell: [`echo "${text}" >&2`, 'exit 1'],
  });

// Prints `text` to the standard output, and the value of `name` with it when there is one.
export const printing = (file, text, name) =>
  by(file.language, {
    python: name ? `print(f"${text}: {${name}}")` : `print("${text}")`,
    script: name ? `console.log(${quote(file, text)}, ${name})${semi(file)}` : `console.log(${quote(file, text)})${semi(file)}`,
    go: name ? `fmt.Println("${text}", ${name})` : `fmt.Println("${text}")`,
    rust: name ? `println!("${text}: {:?}", ${name});` : `println!("${text}");`,
    c: `printf("${text}\\n");`,
    cpp: name ? `std::cout << "${text}: " << ${name} << std::endl;` : `std::cout << "${text}" << std::endl;`,
    java: name ? `System.out.println("${text}: " + ${name});` : `System.out.println("${text}");`,
    ruby: name ? `puts "${text}: #{${name}.inspect}"` : `puts "${text}"`,
    shell: `echo "${text}"`,
  });
