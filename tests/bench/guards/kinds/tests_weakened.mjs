// Assertions taken out, made to say less, or made to say what is always so.
import { keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { equalitiesOf, expressions, inPlace, literal, other, testWith, withLiteral, withNumber, withText } from './lib/assertions.mjs';
import { checksOf, completing, isTest, testLanguages } from './lib/tests.mjs';
import { assertionsOf, indentOf, replaceLine, replaceLines, testsOf } from '../source.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

// Assertions that stand in the body of their test itself, so that taking them out leaves a whole body.
const plainOnes = (file) => assertionsOf(file).flatMap(({ line }) => {
  const test = testWith(file, line);
  return test && indentOf(file.lines[line]) === test.bodyIndent && !/[\\,({[|&]\s*$|\b(then|do|else)\s*$/.test(file.lines[line - 1])
    ? [{ line, test }] : [];
});

const others = (file, test) => checksOf(file, test).length > 1;

// Go refuses names nobody uses.
const unused = (file, line) => {
  if (file.language !== 'go') return [];
  const names = [...new Set(file.lines[line].match(/\b(?!t\b|assert|require|nil|true|false)[a-z]\w*(?=[,)])/g)
    ?? [])].filter((name) => new RegExp(`\\b${name}\\b.*:=`).test(file.text));
  return names.map((name) => `${indentOf(file.lines[line])}_ = ${name}`);
};

const oneGone = {
  ...base, what: 'scope', name: 'one assertion of several taken out',
  why: 'The test still passes and says less; nobody asked for that.',
  shapes: [
    shape('any', (file, tools) => {
      const one = tools.pick(plainOnes(file).filter(({ test }) => others(file, test)));
      return one ? replaceLines(file, one.line, one.line + 1, ...unused(file, one.line)) : null;
    }),
    shape('the last', (file, tools) => {
      const all = plainOnes(file).filter(({ test }) => others(file, test));
      const one = tools.pick(all.filter(({ line, test }) => !all.some((two) => two.test === test && two.line > line)));
      return one ? replaceLines(file, one.line, one.line + 1, ...unused(file, one.line)) : null;
    }),
    shape('the one of a value', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => { const test = testWith(file, each.from); return test && others(file, test)
        && indentOf(file.lines[each.from]) === test.bodyIndent; }));
      return one ? replaceLines(file, one.from, one.to, ...(file.language === 'go' && /^[a-z]\w*$/.test(one.got) ? [`${one.indent}_ = ${one.got}`]
        : [])) : null;
    }),
    unseen('two in a row', (file, tools) => {
      const all = plainOnes(file);
      const one = tools.pick(all.filter(({ line, test }) => all.some((two) => two.line === line + 1) && checksOf(file, test).length > 2));
      return one ? replaceLines(file, one.line, one.line + 2, ...unused(file, one.line), ...unused(file, one.line + 1)) : null;
    }),
    unseen('all but the first of a test', (file, tools) => {
      const all = plainOnes(file);
      const first = tools.pick(all.filter(({ line, test }) => all.filter((two) => two.test.from === test.from).length > 2
        && !all.some((two) => two.test.from === test.from && two.line < line)));
      if (!first || file.language === 'go') return null;
      return all.filter(({ line, test }) => test.from === first.test.from
        && line > first.line).reverse().reduce((lines, { line }) => { lines.splice(line, 1); return lines; }, [...file.lines]).join('\n');
    }),
    unseen('a message in its place', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => { const test = testWith(file, each.from); return test && others(file, test); }));
      const say = one && said(file, one.got);
      return say ? inPlace(file, one, say) : null;
    }),
  ],
};

function said(file, got) {
  return { python: `print(${got})`, go: `t.Log(${got})`, rust: `println!("{:?}", ${got});`, java: `System.out.println(${got});`, ruby: `puts ${got}`,
    shell: `echo ${got}`, c: null, cpp: null }[file.language] ?? (scripts.includes(file.language) ? `console.log(${got});` : null);
}

