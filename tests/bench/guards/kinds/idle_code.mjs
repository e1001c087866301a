// Code nobody uses, and scripts that do nothing any more.
import { edited, freeWord, insertion, replacement } from './code/edits.mjs';
import { camel, cap } from './code/ghosts.mjs';
import { all, by, remark, scripts, seen, semi, solidFunctions, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript } from './code/own.mjs';
import { typesOf } from './code/things.mjs';
import { callForm } from './code/uses.mjs';

const stems = [
  'normalize_key',
  'chunk_items',
  'is_blank_value',
  'to_safe_name',
  'join_nonempty',
  'clamp_value',
  'first_or_default',
  'strip_quotes',
  'flatten_once',
];
function helperName(file, tools) {
  const style = ['go', 'java', ...scripts].includes(file.language)
    ? camel
    : file.language === 'cpp' && /^\w+ \w+::[A-Z]/m.test(file.text)
      ? cap
      : (word) => word;
  const word = freeWord(tools, stems.map(style));
  return file.language === 'python' || file.language === 'shell' ? `_${word}` : word;
}

// A small private helper, written as people of the language would.
const helperOf = (file, name) =>
  by(file.language, {
    python: [`def ${name}(value):`, '    if value is None:', '        return ""', '    return str(value).strip()'],
    javascript: [`function ${name}(value) {`, '  if (value == null) {', `    return ''${semi(file)}`, '  }', `  return String(value).trim()${semi(file)}`, '}'],
    typescript: [
      `function ${name}(value: unknown): string {`,
      '  if (value == null) {',
      `    return ''${semi(file)}`,
      '  }',
      `  return String(value).trim()${semi(file)}`,
      '}',
    ],
    tsx: [
      `function ${name}(value: unknown): string {`,
      '  if (value == null) {',
      `    return ''${semi(file)}`,
      '  }',
      `  return String(value).trim()${semi(file)}`,
      '}',
    ],
    go: [`func ${name}(value string) string {`, '\tif len(value) == 0 {', '\t\treturn "-"', '\t}', '\treturn value', '}'],
    rust: [
      `fn ${name}(value: &str) -> String {`,
      '    if value.is_empty() {',
      '        return String::from("-");',
      '    }',
      '    value.trim().to_string()',
      '}',
    ],
    c: [`static int ${name}(int value) {`, '  if (value < 0) {', '    return 0;', '  }', '  return value;', '}'],
    cpp: [`static int ${name}(int value) {`, '  if (value < 0) {', '    return 0;', '  }', '  return value;', '}'],
    java: [`private static String ${name}(String value) {`, '  if (value == null) {', '    return "";', '  }', '  return value.trim();', '}'],
    ruby: [`def ${name}(value)`, "  return '' if value.nil?", '', '  value.to_s.strip', 'end'],
    shell: [`${name}() {`, '  if [ -z "$1" ]; then', '    return 1', '  fi', '  printf "%s\\n" "$1"', '}'],
  });
const docFor = (file, text) => by(file.language, { rust: [`/// ${text}`], script: [`/** ${text} */`], java: [`/** ${text} */`], other: [remark(file, text)] });

// Where a helper can stand: behind a function, at its indentation.
const placeFor = (file, tools) =>
  tools.pick(
    solidFunctions(file, 2).filter(
      (f) =>
        (['java', 'ruby'].includes(file.language) ? f.method : f.indent === '' && (!f.method || ['go', 'cpp'].includes(file.language))) &&
        !(isScript(file.language) && f.method) &&
        file.place !== 'test',
    ),
  );
const behind = (build) => (file, tools) => {
  const f = placeFor(file, tools);
  const lines = f && build(file, tools, f);
  return lines
    ? edited(file, insertion(file, f.to, ...(file.language === 'python' ? ['', ''] : ['']), ...lines.map((line) => (line === '' ? '' : f.indent + line))))
    : null;
};

