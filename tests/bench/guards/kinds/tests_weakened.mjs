// Assertions taken out, made to say less, or made to say what is always so.
import { keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { equalitiesOf, expressions, inPlace, literal, other, shuffled, testWith, withLiteral, withNumber, withText } from './lib/assertions.mjs';
import { aTest, checksOf, completing, conditional, deeper, fails, holdsText, isTest, returnOf, testLanguages, unitOf,
  whole } from './lib/tests.mjs';
import { assertionsOf, indentOf, replaceLine, replaceLines, testsOf } from '../source.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

// Assertions that stand in the body of their test itself, so that taking them out leaves a whole body.
const plainOnes = (file) => assertionsOf(file).flatMap(({ line }) => {
  const test = testWith(file, line);
  return test && indentOf(file.lines[line]) === test.bodyIndent && !/[\\,({[|&]\s*$|\b(then|do|else)\s*$/.test(file.lines[line - 1]) ? [{ line, test }] : [];
});
const others = (file, test) => checksOf(file, test).length > 1;
// Go refuses names nobody uses.
const unused = (file, line) => {
  if (file.language !== 'go') return [];
  const names = [...new Set(file.lines[line].match(/\b(?!t\b|assert|require|nil|true|false)[a-z]\w*(?=[,)])/g) ?? [])].filter((name) => new RegExp(`\\b${name}\\b.*:=`).test(file.text));
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
      const one = tools.pick(withLiteral(file).filter((each) => { const test = testWith(file, each.from); return test && others(file, test) && indentOf(file.lines[each.from]) === test.bodyIndent; }));
      return one ? replaceLines(file, one.from, one.to, ...(file.language === 'go' && /^[a-z]\w*$/.test(one.got) ? [`${one.indent}_ = ${one.got}`] : [])) : null;
    }),
    unseen('two in a row', (file, tools) => {
      const all = plainOnes(file);
      const one = tools.pick(all.filter(({ line, test }) => all.some((two) => two.line === line + 1) && checksOf(file, test).length > 2));
      return one ? replaceLines(file, one.line, one.line + 2, ...unused(file, one.line), ...unused(file, one.line + 1)) : null;
    }),
    unseen('all but the first of a test', (file, tools) => {
      const all = plainOnes(file);
      const first = tools.pick(all.filter(({ line, test }) => all.filter((two) => two.test.from === test.from).length > 2 && !all.some((two) => two.test.from === test.from && two.line < line)));
      if (!first || file.language === 'go') return null;
      return all.filter(({ line, test }) => test.from === first.test.from && line > first.line).reverse().reduce((lines, { line }) => { lines.splice(line, 1); return lines; }, [...file.lines]).join('\n');
    }),
    unseen('a message in its place', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => { const test = testWith(file, each.from); return test && others(file, test); }));
      const say = one && said(file, one.got);
      return say ? inPlace(file, one, say) : null;
    }),
  ],
};

function said(file, got) {
  return { python: `print(${got})`, go: `t.Log(${got})`, rust: `println!("{:?}", ${got});`, java: `System.out.println(${got});`, ruby: `puts ${got}`, shell: `echo ${got}`, c: null, cpp: null }[file.language] ?? (scripts.includes(file.language) ? `console.log(${got});` : null);
}

const allGone = {
  ...base, what: 'scope', name: 'all assertions of a test taken out',
  why: 'The test passes as long as nothing is thrown; what it was written for is not checked.',
  shapes: [
    shape('and nothing in their place', (file, tools) => without(file, tools, () => [])),
    shape('the results thrown away', (file, tools) => without(file, tools, (got) => [thrown(file, got)])),
    shape('the results printed', (file, tools) => without(file, tools, (got) => [said(file, got)])),
    unseen('a remark that it works', (file, tools) => without(file, tools, () => [`${['python', 'ruby', 'shell'].includes(file.language) ? '#' : '//'} ${tools.pick(['should not fail', 'no error is enough here', 'verified manually'])}`])),
    unseen('something true in their place', (file, tools) => without(file, tools, (got, one) => [one.truth(tools.pick(expressions[file.language].always))])),
    unseen('in the whole file', (file) => {
      const all = plainOnes(file);
      if (all.length < 3 || file.language === 'go') return null;
      const bare = (line) => file.language === 'python' && !file.lines.slice(testWith(file, line).open + 1, testWith(file, line).close).some((text, at) => text.trim() && !all.some((one) => one.line === testWith(file, line).open + 1 + at));
      const lines = [...file.lines];
      for (const { line } of [...all].reverse()) lines.splice(line, 1, ...(bare(line) ? [`${indentOf(file.lines[line])}pass`] : []));
      return lines.join('\n');
    }),
  ],
};

const thrown = (file, got) => ({ python: `_ = ${got}`, go: `_ = ${got}`, rust: `let _ = ${got};`, c: `(void)${got};`, cpp: `(void)${got};`, java: `Object ignored = ${got};`, ruby: got, shell: `: ${got}` }[file.language] ?? `void ${got};`);

