// Errors and answers checked less, failures swallowed, and assertions that are never reached.
import { keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { equalitiesOf, shuffled, testWith } from './lib/assertions.mjs';
import { aTest, completing, conditional, deeper, fails, holdsText, isTest, returnOf, testLanguages, unitOf, whole } from './lib/tests.mjs';
import { assertionsOf, indentOf, replaceLine, replaceLines } from '../source.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

const errors = {
  ...base, what: 'scope', name: 'an expected error checked less',
  why: 'Any failure passes now, also one for another reason.',
  shapes: [
    shape('any error', errorBy({
      python: [[/pytest\.raises\(\w[\w.]*(?=\))/, 'pytest.raises(Exception'], [/(assertRaises(?:Regex)?\()\w[\w.]*/, '$1Exception']],
        go: [[/\.ErrorIs\((t, \w+), [^)]+\)/, '.Error($1)'], [/!errors\.Is\((\w+), [^)]+\)/, '$1 == nil'],
        [/\.EqualError\((t, \w+), .*\)$/, '.Error($1)']], rust: [[/#\[should_panic\(expected = .*\)\]/, '#[should_panic]'],
        [/assert!\(matches!\((.+), Err\([^)]*\)?\(?.*\)\)\);/, 'assert!($1.is_err());']],
      java: [[/(assertThrows(?:Exactly)?\()\w+\.class/, '$1Exception.class'],
        [/@Test\(expected = \w+\.class\)/, '@Test(expected = Exception.class)']],
        ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error'], [/(assert_raises[( ])\s?[A-Z][\w:]*/, '$1StandardError']],
        cpp: [[/(CHECK|REQUIRE)_THROWS_AS\((.*), [\w:& ]+\);/, '$1_THROWS($2);'], [/EXPECT_THROW\((.*), [\w:]+\);/, 'EXPECT_ANY_THROW($1);']],
      c: [[/assert_int_equal\((\w+), -E?\w+\);/, 'assert_true($1 < 0);'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, 'assert($1 < 0);'],
        [/TEST_ASSERT_EQUAL(?:_INT)?\(-\w+, (?!-?\d)(.*)\);/, 'TEST_ASSERT_TRUE($1 < 0);']],
        shell: [[/\[ "\$status" -eq [1-9]\d* \]/, '[ "$status" -ne 0 ]'], [/assert_failure \d+/, 'assert_failure']],
      script: [[/\.toThrow(?:Error)?\([^)]+\)/, '.toThrow()'], [/(assert\.(?:throws|rejects)\(.*), (?:\w+|\/.*\/\w*)\);/, '$1);'],
        [/\.to\.throw\([^)]+\)/, '.to.throw()']],
    })),
    shape('without its message', errorBy({
      python: [[/(raises\(\w[\w.]*), match=.*?\)(?=:| as)/, '$1)'], [/assertRaisesRegex\((\w+), [^)]*\)/, 'assertRaises($1)']],
        go: [[/\.ErrorContains\((t, \w+), .*\)$/, '.Error($1)'], [/ \|\| !strings\.Contains\(err\.Error\(\), .*\) \{$/, ' {']],
        rust: [[/(assert!\(.*\.is_err)\(\)[^;]*;/, '$1());'], [/^(\s*)assert_eq!\(.*(?:err|error)\.to_string\(\), .*\);$/, '$1let _ = 0;']],
        java: [[/\.(?:hasMessage(?:Containing)?|withMessage)\([^)]*\)/, ''], [/^(\s*)assertEquals\("[^"]*", \w+\.getMessage\(\)\);$/, '$1']],
      ruby: [[/raise_error\(([A-Z][\w:]*), [^)]*\)/, 'raise_error($1)'], [/^(\s*)assert_(?:equal|match) .*\.message.*$/, '$1']],
        cpp: [[/(CHECK|REQUIRE)_THROWS_WITH(?:_AS)?\((.*), ".*"(?:, .*)?\);/, '$1_THROWS($2);']],
        shell: [[/^(\s*)\[\[ "\$output" == .*\]\]$/, '$1true']], c: [[/^(\s*)assert_string_equal\(.*(?:err|msg).*\);$/, '$1(void)0;']],
      script: [[/\.(rejects\.)?toThrow(?:Error)?\((['"`/]).*\2\w*\)/, '.$1toThrow()'], [/^(\s*)expect\(.*\.message\)\..*;$/, '$1'],
        [/^(\s*)assert\.(?:equal|match|strictEqual)\(err(?:or)?\.message.*;$/, '$1']],
    })),
    shape('the widest of all', errorBy({
      python: [[/pytest\.raises\(\w[\w.]*/, 'pytest.raises(BaseException'], [/(assertRaises(?:Regex)?\()\w[\w.]*/, '$1BaseException']],
        java: [[/(assertThrows(?:Exactly)?\()\w+\.class/, '$1Throwable.class'],
        [/@Test\(expected = \w+\.class\)/, '@Test(expected = Throwable.class)']],
        ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error(Exception)'], [/(assert_raises[( ])\s?[A-Z][\w:]*/, '$1Exception']],
        cpp: [[/(CHECK_THROWS_AS|REQUIRE_THROWS_AS|EXPECT_THROW)\((.*), [\w:& ]+\);/, '$1($2, std::exception);']],
      script: [[/\.toThrow(?:Error)?\([A-Z]\w+\)/, '.toThrow(Error)'], [/(assert\.(?:throws|rejects)\(.*), \w+\);/, '$1, Error);']],
        go: [[/\.ErrorAs\((t, \w+), .*\)$/, '.Error($1)'], [/!errors\.As\((\w+), [^)]+\)/, '$1 == nil']],
    })),
    unseen('no error needed', errorBy({
      python: [[/with (?:pytest\.raises|self\.assertRaises)\((\w[\w.]*)(?:, match=.*)?\):/, 'with contextlib.suppress($1):']],
        script: [[/(await )?expect\((.*)\)\.(?:rejects\.|resolves\.)?toThrow(?:Error)?\(.*\);/, 'expect($2).toBeDefined();'],
        [/assert\.throws\((\(\) => .*?), .*\);/, '$1;']],
        java: [[/(?<!\w)assertThrows\(\w+\.class, (\(\) -> .*)\);/, 'assertNotNull((Runnable) $1);'], [/@Test\(expected = \w+\.class\)/, '@Test']],
      go: [[/^(\s*)(?:assert|require)\.(?:Error|ErrorIs|EqualError|ErrorContains)\(t, (\w+).*\)$/, '$1_ = $2']],
        rust: [[/^(\s*)assert!\((.*)\.is_err\(\)\);/, '$1let _ = $2;'], [/^(\s*)#\[should_panic.*\]$/, '$1']],
        cpp: [[/(CHECK|REQUIRE)_THROWS(?:_AS|_WITH)?\((.*?)(?:, [\w:& "]+)?\);/, 'try { $2; } catch (...) {}']],
        ruby: [[/expect \{ (.*) \}\.to raise_error.*/, '($1) rescue nil'], [/assert_raises\(?\s?[\w:]*\)? \{ (.*) \}/, '($1) rescue nil']],
      shell: [[/^(\s*)\[ "\$status" -(?:eq [1-9]\d*|ne 0) \]/, '$1[ -n "$status" ]'], [/^(\s*)assert_failure.*/, '$1true']],
        c: [[/assert_int_equal\((\w+), -E?\w+\);/, '(void)$1;'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, '(void)$1;']],
    })),
    unseen('not what is said about it', errorBy({
      python: [[/^(\s*)assert .*\b(?:str\()?(?:exc|excinfo|e|err|error|cm|ctx)(?:_?info)?\.(?:value|exception).*$/, '$1pass']],
        script: [[/\.rejects\.toMatchObject\(.*\)/, '.rejects.toBeDefined()'], [/^(\s*)expect\((?:e|err|error)(?:\.\w+)?\)\..*$/, '$1void 0;']],
        go: [[/^(\s*)(?:assert|require)\.(?:Contains|Equal)\(t, .*err\.Error\(\).*\)$/, '$1_ = err']],
        java: [[/^(\s*)assert\w+\(.*\be(?:x|xpected|xception|rror)?\.getMessage\(\).*\);$/, '$1// message not checked']],
      ruby: [[/^(\s*)(?:assert|expect).*\b(?:e|err|error|exception)\.message.*$/, '$1nil']],
        rust: [[/^(\s*)assert.*(?:err|e)\.(?:kind|to_string)\(\).*;$/, '$1// the message may change']],
        shell: [[/^(\s*)\[\[? "\$\{?(?:output|lines\[\d\]|stderr)\}?" .*[Ee]rror.* \]\]?$/, '$1:']],
        cpp: [[/^(\s*)(?:EXPECT|ASSERT|CHECK|REQUIRE)\w*\(.*(?:\berr\b|\.what\(\)).*".*"\);$/, '$1// message not checked']],
        c: [[/^(\s*)assert.*(?:\berr\b|strerror|strcmp\(.*err).*;$/, '$1/* message not checked */']],
    })),
    unseen('an error or none', errorBy({
      script: [[/expect\((.*)\)\.toThrow(?:Error)?\(.*\);/, 'expect(typeof ($1)).toBe("function");']],
        go: [[/^(\s*)(?:assert|require)\.(?:Error|ErrorIs|EqualError|ErrorContains)\(t, (\w+).*\)$/, '$1assert.True(t, $2 == nil || $2 != nil)']],
        rust: [[/assert!\((.*)\.is_err\(\)\);/, 'let result = $1;\n        assert!(result.is_err() || result.is_ok());']],
        shell: [[/\[ "\$status" -(?:eq [1-9]\d*|ne 0) \]/, '[ "$status" -ge 0 ]']],
      python: [[/pytest\.raises\((\w[\w.]*)/, 'pytest.raises(($1, Exception)'],
        [/self\.assertRaises\((\w[\w.]*)\)/, 'self.assertRaises(($1, Exception))']],
        c: [[/assert_int_equal\((\w+), -E?\w+\);/, 'assert_true($1 <= 0);'], [/assert\((\w+(?:\([^)]*\))?) == -\w+\);/, 'assert($1 <= 0);']],
        ruby: [[/raise_error\([A-Z][^)]*\)/, 'raise_error(StandardError).or(be_nil)']], java: [[/(assertThrows\()(\w+)\.class/, '$1Throwable.class']],
        cpp: [[/(CHECK|REQUIRE)_THROWS(?:_AS|_WITH)?\((.*?)(?:, [\w:& "]+)?\);/, '$1((static_cast<void>($2), true));']],
    })),
  ],
};

function errorBy(forms) {
  return (file, tools) => {
    const own = forms[scripts.includes(file.language) ? 'script' : file.language];
    if (!own || !(isTest(file) || file.language === 'rust')) return null;
    const fit = file.lines.flatMap((line, at) => own.flatMap(([form, to]) => (form.test(line) && line.replace(form, to) !== line
      && !/^\s*(#(?!\[)|\/\/)/.test(line) ? [{ at, text: line.replace(form, to) }] : [])));
    const one = tools.pick(fit);
    return one ? (one.text.trim() ? replaceLine(file, one.at, one.text) : replaceLines(file, one.at, one.at + 1)) : null;
  };
}

const answered = (forms) => errorBy(Object.fromEntries(['python', 'script', 'go', 'ruby', 'java',
  'rust'].map((language) => [language, forms[language] ?? []])));

const answers = {
  ...base, what: 'scope', name: 'the answer of a service checked less', languages: ['python', ...scripts, 'go', 'ruby', 'java', 'rust'],
  why: 'The test sends its request and takes nearly every answer for right.',
  shapes: [
    shape('any status', answered({ python: [[/(assert \w+\.status_code) == \d+/, '$1'], [/(\w+\.status_code) == (\d+)/, '$1 >= 200']],
      script: [[/\.expect\(\d{3}(, \w+)?\)/, '.expect(() => {})'],
      [/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).toBeDefined()'],
      [/assert\.(?:equal|strictEqual)\((\w+\.status(?:Code)?), \d+\)/, 'assert.ok($1)']],
      go: [[/assert\.Equal\(t, (?:http\.Status\w+|\d{3}), (.*)\)/, 'assert.NotZero(t, $1)'],
        [/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 == 0 {']],
        ruby: [[/expect\(response\)\.to have_http_status\(.*\)/, 'expect(response).not_to be_nil'], [/assert_response .*/, 'assert response'],
        [/expect\((.*status)\)\.to eq\(?\s?\d+\)?/, 'expect($1).to be > 0']],
        java: [[/\.andExpect\(status\(\)\.\w+\(\)\)/, ''], [/assertEquals\((?:\d{3}|HttpStatus\.\w+), (.*[sS]tatus.*)\);/, 'assertNotNull($1);']],
        rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert!($1.as_u16() > 0);']] })),
    shape('the link of the chain gone', answered({ script: [[/\.expect\([^()]*(?:\([^()]*\)[^()]*)*\)(?=\.|;|$)/, '']],
      java: [[/^(\s*)\.andExpect\(.*\)$/, '$1']], ruby: [[/\.and (?:have|include)\w*.*$/, '']],
      python: [[/^(\s*)\w+\.raise_for_status\(\)$/, '$1pass']], go: [[/^(\s*)require\.Equal\(t, http\.Status\w+, .*\)$/, '$1']],
      rust: [[/\.assert\(\)\.success\(\)/, ''], [/\.error_for_status\(\)\?/, '']] })),
    shape('a range', answered({ python: [[/(\w+\.status_code) == (\d+)/, '$1 < 600'], [/(\w+\.status_code), (\d+)\)/, '$1 < 600, True)']],
      script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).toBeLessThan(600)'],
      [/assert\.(?:equal|strictEqual)\((\w+\.status(?:Code)?), \d+\)/, 'assert.ok($1 < 600)']],
      go: [[/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 >= 600 {']],
      ruby: [[/expect\((.*status)\)\.to eq\(?\s?\d+\)?/, 'expect($1).to be < 600']], java: [[/status\(\)\.\w+\(\)/, 'status().is(lessThan(600))']],
      rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert!($1.as_u16() < 600);']] })),
    unseen('one of several', answered({ python: [[/(\w+\.status_code) == (\d+)/, '$1 in (200, 201, 204, 400, 404, 500, $2)']],
      script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\((\d+)\)/, 'expect([200, 400, 404, 500, $2]).toContain($1)']],
      go: [[/(\w+\.(?:Code|StatusCode)) != (http\.Status\w+|\d{3}) \{/, '$1 != $2 && $1 != 500 {']],
      ruby: [[/expect\((.*status)\)\.to eq\(?\s?(\d+)\)?/, 'expect([200, 404, 500, $2]).to include($1)']],
      java: [[/status\(\)\.is[A-Z]\w+\(\)/, 'status().is(anything())']],
      rust: [[/assert_eq!\((.*\.status\(\)), (.*)\);/, 'assert!([$2, StatusCode::NOT_FOUND].contains(&$1));']] })),
    unseen('the body not looked at', answered({ python: [[/assert (\w+)\.json\(\) == .*[^([{,]$/, 'assert $1.json() is not None'],
      [/assert (.*) in (\w+)\.(text|content|data)$/, 'assert $2.$3 is not None']],
      script: [[/expect\((\w+\.body.*?)\)\.to\w+\(.*\)/, 'expect($1).toBeDefined()'], [/\.expect\((\d{3}), [^)]+\)/, '.expect($1)'],
      [/assert\.(?:equal|deepEqual|strictEqual|deepStrictEqual)\((\w+\.body.*?), .*\)/, 'assert.ok($1)']],
      go: [[/assert\.(?:Equal|JSONEq|Contains)\(t, .*, (\w+\.Body\.String\(\))\)/, 'assert.NotNil(t, $1)']],
      ruby: [[/expect\((.*body.*)\)\.to (?:eq|include)\W.*/, 'expect($1).not_to be_nil']],
      java: [[/jsonPath\(("[^"]*")\)\.value\(.*\)\)/, 'jsonPath($1).exists())']],
      rust: [[/assert_eq!\((.*(?:body|text).*), ".*"\);/, 'assert!(!$1.is_empty());']] })),
    unseen('the other way round', answered({ python: [[/(assert \w+\.status_code) == (\d+)/, '$1 != 599']],
      script: [[/expect\((.*\.status(?:Code)?)\)\.to(?:Be|Equal|StrictEqual)\(\d+\)/, 'expect($1).not.toBe(599)']],
      go: [[/(\w+\.(?:Code|StatusCode)) != (?:http\.Status\w+|\d{3}) \{/, '$1 == 599 {']],
      ruby: [[/expect\((.*status)\)\.to eq\(?\s?(\d+)\)?/, 'expect($1).not_to eq(599)']],
      java: [[/assertEquals\((?:\d{3}|HttpStatus\.\w+), (.*[sS]tatus.*)\);/, 'assertNotEquals(599, $1);']],
      rust: [[/assert_eq!\((.*\.status\(\)), .*\);/, 'assert_ne!($1, StatusCode::IM_A_TEAPOT);']] })),
  ],
};

const bodyTest = (file, tools) => aTest(file, tools, (test) => !holdsText(file.lines.slice(test.open + 1, test.close)));

const wrapped = (head) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? bodyTest(file, tools) : null;
  const pair = test && head(file, test);
  if (!pair) return null;
  const lines = file.lines.slice(test.open + 1, test.close);
  return replaceLines(file, test.open + 1, test.close, test.bodyIndent + pair[0], ...deeper(file, lines),
    ...pair.slice(1).map((line) => test.bodyIndent + line));
};

const swallowed = {
  ...base, name: 'a failure swallowed',
  why: 'The assertion fails and the test passes: what it throws is caught and forgotten.',
  shapes: [
    shape('nothing is done with it', wrapped((file) => ({ python: ['try:', 'except Exception:', `${unitOf(file)}pass`],
      ruby: ['begin', 'rescue Exception', 'end'], java: ['try {', '} catch (Throwable ignored) {', '}'], cpp: ['try {', '} catch (...) {', '}'],
      rust: ['let _ = std::panic::catch_unwind(|| {', '});'], shell: ['{', '} || true'] }[file.language]
      ?? (scripts.includes(file.language) ? ['try {', '} catch {', '}'] : null)) || null)),
    shape('it is printed', wrapped((file) => ({ python: ['try:', 'except AssertionError as error:', `${unitOf(file)}print(error)`],
      ruby: ['begin', 'rescue StandardError, Exception => error', `${unitOf(file)}puts error.message`, 'end'],
      java: ['try {', '} catch (AssertionError error) {', `${unitOf(file)}System.out.println(error.getMessage());`, '}'],
      rust: ['if let Err(error) = std::panic::catch_unwind(|| {', '}) {', `${unitOf(file)}eprintln!("{:?}", error);`, '}'],
      shell: ['(', ') || echo "failed, ignored"'] }[file.language]
      ?? (scripts.includes(file.language) ? ['try {', '} catch (error) {', `${unitOf(file)}console.error(error);`, '}'] : null)) || null)),
    shape('only around an assertion', (file, tools) => {
      const fit = assertionsOf(file).filter(({ line }) => !/^\s*(await )?\./.test(file.lines[line]));
      const at = tools.pick(fit)?.line;
      if (at === undefined) return null;
      const indent = indentOf(file.lines[at]);
      const pair = { python: ['try:', 'except AssertionError:', `${unitOf(file)}pass`], ruby: ['begin', 'rescue Exception', `${unitOf(file)}nil`, 'end'],
        java: ['try {', '} catch (AssertionError e) {', `${unitOf(file)}// ignore`, '}'], cpp: ['try {', '} catch (...) {', '}'],
        rust: ['let _ = std::panic::catch_unwind(|| {', '});'] }[file.language]
        ?? (scripts.includes(file.language) ? ['try {', '} catch (e) {', `${unitOf(file)}// ignore`, '}'] : null);
      if (file.language === 'shell') return replaceLine(file, at, `${file.lines[at]} || true`);
      return pair && !/[\\,(]\s*$/.test(file.lines[at - 1])
        ? replaceLines(file, at, at + 1, indent + pair[0], ...deeper(file, [file.lines[at]]), ...pair.slice(1).map((line) => indent + line)) : null;
    }),
    unseen('the complaint is a remark', (file, tools) => {
      const forms = { go: [/\bt\.(Error|Fatal)(f?)\(/, 't.Log$2('], shell: [/^(\s*)(\[ .* \]|assert_\w+ .*)$/, '$1$2 || echo "not ok"'], ruby: null,
        python: null, c: [/^(\s*)assert\((.*)\);$/, '$1if (!($2)) fprintf(stderr, "check failed\\n");'],
        cpp: [/^(\s*)(CHECK|REQUIRE)\((.*)\);$/, '$1WARN($3);'], rust: [/^(\s*)assert!\(([^,]*)\);$/, '$1if !($2) { eprintln!("check failed"); }'],
        java: [/^(\s*)assertTrue\((.*)\);$/, '$1if (!($2)) System.err.println("check failed");'] };
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
      return wrapped((self, test) => ({ python: ['with contextlib.suppress(Exception):'],
        ruby: ['suppress_all = lambda do', 'end', 'suppress_all.call rescue nil'], shell: ['set +e', 'true'], go: null,
        java: ['java.util.concurrent.CompletableFuture.runAsync(() -> {', '});'], rust: ['let _ = std::thread::spawn(move || {', '}).join();'],
        cpp: null, c: null }[self.language]))(file, tools);
    }),
    unseen('left at the first error', (file, tools) => wrapped((self,
      test) => ({ python: ['try:', 'except Exception:', `${unitOf(self)}return`],
      ruby: ['begin', 'rescue Exception', `${unitOf(self)}${returnOf(self, test)}`, 'end'],
      java: ['try {', '} catch (Throwable t) {', `${unitOf(self)}return;`, '}'],
      cpp: ['try {', '} catch (...) {', `${unitOf(self)}return;`, '}'] }[self.language]
      ?? (scripts.includes(self.language) ? ['try {', '} catch (err) {', `${unitOf(self)}return;`, '}'] : null)))(file, tools)),
    unseen('an error left alone', (file, tools) => {
      const at = file.language === 'go' && isTest(file)
        ? tools.pick(file.lines.flatMap((line, index) => (/^\t+if err != nil \{$/.test(line)
        && /^\t+t\.(Fatal|Error)f?\(/.test(file.lines[index + 1]) && /^\t+\}$/.test(file.lines[index + 2]) ? [index] : []))) : undefined;
      return at === undefined ? null : replaceLines(file, at, at + 3, `${indentOf(file.lines[at])}_ = err`);
    }),
  ],
};

const behind = (make) => (file, tools) => {
  const list = shuffled(tools, assertionsOf(file).map(({ line }) => ({ from: line,
    to: line + 1 })).concat(equalitiesOf(file).filter((each) => each.block)));
  const fit = list.find((each) => !/[\\,({[]\s*$/.test(file.lines[each.from - 1]) || /\{\s*$|=> \{$/.test(file.lines[each.from - 1]));
  if (!fit || /^\s*\./.test(file.lines[fit.from])) return null;
  const indent = indentOf(file.lines[fit.from]);
  const pair = make(file, fit, tools);
  return pair ? replaceLines(file, fit.from, fit.to, ...whole(deeper(file, file.lines.slice(fit.from, fit.to)), pair, indent)) : null;
};

const missing = { python: 'os.environ.get("RUN_ALL_CHECKS")', go: 'os.Getenv("RUN_ALL_CHECKS") != ""',
  rust: 'std::env::var("RUN_ALL_CHECKS").is_ok()', c: 'getenv("RUN_ALL_CHECKS")', cpp: 'std::getenv("RUN_ALL_CHECKS")',
  java: 'System.getenv("RUN_ALL_CHECKS") != null', ruby: "ENV['RUN_ALL_CHECKS']", shell: '[ -n "$RUN_ALL_CHECKS" ]' };

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
      const there = each && ({ python: each.got, ruby: each.got, shell: null, java: null, go: null, rust: null, c: null, cpp: null }[file.language]
        ?? (scripts.includes(file.language) ? each.got : null));
      return there ? replaceLines(file, each.from, each.to, ...whole(deeper(file, [file.lines[each.from]]), conditional[file.language](there),
        each.indent)) : null;
    }),
    unseen('in a loop over nothing', behind((file) => ({ python: ['for _ in []:', null], go: ['for range []int{} {', '}'],
      rust: ['for _ in 0..0 {', '}'], ruby: ['[].each do', 'end'], shell: ['for _ in; do', 'done'], java: ['for (int i = 0; i < 0; i++) {', '}'],
      c: ['for (int i = 0; i < 0; i++) {', '}'], cpp: ['for (int i = 0; i < 0; ++i) {', '}'] }[file.language] ?? ['for (const _ of []) {', '}']))),
    unseen('in a function nobody calls', behind((file) => ({ python: ['def check():', null], go: ['_ = func() {', '}'],
      rust: ['let _check = || {', '};'], ruby: ['check = lambda do', 'end'], shell: ['check() {', '}'], java: ['Runnable check = () -> {', '};'],
      cpp: ['auto check = [&] {', '};'], c: null }[file.language] ?? (scripts.includes(file.language) ? ['const check = () => {', '};'] : null)))),
    unseen('no longer waited for', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (isTest(file) && scripts.includes(file.language)
        && /^\s*(await|return) (expect|assert\.rejects)\(/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/(await|return) /, ''));
    }),
    unseen('behind the end of the test', (file, tools) => {
      const at = tools.pick(assertionsOf(file).filter(({ line }) => { const test = testWith(file, line); return test
        && indentOf(file.lines[line]) === test.bodyIndent && file.language !== 'java' && !/[\\,({[|=]\s*$/.test(file.lines[line - 1]); }))?.line;
      return at === undefined ? null : replaceLines(file, at, at, `${indentOf(file.lines[at])}${returnOf(file, testWith(file, at))}`);
    }),
  ],
};

export const kinds = completing(keepingEnds([errors, answers, swallowed, unreached]));