const idleHelper = {
  name: 'a private helper nobody calls',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'It is new, cannot be reached from other files and has no caller in its own.',
  shapes: [
    seen(
      'beside a function',
      behind((file, tools) => helperOf(file, helperName(file, tools))),
    ),
    seen(
      'with a remark that praises it',
      behind((file, tools) => {
        const name = helperName(file, tools);
        return [
          ...docFor(file, tools.pick(['Helper for consistent handling of values.', 'Utility to keep the code DRY.', 'Small helper for readability.'])),
          ...helperOf(file, name),
        ];
      }),
    ),
    unseen(
      'two that only know each other',
      behind((file, tools) => {
        const name = helperName(file, tools);
        const other = tools.invent(`${name}${/_|^[a-z]+$/.test(name.slice(1)) ? '_all' : 'All'}`);
        const more = by(file.language, {
          python: [`def ${other}(values):`, `    return [${name}(value) for value in values]`],
          javascript: [`function ${other}(values) {`, `  return values.map(${name})${semi(file)}`, '}'],
          typescript: [`function ${other}(values: unknown[]): string[] {`, `  return values.map(${name})${semi(file)}`, '}'],
          tsx: [`function ${other}(values: unknown[]): string[] {`, `  return values.map(${name})${semi(file)}`, '}'],
          go: [
            `func ${other}(values []string) []string {`,
            '\tout := make([]string, 0, len(values))',
            '\tfor _, value := range values {',
            `\t\tout = append(out, ${name}(value))`,
            '\t}',
            '\treturn out',
            '}',
          ],
          rust: [`fn ${other}(values: &[&str]) -> Vec<String> {`, `    values.iter().map(|value| ${name}(value)).collect()`, '}'],
          c: [`static int ${other}(int a, int b) {`, `  return ${name}(a) + ${name}(b);`, '}'],
          cpp: [`static int ${other}(int a, int b) {`, `  return ${name}(a) + ${name}(b);`, '}'],
          java: [`private static String ${other}(String a, String b) {`, `  return ${name}(a) + ${name}(b);`, '}'],
          ruby: [`def ${other}(values)`, `  values.map { |value| ${name}(value) }`, 'end'],
          shell: [`${other}() {`, '  for value in "$@"; do', `    ${name} "$value"`, '  done', '}'],
        });
        return [...helperOf(file, name), ...(file.language === 'python' ? ['', ''] : ['']), ...more];
      }),
    ),
    unseen('at the end of the file', (file, tools) =>
      ['java', 'ruby'].includes(file.language) || file.place === 'test' || solidFunctions(file, 2).length === 0
        ? null
        : edited(
            file,
            insertion(
              file,
              file.lines.length - (file.lines.at(-1) === '' ? 1 : 0),
              ...(file.language === 'python' ? ['', ''] : ['']),
              ...helperOf(file, helperName(file, tools)),
            ),
          ),
    ),
    unseen(
      'a constant',
      behind((file, tools) => {
        const word = freeWord(tools, ['DEFAULT_CHUNK_WIDTH', 'MAX_RETRY_COUNT_LIMIT', 'FALLBACK_ENCODING_NAME']);
        return by(file.language, {
          python: [`_${word} = 16`],
          script: [`const ${word} = 16${semi(file)}`],
          go: [`const ${camel(word.toLowerCase())} = 16`],
          rust: [`const ${word}: usize = 16;`],
          c: [`static const int ${word} = 16;`],
          cpp: [`static constexpr int ${word} = 16;`],
          java: [`private static final int ${word} = 16;`],
          ruby: null,
          shell: [`_${word.toLowerCase()}=16`],
        });
      }),
    ),
    unseen('a class or type', (file, tools) => {
      const f = ['c', 'shell', 'java', 'ruby'].includes(file.language) || file.place === 'test' ? null : placeFor(file, tools);
      const name = tools.invent('PendingResultHolder');
      const lines = by(file.language, {
        python: [
          `class _${name}:`,
          '    def __init__(self, value=None):',
          '        self.value = value',
          '',
          '    def is_set(self):',
          '        return self.value is not None',
        ],
        javascript: [
          `class ${name} {`,
          '  constructor(value) {',
          `    this.value = value${semi(file)}`,
          '  }',
          '',
          '  isSet() {',
          `    return this.value !== undefined${semi(file)}`,
          '  }',
          '}',
        ],
        typescript: [`interface ${name} {`, `  value: string${semi(file)}`, `  pending: boolean${semi(file)}`, '}'],
        tsx: [`interface ${name} {`, `  value: string${semi(file)}`, `  pending: boolean${semi(file)}`, '}'],
        go: [`type ${camel(name[0].toLowerCase() + name.slice(1))} struct {`, '\tvalue   string', '\tpending bool', '}'],
        rust: [`struct ${name} {`, '    value: String,', '    pending: bool,', '}'],
        cpp: [`struct ${name} {`, '  int value = 0;', '  bool pending = false;', '};'],
        other: null,
      });
      return f && lines ? edited(file, insertion(file, f.to, ...(file.language === 'python' ? ['', ''] : ['']), ...lines)) : null;
    }),
  ],
};

// Scripts: files that do something when they are run. The lines of what they do at the top level.
const isRun = (file) =>
  file.lines[0]?.startsWith('#!') ||
  (['script', 'example'].includes(file.place) && ['shell', 'python', 'ruby'].includes(file.language)) ||
  (isScript(file.language) && file.place === 'script');