// A test all of whose checks are equalities we can read, with lines of another kind beside them.
function without(file, tools, make) {
  const all = equalitiesOf(file);
  const tests = testsOf(file).filter((test) => {
    const mine = all.filter((one) => one.from > test.open && one.to <= test.close);
    const lines = new Set(mine.flatMap((one) => Array.from({ length: one.to - one.from }, (_, at) => one.from + at)));
    return mine.length > 0 && mine.every((one) => one.indent === test.bodyIndent) && checksOf(file, test).every((line) => lines.has(line)) && test.close - test.open - 1 > lines.size + 0;
  });
  const test = tools.pick(tests);
  if (!test) return null;
  const lines = [...file.lines];
  for (const one of all.filter((each) => each.from > test.open && each.to <= test.close).reverse()) {
    const made = make(one.got, one);
    if (made.some((text) => text === null)) return null;
    const keep = file.language === 'go' && made.length === 0 ? [one.got, one.want].filter((name) => /^[a-z]\w*$/.test(name)).map((name) => `_ = ${name}`) : made;
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
    shape('that something is there', weak(withLiteral, (one, says) => (literal.isEmpty(one.want) ? null : one.there ? one.there(one.got) : literal.isText(one.want) ? one.truth(says.part(one.got, one.want)) : null))),
    shape('a bound', weak(withNumber, (one, says) => one.truth(says.bound(one.got, one.want)))),
    shape('only its kind', weak(withLiteral, (one, says) => { const kind = says.kind(one.got, one.want); return kind ? one.truth(kind) : null; })),
    unseen('only its length', weak(withText, (one, says) => { const size = says.size(one.got, one.want); return size ? one.truth(size) : null; })),
    unseen('one of two', weak(withLiteral, (one, says) => { const either = literal.isEmpty(one.want) ? null : says.either(one.got, one.want); return either ? one.truth(either) : null; })),
    unseen('that it holds a part', weak(withText, (one, says) => one.truth(says.part(one.got, one.want)))),
    unseen('that it differs from another', weak(withLiteral, (one) => one.differs(one.got, literal.isText(one.want) ? `${one.want[0]}wrong${one.want[0]}` : '987654'))),
    unseen('in a pattern that takes all', (file, tools) => weak(withText, (one) => ({ python: `assert re.match(r".*", ${one.got})`, go: one.block ? null : `assert.Regexp(t, ".*", ${one.got})`, ruby: /^expect/.test(one.equal('a', 'b')) ? `expect(${one.got}).to match(/.*/)` : `assert_match(/.*/, ${one.got})` }[file.language] ?? (one.jest ? `expect(${one.got}).toMatch(/.*/);` : null)))(file, tools)),
  ],
};

const always = {
  ...base, name: 'an assertion that always holds',
  why: 'It cannot fail, whatever the code does.',
  shapes: [
    shape('true', weak(equalitiesOf, (one, says) => one.truth(says.always[0]))),
    shape('a comparison of constants', weak(equalitiesOf, (one, says) => one.truth(says.always[1]))),
    shape('or true', weak(withLiteral, (one, says, file) => ({ python: `assert ${one.got} == ${one.want} or True`, rust: `assert!(${one.got} == ${one.want} || true);`, ruby: one.truth(`${one.got} == ${one.want} || true`), go: one.truth(`${one.got} == ${one.want} || true`), java: one.truth(literal.isText(one.want) ? `${one.want}.equals(${one.got}) || true` : `${one.got} == ${one.want} || true`),
      c: literal.isNumber(one.want) ? one.truth(`${one.got} == ${one.want} || 1`) : null, cpp: one.truth(`(${one.got} == ${one.want} || true)`), shell: `${one.equal(one.got, one.want)} || true` }[file.language] ?? (scripts.includes(file.language) ? one.truth(`${one.got} === ${one.want} || true`) : null)))),
    unseen('a length of at least nothing', weak(withText, (one, says, file) => ({ python: `assert len(${one.got}) >= 0`, go: one.truth(`len(${one.got}) >= 0`), rust: one.truth(`${one.got}.len() >= 0`), java: one.truth(`${one.got}.length() >= 0`), ruby: one.truth(`${one.got}.length >= 0`), cpp: one.truth(`std::string(${one.got}).size() >= 0`), c: one.truth(`strlen(${one.got}) >= 0`), shell: `[ \${#x} -ge 0 ]` }[file.language]
      ?? (scripts.includes(file.language) ? one.truth(`${one.got}.length >= 0`) : null)))),
    unseen('a text that is true', weak(equalitiesOf, (one, says, file) => ({ python: `assert (${one.got} == ${one.want}, "differs")`, shell: '[ "differs" ]', ruby: /^expect/.test(one.equal('a', 'b')) ? "expect('equal').to be_truthy" : "assert 'equal'", c: one.truth('"equal"'), cpp: one.truth('"equal"') }[file.language] ?? (scripts.includes(file.language) ? (one.jest ? "expect('equal').toBeTruthy();" : one.node ? "assert.ok('equal');" : null) : null)))),
    unseen('either way', weak(withLiteral, (one, says, file) => ({ python: `assert ${one.got} == ${one.want} or ${one.got} != ${one.want}`, shell: `[ ${one.got} = ${one.want} ] || [ ${one.got} != ${one.want} ]`, rust: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`), go: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`), ruby: one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`),
      cpp: one.truth(`(${one.got} == ${one.want} || ${one.got} != ${one.want})`), c: literal.isNumber(one.want) ? one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`) : null, java: literal.isNumber(one.want) ? one.truth(`${one.got} == ${one.want} || ${one.got} != ${one.want}`) : null }[file.language] ?? (scripts.includes(file.language) ? one.truth(`${one.got} === ${one.want} || ${one.got} !== ${one.want}`) : null)))),
    unseen('called and not compared', weak(withLiteral, (one, says, file) => ({ python: null, ruby: `expect(${one.got})`, java: `assertThat(${one.got});` }[file.language] ?? (one.jest ? `expect(${one.got});` : null)))),
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
      const keep = one && ({ python: `${name} = ${one.got}`, go: `${name} := ${one.got}`, rust: `let ${name} = ${one.got};`, java: `var ${name} = ${one.got};`, ruby: `${name} = ${one.got}`, shell: `${name}=${one.got}`, cpp: `const auto ${name} = ${one.got};`, c: null }[file.language] ?? (scripts.includes(file.language) ? `const ${name} = ${one.got};` : null));
      return keep && !new RegExp(`\\b${name}\\b`).test(file.text) ? inPlace(file, one, `${keep}\n${one.equal(one.got, file.language === 'shell' ? `"$${name}"` : name)}`) : null;
    }),
    unseen('the wanted value taken from the result', (file, tools) => {
      const one = tools.pick(equalitiesOf(file).filter((each) => /^[a-z]\w*$/.test(each.want) && !literal.isTruth(each.want)));
      if (!one) return null;
      const test = testWith(file, one.from);
      const at = test ? file.lines.findIndex((line, index) => index > test.open && index < one.from && new RegExp(`^\\s*(?:(?:const|let|var|auto|final) |[A-Z]\\w+ )?${one.want} :?= [^=]`).test(line) && /[\w)"'\]]\s*;?$/.test(line)) : -1;
      if (at < 0 || /^[a-z]\w*$/.test(one.got)) return null;
      return replaceLine(file, at, file.lines[at].replace(/( :?= ).*?(;?)$/, (all, sign, end) => `${sign}${one.got}${end}`));
    }),
    unseen('the same call twice', weak(equalitiesOf, (one) => (/\w\(/.test(one.got) && one.got.length < 60 ? one.equal(one.got, one.got) : null))),
  ],
};

