// Bodies that do nothing and are right so: methods that a class leaves to others, and stand-ins in
// tests.
import { appendLines, indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { importEdit, spotFor } from './code/ghosts.mjs';
import { by, quote, scripts, seen, semi, solidFunctions, startOf, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript } from './code/own.mjs';
import { typesOf } from './code/things.mjs';
import { countOfDefinitions } from './code/uses.mjs';

// Classes without a parent, and their plain methods.
function baseFor(file, tools) {
  const head = by(file.language, { python: /^class (\w+):$/, script: /^(?:export )?(?:default )?class (\w+) \{$/, ruby: /^\s*class ([A-Z]\w+)$/ });
  const fit = typesOf(file)
    .filter(
      (type) =>
        head.test(type.line) &&
        file.place !== 'test' &&
        countOfDefinitions(tools, file.language, type.name) === 1 &&
        !/^\s*(@|#\[)/.test(file.lines[type.from - 1] ?? '') &&
        !/\b(constructor\(|metaclass|__slots__|__new__)/.test(file.lines.slice(type.from, type.to).join('\n')),
    )
    .map((type) => ({
      type,
      methods: solidFunctions(file, 1).filter(
        (f) =>
          f.from > type.from &&
          f.to <= type.to &&
          f.from === f.open &&
          indentOf(file.lines[f.from]).length > type.indent.length &&
          !/^(_|#)|[?!=]$/.test(f.name) &&
          !/\b(async|static|private|get|set|self\.|protected|override)\b|\*|[{[]\w+.*\}? ?=|</.test(f.line.replace(/self[,)]/, '')) &&
          (file.language !== 'python' || f.parameters[0] === 'self') &&
          !/^\s*(@|private|protected)/.test(file.lines[f.from - 1] ?? ''),
      ),
    }))
    .filter((one) => one.methods.length > 0);
  return tools.pick(fit);
}

const raising = (file, name, words) =>
  by(file.language, {
    python: words ? [`raise NotImplementedError(f"{type(self).__name__} must define ${name}")`] : ['raise NotImplementedError'],
    script: [`throw new Error(${quote(file, words ? `${name} must be implemented by a subclass` : 'not implemented')})${semi(file)}`],
    ruby: [words ? `raise NotImplementedError, "#{self.class} must define ${name}"` : 'raise NotImplementedError'],
  });

// A class above with these of its methods, left to whoever derives from it.
function withBase(file, tools, { count = 1, words = false, kind = 'plain' } = {}) {
  const one = baseFor(file, tools);
  if (!one || one.methods.length < count) return null;
  const { type } = one;
  const name = tools.invent(`${type.name}Base`);
  const unit = indentOf(file.lines[one.methods[0].from]).slice(type.indent.length);
  const body = one.methods.slice(0, count).flatMap((f, i) => {
    const gap = i > 0 ? [''] : [];
    const head = f.line.trim();
    if (kind === 'declared' && file.language === 'typescript') return [...gap, `${unit}abstract ${head.replace(/ \{$/, '')};`];
    if (kind !== 'plain' && file.language === 'python')
      return [
        ...gap,
        ...(kind === 'declared' ? [`${unit}@abc.abstractmethod`] : []),
        unit + head,
        unit + unit + (kind === 'declared' ? `"""See ${type.name}.${f.name}."""` : '...'),
      ];
    return [
      ...gap,
      unit + head,
      ...raising(file, f.name, words).map((line) => unit + unit + line),
      ...(file.language === 'python' ? [] : [unit + (file.language === 'ruby' ? 'end' : '}')]),
    ];
  });
  const parent = file.language === 'python' && kind === 'declared' ? '(abc.ABC)' : file.language === 'python' && kind === 'dots' ? '(typing.Protocol)' : '';
  const head = by(file.language, {
    python: `class ${name}${parent}:`,
    script: `${kind === 'declared' && file.language !== 'javascript' ? 'abstract ' : ''}class ${name} {`,
    ruby: `class ${name}`,
  });
  const doc = file.language === 'python' ? [`${unit}"""What every ${type.name} offers."""`, ''] : [];
  const tail = by(file.language, { python: ['', ''], script: ['}', ''], ruby: ['end', ''] });
  const heading = file.lines[type.from];
  const derived = by(file.language, {
    python: heading.replace(':', `(${name}):`),
    script: heading.replace(/ \{$/, ` extends ${name} {`),
    ruby: `${heading} < ${name}`,
  });
  const needs = parent ? parent.slice(1).split('.')[0] : null;
  const edit = needs && !new RegExp(`^import ${needs}$`, 'm').test(file.text) ? importEdit(file, `import ${needs}`, spotFor(file)) : null;
  if (needs && !edit && !new RegExp(`^import ${needs}$`, 'm').test(file.text)) return null;
  return edited(
    file,
    edit,
    insertion(file, startOf(file, type), ...[head, ...doc, ...body, ...tail].map((line) => (line === '' ? '' : type.indent + line))),
    replacement(file, type.from, derived),
  );
}

const abstractMethod = {
  name: 'a method left to subclasses that raises',
  class: 6,
  benign: true,
  languages: ['python', 'javascript', 'typescript', 'ruby'],
  why: 'Nobody calls it: it is there so that the class that derives from it, in the same change, has to say what it does; and it does.',
  shapes: [
    seen('says nothing more', (file, tools) => withBase(file, tools)),
    seen('says who has to define it', (file, tools) => withBase(file, tools, { words: true })),
    unseen('two of them', (file, tools) => withBase(file, tools, { count: 2, words: true })),
    unseen('declared abstract', (file, tools) => (['python', 'typescript'].includes(file.language) ? withBase(file, tools, { kind: 'declared' }) : null)),
    unseen('a protocol', (file, tools) => (file.language === 'python' ? withBase(file, tools, { kind: 'dots' }) : null)),
  ],
};

// How a file of tests begins a test, and says what it expects.
function testForm(file) {
  if (!isScript(file.language)) return null;
  const word = /^\s*it\(/m.test(file.text) ? 'it' : /^\s*test\(/m.test(file.text) ? 'test' : null;
  const says = /\bexpect\(.*\)\.to(Be|Equal)\(/.test(file.text)
    ? (a, b) => `expect(${a}).toBe(${b})`
    : /\bexpect\(.*\)\.to\./.test(file.text)
      ? (a, b) => `expect(${a}).to.equal(${b})`
      : /\bassert\.strictEqual\(/.test(file.text)
        ? (a, b) => `assert.strictEqual(${a}, ${b})`
        : null;
  return word && says ? { word, says } : null;
}

const double = (rows) => (file, tools) => {
  if (file.place !== 'test' || !/(test|spec)/i.test(file.name) || !maskOf(file).some((line) => /\b(def test_|it\(|test\(|func Test)/.test(line))) return null;
  const form = testForm(file);
  const name = tools.invent('SilentWriter');
  const row = by(file.language, { ...rows, other: rows.other ?? null });
  if (!row || (isScript(file.language) && !form)) return null;
  const lines = row(name, form, file);
  return lines
    ? appendLines(
        file,
        ...(file.language === 'python' ? ['', ''] : ['']),
        ...lines.map((line) => (isScript(file.language) ? line.replace(/;$/, semi(file)) : line)),
      )
    : null;
};
const low = (name) => name[0].toLowerCase() + name.slice(1);

const testDouble = {
  name: 'a stand-in with empty bodies in a test',
  class: 6,
  benign: true,
  languages: ['python', ...scripts, 'go'],
  why: 'It is made to do nothing, and the test beside it uses it.',
  shapes: [
    seen(
      'methods that do nothing',
      double({
        python: (name) => [
          `class _${name}:`,
          '    def write(self, text):',
          '        pass',
          '',
          '    def flush(self):',
          '        pass',
          '',
          '',
          `def test_${name.toLowerCase()}_takes_anything():`,
          `    assert _${name}().write("x") is None`,
        ],
        javascript: (name, form) => [
          `class ${name} {`,
          '  write() {}',
          '',
          '  flush() {}',
          '}',
          '',
          `${form.word}('takes anything without a word', () => {`,
          `  ${form.says(`new ${name}().write('x')`, 'undefined')};`,
          '});',
        ],
        typescript: (name, form) => [
          `class ${name} {`,
          '  write(_text: string): void {}',
          '',
          '  flush(): void {}',
          '}',
          '',
          `${form.word}('takes anything without a word', () => {`,
          `  ${form.says(`new ${name}().write('x')`, 'undefined')};`,
          '});',
        ],
        tsx: null,
        go: (name) => [
          `type ${low(name)} struct{}`,
          '',
          `func (${low(name)}) Flush() {}`,
          '',
          `func (${low(name)}) Write(p []byte) (int, error) { return len(p), nil }`,
          '',
          `func Test${name}(t *testing.T) {`,
          `\tn, err := ${low(name)}{}.Write([]byte("x"))`,
          '\tif n != 1 || err != nil {',
          '\t\tt.Fatalf("got %d, %v", n, err)',
          '\t}',
          '}',
        ],
      }),
    ),
    seen(
      'a constant for an answer',
      double({
        python: (name) => [
          `class _${name}:`,
          '    def get(self, key):',
          '        return "fixed"',
          '',
          '',
          `def test_${name.toLowerCase()}_answers():`,
          `    assert _${name}().get("any") == "fixed"`,
        ],
        script: (name, form) => [
          `const ${low(name)} = { get: () => 'fixed' };`,
          '',
          `${form.word}('answers the same', () => {`,
          `  ${form.says(`${low(name)}.get()`, "'fixed'")};`,
          '});',
        ],
        go: (name) => [
          `func ${low(name)}(string) string { return "fixed" }`,
          '',
          `func Test${name}(t *testing.T) {`,
          `\tif got := ${low(name)}("any"); got != "fixed" {`,
          '\t\tt.Fatalf("got %q", got)',
          '\t}',
          '}',
        ],
      }),
    ),
    unseen(
      'refuses what the test does not need',
      double({
        python: (name) => [
          `class _${name}:`,
          '    def write(self, text):',
          '        return len(text)',
          '',
          '    def read(self):',
          '        raise NotImplementedError',
          '',
          '',
          `def test_${name.toLowerCase()}_counts():`,
          `    assert _${name}().write("abc") == 3`,
        ],
        javascript: (name, form) => [
          `class ${name} {`,
          '  write(text) {',
          '    return text.length;',
          '  }',
          '',
          '  read() {',
          "    throw new Error('not implemented');",
          '  }',
          '}',
          '',
          `${form.word}('counts what it is given', () => {`,
          `  ${form.says(`new ${name}().write('abc')`, '3')};`,
          '});',
        ],
        typescript: (name, form) => [
          `class ${name} {`,
          '  write(text: string): number {',
          '    return text.length;',
          '  }',
          '',
          '  read(): string {',
          "    throw new Error('not implemented');",
          '  }',
          '}',
          '',
          `${form.word}('counts what it is given', () => {`,
          `  ${form.says(`new ${name}().write('abc')`, '3')};`,
          '});',
        ],
        other: null,
      }),
    ),
    unseen(
      'something to enter and leave',
      double({
        python: (name) => [
          `class _${name}:`,
          '    def __enter__(self):',
          '        return self',
          '',
          '    def __exit__(self, *details):',
          '        return None',
          '',
          '',
          `def test_${name.toLowerCase()}_can_be_entered():`,
          `    with _${name}() as one:`,
          '        assert one is not None',
        ],
        other: null,
      }),
    ),
    unseen(
      'a callback that does nothing',
      double({
        python: (name) => [
          `def _ignore_${name.toLowerCase()}(*args, **kwargs):`,
          '    pass',
          '',
          '',
          `def test_ignore_${name.toLowerCase()}():`,
          `    assert _ignore_${name.toLowerCase()}(1, key=2) is None`,
        ],
        javascript: (name, form) => [
          `function ignore${name}() {}`,
          '',
          `${form.word}('ignores what it is given', () => {`,
          `  ${form.says(`ignore${name}()`, 'undefined')};`,
          '});',
        ],
        typescript: (name, form) => [
          `function ignore${name}(): void {}`,
          '',
          `${form.word}('ignores what it is given', () => {`,
          `  ${form.says(`ignore${name}()`, 'undefined')};`,
          '});',
        ],
        tsx: (name, form) => [
          `function ignore${name}(): void {}`,
          '',
          `${form.word}('ignores what it is given', () => {`,
          `  ${form.says(`ignore${name}()`, 'undefined')};`,
          '});',
        ],
        go: (name) => [
          `func ignore${name}(...interface{}) {}`,
          '',
          `func TestIgnore${name}(t *testing.T) {`,
          `\tignore${name}(1, "x")`,
          '\tif t.Failed() {',
          '\t\tt.Fatal("must not fail")',
          '\t}',
          '}',
        ],
      }),
    ),
  ],
};

export const kinds = [abstractMethod, testDouble];
