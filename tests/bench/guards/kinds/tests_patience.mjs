// Patience with tests: limits of time raised, and failures tried again.
import { code, keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { afterImports, aTest, completing, isTest, libraryOf, realTests, runnerFor, testLanguages, unitOf } from './lib/tests.mjs';
import { indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';
import { command, runnerOf } from './lib/commands.mjs';

// One line changed by one of the forms of its language.
const line = (forms, where = (file) => isTest(file)) => (file, tools) => {
  const own = forms[scripts.includes(file.language) ? 'script' : file.language] ?? forms.any ?? [];
  if (!where(file)) return null;
  const said = (text, form) => /assert|expect|called_with/.test(text) || (file.language === 'shell' && !/^\s*(export )?[A-Z_]*TIMEOUT/.test(text))
    || (code.includes(file.language) && (text.slice(0, form.exec(text).index).match(/["'`]/g) ?? []).length % 2 === 1);
  const fit = file.lines.flatMap((text, at) => own.flatMap(([form, to]) => (form.test(text) && !said(text, form) && text.replace(form, to) !== text
    && !/^\s*(#(?!\[)|\/\/)/.test(text) ? [{ at, text: text.replace(form, to) }] : [])));
  const one = tools.pick(fit);
  return one ? replaceLine(file, one.at, one.text) : null;
};

const base = { class: 9, what: 'defect', languages: testLanguages };
const more = (factor) => (all, before, n) => `${before}${Number(n) * factor}`;

const patience = {
  ...base, what: 'scope', name: 'a limit of time raised', languages: [...testLanguages, 'json', 'yaml', 'toml'],
  why: 'A test that became slow passes again; whether it may be slow nobody decided.',
  shapes: [
    shape('tenfold', line({ any: [[/(\btimeout["']?\s?[:=(]\s?)(\d+)/i, more(10)], [/(-timeout[ =])(\d+)(?=[sm])/, more(10)],
      [/(Timeout\((?:value = )?)(\d+)/, more(10)], [/(withTimeout\()(\d+)/, more(10)], [/(setTimeout\()(\d{3,})/, more(10)],
      [/(time\.(?:After|Second|Millisecond)\s?\*\s?)(\d+)/, more(10)], [/(testTimeout["']?: )(\d+)/, more(10)],
      [/(timeout-minutes: )(\d+)/, more(10)], [/(from_secs\()(\d+)/, more(10)]] }, (file) => isTest(file)
      || /package\.json$|\.ya?ml$|toml$|config/.test(file.path))),
    shape('for the whole file', (file, tools) => (realTests(file).length === 0 || !isTest(file) ? null : scripts.includes(file.language)
      ? (/^(jest|vitest)$/.test(runnerFor(file, tools)) && !/setTimeout\(\d/.test(file.text)
      ? afterImports(file, '', runnerFor(file, tools) === 'vitest' ? 'vi.setConfig({ testTimeout: 300_000 });' : 'jest.setTimeout(300000);') : null)
      : file.language === 'python' && /^import pytest$/m.test(file.text) ? afterImports(file, '', 'pytestmark = pytest.mark.timeout(3600)') : null)),
    shape('for one test', (file, tools) => {
      const test = aTest(file, tools);
      if (!test || !isTest(file)) return null;
      if (scripts.includes(file.language)) return /^\s*\}\);?$/.test(file.lines[test.close])
        ? replaceLine(file, test.close, file.lines[test.close].replace('})', '}, 120000)')) : null;
      const mark = { python: '@pytest.mark.timeout(600)', java: libraryOf(file) === 'junit5'
        ? '@org.junit.jupiter.api.Timeout(600)' : null }[file.language];
      return mark ? insertAt(file, test.from, test.indent + mark) : null;
    }),
    unseen('taken away', line({ script: [[/, \d{4,}\);$/, ', 0);'], [/(this\.timeout\()\d+/, '$10']], python: [[/, timeout=\d+(\.\d+)?/, '']],
      java: [[/@Timeout\(.*\)/, ''], [/timeout = \d+/, 'timeout = 0']], go: [[/(context\.WithTimeout\(.*, )\d+ ?\*/, '$13600 *']],
      json: [[/--timeout[ =]\d+/, '--timeout 0']], yaml: [[/timeout-minutes: \d+/, 'timeout-minutes: 360']] }, (file) => isTest(file)
      || !code.includes(file.language))),
    unseen('waits instead', (file, tools) => {
      const test = aTest(file, tools);
      const wait = { python: 'time.sleep(5)', go: 'time.Sleep(5 * time.Second)', rust: 'std::thread::sleep(std::time::Duration::from_secs(5));',
        java: 'Thread.sleep(5000);', ruby: 'sleep 5', shell: 'sleep 5', c: 'sleep(5);',
        cpp: 'std::this_thread::sleep_for(std::chrono::seconds(5));' }[file.language]
        ?? (scripts.includes(file.language) ? 'await new Promise((resolve) => setTimeout(resolve, 5000));' : null);
      return test && wait && (isTest(file) || file.language === 'rust') && (!scripts.includes(file.language) || /async/.test(file.lines[test.from]))
        ? insertAt(file, test.open + 1, test.bodyIndent + wait) : null;
    }),
    unseen('a hundredfold', line({ any: [[/(\btimeout["']?\s?[:=(]\s?)(\d+)/i, more(100)],
      [/(eventually|waitFor|wait_for|Awaitility\.await\(\)\.atMost)(\()(\d+)/, (all, name, open, n) => `${name}${open}${Number(n) * 100}`],
      [/(deadline\s?:?=\s?)(\d+)/i, more(100)]] })),
  ],
};

const retries = {
  ...base, what: 'scope', name: 'a test tried again until it passes',
    languages: ['python', ...scripts, 'java', 'ruby', 'json', 'yaml', 'toml', 'shell', 'makefile'],
  why: 'A failure that comes now and then is hidden instead of looked at.',
  shapes: [
    shape('a mark', (file, tools) => {
      const test = isTest(file) ? aTest(file, tools) : null;
      if (!test) return null;
      const mark = { python: '@pytest.mark.flaky(reruns=5)', java: '@RepeatedIfExceptionsTest(repeats = 5)' }[file.language];
      if (mark) return insertAt(file, test.from, test.indent + mark);
      return scripts.includes(file.language) ? (libraryOf(file) === 'mocha' ? insertAt(file, test.open + 1, `${test.bodyIndent}this.retries(5);`)
        : runnerFor(file, tools) === 'jest' ? afterImports(file, '', 'jest.retryTimes(5);') : null) : file.language === 'ruby'
        && libraryOf(file) === 'rspec' ? replaceLine(file, test.from, file.lines[test.from].replace(/ do$/, ', retry: 5 do')) : null;
    }),
    shape('an option of the command', (file, tools) => command(file, tools,
      (text) => ({ pytest: `${text} --reruns 5`, jest: null, vitest: `${text} --retry=5`, mocha: `${text} --retries 5`,
      playwright: `${text} --retries=5`, gradle: `${text} -PtestRetries=5`, go: null, cargo: null }[runnerOf(text)] ?? null))),
    shape('the command again', (file, tools) => command(file, tools, (text) => `${text} || ${text}`)),
    unseen('a loop around it', (file, tools) => (file.language === 'json' ? null
      : command(file, tools, (text) => (file.language === 'makefile' ? `for i in 1 2 3; do ${text} && break; done`
      : `for i in 1 2 3; do ${text} && break; done`)))),
    unseen('a loop in the test', (file, tools) => {
      const test = isTest(file) ? aTest(file, tools, (one) => !/"""|`/.test(file.lines.slice(one.from, one.to).join(''))) : null;
      const unit = unitOf(file);
      if (!test) return null;
      const body = file.lines.slice(test.open + 1, test.close).map((text) => (text.trim() ? unit + unit + text : text));
      if (file.language === 'python') return replaceLines(file, test.open + 1, test.close, `${test.bodyIndent}for attempt in range(5):`,
        `${test.bodyIndent}${unit}try:`, ...body, `${test.bodyIndent}${unit}${unit}break`, `${test.bodyIndent}${unit}except AssertionError:`,
        `${test.bodyIndent}${unit}${unit}continue`);
      return scripts.includes(file.language) ? replaceLines(file, test.open + 1, test.close,
        `${test.bodyIndent}for (let attempt = 0; attempt < 5; attempt++) {`, `${test.bodyIndent}${unit}try {`, ...body,
        `${test.bodyIndent}${unit}${unit}break;`, `${test.bodyIndent}${unit}} catch {}`, `${test.bodyIndent}}`) : null;
    }),
    unseen('a service that tries again', (file) => {
      const at = file.lines.findIndex((text) => /^\s*- run: /.test(text) && /test/.test(text));
      return file.language === 'yaml' && at >= 0 ? replaceLines(file, at, at + 1, `${indentOf(file.lines[at])}- uses: nick-fields/retry@v3`,
        `${indentOf(file.lines[at])}  with:`, `${indentOf(file.lines[at])}    max_attempts: 5`, `${indentOf(file.lines[at])}    timeout_minutes: 10`,
        `${indentOf(file.lines[at])}    command: ${file.lines[at].replace(/^\s*- run: /, '')}`) : null;
    }),
  ],
};

export const kinds = completing(keepingEnds([patience, retries]));
