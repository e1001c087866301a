// Tests that are no longer run: deleted, skipped, put aside by a focus, commented out, emptied,
// hidden by another of their name, left at once, or named so that nothing finds them.
import { keepingEnds, remark, scripts, shape, unseen } from './lib/places.mjs';
import { aTest, bodyOf, bodyWith, checksOf, completing, conditional, cut, deeper, fails, headOf, holds, holdsText, importing,
  inserted, isTest, leavesOf, libraryOf, realTests, returnOf, setVariable, testLanguages, whole } from './lib/tests.mjs';
import { importsOf, indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';
import { shuffled } from './lib/assertions.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

// A class or module of Python or Ruby must not be left without a body.
const spare = (file) => realTests(file).length > 1;
const withTest = (make, fits) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? aTest(file, tools, fits && ((one) => fits(file, one))) : null;
  return test && make(file, test, tools);
};

const groupOf = (file, tools) => {
  const head = { python: /^class Test\w*/, ruby: /^(\s*)(describe|context) .* do$/, rust: /^mod tests \{$/, cpp: /^TEST_SUITE\(|^namespace \w* ?\{$/ }[file.language] ?? (scripts.includes(file.language) ? /^(\s*)(describe|suite|context)\(.*\{$/ : null);
  if (!head) return null;
  const tests = realTests(file);
  const groups = file.lines.flatMap((line, at) => {
    if (!head.test(line)) return [];
    const indent = indentOf(line);
    let to = at + 1;
    while (to < file.lines.length && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length > indent.length)) ++to;
    if (file.language !== 'python') ++to;
    return tests.some((test) => test.from > at && test.to <= to) && to - at < file.lines.length - 3 ? [{ from: at, to }] : [];
  });
  return tools.pick(groups) ?? null;
};

const deleted = {
  ...base, what: 'scope', name: 'a test deleted',
  why: 'What it checked is still there and is checked no more; a deletion has to be asked for.',
  shapes: [
    shape('one', withTest((file, test) => (spare(file) ? cut(file, headOf(file, test), test.to) : null))),
    shape('the last', (file) => {
      const test = spare(file) ? realTests(file).pop() : null;
      return test && cut(file, headOf(file, test), test.to);
    }),
    shape('a remark in its place', withTest((file, test, tools) => (spare(file) ? replaceLines(file, headOf(file, test), test.to, remark(file, tools.pick([`${test.name}: removed, obsolete`, 'Test removed: no longer applicable', 'flaky test removed']), test.indent)) : null))),
    unseen('all but the first', (file) => {
      const tests = realTests(file);
      if (tests.length < 3) return null;
      return tests.slice(1).reverse().reduce((lines, test) => { lines.splice(headOf(file, test), test.to - headOf(file, test)); return lines; }, [...file.lines]).join('\n');
    }),
    unseen('the whole file', (file) => (realTests(file).length > 0 && isTest(file) ? { files: { [file.path]: null } } : null)),
    unseen('a group', (file, tools) => {
      const group = isTest(file) ? groupOf(file, tools) : null;
      return group && cut(file, group.from, group.to);
    }),
    unseen('its place taken by an easier one', withTest((file, test) => {
      const body = easier(file);
      return body && bodyWith(file, test, body);
    })),
  ],
};

const easy = {
  python: ['assert True'], go: ['t.Log("ok")'], rust: ['let value = 1;', 'assert_eq!(value, 1);'], cpp: ['int value = 1;', '(void)value;'], c: ['int value = 1;', 'assert(value == 1);'], java: ['int value = 1;', 'assertEquals(1, value);'],
  ruby: ['value = 1', 'assert_equal 1, value'], shell: ['value=1', '[ "$value" = 1 ]'],
};
function easier(file) {
  if (scripts.includes(file.language)) return /expect\(/.test(file.text) ? ['const value = 1;', 'expect(value).toBe(1);'] : null;
  return file.language === 'ruby' && libraryOf(file) === 'rspec' ? ['value = 1', 'expect(value).to eq(1)'] : file.language === 'python' && libraryOf(file) === 'unittest' ? ['self.assertTrue(True)'] : easy[file.language];
}

const marked = (file, test, line) => replaceLines(file, test.from, test.from, test.indent + line);
const named = (file, test, from, to) => (from.test(file.lines[test.from]) ? replaceLine(file, test.from, file.lines[test.from].replace(from, to)) : null);
const pythonMark = (file, test, mark) => {
  const text = marked(file, test, mark);
  return mark.includes('pytest') ? importing(text, /^import pytest$/m, 'import pytest', /^(import|from) /) : importing(text, /^import unittest$/m, 'import unittest', /^(import|from) /);
};
const javaMark = (file, test, reason) => {
  const [library, name] = libraryOf(file) === 'junit5' ? ['org.junit.jupiter.api.', 'Disabled'] : ['org.junit.', 'Ignore'];
  return importing(marked(file, test, `@${name}${reason}`), new RegExp(`^import ${library.replaceAll('.', '\\.')}(${name}|\\*);`, 'm'), `import ${library}${name};`, /^import org\.junit/);
};

const skipBy = {
  mark: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.skip("broken")' : '@pytest.mark.skip'),
    script: (file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1$2.skip('), rust: (file, test) => marked(file, test, '#[ignore]').replace(/^(\s*#\[ignore\])\n(\s*#\[test\])/m, '$2\n$1'),
    go: (file, test) => inserted(file, test, 't.Skip()'), java: (file, test) => javaMark(file, test, ''),
    cpp: (file, test) => (libraryOf(file) === 'gtest' ? named(file, test, /^(\s*TEST(?:_F|_P)?\(\w+, )(\w+)/, '$1DISABLED_$2') : libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip()') : named(file, test, /^(\s*TEST_CASE\("[^"]*")(, "\[[^"]*")?/, '$1, "[.]"')),
    c: (file, test) => ({ cmocka: inserted(file, test, 'skip();'), unity: inserted(file, test, 'TEST_IGNORE();') }[libraryOf(file)] ?? null),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? named(file, test, /^(\s*)it /, '$1xit ') : inserted(file, test, 'skip')), shell: (file, test) => (libraryOf(file) === 'bats' ? inserted(file, test, 'skip') : inserted(file, test, 'startSkipping')),
  },
  reason: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.skip("flaky in CI")' : '@pytest.mark.skip(reason="flaky, see TODO")'),
    script: (file, test) => (libraryOf(file) === 'node' ? named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, "$1{ skip: 'flaky' }, ") : inserted(file, test, 'this.skip(); // flaky')), rust: (file, test) => marked(file, test, '#[ignore = "flaky"]'),
    go: (file, test) => inserted(file, test, 't.Skip("flaky, to be fixed")'), java: (file, test) => javaMark(file, test, '("flaky")'),
    cpp: (file, test) => (libraryOf(file) === 'gtest' ? inserted(file, test, 'GTEST_SKIP() << "flaky";') : libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip(true)') : inserted(file, test, 'SKIP("flaky");')),
    c: (file, test) => (libraryOf(file) === 'unity' ? inserted(file, test, 'TEST_IGNORE_MESSAGE("flaky");') : null), ruby: (file, test) => inserted(file, test, "skip 'flaky'"), shell: (file, test) => (libraryOf(file) === 'bats' ? inserted(file, test, 'skip "flaky in CI"') : null),
  },
  inBody: {
    python: (file, test) => (libraryOf(file) === 'unittest' ? inserted(file, test, 'self.skipTest("not ready")') : importing(inserted(file, test, 'pytest.skip("not ready")'), /^import pytest$/m, 'import pytest', /^(import|from) /)),
    script: (file, test) => (libraryOf(file) === 'node' ? named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, '$1{ skip: true }, ') : named(file, test, /^(\s*)(it|test)\(/, '$1x$2(')), go: (file, test) => inserted(file, test, 't.SkipNow()'),
    java: (file, test) => inserted(file, test, libraryOf(file) === 'junit5' ? 'org.junit.jupiter.api.Assumptions.assumeTrue(false);' : 'org.junit.Assume.assumeTrue(false);'), rust: (file, test) => marked(file, test, '#[cfg(feature = "slow-tests-off")]'),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? inserted(file, test, "pending 'not ready'") : inserted(file, test, /Test::Unit/.test(file.text) ? "omit 'not ready'" : "return skip('not ready')")),
  },
  otherName: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.expectedFailure' : '@pytest.mark.xfail'), script: (file, test, tools) => (libraryOf(file) === 'mocha' ? named(file, test, /^(\s*)(it|test)\(/, '$1xit(') : named(file, test, /^(\s*)(it|test)\(/, tools.pick(['$1$2.todo(', '$1$2.fails(', '$1$2.failing(']))),
    rust: (file, test) => marked(file, test, '#[cfg(not(test))]'), java: (file, test) => (libraryOf(file) === 'junit5' ? marked(file, test, '@org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable(named = "RUN_ALL", matches = "1")') : null),
    cpp: (file, test) => (libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::may_fail()') : libraryOf(file) === 'catch2' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")(?:, "([^"]*)")?/, '$1, "$2[!mayfail]"') : null),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? named(file, test, /^(\s*)it (['"][^'"]*['"]) do/, '$1it $2, skip: true do') : null),
  },
  condition: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.skipIf(True, "not here")' : '@pytest.mark.skipif(True, reason="not here")'), script: (file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1(true ? $2.skip : $2)('),
    go: (file, test) => inserted(file, test, 'if testing.Short() || true {', '\tt.Skip("slow")', '}'), rust: (file, test) => marked(file, test, '#[cfg_attr(all(), ignore)]'), java: (file, test) => inserted(file, test, 'if (true) return; // slow'),
    ruby: (file, test) => inserted(file, test, "skip 'slow' unless ENV['RUN_SLOW']"), shell: (file, test) => (libraryOf(file) === 'bats' ? inserted(file, test, '[ -z "$RUN_SLOW" ] && skip "slow"') : null), cpp: (file, test) => (libraryOf(file) === 'gtest' ? inserted(file, test, 'if (true) GTEST_SKIP();') : libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip(1 == 1)') : null),
  },
};

const fileWide = {
  python: (file) => (libraryOf(file) === 'unittest' ? null : afterImports(file, 'pytestmark = pytest.mark.skip(reason="to be fixed")', 'import pytest')),
  go: (file) => replaceLines(file, 0, 0, '//go:build never', ''), rust: (file) => (/^\s*#\[cfg\(test\)\]$/m.test(file.text) ? file.text.replace('#[cfg(test)]', '#[cfg(all(test, feature = "never"))]') : replaceLines(file, 0, 0, '#![cfg(any())]')),
  java: (file) => (/^public class|^class/m.test(file.text) ? file.text.replace(/^(public class|class)/m, libraryOf(file) === 'junit5' ? '@org.junit.jupiter.api.Disabled\n$1' : '@org.junit.Ignore\n$1') : null),
  ruby: (file) => (libraryOf(file) === 'rspec' ? file.text.replace(/^(RSpec\.)?describe (.*) do$/m, '$1xdescribe $2 do') : file.text.replace(/^( *)def setup$/m, "$1def setup\n$1  skip 'to be fixed'")),
  shell: (file) => (libraryOf(file) === 'bats' && !/^setup\(\)/m.test(file.text) ? file.text.replace(/^@test/m, 'setup() {\n  skip "to be fixed"\n}\n\n@test') : null), c: (file) => `#if 0\n${file.text.replace(/\n*$/, '\n')}#endif\n`,
  cpp: (file) => (libraryOf(file) === 'doctest' ? file.text.replace(/^TEST_SUITE_BEGIN\(("[^"]*")\)/m, 'TEST_SUITE_BEGIN($1 * doctest::skip())') : `#ifdef RUN_SLOW_TESTS\n${file.text.replace(/\n*$/, '\n')}#endif\n`),
};
for (const language of scripts) fileWide[language] = (file) => file.text.replace(/^describe\(/m, 'describe.skip(');

function afterImports(file, line, needed) {
  const last = importsOf(file).filter((one) => indentOf(one.line) === '').pop();
  if (!last || /^\s/.test(file.lines[last.to] ?? '')) return null;
  return importing(replaceLines(file, last.to, last.to, '', line), new RegExp(`^${needed}$`, 'm'), needed, /^(import|from) (?!__future__)/);
}

const skipping = (how) => withTest((file, test, tools) => {
  const make = skipBy[how][scripts.includes(file.language) ? 'script' : file.language];
  const text = make ? make(file, test, tools) : null;
  return text && text !== file.text ? text : null;
});

const skipped = {
  ...base, what: 'scope', name: 'a test skipped',
  why: 'It says nothing any more and looks as if it passed; nobody asked to do without it.',
  shapes: [
    shape('by its mark', skipping('mark')), shape('with a reason', skipping('reason')), shape('in its body', skipping('inBody')),
    unseen('under another name', skipping('otherName')), unseen('behind a condition that holds', skipping('condition')),
    unseen('the whole file', (file) => {
      const text = realTests(file).length > 0 && (isTest(file) || file.language === 'rust') ? fileWide[file.language](file) : null;
      return text && text !== file.text ? text : null;
    }),
  ],
};

const focusing = (scriptForm, rubyForm) => withTest((file, test) => (realTests(file).length < 2 ? null : file.language === 'ruby' ? (libraryOf(file) === 'rspec' ? rubyForm(file, test) : null) : scriptForm(file, test)));
const focused = {
  ...base, name: 'a test alone in focus', languages: [...scripts, 'ruby', 'python', 'go', 'shell'],
  why: 'All other tests are not run as long as the mark stands; it is a tool of the moment.',
  shapes: [
    shape('only', focusing((file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1$2.only('), (file, test) => named(file, test, /^(\s*)it (['"].*['"]) do$/, '$1it $2, focus: true do'))),
    shape('the group', (file) => (realTests(file).length < 2 ? null : file.language === 'ruby' ? changedBy(file, /^(\s*)describe (.*) do$/m, '$1fdescribe $2 do') : scripts.includes(file.language) ? changedBy(file, /^(\s*)describe\(/m, '$1describe.only(') : null)),
    shape('f before the name', focusing((file, test) => (/^\s*test\(/.test(file.lines[test.from]) ? named(file, test, /^(\s*)test\(/, '$1ftest(') : named(file, test, /^(\s*)it\(/, '$1fit(')), (file, test) => named(file, test, /^(\s*)it /, '$1fit '))),
    unseen('an option', focusing((file, test) => named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, '$1{ only: true }, '), (file, test) => named(file, test, /^(\s*)it (['"].*['"]) do$/, '$1it $2, :focus do'))),
    unseen('f before the group', (file) => (realTests(file).length < 2 || !scripts.includes(file.language) ? null : changedBy(file, /^(\s*)describe\(/m, '$1fdescribe('))),
    unseen('by names of the runner', (file, tools) => {
      const test = tools.pick(realTests(file));
      if (!test || realTests(file).length < 3) return null;
      if (file.language === 'python') {
        const old = tools.repo.text('conftest.py');
        return /pytest_collection_modifyitems/.test(old ?? '') ? null : { files: { 'conftest.py': `${old ? `${old}\n\n` : ''}def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name == "${test.name}"]\n` } };
      }
      if (file.language === 'shell') return libraryOf(file) === 'bats' ? marked(file, test, '# bats test_tags=bats:focus') : null;
      if (file.language === 'go') return replaceLines(file, file.lines.length, file.lines.length, '', 'func TestMain(m *testing.M) {', `\t_ = flag.Set("test.run", "${test.name}")`, '\tos.Exit(m.Run())', '}', '');
      return null;
    }),
  ],
};

const changedBy = (file, form, to) => {
  const text = file.text.replace(form, to);
  return text === file.text ? null : text;
};

const lineMark = (file) => (['python', 'ruby', 'shell'].includes(file.language) ? '#' : '//');
const commentedLines = (file, from, to, indent) => file.lines.slice(from, to).map((line) => (line.trim() ? `${indent}${lineMark(file)} ${line.slice(indent.length)}` : line));

const commented = {
  ...base, what: 'scope', name: 'a test commented out',
  why: 'It is still to be read and checks nothing; the history keeps what is deleted.',
  shapes: [
    shape('line by line', withTest((file, test) => (spare(file) ? replaceLines(file, headOf(file, test), test.to, ...commentedLines(file, headOf(file, test), test.to, test.indent)) : null))),
    shape('its body', withTest((file, test) => {
      const filler = { python: ['pass'], shell: [':'], rust: [], go: [] }[file.language] ?? [];
      return replaceLines(file, test.open + 1, test.close, ...commentedLines(file, test.open + 1, test.close, test.bodyIndent), ...filler.map((line) => test.bodyIndent + line));
    })),
    shape('as a block', withTest((file, test) => {
      const pair = { python: ['"""', '"""'], ruby: ['=begin', '=end'], shell: [": <<'OFF'", 'OFF'] }[file.language] ?? ['/*', '*/'];
      const from = headOf(file, test);
      const lines = file.lines.slice(from, test.to);
      if (!spare(file) || /\/\*|\*\/|"""/.test(lines.join('\n'))) return null;
      const indent = ['ruby', 'shell'].includes(file.language) ? '' : test.indent;
      return replaceLines(file, from, test.to, indent + pair[0], ...lines, indent + pair[1]);
    })),
    unseen('only the assertions', withTest((file, test) => {
      const at = checksOf(file, test).filter((line) => indentOf(file.lines[line]) === test.bodyIndent && /[);\]"'\w]\s*$/.test(file.lines[line]) && !/\{\s*$|:\s*$|do\s*$/.test(file.lines[line]));
      if (at.length === 0 || at.length !== checksOf(file, test).length || (file.language === 'python' && at.length === bodyOf(file, test).filter((line) => line.trim()).length)) return null;
      const lines = [...file.lines];
      for (const line of at) lines[line] = `${test.bodyIndent}${lineMark(file)} ${lines[line].trim()}`;
      return lines.join('\n');
    })),
    unseen('by the preprocessor or a condition', withTest((file, test) => {
      const from = headOf(file, test);
      const lines = file.lines.slice(from, test.to);
      if (['c', 'cpp'].includes(file.language)) return replaceLines(file, from, test.to, '#if 0', ...lines, '#endif');
      if (file.language === 'rust') return replaceLines(file, from, from, `${test.indent}#[cfg(any())]`);
      if (!['python', ...scripts, 'ruby'].includes(file.language) || holdsText(lines)) return null;
      return replaceLines(file, from, test.to, ...whole(deeper(file, lines), conditional[file.language](fails[file.language]), test.indent));
    })),
    unseen('its mark', withTest((file, test) => {
      if (['java', 'rust'].includes(file.language)) return replaceLine(file, test.from, file.lines[test.from].replace(/^(\s*)/, '$1// '));
      const call = file.lines.findIndex((line) => new RegExp(`^\\s*(RUN_TEST|cmocka_unit_test|MU_RUN_TEST|tcase_add_test)?.*\\b${test.name}\\b.*[;,]\\s*$`).test(line) && !/^(static )?(void|int)/.test(line));
      return file.language === 'c' && call >= 0 ? replaceLine(file, call, file.lines[call].replace(/^(\s*)/, '$1// ')) : null;
    })),
  ],
};

const empties = { python: 'pass', shell: ':', ruby: null };
const emptied = {
  ...base, name: 'a test emptied',
  why: 'It passes whatever the code does, and counts as a test.',
  shapes: [
    shape('nothing left', withTest((file, test) => bodyWith(file, test, empties[file.language] ? [empties[file.language]] : []))),
    shape('a remark left', withTest((file, test, tools) => bodyWith(file, test, [remark(file, tools.pick(['TODO: write this test', 'Covered elsewhere', 'not needed any more'])), ...(empties[file.language] ? [empties[file.language]] : [])]))),
    shape('what is prepared left', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      const kept = file.lines.slice(test.open + 1, first);
      if (!kept.some((line) => line.trim()) || indentOf(file.lines[first]) !== test.bodyIndent || /[\\,({[|]\s*$/.test(kept[kept.length - 1])) return null;
      return file.language === 'go' ? null : replaceLines(file, first, test.close);
    })),
    unseen('a message left', withTest((file, test) => {
      const say = { python: 'print("ok")', go: 't.Log("ok")', rust: 'println!("ok");', c: 'printf("ok\\n");', cpp: 'MESSAGE("ok");', java: 'System.out.println("ok");', ruby: "puts 'ok'", shell: 'echo ok' }[file.language] ?? "console.log('ok');";
      return file.language === 'cpp' && libraryOf(file) !== 'doctest' ? null : bodyWith(file, test, [say]);
    })),
    unseen('all of the file', (file) => {
      const tests = realTests(file);
      if (tests.length < 2) return null;
      return [...tests].reverse().reduce((lines, test) => { lines.splice(test.open + 1, test.close - test.open - 1, ...(empties[file.language] ? [test.bodyIndent + empties[file.language]] : [])); return lines; }, [...file.lines]).join('\n');
    }),
    unseen('dots left', withTest((file, test) => {
      const dots = { python: ['...'], rust: ['{}'], java: [';'], c: [';'], cpp: [';'], go: ['_ = t'], shell: ['true'], ruby: ['nil'] }[file.language] ?? ['void 0;'];
      return bodyWith(file, test, dots);
    })),
  ],
};

const again = (file, test, body) => {
  const head = file.lines.slice(test.from, test.open + 1);
  return [...head, ...body.map((line) => test.bodyIndent + line), ...(file.language === 'python' ? [] : [file.lines[test.close]])];
};

const shadowed = {
  ...base, name: 'a test hidden by another of its name', languages: ['python', 'ruby', 'shell', ...scripts],
  why: 'Of two definitions with one name only the last is run; the first checks nothing any more.',
  shapes: [
    shape('by an empty one right behind it', withTest((file, test) => {
      const body = { python: ['pass'], ruby: ['assert true'], shell: [':'] }[file.language];
      if (!body || (file.language === 'ruby' && !/def test_/.test(file.lines[test.from])) || (file.language === 'shell' && libraryOf(file) === 'bats')) return null;
      return replaceLines(file, test.to, test.to, '', ...again(file, test, body));
    })),
    shape('by a copy of another', (file, tools) => {
      const [one, two] = shuffled(tools, realTests(file)).slice(0, 2);
      if (!one || !two || one.indent !== two.indent || scripts.includes(file.language)) return null;
      const [first, last] = one.from < two.from ? [one, two] : [two, one];
      return new RegExp(`\\b${last.name}\\b`).test(file.lines[last.from]) && /^\w+$/.test(last.name) ? replaceLine(file, last.from, file.lines[last.from].replace(last.name, first.name)) : null;
    }),
    shape('by a value', withTest((file, test) => (file.language === 'python' ? replaceLines(file, test.to, test.to, '', `${test.indent}${test.name} = None`) : null))),
    unseen('deleted by name', withTest((file, test) => (file.language === 'python' ? replaceLines(file, test.to, test.to, '', `${test.indent}del ${test.name}`)
      : file.language === 'ruby' && /def test_/.test(file.lines[test.from]) ? replaceLines(file, test.to, test.to, '', `${test.indent}undef_method :${test.name}`) : file.language === 'shell' && libraryOf(file) !== 'bats' ? replaceLines(file, test.to, test.to, `unset -f ${test.name}`) : null))),
    unseen('a class of the same name', (file, tools) => {
      const group = file.language === 'python' ? groupOf(file, tools) : null;
      const name = group && /class (Test\w+)/.exec(file.lines[group.from])?.[1];
      return name ? insertAt(file, group.to, '', `class ${name}:`, '    def test_placeholder(self):', '        pass', '') : null;
    }),
    unseen('the names taken back at the end', (file) => {
      if (realTests(file).length < 2 || !['python', ...scripts].includes(file.language) || !isTest(file) || (file.language === 'python' && realTests(file)[0].indent !== '')) return null;
      return file.language === 'python' ? `${file.text.replace(/\n*$/, '\n')}\n\nfor _name in [name for name in globals() if name.startswith("test_")]:\n    del globals()[_name]\n`
        : replaceLines(file, firstTestLine(file), firstTestLine(file), `${indentOf(file.lines[firstTestLine(file)])}const ${/^\s*it\(/.test(file.lines[firstTestLine(file)]) ? 'it' : 'test'} = () => {};`);
    }),
  ],
};
const firstTestLine = (file) => realTests(file)[0].from;

const left = {
  ...base, name: 'a test left at once',
  why: 'What comes behind the return is not run.',
  shapes: [
    shape('first of all', withTest((file, test) => (file.language === 'java' ? inserted(file, test, 'if (true) return;') : inserted(file, test, returnOf(file, test))))),
    shape('behind a condition that holds', withTest((file, test) => inserted(file, test, ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](holds[file.language]), '')))),
    shape('where CI runs', withTest((file, test) => inserted(file, test, ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](setVariable[file.language]), '')))),
    unseen('before the first assertion', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      if (file.language === 'java' || first === test.open + 1 || indentOf(file.lines[first]) !== test.bodyIndent || /[\\,({[|=]\s*$/.test(file.lines[first - 1])) return null;
      return replaceLines(file, first, first, test.bodyIndent + returnOf(file, test));
    })),
    unseen('when the result is missing', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      const m = /^\s*(?:const |let |var |auto |final |[A-Z]\w+ )?(\w+)(?:, err)? :?= \w/.exec(file.lines[first - 1] ?? '');
      const none = { python: (x) => `not ${x}`, go: null, rust: null, c: (x) => `!${x}`, cpp: null, java: (x) => `${x} == null`, ruby: (x) => `${x}.nil?`, shell: (x) => `[ -z "$${x}" ]` }[file.language] ?? (scripts.includes(file.language) ? (x) => `!${x}` : null);
      if (!m || !none || indentOf(file.lines[first]) !== test.bodyIndent) return null;
      return replaceLines(file, first, first, ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](none(m[1])), '').map((line) => test.bodyIndent + line));
    })),
    unseen('at an error', withTest((file, test) => {
      if (file.language !== 'go') return null;
      const at = file.lines.findIndex((line, index) => index > test.open && index < test.close && /^\t+t\.Fatal(f)?\(.*err.*\)$/.test(line));
      return at < 0 ? null : replaceLine(file, at, `${indentOf(file.lines[at])}return`);
    })),
    unseen('by an exit', withTest((file, test) => {
      const exit = { python: 'raise SystemExit(0)', shell: 'exit 0', ruby: 'exit 0', c: 'exit(0);', cpp: 'std::exit(0);', rust: 'std::process::exit(0);', go: 'os.Exit(0)', java: 'System.exit(0);' }[file.language] ?? 'process.exit(0);';
      return inserted(file, test, exit);
    })),
  ],
};

const otherHead = (file, test, name) => (/^\w+$/.test(test.name) && file.lines.slice(test.from, test.open + 1).some((line) => line.includes(test.name))
  ? replaceLines(file, test.from, test.open + 1, ...file.lines.slice(test.from, test.open + 1).map((line) => line.replace(new RegExp(`\\b${test.name}\\b`), name))) : null);
const stem = (name) => name.replace(/^test_?/i, '') || 'case';

const unfound = {
  ...base, name: 'a test named so that the runner does not find it',
  why: 'Runners find tests by their names and marks; this one is there and is never run.',
  shapes: [
    shape('an underscore before', withTest((file, test) => (['python', 'ruby', 'shell', 'go'].includes(file.language) && !/@test|it ['"]/.test(file.lines[test.from]) ? otherHead(file, test, file.language === 'go' ? `_${test.name}` : `_${test.name}`) : null))),
    shape('another beginning', withTest((file, test) => {
      if (['python', 'ruby', 'shell'].includes(file.language)) return otherHead(file, test, `check_${stem(test.name)}`);
      return file.language === 'go' ? otherHead(file, test, `test${test.name.slice(4)}`) : null;
    })),
    shape('its mark gone', withTest((file, test) => {
      if (file.language === 'rust') return replaceLines(file, test.from, test.from + 1);
      if (file.language === 'java') return /^\s*@Test\s*$/.test(file.lines[test.from]) ? replaceLines(file, test.from, test.from + 1) : null;
      if (file.language === 'shell') return /^@test /.test(file.lines[test.from]) ? replaceLine(file, test.from, `${test.name.replace(/\W+/g, '_')}() {`) : null;
      return scripts.includes(file.language) ? replaceLines(file, test.from, test.to, `${test.indent}const ${`case_${test.from}`} = () => {`, ...bodyOf(file, test), `${test.indent}};`) : null;
    })),
    unseen('the test at the end of the name', withTest((file, test) => (['python', 'ruby'].includes(file.language) && /^\w+$/.test(test.name) ? otherHead(file, test, `${stem(test.name)}_test`) : null))),
    unseen('the file renamed', (file) => {
      if (realTests(file).length === 0 || !isTest(file)) return null;
      const name = file.name.replace(/\.(test|spec)\.(\w+)$/, '.tests.$2').replace(/^test_(.*)\.py$/, '$1_tests.py').replace(/_test\.go$/, '_tests.go').replace(/_(spec|test)\.rb$/, '_$1s.rb').replace(/Test\.java$/, 'Checks.java').replace(/\.bats$/, '.bats.sh');
      return name === file.name ? null : { files: { [file.path]: null, [file.path.slice(0, file.path.length - file.name.length) + name]: file.text } };
    }),
    unseen('a slip in its name', withTest((file, test) => (['python', 'ruby', 'shell'].includes(file.language) && /^test_/.test(test.name) ? otherHead(file, test, test.name.replace('test', 'tset'))
      : file.language === 'go' && /^Test[A-Z][a-z]/.test(test.name) ? otherHead(file, test, `Test${test.name[4].toLowerCase()}${test.name.slice(5)}`) : file.language === 'java' ? namedPrivate(file, test) : null))),
    unseen('no longer called', withTest((file, test) => {
      if (!['c', 'cpp', 'shell'].includes(file.language) || !/^\w+$/.test(test.name)) return null;
      const at = file.lines.findIndex((line, index) => (index < test.from || index >= test.to) && new RegExp(`\\b${test.name}\\b`).test(line) && !/^(static |void )/.test(line) && /[;,]\s*$|^\s*\w+$/.test(line));
      return at < 0 ? null : replaceLines(file, at, at + 1);
    })),
    unseen('put into another function', withTest((file, test) => {
      const lines = file.lines.slice(test.from, test.to);
      if (!['python', ...scripts].includes(file.language) || holdsText(lines) || headOf(file, test) !== test.from) return null;
      const head = file.language === 'python' ? ['def _cases():', null] : ['function cases() {', '}'];
      return replaceLines(file, test.from, test.to, ...whole(deeper(file, lines), head, test.indent));
    })),
  ],
};

function namedPrivate(file, test) {
  const at = test.open;
  const line = file.lines[at].replace(/^(\s*)(?:public )?void/, '$1private void');
  return line === file.lines[at] ? null : replaceLine(file, at, line);
}

// What opens a table of cases, by the two lines before its first row.
const opensTable = {
  python: /parametrize\(|\w+ ?(: .*)?= ?[[(]$|in [[(]$/, go: /(\[\]|map\[)[^=]*\{$|^\s*\}\{$/, rust: /= &?(vec!)?\[|in &?\[$|case\(|#\[/, ruby: /= \[$|^\s*\[$/, java: /Source\(|asList\(|\[\]\[?\]? ?(\w+ ?= ?)?\{$/,
  c: /\w\[\w*\](\[\w*\])? ?= ?\{?\n?\s*\{?$/, cpp: /\w\[\w*\](\[\w*\])? ?= ?\{?\n?\s*\{?$|std::(vector|array)<[^=]*[{(]$|Values\($|cases ?=? ?\{$/,
};
for (const language of scripts) opensTable[language] = /each\(\[$|= \[$|^\s*\[$|of \[$/;

// Rows of cases: neighbouring lines of one indentation that each are a whole row.
export function rowsOf(file) {
  if (!isTest(file)) return [];
  const found = [];
  const row = file.language === 'rust' ? /^\s*(#\[(test_)?case\(.*\)\]|\(.*\),)$/ : file.language === 'ruby' ? /^\s*\[.*\],?$/ : /^\s*[[({].*[\])}],?$/;
  for (let at = 0; at < file.lines.length; ++at) {
    if (!row.test(file.lines[at]) || !/,/.test(file.lines[at])) continue;
    let to = at;
    while (to < file.lines.length && row.test(file.lines[to]) && indentOf(file.lines[to]) === indentOf(file.lines[at])) ++to;
    const before = file.lines.slice(0, at).filter((line) => line.trim()).slice(-2).join('\n');
    if (to - at >= 3 && opensTable[file.language]?.test(before)) found.push({ from: at, to });
    at = to;
  }
  return found;
}
const withRows = (make) => (file, tools) => {
  const rows = tools.pick(rowsOf(file));
  return rows ? make(file, rows, tools) : null;
};

const cases = {
  ...base, what: 'scope', name: 'cases of a test taken away', languages: testLanguages.filter((language) => language !== 'shell'),
  why: 'Each row is a check of its own; the test is still there and checks less.',
  shapes: [
    shape('one', withRows((file, rows, tools) => { const at = rows.from + Math.floor(tools.random() * (rows.to - rows.from)); return replaceLines(file, at, at + 1); })),
    shape('all but the first', withRows((file, rows) => replaceLines(file, rows.from + 1, rows.to))),
    shape('the second half', withRows((file, rows) => replaceLines(file, rows.from + Math.ceil((rows.to - rows.from) / 2), rows.to))),
    unseen('commented out', withRows((file, rows, tools) => { const at = rows.from + Math.floor(tools.random() * (rows.to - rows.from)); return replaceLine(file, at, `${indentOf(file.lines[at])}${lineMark(file)} ${file.lines[at].trim()}`); })),
    unseen('the same one again', withRows((file, rows) => replaceLines(file, rows.from + 1, rows.to, ...Array.from({ length: rows.to - rows.from - 1 }, () => file.lines[rows.from])))),
    unseen('only the first is run', (file, tools) => {
      const forms = { python: [/^(\s*for .+ in )([A-Z_a-z]+):$/, '$1$2[:1]:'], go: [/^(\s*for _, \w+ := range )(\w+) \{$/, '$1$2[:1] {'], rust: [/^(\s*for .+ in )(\w+)(?:\.iter\(\))? \{$/, '$1$2.iter().take(1) {'], ruby: [/^(\s*)([\w.]+)\.each do/, '$1$2.first(1).each do'],
        java: null, c: [/^(\s*for \((?:int|size_t) i = 0; i < )(?!argc|\d+;)[^;]+;/, '$11;'] };
      forms.cpp = [/^(\s*for \((?:int|size_t|auto) i = 0; i < )(?!argc|\d+;)[^;]+;/, '$11;'];
      for (const language of scripts) forms[language] = [/^(\s*)(\w+)\.forEach\(/, '$1$2.slice(0, 1).forEach('];
      const form = realTests(file).length > 0 && isTest(file) && forms[file.language];
      const at = form ? tools.pick(file.lines.flatMap((line, index) => (form[0].test(line) ? [index] : []))) : undefined;
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(...form));
    }),
  ],
};

export const kinds = completing(keepingEnds([deleted, skipped, focused, commented, emptied, shadowed, left, unfound, cases]));