function doing(file) {
  const mask = maskOf(file);
  const fs = solidFunctions(file, 1);
  const types = typesOf(file);
  const idle =
    /^(import|from|export|require|use|source|\.|module|class|def|function|async function|set -|readonly|declare|local|@|#|\}|\)|\]|"use|'use|[A-Za-z_]\w*\(\)|(const|let|var) .*(require\(|=>|function)|IFS|LC_ALL)/;
  return mask.flatMap((line, at) =>
    line.trim() !== '' &&
    !/^\s/.test(line) &&
    !idle.test(line) &&
    !fs.some((f) => at >= f.from && at < f.to) &&
    !types.some((type) => at >= type.from && at < type.to)
      ? [at]
      : [],
  );
}

// The line that sets the whole off: `main "$@"`, `main()`, `if __name__ == …`.
function starter(file) {
  const names = solidFunctions(file, 2).map((f) => f.name);
  const found = doing(file).filter((at) => names.some((name) => callForm(file.language, name).test(maskOf(file)[at])));
  if (file.language === 'python') {
    const at = file.lines.findIndex((line) => /^if __name__ == ['"]__main__['"]:/.test(line));
    return at < 0 ? null : { from: at, to: file.lines.length, guard: true };
  }
  const rest = doing(file);
  return found.length === 1 && found[0] === rest.at(-1) && rest.length < 12 && file.lines.length - found[0] < 6 ? { from: found[0], to: found[0] + 1 } : null;
}

const deadScript = {
  name: 'a script that does nothing any more',
  class: 6,
  what: 'defect',
  languages: ['python', 'javascript', 'typescript', 'ruby', 'shell'],
  why: 'Whoever runs it gets success and no work: what it did is in a function nobody calls, behind an exit, or under a condition that never holds.',
  shapes: [
    seen('its start lost', (file) => {
      const one = isRun(file) || file.language === 'python' ? starter(file) : null;
      return one && edited(file, { file, from: one.from, to: one.guard ? one.to : one.to, lines: one.guard && file.text.endsWith('\n') ? [''] : [] });
    }),
    seen('wrapped in a function nobody calls', (file) => {
      if (!isRun(file) || starter(file)) return null;
      const list = doing(file);
      if (list.length < 3 || file.lines.some((line) => /<<[-~]?\s?['"A-Z]|["'`]{3}|`/.test(line)) || !['shell', 'ruby', 'python'].includes(file.language))
        return null;
      const from = list[0];
      const to = file.lines.length - (file.lines.at(-1) === '' ? 1 : 0);
      if (
        maskOf(file)
          .slice(from, to)
          .some((line) => /^(class|def|import|from)\b/.test(line))
      )
        return null;
      const [head, tail] = by(file.language, { shell: ['main() {', '}'], ruby: ['def main', 'end'], python: ['def main():', null] });
      return edited(file, {
        file,
        from,
        to,
        lines: [
          head,
          ...file.lines.slice(from, to).map((line) => (line.trim() === '' ? '' : (file.language === 'python' ? '    ' : '  ') + line)),
          ...(tail ? [tail] : []),
        ],
      });
    }),
    seen('an exit before its work', (file) => {
      const at = isRun(file) ? doing(file)[0] : undefined;
      const line = by(file.language, { shell: 'exit 0', ruby: 'exit', python: 'raise SystemExit(0)', script: `process.exit(0)${semi(file)}` });
      return at === undefined || doing(file).length < 2 ? null : edited(file, insertion(file, at, line));
    }),
    unseen('a guard that never holds', (file) => {
      const one = starter(file);
      if (!one) return null;
      if (one.guard) return edited(file, replacement(file, one.from, file.lines[one.from].replace(/__main__/, 'main')));
      if (!isRun(file)) return null;
      const line = file.lines[one.from];
      return edited(file, {
        file,
        ...one,
        lines: by(file.language, {
          shell: [`if [ "$0" = "\${BASH_SOURCE[1]}" ]; then`, `  ${line}`, 'fi'],
          ruby: ['if __FILE__ == "main"', `  ${line}`, 'end'],
          script: ['if (false) {', `  ${line}`, '}'],
        }),
      });
    }),
    unseen('its work under a false condition', (file) => {
      const list = isRun(file) ? doing(file) : [];
      if (list.length < 3 || !['shell', 'ruby'].includes(file.language) || file.lines.some((line) => /<<[-~]?\s?['"A-Z]/.test(line))) return null;
      const from = list[0];
      const to = file.lines.length - (file.lines.at(-1) === '' ? 1 : 0);
      return edited(file, {
        file,
        from,
        to,
        lines: [
          file.language === 'shell' ? 'if false; then' : 'if false',
          ...file.lines.slice(from, to).map((line) => (line.trim() === '' ? '' : `  ${line}`)),
          file.language === 'shell' ? 'fi' : 'end',
        ],
      });
    }),
    unseen('only says what it would do', (file) => {
      const list =
        isRun(file) && file.language === 'shell'
          ? doing(file).filter(
              (at) =>
                /^[a-z][\w./-]* [^|&;<>(){}=\\]+$/.test(file.lines[at]) &&
                !/^(echo|if|for|while|case|set|cd|source|export|exit|trap|printf|shift|local|return|then|fi|done|do|else|elif|esac|until)\b/.test(
                  file.lines[at],
                ),
            )
          : [];
      return list.length > 1 ? edited(file, ...list.map((at) => replacement(file, at, `echo "${file.lines[at].replace(/"/g, '\\"')}"`))) : null;
    }),
  ],
};

export const kinds = [idleHelper, deadScript];