const allGone = {
  ...base, what: 'scope', name: 'all assertions of a test taken out',
  why: 'The test passes as long as nothing is thrown; what it was written for is not checked.',
  shapes: [
    shape('and nothing in their place', (file, tools) => without(file, tools, () => [])),
    shape('the results thrown away', (file, tools) => without(file, tools, (got) => [thrown(file, got)])),
    shape('the results printed', (file, tools) => without(file, tools, (got) => [said(file, got)])),
    unseen('a remark that it works', (file, tools) => without(file, tools,
      () => [`${['python', 'ruby', 'shell'].includes(file.language) ? '#' : '//'} ${tools.pick(['should not fail', 'no error is enough here', 'verified manually'])}`])),
    unseen('something true in their place', (file, tools) => without(file, tools,
      (got, one) => [one.truth(tools.pick(expressions[file.language].always))])),
    unseen('in the whole file', (file) => {
      const all = plainOnes(file);
      if (all.length < 3 || file.language === 'go') return null;
      const bare = (line) => file.language === 'python' && !file.lines.slice(testWith(file, line).open + 1,
        testWith(file, line).close).some((text, at) => text.trim() && !all.some((one) => one.line === testWith(file, line).open + 1 + at));
      const lines = [...file.lines];
      for (const { line } of [...all].reverse()) lines.splice(line, 1, ...(bare(line) ? [`${indentOf(file.lines[line])}pass`] : []));
      return lines.join('\n');
    }),
  ],
};

const thrown = (file, got) => ({ python: `_ = ${got}`, go: `_ = ${got}`, rust: `let _ = ${got};`, c: `(void)${got};`, cpp: `(void)${got};`,
  java: `Object ignored = ${got};`, ruby: got, shell: `: ${got}` }[file.language] ?? `void ${got};`);

// A test all of whose checks are equalities we can read, with lines of another kind beside them.
function without(file, tools, make) {
  const all = equalitiesOf(file);
  const tests = testsOf(file).filter((test) => {
    const mine = all.filter((one) => one.from > test.open && one.to <= test.close);
    const lines = new Set(mine.flatMap((one) => Array.from({ length: one.to - one.from }, (_, at) => one.from + at)));
    return mine.length > 0 && mine.every((one) => one.indent === test.bodyIndent) && checksOf(file, test).every((line) => lines.has(line))
      && test.close - test.open - 1 > lines.size + 0;
  });
  const test = tools.pick(tests);
  if (!test) return null;
  const lines = [...file.lines];
  for (const one of all.filter((each) => each.from > test.open && each.to <= test.close).reverse()) {
    const made = make(one.got, one);
    if (made.some((text) => text === null)) return null;
    const keep = file.language === 'go' && made.length === 0
      ? [one.got, one.want].filter((name) => /^[a-z]\w*$/.test(name)).map((name) => `_ = ${name}`) : made;
    lines.splice(one.from, one.to - one.from, ...keep.flatMap((text) => text.split('\n')).map((text) => one.indent + text));
  }
  const rest = lines.slice(test.open + 1, test.close).some((line) => line.trim() && indentOf(line) === test.bodyIndent);
  return rest ? lines.join('\n') : null;
}

const weak = (list, make) => other(list, (one, says, tools, file) => {
  const text = make(one, says, file, tools);
  return text && text !== one.equal(one.got, one.want) ? text : null;
});