const bend = (value, tools) => {
  if (literal.isNumber(value)) return /\./.test(value) ? String(Number(value) + 0.5) : String(Number(value) + tools.pick([1, -1, 10]));
  if (literal.isText(value) && value.length > 2) return tools.random() < 0.5 ? `${value.slice(0, -1)}x${value.slice(-1)}` : `${value[0]}${value.slice(2)}`;
  return literal.isTruth(value) ? { true: 'false', false: 'true', True: 'False', False: 'True' }[value] : null;
};

const bent = {
  ...base, what: 'scope', name: 'an expectation bent to another value',
  why: 'The code does what it did; the test now wants something else, so it fails, or it hides what the code will be made to do.',
  shapes: [
    shape('another number', other(withNumber, (one, says, tools) => one.equal(one.got, bend(one.want, tools)))),
    shape('another text', other(withText, (one, says, tools) => one.equal(one.got, bend(one.want, tools)))),
    shape('the opposite', other(equalitiesOf, (one) => one.differs(one.got, one.want))),
    unseen('nothing instead', other(withLiteral, (one) => (one.want === '0' ? null : one.equal(one.got, literal.isText(one.want) ? `${one.want[0]}${one.want[0]}` : '0')))),
    unseen('the other truth', (file, tools) => {
      const pairs = [[/\bassertTrue\(/, 'assertFalse('], [/\bassertFalse\(/, 'assertTrue('], [/\.toBe\(true\)/, '.toBe(false)'], [/\.toBeTruthy\(/, '.toBeFalsy('], [/\.to\.be\.true/, '.to.be.false'], [/assert\.True\(/, 'assert.False('], [/^(\s*)assert not /, '$1assert '], [/^(\s*)assert!\((?!!)/, '$1assert!(!'],
        [/EXPECT_TRUE\(/, 'EXPECT_FALSE('], [/(CHECK|REQUIRE)\((?![^)]*(==|!=|<|>))(?!!)/, '$1(!'], [/^(\s*)assert\((?!!)(?=\w+\()/, '$1assert(!'], [/be_truthy|be\(true\)/, 'be_falsey'], [/assert_nil /, 'refute_nil '], [/assert_success/, 'assert_failure'], [/-eq 0 \]/, '-ne 0 ]'], [/\.isTrue\(\)/, '.isFalse()'], [/^(\s*)(assert [\w.]+\(.*\))$/, '$1assert not $2']];
      const fit = assertionsOf(file).flatMap(({ line }) => pairs.flatMap(([form, to]) => (form.test(file.lines[line]) ? [{ line, text: file.lines[line].replace(form, to).replace('assert not assert ', 'assert not ') }] : [])));
      const one = tools.pick(fit);
      return one ? replaceLine(file, one.line, one.text) : null;
    }),
    unseen('a list shortened', (file, tools) => {
      const one = tools.pick(equalitiesOf(file).filter((each) => /^(\[|vec!\[).*,.*\]$/.test(each.want)));
      return one ? inPlace(file, one, one.equal(one.got, one.want.replace(/,[^,[\](){}]*\]$/, ']'))) : null;
    }),
    unseen('another case of the letters', other(withText, (one) => (/[a-z]/.test(one.want) && !/\\/.test(one.want) ? one.equal(one.got, one.want.toUpperCase()) : null))),
  ],
};

const looser = { assertAlmostEqual: [/(places=)\d+/, '$11'], delta: [/(delta=)[\d.e-]+/, '$11000'] };
const tolerance = (forms) => (file, tools) => {
  const fit = file.lines.flatMap((line, at) => forms.flatMap(([form, to]) => (isTest(file) || file.language === 'rust') && form.test(line) && line.replace(form, to) !== line ? [{ at, text: line.replace(form, to) }] : []));
  const one = tools.pick(fit);
  return one ? replaceLine(file, one.at, one.text) : null;
};
const numberOf = '(\\d*\\.?\\d+(?:[eE]-?\\d+)?)';
const by = (before, factor, after = '') => [new RegExp(`(${before})${numberOf}(?=${after})`), (all, head, n) => `${head}${String(Number(n) * factor)}`];

const widened = {
  ...base, what: 'scope', name: 'a tolerance widened', languages: testLanguages.filter((language) => language !== 'shell'),
  why: 'What was wrong by the old measure is right by the new one.',
  shapes: [
    shape('places and digits', tolerance([looser.assertAlmostEqual, [/(assertAlmostEqual\(.*, )[2-9]\)/, '$10)'], [/(toBeCloseTo\([^)]*, )\d+\)/, '$10)'], [/(toBeCloseTo\([^,()]+)\)/, '$1, -2)'], [/(assertAlmostEqual\([^=]*?)\)$/, '$1, places=0)'], by('be_within\\(', 1000), by('assert_in_delta .*, ', 1000, '\\)?$')])),
    shape('a hundredfold', tolerance([by('(?:abs|rel|atol|rtol|delta|tolerance|eps|tol)\\s?=\\s?', 100), by('InDelta\\(t, .*, ', 100, '\\)'), by('InEpsilon\\(t, .*, ', 100, '\\)'), by('EXPECT_NEAR\\(.*, ', 100, '\\)'), by('ASSERT_NEAR\\(.*, ', 100, '\\)'), by('assertEquals\\(.*,.*, ', 100, '\\);'), by('within\\(', 100), by('offset\\(', 100), by('closeTo\\(.*, ', 100), by('epsilon\\(', 100), by('BeNumerically\\("~", .*, ', 100, '\\)'), by('abs\\(\\) < ', 100), by('\\babs\\(.*\\) <=? ', 100), by('WithinAbs\\(.*, ', 100), by('Approx\\(.*\\)\\.(?:epsilon|margin)\\(', 100)])),
    shape('given where none was', tolerance([[/pytest\.approx\(([^,()]+)\)/, 'pytest.approx($1, rel=0.5)'], [/assert_allclose\(([^()]*)\)$/, 'assert_allclose($1, rtol=0.5)'], [/Approx\(([^()]+)\)(?!\.)/, 'Approx($1).epsilon(0.5)'], [/assertAlmostEqual\(([^()]*)\)$/, 'assertAlmostEqual($1, delta=1000)'], [/toBeCloseTo\(([^,()]+)\)/, 'toBeCloseTo($1, 0)']])),
    unseen('an equality of numbers made near', (file, tools) => other((one) => withNumber(one).filter((each) => /\.\d/.test(each.want) || /ratio|rate|mean|avg|score|sum|size|len|count/i.test(each.got)), (one, says, _, self) => ({ python: `assert abs(${one.got} - ${one.want}) < 100`, go: one.block ? null : `assert.InDelta(t, ${one.want}, ${one.got}, 100)`, rust: one.truth(`(${one.got} as f64 - ${one.want} as f64).abs() < 100.0`),
      java: `assertEquals(${one.want}, ${one.got}, 100);`, ruby: /^expect/.test(one.equal('a', 'b')) ? `expect(${one.got}).to be_within(100).of(${one.want})` : `assert_in_delta ${one.want}, ${one.got}, 100`, cpp: one.truth(`std::abs(${one.got} - ${one.want}) < 100`), c: one.truth(`abs(${one.got} - ${one.want}) < 100`) }[self.language] ?? (one.jest ? `expect(${one.got}).toBeCloseTo(${one.want}, -2);` : null)))(file, tools)),
    unseen('rounded first', (file, tools) => other((one) => withNumber(one).filter((each) => /\.\d/.test(each.want)), (one, says, _, self) => ({ python: one.equal(`round(${one.got})`, String(Math.round(Number(one.want)))), ruby: one.equal(`${one.got}.round`, String(Math.round(Number(one.want)))), cpp: one.equal(`std::round(${one.got})`, String(Math.round(Number(one.want)))), rust: one.equal(`${one.got}.round()`, `${Math.round(Number(one.want))}.0`), java: one.equal(`Math.round(${one.got})`, String(Math.round(Number(one.want)))), go: one.equal(`math.Round(${one.got})`, `${Math.round(Number(one.want))}.0`) }[self.language]
      ?? (scripts.includes(self.language) ? one.equal(`Math.round(${one.got})`, String(Math.round(Number(one.want)))) : null)))(file, tools)),
    unseen('a constant of the file', tolerance([by('^\\s*(?:const |static |final |let |constexpr |double |float |#define )*(?:EPS|EPSILON|TOLERANCE|TOL|DELTA|eps|epsilon|tolerance|tol|delta)\\w*(?:: \\w+)?\\s*:?=?\\s*', 1000)])),
  ],
};

const errors = {
  ...base, what: 'scope', name: 'an expected error checked less',
  why: 'Any failure passes now, also one for another reason.',
  shapes: [
    shape('any error', errorBy({
      python: [[/pytest\.raises\(\w[\w.]*(?=\))/, 'pytest.raises(Exception'], [/(assertRaises(?:Regex)?\()\w[\w.]*/, '$1Exception']], go: [[/\.ErrorIs\((t, \w+), [^)]+\)/, '.Error($1)'], [/!errors\.Is\((\w+), [^)]+\)/, '$1 == nil'], [/\.EqualError\((t, \w+), .*\)$/, '.Error($1)']], rust: [[/#\[should_panic\(expected = .*\)\]/, '#[should_panic]'], [/assert!\(matches!\((.+), Err\([^)]*\)?\(?.*\)\)\);/, 'assert!($1.is_err());']],
      java: [[/(assertThrows(?:Exactly)?\()\w+\.class/, '$1Exception.class'], [/@Test\(expected = \w+\.class\)/, '@Test(expected = Exception.class)']], ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error'], [/(assert_raises[( ])\s?[A-Z][\w:]*/, '$1StandardError']], cpp: [[/(CHECK|REQUIRE)_THROWS_AS\((.*), [\w:& ]+\);/, '$1_THROWS($2);'], [/EXPECT_THROW\((.*), [\w:]+\);/, 'EXPECT_ANY_THROW($1);']],
      c: [[/assert_int_equal\((\w+), -E?\w+\);/, 'assert_true($1 < 0);'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, 'assert($1 < 0);'], [/TEST_ASSERT_EQUAL(?:_INT)?\(-\w+, (?!-?\d)(.*)\);/, 'TEST_ASSERT_TRUE($1 < 0);']], shell: [[/\[ "\$status" -eq [1-9]\d* \]/, '[ "$status" -ne 0 ]'], [/assert_failure \d+/, 'assert_failure']],
      script: [[/\.toThrow(?:Error)?\([^)]+\)/, '.toThrow()'], [/(assert\.(?:throws|rejects)\(.*), (?:\w+|\/.*\/\w*)\);/, '$1);'], [/\.to\.throw\([^)]+\)/, '.to.throw()']],
    })),
    shape('without its message', errorBy({
      python: [[/(raises\(\w[\w.]*), match=.*?\)(?=:| as)/, '$1)'], [/assertRaisesRegex\((\w+), [^)]*\)/, 'assertRaises($1)']], go: [[/\.ErrorContains\((t, \w+), .*\)$/, '.Error($1)'], [/ \|\| !strings\.Contains\(err\.Error\(\), .*\) \{$/, ' {']], rust: [[/(assert!\(.*\.is_err)\(\)[^;]*;/, '$1());'], [/^(\s*)assert_eq!\(.*(?:err|error)\.to_string\(\), .*\);$/, '$1let _ = 0;']], java: [[/\.(?:hasMessage(?:Containing)?|withMessage)\([^)]*\)/, ''], [/^(\s*)assertEquals\("[^"]*", \w+\.getMessage\(\)\);$/, '$1']],
      ruby: [[/raise_error\(([A-Z][\w:]*), [^)]*\)/, 'raise_error($1)'], [/^(\s*)assert_(?:equal|match) .*\.message.*$/, '$1']], cpp: [[/(CHECK|REQUIRE)_THROWS_WITH(?:_AS)?\((.*), ".*"(?:, .*)?\);/, '$1_THROWS($2);']], shell: [[/^(\s*)\[\[ "\$output" == .*\]\]$/, '$1true']], c: [[/^(\s*)assert_string_equal\(.*(?:err|msg).*\);$/, '$1(void)0;']],
      script: [[/\.(rejects\.)?toThrow(?:Error)?\((['"`/]).*\2\w*\)/, '.$1toThrow()'], [/^(\s*)expect\(.*\.message\)\..*;$/, '$1'], [/^(\s*)assert\.(?:equal|match|strictEqual)\(err(?:or)?\.message.*;$/, '$1']],
    })),
    shape('the widest of all', errorBy({
      python: [[/pytest\.raises\(\w[\w.]*/, 'pytest.raises(BaseException'], [/(assertRaises(?:Regex)?\()\w[\w.]*/, '$1BaseException']], java: [[/(assertThrows(?:Exactly)?\()\w+\.class/, '$1Throwable.class'], [/@Test\(expected = \w+\.class\)/, '@Test(expected = Throwable.class)']], ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error(Exception)'], [/(assert_raises[( ])\s?[A-Z][\w:]*/, '$1Exception']], cpp: [[/(CHECK_THROWS_AS|REQUIRE_THROWS_AS|EXPECT_THROW)\((.*), [\w:& ]+\);/, '$1($2, std::exception);']],
      script: [[/\.toThrow(?:Error)?\([A-Z]\w+\)/, '.toThrow(Error)'], [/(assert\.(?:throws|rejects)\(.*), \w+\);/, '$1, Error);']], go: [[/\.ErrorAs\((t, \w+), .*\)$/, '.Error($1)'], [/!errors\.As\((\w+), [^)]+\)/, '$1 == nil']],
    })),
    unseen('no error needed', errorBy({
      python: [[/with (?:pytest\.raises|self\.assertRaises)\((\w[\w.]*)(?:, match=.*)?\):/, 'with contextlib.suppress($1):']], script: [[/(await )?expect\((.*)\)\.(?:rejects\.|resolves\.)?toThrow(?:Error)?\(.*\);/, 'expect($2).toBeDefined();'], [/assert\.throws\((\(\) => .*?), .*\);/, '$1;']], java: [[/(?<!\w)assertThrows\(\w+\.class, (\(\) -> .*)\);/, 'assertNotNull((Runnable) $1);'], [/@Test\(expected = \w+\.class\)/, '@Test']],
      go: [[/^(\s*)(?:assert|require)\.(?:Error|ErrorIs|EqualError|ErrorContains)\(t, (\w+).*\)$/, '$1_ = $2']], rust: [[/^(\s*)assert!\((.*)\.is_err\(\)\);/, '$1let _ = $2;'], [/^(\s*)#\[should_panic.*\]$/, '$1']], cpp: [[/(CHECK|REQUIRE)_THROWS(?:_AS|_WITH)?\((.*?)(?:, [\w:& "]+)?\);/, 'try { $2; } catch (...) {}']], ruby: [[/expect \{ (.*) \}\.to raise_error.*/, '($1) rescue nil'], [/assert_raises\(?\s?[\w:]*\)? \{ (.*) \}/, '($1) rescue nil']],
      shell: [[/^(\s*)\[ "\$status" -(?:eq [1-9]\d*|ne 0) \]/, '$1[ -n "$status" ]'], [/^(\s*)assert_failure.*/, '$1true']], c: [[/assert_int_equal\((\w+), -E?\w+\);/, '(void)$1;'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, '(void)$1;']],
    })),
    unseen('not what is said about it', errorBy({
      python: [[/^(\s*)assert .*\b(?:str\()?(?:exc|excinfo|e|err|error|cm|ctx)(?:_?info)?\.(?:value|exception).*$/, '$1pass']], script: [[/\.rejects\.toMatchObject\(.*\)/, '.rejects.toBeDefined()'], [/^(\s*)expect\((?:e|err|error)(?:\.\w+)?\)\..*$/, '$1void 0;']], go: [[/^(\s*)(?:assert|require)\.(?:Contains|Equal)\(t, .*err\.Error\(\).*\)$/, '$1_ = err']], java: [[/^(\s*)assert\w+\(.*\be(?:x|xpected|xception|rror)?\.getMessage\(\).*\);$/, '$1// message not checked']],
      ruby: [[/^(\s*)(?:assert|expect).*\b(?:e|err|error|exception)\.message.*$/, '$1nil']], rust: [[/^(\s*)assert.*(?:err|e)\.(?:kind|to_string)\(\).*;$/, '$1// the message may change']], shell: [[/^(\s*)\[\[? "\$\{?(?:output|lines\[\d\]|stderr)\}?" .*[Ee]rror.* \]\]?$/, '$1:']], cpp: [[/^(\s*)(?:EXPECT|ASSERT|CHECK|REQUIRE)\w*\(.*(?:\berr\b|\.what\(\)).*".*"\);$/, '$1// message not checked']], c: [[/^(\s*)assert.*(?:\berr\b|strerror|strcmp\(.*err).*;$/, '$1/* message not checked */']],
    })),
    unseen('an error or none', errorBy({
      script: [[/expect\((.*)\)\.toThrow(?:Error)?\(.*\);/, 'expect(typeof ($1)).toBe("function");']], go: [[/^(\s*)(?:assert|require)\.(?:Error|ErrorIs|EqualError|ErrorContains)\(t, (\w+).*\)$/, '$1assert.True(t, $2 == nil || $2 != nil)']], rust: [[/assert!\((.*)\.is_err\(\)\);/, 'let result = $1;\n        assert!(result.is_err() || result.is_ok());']], shell: [[/\[ "\$status" -(?:eq [1-9]\d*|ne 0) \]/, '[ "$status" -ge 0 ]']],
      python: [[/pytest\.raises\((\w[\w.]*)/, 'pytest.raises(($1, Exception)'], [/self\.assertRaises\((\w[\w.]*)\)/, 'self.assertRaises(($1, Exception))']], c: [[/assert_int_equal\((\w+), -E?\w+\);/, 'assert_true($1 <= 0);'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, 'assert($1 <= 0);']], ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error(StandardError).or(be_nil)']], java: [[/(assertThrows\()(\w+)\.class/, '$1Throwable.class']], cpp: [[/(CHECK|REQUIRE)_THROWS(?:_AS|_WITH)?\((.*?)(?:, [\w:& "]+)?\);/, '$1((static_cast<void>($2), true));']],
    })),
  ],
};

function errorBy(forms) {
  return (file, tools) => {
    const own = forms[scripts.includes(file.language) ? 'script' : file.language];
    if (!own || !(isTest(file) || file.language === 'rust')) return null;
    const fit = file.lines.flatMap((line, at) => own.flatMap(([form, to]) => (form.test(line) && line.replace(form, to) !== line && !/^\s*(#(?!\[)|\/\/)/.test(line) ? [{ at, text: line.replace(form, to) }] : [])));
    const one = tools.pick(fit);
    return one ? (one.text.trim() ? replaceLine(file, one.at, one.text) : replaceLines(file, one.at, one.at + 1)) : null;
  };
}

const answered = (forms) => errorBy(Object.fromEntries(['python', 'script', 'go', 'ruby', 'java', 'rust'].map((language) => [language, forms[language] ?? []])));
const answers = {
  ...base, what: 'scope', name: 'the answer of a service checked less', languages: ['python', ...scripts, 'go', 'ruby', 'java', 'rust'],
  why: 'The test sends its request and takes nearly every answer for right.',
  shapes: [
    shape('any status', answered({ python: [[/(assert \w+\.status_code) == \d+/, '$1'], [/(\w+\.status_code) == (\d+)/, '$1 >= 200']], script: [[/\.expect\(\d{3}(, \w+)?\)/, '.expect(() => {})'], [/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).toBeDefined()'], [/assert\.(?:equal|strictEqual)\((\w+\.status(?:Code)?), \d+\)/, 'assert.ok($1)']],
      go: [[/assert\.Equal\(t, (?:http\.Status\w+|\d{3}), (.*)\)/, 'assert.NotZero(t, $1)'], [/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 == 0 {']], ruby: [[/expect\(response\)\.to have_http_status\(.*\)/, 'expect(response).not_to be_nil'], [/assert_response .*/, 'assert response'], [/expect\((.*status)\)\.to eq\(?\s?\d+\)?/, 'expect($1).to be > 0']], java: [[/\.andExpect\(status\(\)\.\w+\(\)\)/, ''], [/assertEquals\((?:\d{3}|HttpStatus\.\w+), (.*[sS]tatus.*)\);/, 'assertNotNull($1);']], rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert!($1.as_u16() > 0);']] })),
    shape('the link of the chain gone', answered({ script: [[/\.expect\([^()]*(?:\([^()]*\)[^()]*)*\)(?=\.|;|$)/, '']], java: [[/^(\s*)\.andExpect\(.*\)$/, '$1']], ruby: [[/\.and (?:have|include)\w*.*$/, '']], python: [[/^(\s*)\w+\.raise_for_status\(\)$/, '$1pass']], go: [[/^(\s*)require\.Equal\(t, http\.Status\w+, .*\)$/, '$1']], rust: [[/\.assert\(\)\.success\(\)/, ''], [/\.error_for_status\(\)\?/, '']] })),
    shape('a range', answered({ python: [[/(\w+\.status_code) == (\d+)/, '$1 < 600'], [/(\w+\.status_code), (\d+)\)/, '$1 < 600, True)']], script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).toBeLessThan(600)'], [/assert\.(?:equal|strictEqual)\((\w+\.status(?:Code)?), \d+\)/, 'assert.ok($1 < 600)']], go: [[/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 >= 600 {']], ruby: [[/expect\((.*status)\)\.to eq\(?\s?\d+\)?/, 'expect($1).to be < 600']], java: [[/status\(\)\.\w+\(\)/, 'status().is(lessThan(600))']], rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert!($1.as_u16() < 600);']] })),
    unseen('one of several', answered({ python: [[/(\w+\.status_code) == (\d+)/, '$1 in (200, 201, 204, 400, 404, 500, $2)']], script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\((\d+)\)/, 'expect([200, 400, 404, 500, $2]).toContain($1)']], go: [[/(\w+\.(?:Code|StatusCode)) != (http\.Status\w+|\d{3}) \{/, '$1 != $2 && $1 != 500 {']], ruby: [[/expect\((.*status)\)\.to eq\(?\s?(\d+)\)?/, 'expect([200, 404, 500, $2]).to include($1)']], java: [[/status\(\)\.is[A-Z]\w+\(\)/, 'status().is(anything())']], rust: [[/assert_eq!\((.*\.status\(\)), (.*)\);/, 'assert!([$2, StatusCode::NOT_FOUND].contains(&$1));']] })),
    unseen('the body not looked at', answered({ python: [[/assert (\w+)\.json\(\) == .*[^([{,]$/, 'assert $1.json() is not None'], [/assert (.*) in (\w+)\.(text|content|data)$/, 'assert $2.$3 is not None']], script: [[/expect\((\w+\.body.*?)\)\.to\w+\(.*\)/, 'expect($1).toBeDefined()'], [/\.expect\((\d{3}), [^)]+\)/, '.expect($1)'], [/assert\.(?:equal|deepEqual|strictEqual|deepStrictEqual)\((\w+\.body.*?), .*\)/, 'assert.ok($1)']], go: [[/assert\.(?:Equal|JSONEq|Contains)\(t, .*, (\w+\.Body\.String\(\))\)/, 'assert.NotNil(t, $1)']], ruby: [[/expect\((.*body.*)\)\.to (?:eq|include)\W.*/, 'expect($1).not_to be_nil']], java: [[/jsonPath\(("[^"]*")\)\.value\(.*\)\)/, 'jsonPath($1).exists())']], rust: [[/assert_eq!\((.*(?:body|text).*), ".*"\);/, 'assert!(!$1.is_empty());']] })),
    unseen('the other way round', answered({ python: [[/(assert \w+\.status_code) == (\d+)/, '$1 != 599']], script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).not.toBe(599)']], go: [[/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 == 599 {']], ruby: [[/expect\((.*status)\)\.to eq\(?\s?(\d+)\)?/, 'expect($1).not_to eq(599)']], java: [[/assertEquals\((?:\d{3}|HttpStatus\.\w+), (.*[sS]tatus.*)\);/, 'assertNotEquals(599, $1);']], rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert_ne!($1, StatusCode::IM_A_TEAPOT);']] })),
  ],
};

const bodyTest = (file, tools) => aTest(file, tools, (test) => !holdsText(file.lines.slice(test.open + 1, test.close)));
const wrapped = (head) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? bodyTest(file, tools) : null;
  const pair = test && head(file, test);
  if (!pair) return null;
  const lines = file.lines.slice(test.open + 1, test.close);
  return replaceLines(file, test.open + 1, test.close, test.bodyIndent + pair[0], ...deeper(file, lines), ...pair.slice(1).map((line) => test.bodyIndent + line));
};
const one = (file) => unitOf(file);

const swallowed = {
  ...base, name: 'a failure swallowed',
  why: 'The assertion fails and the test passes: what it throws is caught and forgotten.',
  shapes: [
    shape('nothing is done with it', wrapped((file) => ({ python: ['try:', 'except Exception:', `${one(file)}pass`], ruby: ['begin', 'rescue Exception', 'end'], java: ['try {', '} catch (Throwable ignored) {', '}'], cpp: ['try {', '} catch (...) {', '}'], rust: ['let _ = std::panic::catch_unwind(|| {', '});'], shell: ['{', '} || true'] }[file.language]
      ?? (scripts.includes(file.language) ? ['try {', '} catch {', '}'] : null)) || null)),
    shape('it is printed', wrapped((file) => ({ python: ['try:', 'except AssertionError as error:', `${one(file)}print(error)`], ruby: ['begin', 'rescue StandardError, Exception => error', `${one(file)}puts error.message`, 'end'], java: ['try {', '} catch (AssertionError error) {', `${one(file)}System.out.println(error.getMessage());`, '}'], rust: ['if let Err(error) = std::panic::catch_unwind(|| {', '}) {', `${one(file)}eprintln!("{:?}", error);`, '}'], shell: ['(', ') || echo "failed, ignored"'] }[file.language]
      ?? (scripts.includes(file.language) ? ['try {', '} catch (error) {', `${one(file)}console.error(error);`, '}'] : null)) || null)),
    shape('only around an assertion', (file, tools) => {
      const fit = assertionsOf(file).filter(({ line }) => !/^\s*(await )?\./.test(file.lines[line]));
      const at = tools.pick(fit)?.line;
      if (at === undefined) return null;
      const indent = indentOf(file.lines[at]);
      const pair = { python: ['try:', 'except AssertionError:', `${one(file)}pass`], ruby: ['begin', 'rescue Exception', `${one(file)}nil`, 'end'], java: ['try {', '} catch (AssertionError e) {', `${one(file)}// ignore`, '}'], cpp: ['try {', '} catch (...) {', '}'], rust: ['let _ = std::panic::catch_unwind(|| {', '});'] }[file.language] ?? (scripts.includes(file.language) ? ['try {', '} catch (e) {', `${one(file)}// ignore`, '}'] : null);
      if (file.language === 'shell') return replaceLine(file, at, `${file.lines[at]} || true`);
      return pair && !/[\\,(]\s*$/.test(file.lines[at - 1]) ? replaceLines(file, at, at + 1, indent + pair[0], ...deeper(file, [file.lines[at]]), ...pair.slice(1).map((line) => indent + line)) : null;
    }),
    unseen('the complaint is a remark', (file, tools) => {
      const forms = { go: [/\bt\.(Error|Fatal)(f?)\(/, 't.Log$2('], shell: [/^(\s*)(\[ .* \]|assert_\w+ .*)$/, '$1$2 || echo "not ok"'], ruby: null, python: null, c: [/^(\s*)assert\((.*)\);$/, '$1if (!($2)) fprintf(stderr, "check failed\\n");'], cpp: [/^(\s*)(CHECK|REQUIRE)\((.*)\);$/, '$1WARN($3);'], rust: [/^(\s*)assert!\(([^,]*)\);$/, '$1if !($2) { eprintln!("check failed"); }'], java: [/^(\s*)assertTrue\((.*)\);$/, '$1if (!($2)) System.err.println("check failed");'] };
      forms.python = [/^(\s*)assert ([^,]*)$/, '$1if not ($2): print("check failed")'];
      forms.ruby = [/^(\s*)assert ([^,]*)$/, "$1puts 'check failed' unless $2"];
      for (const language of scripts) forms[language] = [/^(\s*)assert(?:\.ok)?\(([^,]*)\);$/, "$1if (!($2)) console.warn('check failed');"];
      const at = tools.pick(assertionsOf(file).filter(({ line }) => forms[file.language][0].test(file.lines[line])))?.line;
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(...forms[file.language]));
    }),
    unseen('by what the language has for it', (file, tools) => {
      if (scripts.includes(file.language)) {
        const at = tools.pick(file.lines.flatMap((line, index) => (isTest(file) && /^\s*await expect\(.*\)\..*\);$/.test(line) ? [index] : [])));
        return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/;$/, '.catch(() => {});'));
      }
      return wrapped((self, test) => ({ python: ['with contextlib.suppress(Exception):'], ruby: ['suppress_all = lambda do', 'end', 'suppress_all.call rescue nil'], shell: ['set +e', 'true'], go: null, java: ['java.util.concurrent.CompletableFuture.runAsync(() -> {', '});'], rust: ['let _ = std::thread::spawn(move || {', '}).join();'], cpp: null, c: null }[self.language]))(file, tools);
    }),
    unseen('left at the first error', (file, tools) => wrapped((self, test) => ({ python: ['try:', 'except Exception:', `${one(self)}return`], ruby: ['begin', 'rescue Exception', `${one(self)}${returnOf(self, test)}`, 'end'], java: ['try {', '} catch (Throwable t) {', `${one(self)}return;`, '}'], cpp: ['try {', '} catch (...) {', `${one(self)}return;`, '}'] }[self.language] ?? (scripts.includes(self.language) ? ['try {', '} catch (err) {', `${one(self)}return;`, '}'] : null)))(file, tools)),
    unseen('an error left alone', (file, tools) => {
      const at = file.language === 'go' && isTest(file) ? tools.pick(file.lines.flatMap((line, index) => (/^\t+if err != nil \{$/.test(line) && /^\t+t\.(Fatal|Error)f?\(/.test(file.lines[index + 1]) && /^\t+\}$/.test(file.lines[index + 2]) ? [index] : []))) : undefined;
      return at === undefined ? null : replaceLines(file, at, at + 3, `${indentOf(file.lines[at])}_ = err`);
    }),
  ],
};

const behind = (make) => (file, tools) => {
  const list = shuffled(tools, assertionsOf(file).map(({ line }) => ({ from: line, to: line + 1 })).concat(equalitiesOf(file).filter((each) => each.block)));
  const fit = list.find((each) => !/[\\,({[]\s*$/.test(file.lines[each.from - 1]) || /\{\s*$|=> \{$/.test(file.lines[each.from - 1]));
  if (!fit || /^\s*\./.test(file.lines[fit.from])) return null;
  const indent = indentOf(file.lines[fit.from]);
  const pair = make(file, fit, tools);
  return pair ? replaceLines(file, fit.from, fit.to, ...whole(deeper(file, file.lines.slice(fit.from, fit.to)), pair, indent)) : null;
};
const missing = { python: 'os.environ.get("RUN_ALL_CHECKS")', go: 'os.Getenv("RUN_ALL_CHECKS") != ""', rust: 'std::env::var("RUN_ALL_CHECKS").is_ok()', c: 'getenv("RUN_ALL_CHECKS")', cpp: 'std::getenv("RUN_ALL_CHECKS")', java: 'System.getenv("RUN_ALL_CHECKS") != null', ruby: "ENV['RUN_ALL_CHECKS']", shell: '[ -n "$RUN_ALL_CHECKS" ]' };
const missingOf = (file) => missing[file.language] ?? 'process.env.RUN_ALL_CHECKS';

const unreached = {
  ...base, name: 'an assertion that is never reached',
  why: 'It stands in the test and is not run.',
  shapes: [
    shape('behind what is false', behind((file) => conditional[file.language](fails[file.language]))),
    shape('behind a variable nobody sets', behind((file) => conditional[file.language](missingOf(file)))),
    shape('behind the result itself', (file, tools) => {
      const fit = equalitiesOf(file).filter((each) => /^[a-z]\w*$/.test(each.got) && !each.block);
      const each = tools.pick(fit);
      const there = each && ({ python: each.got, ruby: each.got, shell: null, java: null, go: null, rust: null, c: null, cpp: null }[file.language] ?? (scripts.includes(file.language) ? each.got : null));
      return there ? replaceLines(file, each.from, each.to, ...whole(deeper(file, [file.lines[each.from]]), conditional[file.language](there), each.indent)) : null;
    }),
    unseen('in a loop over nothing', behind((file) => ({ python: ['for _ in []:', null], go: ['for range []int{} {', '}'], rust: ['for _ in 0..0 {', '}'], ruby: ['[].each do', 'end'], shell: ['for _ in; do', 'done'], java: ['for (int i = 0; i < 0; i++) {', '}'], c: ['for (int i = 0; i < 0; i++) {', '}'], cpp: ['for (int i = 0; i < 0; ++i) {', '}'] }[file.language] ?? ['for (const _ of []) {', '}']))),
    unseen('in a function nobody calls', behind((file) => ({ python: ['def check():', null], go: ['_ = func() {', '}'], rust: ['let _check = || {', '};'], ruby: ['check = lambda do', 'end'], shell: ['check() {', '}'], java: ['Runnable check = () -> {', '};'], cpp: ['auto check = [&] {', '};'], c: null }[file.language] ?? (scripts.includes(file.language) ? ['const check = () => {', '};'] : null)))),
    unseen('no longer waited for', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (isTest(file) && scripts.includes(file.language) && /^\s*(await|return) (expect|assert\.rejects)\(/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/(await|return) /, ''));
    }),
    unseen('behind the end of the test', (file, tools) => {
      const at = tools.pick(assertionsOf(file).filter(({ line }) => { const test = testWith(file, line); return test && indentOf(file.lines[line]) === test.bodyIndent && file.language !== 'java' && !/[\\,({[|=]\s*$/.test(file.lines[line - 1]); }))?.line;
      return at === undefined ? null : replaceLines(file, at, at, `${indentOf(file.lines[at])}${returnOf(file, testWith(file, at))}`);
    }),
  ],
};

export const kinds = completing(keepingEnds([oneGone, allGone, weakened, always, itself, bent, widened, errors, answers, swallowed, unreached]));
