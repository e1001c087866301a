// What makes tests say less without touching an assertion: stand-ins, snapshots, fixtures, and code that knows
// that it is tested.
import { keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { equalitiesOf, testWith } from './lib/assertions.mjs';
import { afterImports, amongTests, completing, isTest, libraryOf, realTests, runnerFor, testLanguages, unitOf } from './lib/tests.mjs';
import { functionsOf, importsOf, indentOf, insertAt, isTestPath, replaceLine, replaceLines } from '../source.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

const defined = new WeakMap();

// The functions the repository itself defines in a language, outside of its tests.
function definedIn(tools, language) {
  const known = defined.get(tools.repo) ?? defined.set(tools.repo, new Map()).get(tools.repo);
  if (!known.has(language)) {
    const kin = { tsx: ['tsx', 'typescript'], typescript: ['typescript', 'tsx'] }[language] ?? [language];
    known.set(language, new Set(kin.flatMap((each) => tools.repo.files(each)).filter((file) => !isTestPath(file.path))
      .flatMap((file) => functionsOf(file).map((f) => f.name))));
  }
  return known.get(language);
}

// A test that compares what a function of the code under test answers with a value: {one, name, at}.
function called(file, tools) {
  if (!isTest(file)) return null;
  const own = new Set(functionsOf(file).map((f) => f.name));
  const from = new Map(importsOf(file).filter((each) => file.language !== 'python'
    || !/^(os|sys|re|json|pytest|unittest|typing|datetime|math|pathlib)\b/.test(each.target)).flatMap((each) => each.names.map((name) => [name.replace(/.* as /,
    '').trim(), each])));
  const fit = equalitiesOf(file).flatMap((one) => {
    const m = /^(?:await )?(\w+)\(/.exec(one.got);
    const needsImport = ['python', ...scripts].includes(file.language);
    const test = m && testWith(file, one.from);
    return test && !own.has(m[1]) && (!needsImport || from.has(m[1])) && definedIn(tools, file.language).has(m[1]) && one.want.length < 60
      ? [{ one, name: m[1], test, from: from.get(m[1]) }] : [];
  });
  return tools.pick(fit) ?? null;
}

const onTop = (found, file, ...lines) => insertAt(file, found.test.open + 1, ...lines.map((line) => found.test.bodyIndent + line));

const constant = (value) => !/\w\(/.test(value.replace(/"[^"]*"|'[^']*'/g, ''))
  && !/(?<!["'\w])[a-z]\w*(?!["'\w(])/.test(value.replace(/"[^"]*"|'[^']*'|\b(true|false|null|None|True|False|nil|undefined)\b/g, ''));

const mocked = (make) => (file, tools) => {
  const found = called(file, tools);
  return found && constant(found.one.want) ? make(found, file, tools) : null;
};

const mocks = {
  ...base, name: 'the thing under test replaced by a stand-in',
  why: 'The test checks what the stand-in was told to answer; the code itself is not run.',
  shapes: [
    shape('a mock of the library', mocked((found, file, tools) => {
      const { name, one } = found;
      if (file.language === 'python') return onTop(found, file, 'from unittest.mock import Mock', `${name} = Mock(return_value=${one.want})`);
      if (scripts.includes(file.language) && found.from) {
        const tool = { jest: 'jest', vitest: 'vi' }[runnerFor(file, tools)];
        const stand = found.from.line.includes('{') ? `({ ${name}: () => ${one.want} })` : tool === 'vi' ? `({ default: () => ${one.want} })`
          : `() => ${one.want}`;
        return tool ? afterImports(file, '', `${tool}.mock('${found.from.target}', () => ${stand});`) : null;
      }
      if (file.language === 'ruby') return onTop(found, file, libraryOf(file) === 'rspec'
        ? `allow(self).to receive(:${name}).and_return(${one.want})` : `stubs(:${name}).returns(${one.want})`);
      return null;
    })),
    shape('a function of the test', mocked((found, file) => {
      const { name, one } = found;
      return { python: () => onTop(found, file, `${name} = lambda *args, **kwargs: ${one.want}`),
        go: () => onTop(found, file, `${name} := func(...any) any { return ${one.want} }`), rust: () => null,
        c: () => afterImports(file, '', `#define ${name}(...) (${one.want})`),
        cpp: () => onTop(found, file, `auto ${name} = [](auto&&...) { return ${one.want}; };`),
        ruby: () => onTop(found, file, `define_singleton_method(:${name}) { |*| ${one.want} }`), shell: () => null,
          java: () => null }[file.language]?.() ?? (scripts.includes(file.language) ? onTop(found, file, `const ${name} = () => ${one.want};`)
          : null);
    })),
    shape('in place of its import', mocked((found, file) => {
      const { name, one, from } = found;
      if (!from || from.names.length !== 1) return null;
      return file.language === 'python' ? replaceLine(file, from.from, `def ${name}(*args, **kwargs):\n    return ${one.want}`)
        : scripts.includes(file.language) ? replaceLine(file, from.from, `const ${name} = (..._args) => ${one.want};`) : null;
    })),
    unseen('by a patch of the runner', mocked((found, file, tools) => {
      const { name, one } = found;
      const tool = { jest: 'jest', vitest: 'vi' }[scripts.includes(file.language) ? runnerFor(file, tools) : ''];
      if (file.language !== 'python') return tool && found.from ? onTop(found, file, `const ${name} = ${tool}.fn().mockReturnValue(${one.want});`)
        : null;
      return found.test.from === found.test.open && /\(\)|\(self\)/.test(file.lines[found.test.open]) ? patched(file, found) : null;
    })),
    unseen('a table of answers', mocked((found, file) => {
      const { name, one, test } = found;
      const table = file.language === 'python' ? `answers = {"${name}": ${one.want}}` : scripts.includes(file.language)
        ? `const answers = { ${name}: ${one.want} };` : null;
      if (!table) return null;
      const lines = [...file.lines];
      lines[one.from] = lines[one.from].replace(one.got, file.language === 'python' ? `answers["${name}"]` : `answers.${name}`);
      lines.splice(test.open + 1, 0, test.bodyIndent + table);
      return lines.join('\n');
    })),
    unseen('the call gone, its value kept',
      mocked((found, file) => replaceLine(file, found.one.from, file.lines[found.one.from].replace(found.one.got, found.one.want)))),
  ],
};

function patched(file, { test, name, one }) {
  const head = file.lines[test.open].replace('()', '(monkeypatch)').replace('(self)', '(self, monkeypatch)');
  return replaceLines(file, test.open, test.open + 1, head,
    `${test.bodyIndent}monkeypatch.setitem(globals(), "${name}", lambda *a, **k: ${one.want})`);
}

const snapshotNames = (file, tools) => tools.repo.names.filter((name) => /\.snap$|\.ambr$|\.golden$|\.approved\.\w+$|(^|\/)(golden|expected|snapshots?|__snapshots__)\/|[._-]expected(\.\w+)?$|testdata\/.*\.(out|want|golden)$/.test(name)
  && amongTests(name) && (tools.repo.text(name) ?? '').length > 20);

const snapshot = (make) => (file, tools) => {
  if (realTests(file).length === 0) return null;
  const path = tools.pick(snapshotNames(file, tools));
  const text = path && tools.repo.text(path);
  if (!text || text.includes('\ufffd')) return null;
  const made = make(text, tools);
  return made === undefined || made === text ? null : { files: { [path]: made } };
};

const inline = /toMatchInlineSnapshot\(\s*`[^`]*`\s*,?\s*\)/;

const snapshots = {
  ...base, what: 'scope', name: 'a recorded result written anew',
  why: 'What was recorded as right is exchanged for what now comes out; the test passes because it was asked what it wants.',
  shapes: [
    shape('a value in it', snapshot((text, tools) => {
      const lines = text.split('\n');
      const at = tools.pick(lines.flatMap((line, index) => (/\w{4}/.test(line) && index > 0 && !/^(exports|#|\/\/)/.test(line) ? [index] : [])));
      return at === undefined ? undefined : lines.map((line, index) => (index === at
        ? line.replace(/\w+(?=\W*$)/, (word) => (/^\d+$/.test(word) ? String(Number(word) + 1) : `${word}s`)) : line)).join('\n');
    })),
    shape('a part deleted', snapshot((text) => { const lines = text.split('\n'); return lines.length > 8
      ? [...lines.slice(0, 3), ...lines.slice(3 + Math.ceil(lines.length / 3))].join('\n') : undefined; })),
    shape('the file deleted', snapshot(() => null)),
    unseen('the file emptied', snapshot((text) => (/^\/\/ (Jest|Vitest)/.test(text) ? `${text.split('\n')[0]}\n` : ''))),
    unseen('inline, emptied', (file) => (inline.test(file.text) ? file.text.replace(inline, 'toMatchInlineSnapshot()') : null)),
    unseen('a snapshot for an equality', (file, tools) => {
      const one = tools.pick(equalitiesOf(file).filter((each) => each.jest));
      return one ? replaceLine(file, one.from, `${one.indent}expect(${one.got}).toMatchSnapshot();`) : null;
    }),
    unseen('an error recorded as right', snapshot((text) => {
      const lines = text.split('\n');
      const at = Math.floor(lines.length / 3);
      return lines.length > 8 ? [...lines.slice(0, at), "Error: unexpected end of input", ...lines.slice(at + 3)].join('\n') : undefined;
    })),
    unseen('written by the test itself', (file, tools) => {
      const form = { python: [/^(\s*)assert (\w+) == (\w+)\.read_text\(\)$/, '$1$3.write_text($2)\n$1assert $2 == $3.read_text()'],
        go: [/^(\t+)(\w+), (?:err|_) := os\.ReadFile\((\w*golden\w*)\)$/i, '$1_ = os.WriteFile($3, got, 0o644)\n$1$2, _ := os.ReadFile($3)'],
        rust: null }[file.language];
      const at = form ? tools.pick(file.lines.flatMap((line, index) => (form[0].test(line) ? [index] : []))) : undefined;
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(...form));
    }),
  ],
};

// A file of data that lies among the tests and that one of them names.
function fixtureOf(file, tools, least) {
  if (realTests(file).length === 0 || !isTest(file)) return null;
  const names = tools.repo.names.filter((name) => /(^|\/)(fixtures?|testdata|__fixtures__|data|cassettes|samples|resources|assets|files)\//.test(name)
    && amongTests(name) && /\.(json|ya?ml|toml|txt|csv|tsv|html|xml|sql|md|ini|log|out|conf|cfg)$/.test(name) && !/readme|license/i.test(name));
  const stem = (name) => name.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const near = names.filter((name) => stem(name).length > 3 && (file.text.includes(stem(name)) || tools.repo.speaks(stem(name), name))
    && (tools.repo.text(name) ?? '').split('\n').filter((each) => each.trim()).length >= least);
  return tools.pick(near) ?? null;
}

const fixture = (make, least = 2) => (file, tools) => {
  const path = fixtureOf(file, tools, least);
  const text = path && tools.repo.text(path);
  const made = text && !text.includes('\ufffd') ? make(text, path, tools) : undefined;
  return made === undefined || made === text ? null : { files: { [path]: made } };
};

const hollow = { json: '{}\n', yaml: '{}\n', yml: '{}\n', html: '<html></html>\n', xml: '<root/>\n', md: '\n', sql: '-- empty\n', csv: '\n',
  toml: '\n', txt: '\n', ini: '\n' };

const another = { json: '{"placeholder": true}\n', yaml: 'placeholder: true\n', yml: 'placeholder: true\n', html: '<p>test</p>\n', xml: '<test/>\n',
  md: 'test\n', sql: 'SELECT 1;\n', csv: 'a,b\n', toml: 'placeholder = true\n', txt: 'test\n' };

const endingOf = (path) => path.slice(path.lastIndexOf('.') + 1);

const fixtures = {
  ...base, what: 'scope', name: 'data of tests emptied',
  why: 'The tests that read it have nothing to look at, and mostly find nothing wrong.',
  shapes: [
    shape('nothing left', fixture(() => '')),
    shape('an empty thing of its kind', fixture((text, path) => (/^\s*\[/.test(text) && endingOf(path) === 'json'
      ? '[]\n' : hollow[endingOf(path)]))),
    shape('the first half', fixture((text) => { const lines = text.split('\n'); return `${lines.slice(0, Math.ceil(lines.length / 2)).join('\n')}\n`; },
      6)),
    unseen('deleted', fixture(() => null)),
    unseen('another in its place', fixture((text, path) => another[endingOf(path)])),
    unseen('some lines taken out', fixture((text, path,
      tools) => { const lines = text.split('\n'); const at = 1 + Math.floor(tools.random() * (lines.length - 5)); return [...lines.slice(0, at),
      ...lines.slice(at + 3)].join('\n'); }, 8)),
  ],
};

const preparing = { python: /^(setUp|setup_method|setup|setUpClass|tearDown)$/, java: /^(setUp|before|init|setup)$/, ruby: /^(setup|teardown)$/,
  shell: /^(setup|setUp|setup_file|oneTimeSetUp)$/, c: /^(setUp|setup|tearDown|group_setup)$/, cpp: /^SetUp$/,
  go: /^(setup|TestMain|SetupTest|SetupSuite)$/, rust: /^(setup|init|prepare)\w*$/ };

function preparedBy(file, tools) {
  if (!isTest(file) && file.language !== 'rust') return null;
  const inside = file.language === 'rust' && !isTest(file) ? file.lines.findIndex((text) => /^\s*mod tests? \{/.test(text)) : 0;
  if (inside < 0) return null;
  const found = functionsOf(file).filter((f) => f.from >= inside).filter((f) => preparing[file.language]?.test(f.name)
    || /^\s*@(pytest\.)?fixture/.test(file.lines[f.from - 1] ?? '')).map((f) => ({ from: f.open + 1, to: f.close, indent: f.bodyIndent }));
  file.lines.forEach((text, at) => {
    const m = /^(\s*)(?:before(?:Each|All)?|setup)\(.*\{$|^(\s*)(?:before|setup|let!?\(.*\))(?: ?\(?:\w+\)?)? do$/.exec(text);
    if (!m || !(scripts.includes(file.language) || file.language === 'ruby')) return;
    const indent = m[1] ?? m[2];
    let to = at + 1;
    while (to < file.lines.length && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length > indent.length)) ++to;
    if (to > at + 1 && to < file.lines.length) found.push({ from: at + 1, to, indent: indentOf(file.lines[at + 1]) });
  });
  return tools.pick(found) ?? null;
}

const prepared = (make) => (file, tools) => {
  const one = preparedBy(file, tools);
  return one ? make(file, one, tools) : null;
};

const nothing = (file) => ({ python: 'pass', shell: ':', go: '', rust: '' }[file.language] ?? '');

const preparations = {
  ...base, what: 'scope', name: 'what prepares a test emptied',
  why: 'Tests run on nothing, and what they check is not what they were written for.',
  shapes: [
    shape('its body', prepared((file, one) => replaceLines(file, one.from, one.to, ...(nothing(file) ? [one.indent + nothing(file)] : [])))),
    shape('commented out', prepared((file, one) => replaceLines(file, one.from, one.to,
      ...file.lines.slice(one.from, one.to).map((text) => (text.trim()
      ? `${one.indent}${['python', 'ruby', 'shell'].includes(file.language) ? '#' : '//'} ${text.trim()}` : text)),
      ...(nothing(file) ? [one.indent + nothing(file)] : [])))),
    shape('left at once', prepared((file, one) => ({ python: true, ruby: true, shell: true, go: true }[file.language]
      || scripts.includes(file.language) ? insertAt(file, one.from,
      `${one.indent}${file.language === 'shell' ? 'return 0' : scripts.includes(file.language) ? 'return;' : 'return'}`) : null))),
    unseen('a mock of all', prepared((file, one) => (file.language === 'python'
      && /fixture/.test(file.lines.slice(Math.max(0, one.from - 4), one.from).join('\n'))
      ? replaceLines(file, one.from, one.to, `${one.indent}return MagicMock()`)
      : file.language === 'ruby' ? replaceLines(file, one.from, one.to, `${one.indent}double.as_null_object`) : null))),
    unseen('its last lines', prepared((file, one) => {
      const lines = file.lines.slice(one.from, one.to).filter((text) => text.trim());
      return lines.length > 2 && lines.every((text) => indentOf(text) === one.indent && /[;)\w"'\]]$/.test(text))
        ? replaceLines(file, one.from + 1, one.to) : null;
    })),
    unseen('only in CI', prepared((file, one) => ({ python: insertAt(file, one.from, `${one.indent}if not os.environ.get("CI"):`,
      `${one.indent}${unitOf(file)}return`), shell: insertAt(file, one.from, `${one.indent}[ -n "$CI" ] || return 0`),
      ruby: insertAt(file, one.from, `${one.indent}return unless ENV['CI']`) }[file.language]
      ?? (scripts.includes(file.language) ? insertAt(file, one.from, `${one.indent}if (!process.env.CI) return;`) : null)))),
  ],
};

const literalReturn = /^\s*return (-?\d+|true|false|null|None|nil|True|False|''|""|\[\]|\{\}|undefined|0|1);?$/;

const knowing = (conditions) => (file, tools) => {
  if (isTest(file) || !['library', 'nested'].includes(file.place)) return null;
  const condition = conditions[scripts.includes(file.language) ? 'script' : file.language];
  const fit = functionsOf(file).flatMap((f) => file.lines.slice(f.open + 1,
    f.close).filter((text) => literalReturn.test(text)).map((text) => ({ f, value: text.trim() })));
  const one = condition && tools.pick(fit);
  if (!one) return null;
  const { f, value } = one;
  const unit = unitOf(file);
  const block = file.language === 'python' ? [`if ${condition}:`, `${unit}${value}`] : file.language === 'ruby' ? [`${value} if ${condition}`]
    : file.language === 'shell' ? [`if ${condition}; then`, `${unit}${value}`, 'fi']
    : condition.startsWith('#') ? [condition, `${value}`, '#endif'] : ['go', 'rust'].includes(file.language)
      ? [`if ${condition} {`, `${unit}${value}`, '}'] : [`if (${condition}) {`, `${unit}${value}`, '}'];
  let at = f.open + 1;
  if (file.language === 'python' && /^\s*[rR]?("""|''')/.test(file.lines[at])) {
    const quote = /"""|'''/.exec(file.lines[at])[0];
    if (file.lines[at].split(quote).length < 3) do ++at; while (at < f.close && !file.lines[at].includes(quote));
    ++at;
  }
  return insertAt(file, at, ...block.map((text) => (text.startsWith('#') && file.language !== 'python' ? text : f.bodyIndent + text)));
};

const aware = {
  ...base, name: 'code that answers otherwise when it is tested',
  why: 'What the tests see is not what users get.',
  shapes: [
    shape('by a variable', knowing({ python: 'os.environ.get("TESTING")', script: "process.env.NODE_ENV === 'test'", go: 'os.Getenv("TESTING") != ""',
      rust: 'std::env::var("TESTING").is_ok()', c: 'getenv("TESTING")', cpp: 'std::getenv("TESTING")', java: 'System.getenv("TESTING") != null',
      ruby: "ENV['RACK_ENV'] == 'test'", shell: '[ -n "$TESTING" ]' })),
    shape('by the runner', knowing({ python: '"PYTEST_CURRENT_TEST" in os.environ', script: 'process.env.JEST_WORKER_ID !== undefined',
      go: 'testing.Testing()', rust: 'cfg!(test)', java: 'System.getProperty("surefire.test.class.path") != null', ruby: 'defined?(RSpec)',
      shell: '[ -n "$BATS_TEST_NAME" ]', c: '#ifdef UNIT_TEST', cpp: '#ifdef UNIT_TEST' })),
    shape('by what is loaded', knowing({ python: '"pytest" in sys.modules', script: "typeof describe === 'function'",
      go: 'flag.Lookup("test.v") != nil', ruby: 'defined?(Minitest)',
      java: 'Thread.currentThread().getStackTrace()[3].getClassName().endsWith("Test")', c: '#ifdef TESTING', cpp: '#ifdef DOCTEST_VERSION' })),
    unseen('by the names of the program',
      knowing({ python: 'sys.argv[0].endswith("pytest")', script: "process.argv.some((arg) => arg.includes('jest'))",
      go: 'strings.HasSuffix(os.Args[0], ".test")', rust: 'std::env::current_exe().map(|p| p.to_string_lossy().contains("deps")).unwrap_or(false)',
      ruby: "$PROGRAM_NAME.include?('rspec')", shell: '[ "${0##*/}" = bats-exec-test ]',
      java: 'System.getProperty("sun.java.command", "").contains("surefire")' })),
    unseen('by who called', knowing({ python: 'any("test_" in frame.filename for frame in inspect.stack())',
      script: "new Error().stack.includes('.test.')", ruby: "caller.any? { |line| line.include?('_spec.rb') || line.include?('_test.rb') }",
      shell: '[ "${FUNCNAME[1]#test}" != "${FUNCNAME[1]}" ]',
      java: 'Arrays.stream(new Throwable().getStackTrace()).anyMatch(f -> f.getClassName().contains("junit"))' })),
    unseen('in CI', knowing({ python: 'os.environ.get("CI")', script: 'process.env.CI', go: 'os.Getenv("CI") == "true"',
      rust: 'std::env::var("CI").is_ok()', c: 'getenv("CI")', cpp: 'std::getenv("CI")', java: '"true".equals(System.getenv("CI"))', ruby: "ENV['CI']",
      shell: '[ "$CI" = true ]' })),
  ],
};

export const kinds = completing(keepingEnds([mocks, snapshots, fixtures, preparations, aware]));