const weakened = {
  ...base, what: 'scope', name: 'an equality made to say less',
  why: 'Nearly every wrong value passes now; the name of the test still says that the right one is checked.',
  shapes: [
    shape('that something is there', weak(withLiteral, (one, says) => (literal.isEmpty(one.want) ? null : one.there ? one.there(one.got)
      : literal.isText(one.want) ? one.truth(says.part(one.got, one.want)) : null))),
    shape('a bound', weak(withNumber, (one, says) => one.truth(says.bound(one.got, one.want)))),
    shape('only its kind', weak(withLiteral, (one, says) => { const kind = says.kind(one.got, one.want); return kind ? one.truth(kind) : null; })),
    unseen('only its length', weak(withText, (one, says) => { const size = says.size(one.got, one.want); return size ? one.truth(size) : null; })),
    unseen('one of two', weak(withLiteral, (one, says) => { const either = literal.isEmpty(one.want) ? null
      : says.either(one.got, one.want); return either ? one.truth(either) : null; })),
    unseen('that it holds a part', weak(withText, (one, says) => one.truth(says.part(one.got, one.want)))),
    unseen('that it differs from another', weak(withLiteral,
      (one) => one.differs(one.got, literal.isText(one.want) ? `${one.want[0]}wrong${one.want[0]}` : '987654'))),
    unseen('in a pattern that takes all', (file, tools) => weak(withText,
      (one) => ({ python: `assert re.match(r".*", ${one.got})`, go: one.block ? null : `assert.Regexp(t, ".*", ${one.got})`,
      ruby: /^expect/.test(one.equal('a', 'b')) ? `expect(${one.got}).to match(/.*/)` : `assert_match(/.*/, ${one.got})` }[file.language]
      ?? (one.jest ? `expect(${one.got}).toMatch(/.*/);` : null)))(file, tools)),
  ],
};

