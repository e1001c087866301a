// What settings, workflows and marks do to checks: failures that count no more, tests left out,
// code left out of coverage, and linters told to be silent.
import { code, keepingEnds, remark, scripts, shape, spotOf, unseen } from './lib/places.mjs';
import { isTest, realTests, testLanguages } from './lib/tests.mjs';
import { functionsOf, indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';
import { command, commandsOf, runnerOf } from './tests_around.mjs';

const base = { class: 9, what: 'defect' };
const running = ['json', 'yaml', 'toml', 'makefile', 'shell', 'dockerfile', 'ini'];

// What tox and the like start without a shell knows no `||`.
const changed = (change, only = ['json', 'yaml', 'toml', 'makefile', 'shell', 'dockerfile']) => (file, tools) => (only.includes(file.language) ? command(file, tools, change) : null);
const longer = (change) => (file, tools) => command(file, tools, change, { piped: true });
const step = (make) => (file, tools) => {
  if (file.language !== 'yaml') return null;
  const one = tools.pick(commandsOf(file).filter(({ at }) => /^\s*- run: |^\s+run: /.test(file.lines[at])));
  if (!one) return null;
  const item = /^\s*- /.test(file.lines[one.at]);
  return insertAt(file, one.at + 1, ...[].concat(make(tools)).map((text) => `${indentOf(file.lines[one.at])}${item ? '  ' : ''}${text}`));
};

const uncounted = {
  ...base, name: 'tests whose failure counts no more', languages: running,
  why: 'They are run, and nobody hears when they fail.',
  shapes: [
    shape('or true', changed((text) => `${text} || true`)),
    shape('goes on after an error', (file, tools) => step(() => 'continue-on-error: true')(file, tools) ?? (['makefile', 'ini'].includes(file.language) ? minus(file, tools) : null)),
    shape('said instead of run', changed(() => "echo 'tests are skipped for now'")),
    unseen('and an exit of nought', changed((text) => `${text}; exit 0`)),
    unseen('or a message', changed((text) => `${text} || echo 'tests failed, ignored'`)),
    unseen('into another command', changed((text) => `${text} | tee test.log`)),
    unseen('the whole job', (file) => {
      if (file.language === 'ini') return /^\[testenv\]$/m.test(file.text) ? file.text.replace(/^\[testenv\]$/m, '[testenv]\nignore_outcome = true') : null;
      const at = file.language === 'yaml' ? file.lines.findIndex((text) => /^ {4}runs-on: /.test(text)) : -1;
      if (at >= 0 && commandsOf(file).length > 0) return insertAt(file, at + 1, '    continue-on-error: true');
      const gitlab = file.language === 'yaml' ? file.lines.findIndex((text) => /^ {2}script:/.test(text)) : -1;
      return gitlab >= 0 && commandsOf(file).length > 0 ? insertAt(file, gitlab, '  allow_failure: true') : null;
    }),
    unseen('never', (file, tools) => step((t) => t.pick(['if: false', "if: ${{ false }}", "if: github.event_name == 'never'"]))(file, tools)),
    unseen('errors of the shell let go', (file, tools) => {
      if (file.language !== 'shell') return file.language === 'json' ? null : (file.language === 'ini' ? null : command(file, tools, (text) => `set +e; ${text}; true`));
      const at = file.lines.findIndex((text) => /^set -[a-z]*e/.test(text));
      return at >= 0 && commandsOf(file).length > 0 ? replaceLine(file, at, file.lines[at].replace(/^set -([a-z]*)e([a-z]*)/, (all, a, b) => (a + b ? `set -${a}${b}` : 'set +e'))) : null;
    }),
    unseen('in the background', changed((text) => `${text} &`, ['shell', 'makefile', 'json', 'dockerfile'])),
    unseen('taken out', (file, tools) => {
      const one = tools.pick(commandsOf(file).filter(({ at }) => ['makefile', 'shell', 'yaml'].includes(file.language) && !/^\s*"/.test(file.lines[at])));
      if (!one || (file.language === 'yaml' && !/^\s*- run: /.test(file.lines[one.at]))) return null;
      return file.language === 'makefile' ? replaceLine(file, one.at, '\t@true') : file.language === 'shell' ? replaceLine(file, one.at, `${indentOf(file.lines[one.at])}:`) : replaceLines(file, one.at, one.at + 1);
    }),
  ],
};

function minus(file, tools) {
  const one = tools.pick(commandsOf(file));
  const form = file.language === 'ini' ? /^(commands\s*=\s*|\s+)/ : /^(\t)@?/;
  return one ? replaceLine(file, one.at, file.lines[one.at].replace(form, file.language === 'ini' ? '$1- ' : '$1-')) : null;
}

const narrower = {
  pytest: [' --ignore=tests/integration', ' -k "not slow"', ' --deselect tests/test_main.py::test_run', ' -m "not integration"'], jest: [' --testPathIgnorePatterns=integration', ' --testNamePattern=basic', ' --onlyChanged'],
  vitest: [' --exclude "**/integration/**"', ' -t basic', ' --changed'], mocha: [' --grep basic', ' --ignore "test/integration/**"', ' --invert --grep slow'], go: [' -run TestBasic', ' -skip TestSlow', ' -short'], cargo: [' --lib', ' basic', ' -- --skip slow'],
  npm: [' -- --testNamePattern=basic', ' -- --grep basic', ' -- --exclude integration'], maven: [' -DskipTests', ' -Dtest=BasicTest', ' -Dmaven.test.skip=true'], gradle: [' -x test', ' --tests "*Basic*"'], rspec: [' --tag ~slow', ' -e basic', ' --exclude-pattern "spec/integration/**"'], ctest: [' -E slow', ' -R basic'],
  tox: [' -e lint', ' --notest', ' -- -k basic'], node: [' --test-name-pattern=basic', ' --test-skip-pattern=slow'], playwright: [' --grep basic'],
};
const nth = (index) => longer((text) => { const list = narrower[runnerOf(text)]; return list ? text + list[Math.min(index, list.length - 1)] : null; });

const fewer = {
  ...base, what: 'scope', name: 'fewer tests run', languages: [...running, 'python', ...scripts],
  why: 'What is left out is checked by nobody; that has to be decided, not slipped in.',
  shapes: [
    shape('a folder or name left out', nth(0)), shape('a pattern', nth(1)),
    shape('settings of the runner', (file) => {
      if (file.language === 'toml') return /^\[tool\.pytest\.ini_options\]$/m.test(file.text) ? file.text.replace(/^\[tool\.pytest\.ini_options\]$/m, '[tool.pytest.ini_options]\nnorecursedirs = ["integration", "slow"]') : null;
      if (file.language === 'ini') return file.text.replace(/^\[(tool:)?pytest\]$/m, (all) => `${all}\nnorecursedirs = integration slow`) === file.text ? null : file.text.replace(/^\[(tool:)?pytest\]$/m, (all) => `${all}\nnorecursedirs = integration slow`);
      return file.language === 'json' && /"jest": \{$/m.test(file.text) ? file.text.replace(/^(\s*)"jest": \{$/m, '$1"jest": {\n$1  "testPathIgnorePatterns": ["integration"],') : null;
    }),
    unseen('a third way', nth(2)),
    unseen('passes without tests', longer((text) => ({ jest: `${text} --passWithNoTests --testPathPattern=none`, vitest: `${text} --passWithNoTests none`, mocha: `${text} --pass-on-failing-test-suite`, pytest: `${text} --co -q`, go: `${text.replace('go test', 'go vet')}`, cargo: `${text} --no-run`, npm: `${text} -- --passWithNoTests --testPathPattern=none`, ctest: `${text} -N`, rspec: `${text} --dry-run` }[runnerOf(text)] ?? null))),
    unseen('left out in collecting', (file) => {
      if (file.language === 'python') return /conftest\.py$/.test(file.path) ? `${file.text.replace(/\n*$/, '\n')}\ncollect_ignore_glob = ["test_*slow*.py", "integration/*"]\n` : null;
      const form = /^(\s*)(testMatch|include): \[.*\](,?)$/m;
      return scripts.includes(file.language) && /(jest|vitest|vite)\.config/.test(file.path) ? (form.test(file.text) ? file.text.replace(form, "$1$2: ['**/basic/**/*.test.*']$3") : null) : null;
    }),
    unseen('what failed last or was changed', longer((text) => ({ pytest: `${text} --last-failed`, jest: `${text} --onlyFailures`, vitest: `${text} --changed`, rspec: `${text} --only-failures`, ctest: `${text} --rerun-failed`, playwright: `${text} --last-failed`, npm: `${text} -- --onlyFailures` }[runnerOf(text)] ?? null))),
    unseen('a row of the matrix', (file, tools) => {
      const rows = file.language === 'yaml' && /\.github\/workflows/.test(file.path) ? file.lines.flatMap((text, at) => (/^\s+[\w-]+: \[.*,.*\]$/.test(text) && /strategy:|matrix:/.test(file.lines.slice(Math.max(0, at - 4), at).join('\n')) ? [at] : [])) : [];
      const at = tools.pick(rows);
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/,[^,\]]*\]$/, ']'));
    }),
  ],
};

const aFunction = (file, tools) => (isTest(file) ? null : tools.pick(functionsOf(file).filter((f) => f.from > 0 && !/^\s*(@|#\[|\/\/|\*|#)/.test(file.lines[f.from - 1]))) ?? null);
const aboveIt = (forms) => (file, tools) => {
  const f = aFunction(file, tools);
  const mark = f && forms[scripts.includes(file.language) ? 'script' : file.language];
  return mark ? insertAt(file, f.from, ...mark.split('\n').map((text) => f.indent + text)) : null;
};
const behindIt = (forms) => (file, tools) => {
  const f = aFunction(file, tools);
  const mark = f && forms[scripts.includes(file.language) ? 'script' : file.language];
  return mark ? replaceLine(file, f.from, `${file.lines[f.from]}  ${mark}`) : null;
};
const aroundIt = (forms) => (file, tools) => {
  const f = aFunction(file, tools);
  const pair = f && forms[scripts.includes(file.language) ? 'script' : file.language];
  return pair ? replaceLines(file, f.from, f.to, f.indent + pair[0], ...file.lines.slice(f.from, f.to), f.indent + pair[1]) : null;
};

const coverage = {
  ...base, what: 'scope', name: 'code left out of coverage', languages: [...code.filter((language) => language !== 'shell'), 'json', 'toml', 'yaml', 'ini', 'makefile'],
  why: 'The figure rises and nothing more is tested.',
  shapes: [
    shape('behind the head', behindIt({ python: '# pragma: no cover', c: '/* LCOV_EXCL_LINE */', cpp: '// LCOV_EXCL_LINE', ruby: '# :nocov:' })),
    shape('above it', aboveIt({ script: '/* istanbul ignore next */', rust: '#[cfg(not(tarpaulin_include))]', java: '@Generated', go: '// coverage:ignore' })),
    shape('a part between marks', aroundIt({ c: ['/* LCOV_EXCL_START */', '/* LCOV_EXCL_STOP */'], cpp: ['// LCOV_EXCL_START', '// LCOV_EXCL_STOP'], ruby: ['# :nocov:', '# :nocov:'], script: ['/* c8 ignore start */', '/* c8 ignore stop */'], python: null })),
    shape('a lower limit', (file) => lowered(file)),
    unseen('another tool', aboveIt({ script: '/* v8 ignore next 20 */', rust: '#[coverage(off)]', java: '@ExcludeFromJacocoGeneratedReport', cpp: '// GCOVR_EXCL_START', c: '/* GCOV_EXCL_START */', go: '//nocover' })),
    unseen('the whole file', (file) => {
      if (isTest(file)) return null;
      const line = { python: null, cpp: '// LCOV_EXCL_START', c: '/* LCOV_EXCL_START */', ruby: '# :nocov:' }[file.language] ?? (scripts.includes(file.language) ? '/* istanbul ignore file */' : null);
      return line ? `${line}\n${file.text}` : null;
    }),
    unseen('by the settings', (file) => {
      if (file.language === 'toml') return /^\[tool\.coverage\.run\]$/m.test(file.text) ? file.text.replace(/^\[tool\.coverage\.run\]$/m, '[tool.coverage.run]\nomit = ["*/api/*", "*/core/*"]') : null;
      if (file.language === 'ini') return /^\[(?:coverage:)?run\]$/m.test(file.text) ? file.text.replace(/^(\[(?:coverage:)?run\])$/m, '$1\nomit =\n    */core/*') : null;
      return file.language === 'yaml' && /codecov/.test(file.path) ? `${file.text.replace(/\n*$/, '\n')}ignore:\n  - "src/core"\n` : null;
    }),
    unseen('a mark of a branch', behindIt({ python: '# pragma: no branch', c: '/* LCOV_EXCL_BR_LINE */', cpp: '// LCOV_EXCL_BR_LINE' })),
  ],
};

function lowered(file) {
  const form = /((?:fail[_-]under|cov-fail-under|coverageThreshold|lines|branches|functions|statements|minimum_coverage|target|threshold)["']?\s?[=:]\s?)(\d{2,3})(%?)/;
  if (!/cov|jest|c8|nyc|pytest/i.test(file.path + file.text)) return null;
  const m = form.exec(file.text);
  return m && Number(m[2]) > 30 ? file.text.replace(form, (all, before, n, sign) => `${before}${Number(n) - 25}${sign}`) : null;
}

const aLine = (file, tools) => {
  const spot = spotOf(file, tools);
  return spot && !/^\s*(#|\/\/|--|\*)/.test(file.lines[spot.at]) ? spot : null;
};
const silent = (forms) => (file, tools) => {
  const own = forms[scripts.includes(file.language) ? 'script' : file.language];
  if (!own) return null;
  if (own.top) return `${own.top}\n${file.text}`;
  const spot = aLine(file, tools);
  if (!spot) return null;
  if (own.behind) return /[{(,\\:]\s*$/.test(file.lines[spot.at]) ? null : replaceLine(file, spot.at, `${file.lines[spot.at]}  ${own.behind}`);
  return insertAt(file, spot.at, spot.indent + own.above);
};
const shebang = (file) => /^(#!|<\?php|<!doctype|---)/i.test(file.lines[0]);
const topOf = (forms) => (file) => {
  const own = forms[scripts.includes(file.language) ? 'script' : file.language];
  return own ? insertAt(file, shebang(file) ? 1 : 0, own) : null;
};

const suppressed = {
  ...base, what: 'scope', name: 'a linter told to be silent', languages: [...code, 'php', 'css', 'html', 'markdown', 'yaml', 'dockerfile', 'json', 'sql'],
  why: 'The complaint is gone and what it was about is not; nobody decided that it may stay.',
  shapes: [
    shape('one line', silent({ python: { behind: '# noqa' }, script: { above: '// eslint-disable-next-line' }, go: { behind: '//nolint' }, c: { behind: '// NOLINT' }, cpp: { behind: '// NOLINT' }, ruby: { behind: '# rubocop:disable all' }, shell: { above: '# shellcheck disable=SC2086' }, rust: { above: '#[allow(clippy::all)]' }, php: { behind: '// phpcs:ignore' }, css: { above: '/* stylelint-disable-next-line */' }, dockerfile: { above: '# hadolint ignore=DL3008,DL3009' }, yaml: { behind: '# yamllint disable-line' }, html: { above: '<!-- htmlhint-disable -->' }, markdown: { above: '<!-- markdownlint-disable-next-line -->' }, sql: { behind: '-- noqa' } })),
    shape('types', silent({ python: { behind: '# type: ignore' }, script: { above: '// @ts-ignore' }, php: { above: '// @phpstan-ignore-next-line' }, ruby: { behind: '# steep:ignore' }, go: { behind: '//nolint:errcheck' }, c: { behind: '// cppcheck-suppress nullPointer' }, cpp: { behind: '// cppcheck-suppress nullPointer' } })),
    shape('the whole file', topOf({ python: '# flake8: noqa', script: '/* eslint-disable */', rust: '#![allow(warnings)]', go: '//nolint:all', ruby: '# rubocop:disable all', shell: '# shellcheck disable=all', css: '/* stylelint-disable */', markdown: '<!-- markdownlint-disable -->', yaml: '# yamllint disable', cpp: '// NOLINTBEGIN', c: '/* NOLINTBEGIN */', sql: '-- noqa: disable=all', dockerfile: '# hadolint global ignore=DL3008', php: '// phpcs:disable' })),
    unseen('types of the whole file', topOf({ python: '# mypy: ignore-errors', script: '// @ts-nocheck', ruby: '# typed: ignore' })),
    unseen('another tool', silent({ python: { behind: '# pylint: disable=all' }, script: { above: '// biome-ignore lint: legacy' }, rust: { above: '#[allow(unused, dead_code)]' }, c: { above: '#pragma GCC diagnostic ignored "-Wall"' }, cpp: { above: '#pragma GCC diagnostic ignored "-Wconversion"' }, go: { behind: '// #nosec' }, shell: { above: '# shellcheck disable=SC2046,SC2068,SC2115' } })),
    unseen('a mark of the language', aboveMark({ java: '@SuppressWarnings("all")', rust: '#[allow(clippy::unwrap_used, clippy::panic)]', cpp: '[[maybe_unused]]', python: '@no_type_check', c: '__attribute__((no_sanitize("address")))' })),
    unseen('by the settings', (file) => {
      if (file.language !== 'json' && file.language !== 'yaml') return null;
      if (/eslintrc|biome/.test(file.path) && /"rules": \{$/m.test(file.text)) return file.text.replace(/^(\s*)"rules": \{$/m, '$1"rules": {\n$1  "no-unused-vars": "off",');
      if (/tsconfig/.test(file.path)) return file.text.replace(/"strict": true/, '"strict": false') === file.text ? null : file.text.replace(/"strict": true/, '"strict": false');
      if (/markdownlint/.test(file.path) && file.language === 'json') return /^\{/.test(file.text) ? file.text.replace(/^\{/, '{\n  "default": false,') : null;
      return file.language === 'yaml' && /rubocop|golangci|pre-commit|markdownlint/.test(file.path) ? `${file.text.replace(/\n*$/, '\n')}exclude: ".*"\n` : null;
    }),
    unseen('for security', silent({ python: { behind: '# nosec' }, script: { above: '// nosemgrep' }, go: { behind: '//nolint:gosec' }, ruby: { behind: '# brakeman:ignore' }, java: { behind: '// NOSONAR' }, php: { behind: '// NOSONAR' }, c: { behind: '// NOSONAR' }, cpp: { behind: '// NOSONAR' }, yaml: { behind: '# checkov:skip=CKV_GHA_1' } })),
  ],
};

function aboveMark(forms) {
  return (file, tools) => {
    const f = aFunction(file, tools);
    return f && forms[file.language] ? insertAt(file, f.from, f.indent + forms[file.language]) : null;
  };
}

const gone = {
  ...base, what: 'scope', name: 'a whole file of tests gone or put aside', languages: testLanguages,
  why: 'All that it checked is checked no more.',
  shapes: [
    shape('deleted', (file) => (realTests(file).length > 0 && isTest(file) ? { files: { [file.path]: null } } : null)),
    shape('emptied', (file) => (realTests(file).length > 0 && isTest(file) ? '' : null)),
    shape('a remark left', (file, tools) => (realTests(file).length > 0 && isTest(file) ? `${remark(file, tools.pick(['Tests removed: to be rewritten.', 'TODO: tests']))}\n` : null)),
    unseen('moved out of the tests', (file) => (realTests(file).length > 0 && isTest(file) ? { files: { [file.path]: null, [`archive/${file.name}`]: file.text } } : null)),
    unseen('another ending', (file, tools) => (realTests(file).length > 0 && isTest(file) ? { files: { [file.path]: null, [`${file.path}${tools.pick(['.disabled', '.skip', '.txt', '.off'])}`]: file.text } } : null)),
    unseen('all in a remark', (file) => (realTests(file).length > 0 && isTest(file) ? file.lines.map((text) => (text.trim() ? remark(file, text) : text)).join('\n') : null)),
    unseen('for another system', (file) => (realTests(file).length > 0 && isTest(file) ? ({ go: `//go:build plan9\n\n${file.text}`, rust: `#![cfg(target_os = "haiku")]\n${file.text}`, cpp: `#ifdef __HAIKU__\n${file.text.replace(/\n*$/, '\n')}#endif\n`, c: `#ifdef __HAIKU__\n${file.text.replace(/\n*$/, '\n')}#endif\n` }[file.language] ?? null) : null)),
  ],
};

export const kinds = keepingEnds([uncounted, fewer, coverage, suppressed, gone]);
