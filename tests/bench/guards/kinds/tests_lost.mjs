// Tests that are no longer run: deleted, skipped, put aside by a focus, commented out, emptied.
import { keepingEnds, remark, scripts, shape, unseen } from './lib/places.mjs';
import { bodyOf, bodyWith, checksOf, completing, conditional, cut, deeper, fails, headOf, holdsText, importing, inserted, isTest,
  libraryOf, realTests, testLanguages, whole } from './lib/tests.mjs';
import { importsOf, indentOf, replaceLine, replaceLines } from '../source.mjs';
import { groupOf, lineMark, withTest } from './lib/heads.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

// A class or module of Python or Ruby must not be left without a body.
const spare = (file) => realTests(file).length > 1;

const deleted = {
  ...base, what: 'scope', name: 'a test deleted',
  why: 'What it checked is still there and is checked no more; a deletion has to be asked for.',
  shapes: [
    shape('one', withTest((file, test) => (spare(file) ? cut(file, headOf(file, test), test.to) : null))),
    shape('the last', (file) => {
      const test = spare(file) ? realTests(file).at(-1) : null;
      return test && cut(file, headOf(file, test), test.to);
    }),
    shape('a remark in its place', withTest((file, test, tools) => (spare(file)
      ? replaceLines(file, headOf(file, test), test.to, remark(file,
      tools.pick([`${test.name}: removed, obsolete`, 'Test removed: no longer applicable', 'flaky test removed']), test.indent)) : null))),
    unseen('all but the first', (file) => {
      const tests = realTests(file);
      if (tests.length < 3) return null;
      return tests.slice(1).reverse().reduce((lines, test) => { lines.splice(headOf(file, test), test.to - headOf(file, test)); return lines; },
        [...file.lines]).join('\n');
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
  python: ['assert True'], go: ['t.Log("ok")'], rust: ['let value = 1;', 'assert_eq!(value, 1);'], cpp: ['int value = 1;', '(void)value;'],
    c: ['int value = 1;', 'assert(value == 1);'], java: ['int value = 1;', 'assertEquals(1, value);'],
  ruby: ['value = 1', 'assert_equal 1, value'], shell: ['value=1', '[ "$value" = 1 ]'],
};

function easier(file) {
  if (scripts.includes(file.language)) return /expect\(/.test(file.text) ? ['const value = 1;', 'expect(value).toBe(1);'] : null;
  return file.language === 'ruby' && libraryOf(file) === 'rspec' ? ['value = 1', 'expect(value).to eq(1)'] : file.language === 'python'
    && libraryOf(file) === 'unittest' ? ['self.assertTrue(True)'] : easy[file.language];
}

const marked = (file, test, line) => replaceLines(file, test.from, test.from, test.indent + line);

const named = (file, test, from, to) => (from.test(file.lines[test.from]) ? replaceLine(file, test.from, file.lines[test.from].replace(from, to))
  : null);

const pythonMark = (file, test, mark) => {
  const text = marked(file, test, mark);
  return mark.includes('pytest') ? importing(text, /^import pytest$/m, 'import pytest', /^(import|from) /)
    : importing(text, /^import unittest$/m, 'import unittest', /^(import|from) /);
};

const javaMark = (file, test, reason) => {
  const [library, name] = libraryOf(file) === 'junit5' ? ['org.junit.jupiter.api.', 'Disabled'] : ['org.junit.', 'Ignore'];
  return importing(marked(file, test, `@${name}${reason}`), new RegExp(`^import ${library.replaceAll('.', '\\.')}(${name}|\\*);`, 'm'),
    `import ${library}${name};`, /^import org\.junit/);
};

const skipBy = {
  mark: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.skip("broken")' : '@pytest.mark.skip'),
    script: (file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1$2.skip('),
      rust: (file, test) => marked(file, test, '#[ignore]').replace(/^(\s*#\[ignore\])\n(\s*#\[test\])/m, '$2\n$1'),
    go: (file, test) => inserted(file, test, 't.Skip()'), java: (file, test) => javaMark(file, test, ''),
    cpp: (file, test) => (libraryOf(file) === 'gtest' ? named(file, test, /^(\s*TEST(?:_F|_P)?\(\w+, )(\w+)/, '$1DISABLED_$2')
      : libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip()')
      : named(file, test, /^(\s*TEST_CASE\("[^"]*")(, "\[[^"]*")?/, '$1, "[.]"')),
    c: (file, test) => ({ cmocka: inserted(file, test, 'skip();'), unity: inserted(file, test, 'TEST_IGNORE();') }[libraryOf(file)] ?? null),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? named(file, test, /^(\s*)it /, '$1xit ') : inserted(file, test, 'skip')),
      shell: (file, test) => (libraryOf(file) === 'bats' ? inserted(file, test, 'skip') : inserted(file, test, 'startSkipping')),
  },
  reason: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest'
      ? '@unittest.skip("flaky in CI")' : '@pytest.mark.skip(reason="flaky, see TODO")'),
    script: (file, test) => (libraryOf(file) === 'node' ? named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, "$1{ skip: 'flaky' }, ")
      : inserted(file, test, 'this.skip(); // flaky')), rust: (file, test) => marked(file, test, '#[ignore = "flaky"]'),
    go: (file, test) => inserted(file, test, 't.Skip("flaky, to be fixed")'), java: (file, test) => javaMark(file, test, '("flaky")'),
    cpp: (file, test) => (libraryOf(file) === 'gtest' ? inserted(file, test, 'GTEST_SKIP() << "flaky";') : libraryOf(file) === 'doctest'
      ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip(true)') : inserted(file, test, 'SKIP("flaky");')),
    c: (file, test) => (libraryOf(file) === 'unity' ? inserted(file, test, 'TEST_IGNORE_MESSAGE("flaky");') : null),
      ruby: (file, test) => inserted(file, test, "skip 'flaky'"), shell: (file, test) => (libraryOf(file) === 'bats'
      ? inserted(file, test, 'skip "flaky in CI"') : null),
  },
  inBody: {
    python: (file, test) => (libraryOf(file) === 'unittest' ? inserted(file, test, 'self.skipTest("not ready")')
      : importing(inserted(file, test, 'pytest.skip("not ready")'), /^import pytest$/m, 'import pytest', /^(import|from) /)),
    script: (file, test) => (libraryOf(file) === 'node' ? named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, '$1{ skip: true }, ')
      : named(file, test, /^(\s*)(it|test)\(/, '$1x$2(')), go: (file, test) => inserted(file, test, 't.SkipNow()'),
    java: (file, test) => inserted(file, test, libraryOf(file) === 'junit5'
      ? 'org.junit.jupiter.api.Assumptions.assumeTrue(false);' : 'org.junit.Assume.assumeTrue(false);'),
      rust: (file, test) => marked(file, test, '#[cfg(feature = "slow-tests-off")]'),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? inserted(file, test, "pending 'not ready'")
      : inserted(file, test, /Test::Unit/.test(file.text) ? "omit 'not ready'" : "return skip('not ready')")),
  },
  otherName: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest' ? '@unittest.expectedFailure' : '@pytest.mark.xfail'),
      script: (file, test, tools) => (libraryOf(file) === 'mocha' ? named(file, test, /^(\s*)(it|test)\(/, '$1xit(')
      : named(file, test, /^(\s*)(it|test)\(/, tools.pick(['$1$2.todo(', '$1$2.fails(', '$1$2.failing(']))),
    rust: (file, test) => marked(file, test, '#[cfg(not(test))]'),
      java: (file, test) => (libraryOf(file) === 'junit5' ? marked(file, test,
      '@org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable(named = "RUN_ALL", matches = "1")') : null),
    cpp: (file, test) => (libraryOf(file) === 'doctest' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::may_fail()')
      : libraryOf(file) === 'catch2' ? named(file, test, /^(\s*TEST_CASE\("[^"]*")(?:, "([^"]*)")?/, '$1, "$2[!mayfail]"') : null),
    ruby: (file, test) => (libraryOf(file) === 'rspec' ? named(file, test, /^(\s*)it (['"][^'"]*['"]) do/, '$1it $2, skip: true do') : null),
  },
  condition: {
    python: (file, test) => pythonMark(file, test, libraryOf(file) === 'unittest'
      ? '@unittest.skipIf(True, "not here")' : '@pytest.mark.skipif(True, reason="not here")'),
      script: (file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1(true ? $2.skip : $2)('),
    go: (file, test) => inserted(file, test, 'if testing.Short() || true {', '\tt.Skip("slow")', '}'),
      rust: (file, test) => marked(file, test, '#[cfg_attr(all(), ignore)]'), java: (file, test) => inserted(file, test, 'if (true) return; // slow'),
    ruby: (file, test) => inserted(file, test, "skip 'slow' unless ENV['RUN_SLOW']"),
      shell: (file, test) => (libraryOf(file) === 'bats' ? inserted(file, test, '[ -z "$RUN_SLOW" ] && skip "slow"') : null),
      cpp: (file, test) => (libraryOf(file) === 'gtest' ? inserted(file, test, 'if (true) GTEST_SKIP();') : libraryOf(file) === 'doctest'
      ? named(file, test, /^(\s*TEST_CASE\("[^"]*")/, '$1 * doctest::skip(1 == 1)') : null),
  },
};

const fileWide = {
  python: (file) => (libraryOf(file) === 'unittest' ? null : afterImports(file, 'pytestmark = pytest.mark.skip(reason="to be fixed")',
    'import pytest')),
  go: (file) => replaceLines(file, 0, 0, '//go:build never', ''),
    rust: (file) => (/^\s*#\[cfg\(test\)\]$/m.test(file.text) ? file.text.replace('#[cfg(test)]', '#[cfg(all(test, feature = "never"))]')
    : replaceLines(file, 0, 0, '#![cfg(any())]')),
  java: (file) => (/^public class|^class/m.test(file.text) ? file.text.replace(/^(public class|class)/m, libraryOf(file) === 'junit5'
    ? '@org.junit.jupiter.api.Disabled\n$1' : '@org.junit.Ignore\n$1') : null),
  ruby: (file) => (libraryOf(file) === 'rspec' ? file.text.replace(/^(RSpec\.)?describe (.*) do$/m, '$1xdescribe $2 do')
    : file.text.replace(/^( *)def setup$/m, "$1def setup\n$1  skip 'to be fixed'")),
  shell: (file) => (libraryOf(file) === 'bats' && !/^setup\(\)/m.test(file.text)
    ? file.text.replace(/^@test/m, 'setup() {\n  skip "to be fixed"\n}\n\n@test') : null),
    c: (file) => `#if 0\n${file.text.replace(/\n*$/, '\n')}#endif\n`,
  cpp: (file) => (libraryOf(file) === 'doctest' ? file.text.replace(/^TEST_SUITE_BEGIN\(("[^"]*")\)/m, 'TEST_SUITE_BEGIN($1 * doctest::skip())')
    : `#ifdef RUN_SLOW_TESTS\n${file.text.replace(/\n*$/, '\n')}#endif\n`),
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

const focusing = (scriptForm, rubyForm) => withTest((file, test) => (realTests(file).length < 2 ? null : file.language === 'ruby'
  ? (libraryOf(file) === 'rspec' ? rubyForm(file, test) : null) : scriptForm(file, test)));

const focused = {
  ...base, name: 'a test alone in focus', languages: [...scripts, 'ruby', 'python', 'go', 'shell'],
  why: 'All other tests are not run as long as the mark stands; it is a tool of the moment.',
  shapes: [
    shape('only', focusing((file, test) => named(file, test, /^(\s*)(it|test)\(/, '$1$2.only('),
      (file, test) => named(file, test, /^(\s*)it (['"].*['"]) do$/, '$1it $2, focus: true do'))),
    shape('the group', (file) => (realTests(file).length < 2 ? null : file.language === 'ruby'
      ? changedBy(file, /^(\s*)describe (.*) do$/m, '$1fdescribe $2 do') : scripts.includes(file.language)
      ? changedBy(file, /^(\s*)describe\(/m, '$1describe.only(') : null)),
    shape('f before the name', focusing((file, test) => (/^\s*test\(/.test(file.lines[test.from]) ? named(file, test, /^(\s*)test\(/, '$1ftest(')
      : named(file, test, /^(\s*)it\(/, '$1fit(')), (file, test) => named(file, test, /^(\s*)it /, '$1fit '))),
    unseen('an option', focusing((file, test) => named(file, test, /^(\s*(?:it|test)\(\s*(?:'[^']*'|"[^"]*"), )/, '$1{ only: true }, '),
      (file, test) => named(file, test, /^(\s*)it (['"].*['"]) do$/, '$1it $2, :focus do'))),
    unseen('f before the group', (file) => (realTests(file).length < 2 || !scripts.includes(file.language) ? null
      : changedBy(file, /^(\s*)describe\(/m, '$1fdescribe('))),
    unseen('by names of the runner', (file, tools) => {
      const test = tools.pick(realTests(file));
      if (!test || realTests(file).length < 3) return null;
      if (file.language === 'python') {
        const old = tools.repo.text('conftest.py');
        return /pytest_collection_modifyitems/.test(old ?? '') ? null
          : { files: { 'conftest.py': `${old ? `${old}\n\n` : ''}def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name == "${test.name}"]\n` } };
      }
      if (file.language === 'shell') return libraryOf(file) === 'bats' ? marked(file, test, '# bats test_tags=bats:focus') : null;
      if (file.language === 'go') return replaceLines(file, file.lines.length, file.lines.length, '', 'func TestMain(m *testing.M) {',
        `\t_ = flag.Set("test.run", "${test.name}")`, '\tos.Exit(m.Run())', '}', '');
      return null;
    }),
  ],
};

const changedBy = (file, form, to) => {
  const text = file.text.replace(form, to);
  return text === file.text ? null : text;
};

const commentedLines = (file, from, to, indent) => file.lines.slice(from,
  to).map((line) => (line.trim() ? `${indent}${lineMark(file)} ${line.slice(indent.length)}` : line));

const commented = {
  ...base, what: 'scope', name: 'a test commented out',
  why: 'It is still to be read and checks nothing; the history keeps what is deleted.',
  shapes: [
    shape('line by line', withTest((file, test) => (spare(file)
      ? replaceLines(file, headOf(file, test), test.to, ...commentedLines(file, headOf(file, test), test.to, test.indent)) : null))),
    shape('its body', withTest((file, test) => {
      const filler = { python: ['pass'], shell: [':'], rust: [], go: [] }[file.language] ?? [];
      return replaceLines(file, test.open + 1, test.close, ...commentedLines(file, test.open + 1, test.close, test.bodyIndent),
        ...filler.map((line) => test.bodyIndent + line));
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
      const at = checksOf(file, test).filter((line) => indentOf(file.lines[line]) === test.bodyIndent && /[);\]"'\w]\s*$/.test(file.lines[line])
        && !/\{\s*$|:\s*$|do\s*$/.test(file.lines[line]));
      if (at.length === 0 || at.length !== checksOf(file, test).length
        || (file.language === 'python' && at.length === bodyOf(file, test).filter((line) => line.trim()).length)) return null;
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
      if (file.language !== 'c') return null;
      const call = file.lines.findIndex((line) => new RegExp(`^\\s*(RUN_TEST|cmocka_unit_test|MU_RUN_TEST|tcase_add_test)?.*\\b${test.name}\\b.*[;,]\\s*$`).test(line)
        && !/^(static )?(void|int)/.test(line));
      return call >= 0 ? replaceLine(file, call, file.lines[call].replace(/^(\s*)/, '$1// ')) : null;
    })),
  ],
};

const empties = { python: 'pass', shell: ':', ruby: null };

const emptied = {
  ...base, name: 'a test emptied',
  why: 'It passes whatever the code does, and counts as a test.',
  shapes: [
    shape('nothing left', withTest((file, test) => bodyWith(file, test, empties[file.language] ? [empties[file.language]] : []))),
    shape('a remark left', withTest((file, test, tools) => bodyWith(file, test,
      [remark(file, tools.pick(['TODO: write this test', 'Covered elsewhere', 'not needed any more'])),
      ...(empties[file.language] ? [empties[file.language]] : [])]))),
    shape('what is prepared left', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      const kept = file.lines.slice(test.open + 1, first);
      if (!kept.some((line) => line.trim()) || indentOf(file.lines[first]) !== test.bodyIndent
        || /[\\,({[|]\s*$/.test(kept[kept.length - 1])) return null;
      return file.language === 'go' ? null : replaceLines(file, first, test.close);
    })),
    unseen('a message left', withTest((file, test) => {
      const say = { python: 'print("ok")', go: 't.Log("ok")', rust: 'println!("ok");', c: 'printf("ok\\n");', cpp: 'MESSAGE("ok");',
        java: 'System.out.println("ok");', ruby: "puts 'ok'", shell: 'echo ok' }[file.language] ?? "console.log('ok');";
      return file.language === 'cpp' && libraryOf(file) !== 'doctest' ? null : bodyWith(file, test, [say]);
    })),
    unseen('all of the file', (file) => {
      const tests = realTests(file);
      if (tests.length < 2) return null;
      return [...tests].reverse().reduce((lines, test) => { lines.splice(test.open + 1, test.close - test.open - 1,
        ...(empties[file.language] ? [test.bodyIndent + empties[file.language]] : [])); return lines; }, [...file.lines]).join('\n');
    }),
    unseen('dots left', withTest((file, test) => {
      const dots = { python: ['...'], rust: ['{}'], java: [';'], c: [';'], cpp: [';'], go: ['_ = t'], shell: ['true'], ruby: ['nil'] }[file.language]
        ?? ['void 0;'];
      return bodyWith(file, test, dots);
    })),
  ],
};

export const kinds = completing(keepingEnds([deleted, skipped, focused, commented, emptied]));