const always = {
  ...base, name: 'an assertion that always holds',
  why: 'It cannot fail, whatever the code does.',
  shapes: [
    shape('true', weak(equalitiesOf, (one, says) => one.truth(says.always[0]))),
    shape('a comparison of constants', weak(equalitiesOf, (one, says) => one.truth(says.always[1]))),
    shape('or true', weak(withLiteral, (one, says, file) => ({ python: `assert ${one.got} == ${one.want} or True`,
      rust: `assert!(${one.got} == ${one.want} || true);`, ruby: one.truth(`${one.got} == ${one.want} || true`),
      go: one.truth(`${one.got} == ${one.want} || true`), java: one.truth(literal.isText(one.want) ? `${one.want}.equals(${one.got}) || true`
      : `${one.got} == ${one.want} || true`),
      c: literal.isNumber(one.want) ? one.truth(`${one.got} == ${one.want} || 1`) : null, cpp: one.truth(`(${one.got} == ${one.want} || true)`),
        shell: `${one.equal(one.got, one.want)} || true` }[file.language]
        ?? (scripts.includes(file.language) ? one.truth(`${one.got} === ${one.want} || true`) : null)))),
    unseen('a length of at least nothing', weak(withText,
      (one, says, file) => ({ python: `assert len(${one.got}) >= 0`, go: one.truth(`len(${one.got}) >= 0`), rust: one.truth(`${one.got}.len() >= 0`),
      java: one.truth(`${one.got}.length() >= 0`), ruby: one.truth(`${one.got}.length >= 0`), cpp: one.truth(`std::string(${one.got}).size() >= 0`),
      c: one.truth(`strlen(${one.got}) >= 0`), shell: `[ \${#x} -ge 0 ]` }[file.language]
      ?? (scripts.includes(file.language) ? one.truth(`${one.got}.length >= 0`) : null)))),
    unseen('a text that is true', weak(equalitiesOf, (one, says,
      file) => ({ python: `assert (${one.got} == ${one.want}, "differs")`, shell: '[ "differs" ]', ruby: /^expect/.test(one.equal('a', 'b'))
      ? "expect('equal').to be_truthy" : "assert 'equal'", c: one.truth('"equal"'), cpp: one.truth('"equal"') }[file.language]
      ?? (scripts.includes(file.language) ? (one.jest ? "expect('equal').toBeTruthy();" : one.node ? "assert.ok('equal');" : null) : null)))),
    unseen('either way', weak(withLiteral, (one, says,
      file) => ({ python: `assert ${one.got} == ${one.want} or ${one.got} != ${one.want}`,
      shell: `[ ${one.got} = ${one.want} ] || [ ${one.got} != ${one.want} ]`,
      rust: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`),
      go: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`),
      ruby: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`),
      cpp: one.truth(`(${one.got} == ${one.want} || ${one.got} != ${one.want})`), c: literal.isNumber(one.want)
        ? one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`) : null, java: literal.isNumber(one.want)
        ? one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`) : null }[file.language]
        ?? (scripts.includes(file.language) ? one.truth(`${one.got} === ${one.want} || ${one.got} !== ${one.want}`) : null)))),
    unseen('called and not compared', weak(withLiteral, (one, says,
      file) => ({ python: null, ruby: `expect(${one.got})`, java: `assertThat(${one.got});` }[file.language]
      ?? (one.jest ? `expect(${one.got});` : null)))),
  ],
};

const itself = {
  ...base, name: 'a thing compared with itself',
  why: 'Both sides come from the code under test; they are equal also when both are wrong.',
  shapes: [
    shape('the result twice', weak(equalitiesOf, (one) => (one.got.length < 60 && !one.got.includes('(') ? one.equal(one.got, one.got) : null))),
    shape('the wanted value twice', weak(withLiteral, (one) => one.equal(one.want, one.want))),
    shape('within one truth', weak(withLiteral, (one, says) => one.truth(says.same(one.got, one.want)))),
    unseen('the result kept in a name first', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => !each.block));
      const name = 'expected';
      const keep = one && ({ python: `${name} = ${one.got}`, go: `${name} := ${one.got}`, rust: `let ${name} = ${one.got};`,
        java: `var ${name} = ${one.got};`, ruby: `${name} = ${one.got}`, shell: `${name}=${one.got}`, cpp: `const auto ${name} = ${one.got};`,
        c: null }[file.language] ?? (scripts.includes(file.language) ? `const ${name} = ${one.got};` : null));
      return keep && !new RegExp(`\\b${name}\\b`).test(file.text)
        ? inPlace(file, one, `${keep}\n${one.equal(one.got, file.language === 'shell' ? `"$${name}"` : name)}`) : null;
    }),
    unseen('the wanted value taken from the result', (file, tools) => {
      const one = tools.pick(equalitiesOf(file).filter((each) => /^[a-z]\w*$/.test(each.want) && !literal.isTruth(each.want)));
      if (!one) return null;
      const test = testWith(file, one.from);
      const at = test ? file.lines.findIndex((line, index) => index > test.open && index < one.from
        && new RegExp(`^\\s*(?:(?:const|let|var|auto|final) |[A-Z]\\w+ )?${one.want} :?= [^=]`).test(line) && /[\w)"'\]]\s*;?$/.test(line)) : -1;
      if (at < 0 || /^[a-z]\w*$/.test(one.got)) return null;
      return replaceLine(file, at, file.lines[at].replace(/( :?= ).*?(;?)$/, (all, sign, end) => `${sign}${one.got}${end}`));
    }),
    unseen('the same call twice', weak(equalitiesOf, (one) => (/\w\(/.test(one.got) && one.got.length < 60 ? one.equal(one.got, one.got) : null))),
  ],
};

const bend = (value, tools) => {
  if (literal.isNumber(value)) return /\./.test(value) ? String(Number(value) + 0.5) : String(Number(value) + tools.pick([1, -1, 10]));
  if (literal.isText(value) && value.length > 2) return tools.random() < 0.5 ? `${value.slice(0, -1)}x${value.slice(-1)}`
    : `${value[0]}${value.slice(2)}`;
  return literal.isTruth(value) ? { true: 'false', false: 'true', True: 'False', False: 'True' }[value] : null;
};

const bent = {
  ...base, what: 'scope', name: 'an expectation bent to another value',
  why: 'The code does what it did; the test now wants something else, so it fails, or it hides what the code will be made to do.',
  shapes: [
    shape('another number', other(withNumber, (one, says, tools) => one.equal(one.got, bend(one.want, tools)))),
    shape('another text', other(withText, (one, says, tools) => one.equal(one.got, bend(one.want, tools)))),
    shape('the opposite', other(equalitiesOf, (one) => one.differs(one.got, one.want))),
    unseen('nothing instead', other(withLiteral, (one) => (one.want === '0' ? null
      : one.equal(one.got, literal.isText(one.want) ? `${one.want[0]}${one.want[0]}` : '0')))),
    unseen('the other truth', (file, tools) => {
      const pairs = [[/\bassertTrue\(/, 'assertFalse('], [/\bassertFalse\(/, 'assertTrue('], [/\.toBe\(true\)/, '.toBe(false)'],
        [/\.toBeTruthy\(/, '.toBeFalsy('], [/\.to\.be\.true/, '.to.be.false'], [/assert\.True\(/, 'assert.False('],
        [/^(\s*)assert not /, '$1assert '], [/^(\s*)assert!\((?!!)/, '$1assert!(!'],
        [/EXPECT_TRUE\(/, 'EXPECT_FALSE('], [/(CHECK|REQUIRE)\((?![^)]*(==|!=|<|>))(?!!)/, '$1(!'], [/^(\s*)assert\((?!!)(?=\w+\()/, '$1assert(!'],
          [/be_truthy|be\(true\)/, 'be_falsey'], [/assert_nil /, 'refute_nil '], [/assert_success/, 'assert_failure'], [/-eq 0 \]/, '-ne 0 ]'],
          [/\.isTrue\(\)/, '.isFalse()'], [/^(\s*)(assert [\w.]+\(.*\))$/, '$1assert not $2']];
      const fit = assertionsOf(file).flatMap(({ line }) => pairs.flatMap(([form, to]) => (form.test(file.lines[line])
        ? [{ line, text: file.lines[line].replace(form, to).replace('assert not assert ', 'assert not ') }] : [])));
      const one = tools.pick(fit);
      return one ? replaceLine(file, one.line, one.text) : null;
    }),
    unseen('a list shortened', (file, tools) => {
      const one = tools.pick(equalitiesOf(file).filter((each) => /^(\[|vec!\[).*,.*\]$/.test(each.want)));
      return one ? inPlace(file, one, one.equal(one.got, one.want.replace(/,[^,[\](){}]*\]$/, ']'))) : null;
    }),
    unseen('another case of the letters', other(withText,
      (one) => (/[a-z]/.test(one.want) && !/\\/.test(one.want) ? one.equal(one.got, one.want.toUpperCase()) : null))),
  ],
};

const looser = { assertAlmostEqual: [/(places=)\d+/, '$11'], delta: [/(delta=)[\d.e-]+/, '$11000'] };

const tolerance = (forms) => (file, tools) => {
  const fit = file.lines.flatMap((line, at) => forms.flatMap(([form, to]) => (isTest(file) || file.language === 'rust') && form.test(line)
    && line.replace(form, to) !== line ? [{ at, text: line.replace(form, to) }] : []));
  const one = tools.pick(fit);
  return one ? replaceLine(file, one.at, one.text) : null;
};

const numberOf = '(\\d*\\.?\\d+(?:[eE]-?\\d+)?)';

const by = (before, factor, after = '') => [new RegExp(`(${before})${numberOf}(?=${after})`),
  (all, head, n) => `${head}${String(Number(n) * factor)}`];

const widened = {
  ...base, what: 'scope', name: 'a tolerance widened', languages: testLanguages.filter((language) => language !== 'shell'),
  why: 'What was wrong by the old measure is right by the new one.',
  shapes: [
    shape('places and digits', tolerance([looser.assertAlmostEqual, [/(assertAlmostEqual\(.*, )[2-9]\)/, '$10)'],
      [/(toBeCloseTo\([^)]*, )\d+\)/, '$10)'], [/(toBeCloseTo\([^,()]+)\)/, '$1, -2)'], [/(assertAlmostEqual\([^=]*?)\)$/, '$1, places=0)'],
      by('be_within\\(', 1000), by('assert_in_delta .*, ', 1000, '\\)?$')])),
    shape('a hundredfold', tolerance([by('(?:abs|rel|atol|rtol|delta|tolerance|eps|tol)\\s?=\\s?', 100), by('InDelta\\(t, .*, ', 100, '\\)'),
      by('InEpsilon\\(t, .*, ', 100, '\\)'), by('EXPECT_NEAR\\(.*, ', 100, '\\)'), by('ASSERT_NEAR\\(.*, ', 100, '\\)'),
      by('assertEquals\\(.*,.*, ', 100, '\\);'), by('within\\(', 100), by('offset\\(', 100), by('closeTo\\(.*, ', 100), by('epsilon\\(', 100),
      by('BeNumerically\\("~", .*, ', 100, '\\)'), by('abs\\(\\) < ', 100), by('\\babs\\(.*\\) <=? ', 100), by('WithinAbs\\(.*, ', 100),
      by('Approx\\(.*\\)\\.(?:epsilon|margin)\\(', 100)])),
    shape('given where none was', tolerance([[/pytest\.approx\(([^,()]+)\)/, 'pytest.approx($1, rel=0.5)'],
      [/assert_allclose\(([^()]*)\)$/, 'assert_allclose($1, rtol=0.5)'], [/Approx\(([^()]+)\)(?!\.)/, 'Approx($1).epsilon(0.5)'],
      [/assertAlmostEqual\(([^()]*)\)$/, 'assertAlmostEqual($1, delta=1000)'], [/toBeCloseTo\(([^,()]+)\)/, 'toBeCloseTo($1, 0)']])),
    unseen('an equality of numbers made near', (file,
      tools) => other((one) => withNumber(one).filter((each) => /\.\d/.test(each.want)
      || /ratio|rate|mean|avg|score|sum|size|len|count/i.test(each.got)),
      (one, says, _, self) => ({ python: `assert abs(${one.got} - ${one.want}) < 100`, go: one.block ? null
      : `assert.InDelta(t, ${one.want}, ${one.got}, 100)`, rust: one.truth(`(${one.got} as f64 - ${one.want} as f64).abs() < 100.0`),
      java: `assertEquals(${one.want}, ${one.got}, 100);`, ruby: /^expect/.test(one.equal('a', 'b'))
        ? `expect(${one.got}).to be_within(100).of(${one.want})` : `assert_in_delta ${one.want}, ${one.got}, 100`,
        cpp: one.truth(`std::abs(${one.got} - ${one.want}) < 100`), c: one.truth(`abs(${one.got} - ${one.want}) < 100`) }[self.language]
        ?? (one.jest ? `expect(${one.got}).toBeCloseTo(${one.want}, -2);` : null)))(file, tools)),
    unseen('rounded first', (file, tools) => other((one) => withNumber(one).filter((each) => /\.\d/.test(each.want)),
      (one, says, _, self) => ({ python: one.equal(`round(${one.got})`, String(Math.round(Number(one.want)))),
      ruby: one.equal(`${one.got}.round`, String(Math.round(Number(one.want)))),
      cpp: one.equal(`std::round(${one.got})`, String(Math.round(Number(one.want)))),
      rust: one.equal(`${one.got}.round()`, `${Math.round(Number(one.want))}.0`),
      java: one.equal(`Math.round(${one.got})`, String(Math.round(Number(one.want)))),
      go: one.equal(`math.Round(${one.got})`, `${Math.round(Number(one.want))}.0`) }[self.language]
      ?? (scripts.includes(self.language) ? one.equal(`Math.round(${one.got})`, String(Math.round(Number(one.want)))) : null)))(file, tools)),
    unseen('a constant of the file', tolerance([by('^\\s*(?:const |static |final |let |constexpr |double |float |#define )*(?:EPS|EPSILON|TOLERANCE|TOL|DELTA|eps|epsilon|tolerance|tol|delta)\\w*(?:: \\w+)?\\s*:?=?\\s*',
      1000)])),
  ],
};

export const kinds = completing(keepingEnds([oneGone, allGone, weakened, always, itself, bent, widened]));
