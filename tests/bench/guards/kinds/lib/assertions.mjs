// Assertions of equality in the test libraries of eleven languages, read line by line, and how each
// library writes another one in their place.
import { assertionsOf, indentOf, isTestPath, replaceLines, testsOf } from '../../source.mjs';
import { scripts } from './places.mjs';

// The arguments of the call whose bracket opens at `open`: {args, end}, or null.
export function argumentsAt(text, open) {
  const args = [];
  let depth = 0;
  let start = open + 1;
  let quote = '';
  for (let at = open; at < text.length; ++at) {
    const c = text[at];
    if (quote) {
      if (c === '\\') ++at;
      else if (c === quote) quote = '';
      continue;
    }
    if ('"\'`'.includes(c)) quote = c;
    else if ('([{'.includes(c)) ++depth;
    else if (')]}'.includes(c)) {
      --depth;
      if (depth === 0) {
        const last = text.slice(start, at).trim();
        return { args: last ? [...args, last] : args, end: at };
      }
    } else if (c === ',' && depth === 1) {
      args.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return null;
}

// Unquoted, what is empty would be nothing at all to `[`.
const quoted = (value) => (/^["']/.test(value) ? value : `"${value}"`);

// Splits `a == b` outside of brackets and quotes.
function sides(text, operator) {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; ++at) {
    const c = text[at];
    if (quote) {
      if (c === '\\') ++at;
      else if (c === quote) quote = '';
    } else if ('"\'`'.includes(c)) quote = c;
    else if ('([{'.includes(c)) ++depth;
    else if (')]}'.includes(c)) --depth;
    else if (depth === 0 && text.startsWith(operator, at)) {
      const pair = [text.slice(0, at).trim(), text.slice(at + operator.length).trim()];
      return / (and|or|not|if|is|in) |&&|\|\||\?/.test(` ${pair[0]} ${pair[1]} `) ? null : pair;
    }
  }
  return null;
}

const call = (line, form) => {
  const m = form.exec(line);
  if (!m) return null;
  const list = argumentsAt(line, m.index + m[0].length - 1);
  return list && { name: m[1], args: list.args, rest: line.slice(list.end + 1), end: list.end };
};

// Each answers {got, want, truth(expression), there(got)?} or null for the trimmed line.
const readers = {
  python(line) {
    const unit = call(line, /^self\.(assert(?:Equals?|ListEqual|DictEqual|SetEqual|TupleEqual|MultiLineEqual|CountEqual))\(/);
    if (unit && unit.args.length >= 2) {
      return { got: unit.args[0], want: unit.args[1], equal: (a, b) => `self.${unit.name}(${a}, ${b})`, differs: (a, b) => `self.assertNotEqual(${a}, ${b})`, truth: (e) => `self.assertTrue(${e})`, there: (got) => `self.assertIsNotNone(${got})` };
    }
    const pair = /^assert /.test(line) && sides(line.slice(7), ' == ');
    if (!pair || /,\s*f?["'][^"']*["']$/.test(line)) return null;
    return { got: pair[0], want: pair[1], equal: (a, b) => `assert ${a} == ${b}`, differs: (a, b) => `assert ${a} != ${b}`, truth: (e) => `assert ${e}`, there: (got) => `assert ${got}` };
  },
  javascript(line) {
    const expect = call(line, /^(?:await )?(expect)\(/);
    if (expect && expect.args.length === 1) {
      const jest = call(expect.rest, /^\.(toBe|toEqual|toStrictEqual)\(/);
      const chai = jest ? null : call(expect.rest, /^\.to(?:\.be)?\.(equal|eql|deep\.equal|eq)\(/);
      const one = jest ?? chai;
      if (!one || one.args.length !== 1) return null;
      const link = jest ? `.${one.name}` : `.to.${one.name}`;
      return { got: expect.args[0], want: one.args[0], equal: (a, b) => `expect(${a})${link}(${b});`, differs: (a, b) => `expect(${a})${jest ? `.not${link}` : `.to.not.${one.name}`}(${b});`,
        truth: (e) => (jest ? `expect(${e}).toBe(true);` : `expect(${e}).to.equal(true);`), there: (got) => (jest ? `expect(${got}).toBeDefined();` : `expect(${got}).to.exist;`), jest: Boolean(jest) };
    }
    const node = call(line, /^(assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual)|t\.(?:is|equal|same|deepEqual|strictEqual))\(/);
    if (!node || node.args.length < 2) return null;
    const tap = node.name.startsWith('t.');
    return { got: node.args[0], want: node.args[1], equal: (a, b) => `${node.name}(${a}, ${b});`, differs: (a, b) => `${tap ? 't.not' : 'assert.notStrictEqual'}(${a}, ${b});`, truth: (e) => `${tap ? 't.truthy' : 'assert.ok'}(${e});`, there: (got) => `${tap ? 't.truthy' : 'assert.ok'}(${got});`, node: !tap };
  },
  go(line) {
    const one = call(line, /^((?:assert|require)\.(?:Equal|EqualValues|Exactly))\(/);
    if (one && one.args.length >= 3) {
      const [library, t] = [one.name.split('.')[0], one.args[0]];
      return { got: one.args[2], want: one.args[1], equal: (a, b) => `${one.name}(${t}, ${b}, ${a})`, differs: (a, b) => `${library}.NotEqual(${t}, ${b}, ${a})`, truth: (e) => `${library}.True(${t}, ${e})`, there: (got) => `${library}.NotNil(${t}, ${got})` };
    }
    const omega = call(line, /^(Expect|Ω)\(/);
    const to = omega && call(omega.rest, /^\.(To|Should)\(/);
    const equal = to && call(to.args[0] ?? '', /^(Equal|BeEquivalentTo)\(/);
    if (!equal || equal.args.length !== 1) return null;
    return { got: omega.args[0], want: equal.args[0], equal: (a, b) => `Expect(${a}).To(Equal(${b}))`, differs: (a, b) => `Expect(${a}).NotTo(Equal(${b}))`, truth: (e) => `Expect(${e}).To(BeTrue())`, there: (got) => `Expect(${got}).NotTo(BeNil())` };
  },
  rust(line) {
    const one = call(line, /^(assert_eq!)\(/);
    return one && one.args.length >= 2 ? { got: one.args[0], want: one.args[1], equal: (a, b) => `assert_eq!(${a}, ${b});`, differs: (a, b) => `assert_ne!(${a}, ${b});`, truth: (e) => `assert!(${e});` } : null;
  },
  cpp(line) {
    const one = call(line, /^((?:EXPECT|ASSERT)_(?:EQ|STREQ)|(?:CHECK|REQUIRE)_EQ)\(/);
    if (one && one.args.length === 2) {
      const macro = one.name.split('_')[0];
      const truth = /EXPECT|ASSERT/.test(macro) ? `${macro}_TRUE` : macro;
      return { got: one.args[0], want: one.args[1], equal: (a, b) => `${one.name}(${a}, ${b});`, differs: (a, b) => `${one.name.replace(/EQ$/, 'NE')}(${a}, ${b});`, truth: (e) => `${truth}(${e});` };
    }
    const bare = call(line, /^(CHECK|REQUIRE)\(/);
    const pair = bare && bare.args.length === 1 && sides(bare.args[0], ' == ');
    return pair ? { got: pair[0], want: pair[1], equal: (a, b) => `${bare.name}(${a} == ${b});`, differs: (a, b) => `${bare.name}(${a} != ${b});`, truth: (e) => `${bare.name}(${/&&|\|\|/.test(e) ? `(${e})` : e});` } : null;
  },
  c(line) {
    const bare = call(line, /^(assert)\(/);
    const pair = bare && bare.args.length === 1 && sides(bare.args[0], ' == ');
    if (pair) return { got: pair[0], want: pair[1], equal: (a, b) => `assert(${a} == ${b});`, differs: (a, b) => `assert(${a} != ${b});`, truth: (e) => `assert(${e});` };
    const libraries = [[/^(TEST_ASSERT_EQUAL(?:_\w+)?)\(/, 'TEST_ASSERT_TRUE', 1], [/^(assert_(?:int|string|ptr|memory)_equal)\(/, 'assert_true', 0], [/^(CU_ASSERT(?:_STRING)?_EQUAL)\(/, 'CU_ASSERT_TRUE', 0],
      [/^(ck_assert_(?:int|str|uint|ptr)_eq)\(/, 'ck_assert', 0]];
    for (const [form, truth, got] of libraries) {
      const one = call(line, form);
      if (one && one.args.length >= 2) {
        const write = (a, b) => `${one.name}(${got ? `${b}, ${a}` : `${a}, ${b}`});`;
        return { got: one.args[got], want: one.args[1 - got], equal: write, differs: (a, b) => `${truth}(${a} != ${b});`, truth: (e) => `${truth}(${e});` };
      }
    }
    return null;
  },
  java(line) {
    const one = call(line, /^((?:Assert(?:ions)?\.)?assertEquals)\(/);
    if (one && one.args.length >= 2) {
      const message = one.args.length === 3 && /^"/.test(one.args[0]) ? 1 : 0;
      const owner = /^(.*\.)?assertEquals/.exec(one.name)[1] ?? '';
      return { got: one.args[message + 1], want: one.args[message], equal: (a, b) => `${owner}assertEquals(${b}, ${a});`, differs: (a, b) => `${owner}assertNotEquals(${b}, ${a});`, truth: (e) => `${owner}assertTrue(${e});`, there: (got) => `${owner}assertNotNull(${got});` };
    }
    const that = call(line, /^(assertThat)\(/);
    const link = that && call(that.rest, /^\.(isEqualTo)\(/);
    if (link && link.args.length === 1 && link.rest === ';') {
      return { got: that.args[0], want: link.args[0], equal: (a, b) => `assertThat(${a}).isEqualTo(${b});`, differs: (a, b) => `assertThat(${a}).isNotEqualTo(${b});`, truth: (e) => `assertThat(${e}).isTrue();`, there: (got) => `assertThat(${got}).isNotNull();` };
    }
    const matcher = that && that.args.length === 2 && call(that.args[1], /^(is|equalTo)\(/);
    return matcher ? { got: that.args[0], want: matcher.args[0], equal: (a, b) => `assertThat(${a}, ${matcher.name}(${b}));`, differs: (a, b) => `assertThat(${a}, not(${b}));`, truth: (e) => `assertThat(${e}, is(true));`, there: (got) => `assertThat(${got}, notNullValue());` } : null;
  },
  ruby(line) {
    const bare = /^assert_equal[ (]/.test(line) && argumentsAt(`(${line.replace(/^assert_equal[ (]/, '').replace(line[12] === '(' ? /\)$/ : /$^/, '')})`, 0);
    if (bare && bare.args.length >= 2) {
      return { got: bare.args[1], want: bare.args[0], equal: (a, b) => `assert_equal ${b}, ${a}`, differs: (a, b) => `refute_equal ${b}, ${a}`, truth: (e) => `assert(${e})`, there: (got) => `refute_nil ${got}` };
    }
    const m = /^expect\((.*)\)\.to (eq|eql|be)(?:\((.*)\)| (\S.*))$/.exec(line);
    if (m) {
      const want = m[3] ?? m[4];
      return /^[<>=]/.test(want) ? null : { got: m[1], want, equal: (a, b) => `expect(${a}).to ${m[2]}(${b})`, differs: (a, b) => `expect(${a}).not_to ${m[2]}(${b})`, truth: (e) => `expect(${e}).to be(true)`, there: (got) => `expect(${got}).not_to be_nil` };
    }
    const must = /^(?:_\((.*)\)|(\w[\w.]*))\.must_equal[ (](.*?)\)?$/.exec(line);
    if (!must) return null;
    const subject = (a) => (must[2] && /^[\w.@]+(\(.*\))?$/.test(a) ? a : `_(${a})`);
    return { got: must[1] ?? must[2], want: must[3], equal: (a, b) => `${subject(a)}.must_equal ${b}`, differs: (a, b) => `${subject(a)}.wont_equal ${b}`, truth: (e) => `assert(${e})`, there: (got) => `${subject(got)}.wont_be_nil` };
  },
  shell(line) {
    const m = /^\[\[? (\S+|".*?") (=|==|-eq) (\S+|".*?"|'.*?') \]\]?$/.exec(line);
    if (m && !/\*/.test(m[3])) return { got: m[1], want: m[3], operator: m[2], equal: (a, b) => `[ ${a} ${m[2] === '==' ? '=' : m[2]} ${b} ]`, differs: (a, b) => `[ ${a} ${m[2] === '-eq' ? '-ne' : '!='} ${b} ]`, truth: (e) => `[ ${e} ]`, there: (got) => `[ -n ${quoted(got)} ]` };
    const assert = /^assert_equal (\S+|".*?") (\S+|".*?"|'.*?')$/.exec(line);
    return assert ? { got: assert[1], want: assert[2], operator: '=', equal: (a, b) => `assert_equal ${a} ${b}`, differs: (a, b) => `[ ${a} != ${b} ]`, truth: (e) => `[ ${e} ]`, there: (got) => `[ -n ${quoted(got)} ]` } : null;
  },
};
for (const language of ['typescript', 'tsx']) readers[language] = readers.javascript;

// Go's own way: `if got != want {`, a complaint, `}`.
function goBlocks(file) {
  if (file.language !== 'go' || !isTestPath(file.path)) return [];
  const found = [];
  for (let at = 0; at + 2 < file.lines.length; ++at) {
    const m = /^(\t+)if (?:(.+); )?([^;{]+) \{$/.exec(file.lines[at]);
    if (!m || m[2] || !/^\t+t\.(Error|Fatal)f?\(/.test(file.lines[at + 1]) || file.lines[at + 2] !== `${m[1]}}`) continue;
    const pair = sides(m[3], ' != ');
    const deep = /^!reflect\.DeepEqual\((.+)\)$/.exec(m[3]);
    const list = deep && argumentsAt(`(${deep[1]})`, 0);
    const [got, want] = pair || (list?.args ?? []);
    if (!got || !want || want === 'nil') continue;
    const complaint = file.lines[at + 1];
    const wrap = (condition) => [`if ${condition} {`, `\t${complaint.trim()}`, '}'].join('\n');
    found.push({ from: at, to: at + 3, indent: m[1], got, want, block: true, equal: (a, b) => wrap(pair ? `${a} != ${b}` : `!reflect.DeepEqual(${a}, ${b})`), differs: (a, b) => wrap(pair ? `${a} == ${b}` : `reflect.DeepEqual(${a}, ${b})`),
      truth: (e) => wrap(`!(${e})`), complaint });
  }
  return found;
}

// Some write the wanted value first where others write what was got.
function turned(one) {
  const literals = (value) => isText(value) || isNumber(value) || literal.isTruth(value);
  return literals(one.got) && !literals(one.want)
    ? { ...one, got: one.want, want: one.got, equal: (a, b) => one.equal(b, a), differs: (a, b) => one.differs(b, a) } : one;
}

const cache = new WeakMap();

// All of a file: {from, to, indent, got, want, equal, differs, truth, there}.
export function equalitiesOf(file) {
  if (!cache.has(file)) {
    const lines = assertionsOf(file).flatMap(({ line }) => {
      const one = readers[file.language]?.(file.lines[line].trim());
      return one && one.got && one.want ? [{ ...one, from: line, to: line + 1, indent: indentOf(file.lines[line]) }] : [];
    });
    cache.set(file, [...lines, ...goBlocks(file)].map(turned));
  }
  return cache.get(file);
}

// The file with other lines in place of an assertion; `text` may hold line ends.
export const inPlace = (file, assertion, text) => {
  const bare = scripts.includes(file.language) && !/;\s*$/.test(file.lines[assertion.from]);
  return replaceLines(file, assertion.from, assertion.to, ...(bare ? text.replace(/;$/, '') : text).split('\n').map((line) => assertion.indent + line));
};

const isText = (value) => /^(["'])(?:(?!\1)[^\\{}$%])*\1$/.test(value);
const isNumber = (value) => /^-?\d+(\.\d+)?$/.test(value);
export const literal = { isText, isNumber, isEmpty: (value) => /^(0|0\.0|""|''|)$/.test(value), isTruth: (value) => /^(true|false|True|False)$/.test(value) };
const plain = (got) => got.length < 60;

// Expressions by language; null where it cannot be said.
const js = {
  bound: (got, want) => `${got} >= ${want}`, kind: (got, want) => `typeof ${got} === '${isText(want) ? 'string' : 'number'}'`, size: (got, want) => `${got}.length === ${want.length - 2}`,
  either: (got, want) => `${got} === undefined || ${got} === ${want}`, part: (got, want) => `String(${got}).includes(${want.slice(0, 2)}${want[0]})`, same: (got) => `${got} === ${got}`, always: ['true', '1 === 1', "typeof 'x' === 'string'"],
};
export const expressions = {
  python: { bound: (got, want) => `${got} >= ${want}`, kind: (got, want) => `isinstance(${got}, ${isText(want) ? 'str' : /\./.test(want) ? 'float' : 'int'})`, size: (got, want) => `len(${got}) == ${want.length - 2}`,
    either: (got, want) => `${got} in (None, ${want})`, part: (got, want) => `${want.slice(0, 2)}${want[0]} in ${got}`, same: (got) => `${got} == ${got}`, always: ['True', '1 == 1', 'not False'] },
  go: { bound: (got, want) => `${got} >= ${want}`, kind: () => null, size: (got, want) => `len(${got}) == ${want.length - 2}`, either: (got, want) => `${got} == ${want} || ${got} == ${isText(want) ? '""' : '0'}`, part: (got) => `len(${got}) > 0`,
    same: (got) => `${got} == ${got}`, always: ['true', '1 == 1', '!false'] },
  rust: { bound: (got, want) => `${got} >= ${want}`, kind: () => null, size: (got, want) => `${got}.len() == ${want.length - 2}`, either: (got, want) => `${got} == ${want} || ${got} == ${isText(want) ? '""' : '0'}`, part: (got, want) => `${got}.to_string().contains(${want.slice(0, 2)}")`,
    same: (got) => `${got} == ${got}`, always: ['true', '1 == 1', '!false'] },
  cpp: { bound: (got, want) => `${got} >= ${want}`, kind: () => null, size: (got, want) => `std::string(${got}).size() == ${want.length - 2}`, either: (got, want) => `(${got} == ${want} || ${got} == ${isText(want) ? '""' : '0'})`, part: (got) => `!std::string(${got}).empty()`,
    same: (got) => `${got} == ${got}`, always: ['true', '1 == 1', '!false'] },
  c: { bound: (got, want) => `${got} >= ${want}`, kind: () => null, size: (got, want) => `strlen(${got}) == ${want.length - 2}`, either: (got, want) => (isText(want) ? null : `${got} == ${want} || ${got} == 0`), part: (got) => `${got} != NULL`,
    same: (got) => `${got} == ${got}`, always: ['1', '1 == 1', '!0'] },
  java: { bound: (got, want) => `${got} >= ${want}`, kind: (got, want) => (isText(want) ? `${got} instanceof String` : null), size: (got, want) => `${got}.length() == ${want.length - 2}`, either: (got, want) => (isText(want) ? `${got} == null || ${got}.equals(${want})` : `${got} == 0 || ${got} == ${want}`),
    part: (got, want) => `${got}.contains(${want.slice(0, 2)}")`, same: (got, want) => (isText(want) ? `${got}.equals(${got})` : `${got} == ${got}`), always: ['true', '1 == 1', '!false'] },
  ruby: { bound: (got, want) => `${got} >= ${want}`, kind: (got, want) => `${got}.is_a?(${isText(want) ? 'String' : 'Numeric'})`, size: (got, want) => `${got}.length == ${want.length - 2}`, either: (got, want) => `[nil, ${want}].include?(${got})`, part: (got, want) => `${got}.include?(${want.slice(0, 2)}${want[0]})`,
    same: (got) => `${got} == ${got}`, always: ['true', '1 == 1', '!false'] },
  shell: { bound: (got, want) => `${got} -ge ${want}`, kind: () => null, size: (got, want) => (/^["']\$\w+["']$/.test(got) && isText(want) ? `\${#${got.replace(/\W/g, '')}} -eq ${want.length - 2}` : null), either: (got, want) => `-z ${quoted(got)} -o ${quoted(got)} = ${want}`, part: (got) => `-n ${quoted(got)}`,
    same: (got) => `${got} = ${got}`, always: ['1 -eq 1', '"x" = "x"', '0 -le 1'] },
};
for (const language of scripts) expressions[language] = js;

// Assertions whose wanted value is of a kind, with what the language can say about them.
export const withText = (file) => equalitiesOf(file).filter((one) => isText(one.want) && one.want.length > 4 && plain(one.got));
export const withNumber = (file) => equalitiesOf(file).filter((one) => isNumber(one.want) && plain(one.got));
export const withLiteral = (file) => equalitiesOf(file).filter((one) => (isText(one.want) || isNumber(one.want)) && plain(one.got));

export function shuffled(tools, list) {
  const copy = [...list];
  return tools.shuffle(copy) ?? copy;
}

// Another text in place of one picked assertion; `make` may answer null.
export const other = (list, make) => (file, tools) => {
  for (const one of shuffled(tools, list(file)).slice(0, 6)) {
    const text = make(one, expressions[file.language], tools, file);
    if (text) return inPlace(file, one, text);
  }
  return null;
};

export const testWith = (file, at) => testsOf(file).filter((test) => test.open < at && at < test.close).sort((a, b) => b.open - a.open)[0] ?? null;
