// Code that looks like work: functions that only call themselves, made-up results, endless loops.
import { edited, replacement } from './code/edits.mjs';
import {
  all,
  bodyOf,
  by,
  emptyResult,
  indented,
  leaving,
  nothing,
  parametersOf,
  remark,
  resultOf,
  returnLine,
  seen,
  semi,
  unitOf,
  unseen,
  withBody,
  workingFunctions,
} from './code/idiom.mjs';
import { plainMethods } from './calls.mjs';
import { isNative, isScript } from './code/own.mjs';
import { codeOf, isReturn, stepsOf } from './code/steps.mjs';
import { itself, nameOf, result } from './left_in_code.mjs';

const gives = (file, f) => resultOf(file, f) !== '';

const recursion = (build) => (file, tools) => {
  const f = tools.pick(
    workingFunctions(file, 4).filter(
      (one) =>
        itself(file, one) &&
        !/[?!=]$/.test(one.name) &&
        !(isScript(file.language) && one.method && !plainMethods(file, tools, 2).includes(one)) &&
        !/^(operator|get |set )/.test(one.line.trim()),
    ),
  );
  const lines = f && build(file, f, itself(file, f), tools);
  return lines ? withBody(file, f, ...lines) : null;
};

const giving = (file, f, call) => (file.language === 'shell' ? call : gives(file, f) ? returnLine(file, call) : `${call}${semi(file)}`);

const selfCall = {
  name: 'a function that only calls itself',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'Its body is a call of itself with the same arguments: it runs until the stack is full.',
  shapes: [
    seen(
      'body replaced',
      recursion((file, f, call) => [giving(file, f, call)]),
    ),
    seen(
      'with a remark that it delegates',
      recursion((file, f, call, tools) => [
        remark(file, tools.pick(['Delegate to the implementation', 'Forward to the original', 'Backwards compatible wrapper'])),
        giving(file, f, call),
      ]),
    ),
    unseen(
      'through a local variable',
      recursion((file, f, call) =>
        gives(file, f) && !/^\(/.test(resultOf(file, f) ?? '')
          ? by(file.language, {
              python: [`outcome = ${call}`, 'return outcome'],
              script: [`const outcome = ${call}${semi(file)}`, `return outcome${semi(file)}`],
              go: [`outcome := ${call}`, 'return outcome'],
              rust: [`let outcome = ${call};`, 'outcome'],
              cpp: [`auto outcome = ${call};`, 'return outcome;'],
              java: [`var outcome = ${call};`, 'return outcome;'],
              ruby: [`outcome = ${call}`, 'outcome'],
              c: null,
              shell: ['local outcome', `outcome=$(${call})`, 'echo "$outcome"'],
            })
          : null,
      ),
    ),
    unseen(
      'after a guard that changes nothing',
      recursion((file, f, call) => {
        const value = emptyResult(file, f);
        const name = nameOf(file, f);
        return value === null || (!name && file.language !== 'shell')
          ? null
          : by(file.language, {
              python: [`if ${name} is None:`, `${unitOf(f)}${leaving(file, value)}`, giving(file, f, call)],
              script: [`if (${name} === undefined) ${leaving(file, value)}`, giving(file, f, call)],
              ruby: [`${leaving(file, value)} if ${name}.nil?`, giving(file, f, call)],
              shell: ['[ $# -eq 0 ] && return 1', call],
              other: null,
            });
      }),
    ),
    unseen('two that call each other', (file, tools) => {
      const list = workingFunctions(file, 3)
        .filter((one) => (itself(file, one) && one.indent === '' && !one.method && gives(file, one) === false) || false)
        .filter((one) => parametersOf(file, one).length <= 1);
      const [a, b] = tools.shuffle(list);
      if (!a || !b || parametersOf(file, a).length !== parametersOf(file, b).length) return null;
      const turn = (f, other) => {
        const { from, to } = bodyOf(file, f);
        return { file, from, to, lines: indented(f, [`${itself(file, f).replace(f.name, other.name)}${semi(file)}`]) };
      };
      return edited(file, turn(a, b), turn(b, a));
    }),
  ],
};

// A value of the right kind that looks like something.
function madeUp(file, f, tools) {
  const type = resultOf(file, f);
  if (type === '') return null;
  if (type === undefined)
    return by(file.language, {
      python: tools.pick(['True', '42', '["example"]', '{"status": "ok"}']),
      ruby: tools.pick(['true', '42', "['example']"]),
      script: tools.pick(['true', '42', "['example']", "{ status: 'ok' }"]),
      shell: null,
      other: null,
    });
  const rows = [
    [/^(bool|boolean)$/, 'true'],
    [/^(unsigned |signed )?(int|long|short|size_t|ssize_t|u?int\d+_t|[iu](\d+|size)|u?int\d*|number|double|float|f64)$/, '42'],
    [/^(std::)?string$|^String$/, file.language === 'rust' ? '"example".to_string()' : '"example"'],
    [/^&('\w+ )?str$/, '"example"'],
    [/^error$/, 'nil'],
    [/\[\]string$/, '[]string{"example"}'],
    [/^Option<bool>$/, 'Some(true)'],
    [/^(\w+::)*Result<bool\b/, 'Ok(true)'],
    [/^(\w+::)*Result<\(\)/, 'Ok(())'],
    [/^string\[\]$/, "['example']"],
    [/^Promise<(boolean)>$/, 'true'],
    [/^List<String>$/, 'java.util.List.of("example")'],
    [/^(const )?char \*$/, '"example"'],
  ];
  return rows.find(([form]) => form.test(type))?.[1] ?? null;
}

const fake = (build) => (file, tools) => {
  const fit = workingFunctions(file, 4).flatMap((f) => {
    const value = file.language === 'shell' ? '' : madeUp(file, f, tools);
    return value !== null ? [{ f, value }] : [];
  });
  const one = tools.pick(fit);
  const lines = one && build(file, one.f, one.value, tools);
  return lines ? withBody(file, one.f, ...lines) : null;
};

const fakeResult = {
  name: 'a made-up result in place of a computation',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'Whatever the function is asked, it answers the same; what it computed is gone.',
  shapes: [
    seen(
      'a constant',
      fake((file, f, value) => [result(file, value)]),
    ),
    seen(
      'a constant with an excuse',
      fake((file, f, value, tools) => [
        remark(
          file,
          tools.pick(['Simplified', 'Hardcoded for now', 'Mock data until the service is ready', 'Always succeeds', 'Default that satisfies the tests']),
        ),
        result(file, value),
      ]),
    ),
    unseen('its own argument', (file, tools) => {
      const f = tools.pick(
        workingFunctions(file, 4).filter(
          (one) =>
            gives(file, one) &&
            !isNative(file.language) &&
            ((['python', 'ruby', 'javascript'].includes(file.language) && parametersOf(file, one).length > 0) ||
              (parametersOf(file, one)[0]?.type && parametersOf(file, one)[0].type === resultOf(file, one))),
        ),
      );
      return f ? withBody(file, f, returnLine(file, parametersOf(file, f)[0].name)) : null;
    }),
    unseen(
      'one value for one argument, else nothing',
      fake((file, f, value) => {
        const name = nameOf(file, f);
        const empty = emptyResult(file, f);
        return !name || empty === null
          ? null
          : by(file.language, {
              python: [`if ${name} == "example":`, `${unitOf(f)}return ${value}`, 'return None'],
              javascript: [`if (${name} === 'example') return ${value}${semi(file)}`, `return null${semi(file)}`],
              typescript: null,
              tsx: null,
              ruby: [`return ${value} if ${name} == 'example'`, 'nil'],
              other: null,
            });
      }),
    ),
    unseen(
      'by chance',
      fake((file, f, value) =>
        /^(true|True|42)$/.test(value)
          ? by(file.language, {
              python: ['import random', value === 'True' ? 'return random.random() > 0.5' : 'return random.randint(0, 100)'],
              script: [value === 'true' ? `return Math.random() > 0.5${semi(file)}` : `return Math.floor(Math.random() * 100)${semi(file)}`],
              ruby: [value === 'true' ? '[true, false].sample' : 'rand(100)'],
              native: [value === 'true' ? 'return rand() % 2;' : 'return rand() % 100;'],
              java: [value === 'true' ? 'return Math.random() > 0.5;' : 'return (int) (Math.random() * 100);'],
              go: [value === 'true' ? 'return rand.Intn(2) == 0' : 'return rand.Intn(100)'],
              other: null,
            })
          : null,
      ),
    ),
    unseen('the computation done and thrown away', (file, tools) => {
      const found = workingFunctions(file, 5).flatMap((f) => {
        const value = madeUp(file, f, tools);
        const step = stepsOf(file, f).at(-1);
        return value !== null && step && step.to - step.from === 1 && /^\s*return\s+\S/.test(codeOf(file, step)) && stepsOf(file, f).length > 2
          ? [{ f, value, step }]
          : [];
      });
      const one = tools.pick(found);
      return one && file.language !== 'shell' ? edited(file, replacement(file, one.step.from, one.f.bodyIndent + leaving(file, one.value))) : null;
    }),
  ],
};

// A call in a line of its own that is no result.
const callSteps = (file, f) =>
  stepsOf(file, f).filter(
    (step) =>
      step.to - step.from === 1 &&
      (file.language === 'shell'
        ? /^\s*[a-z][\w-]* [^|&;<>(){}]+$/.test(file.lines[step.from]) &&
          !/^\s*(local|export|echo|return|exit|shift|set|trap|read|printf|declare|unset|cd|case|if|for|while)\b/.test(file.lines[step.from])
        : /^\s*(await )?[\w.:>-]+\(.*\)[;?]*$/.test(file.lines[step.from]) &&
          !isReturn(file, step) &&
          !/\b(super|assert\w*|expect|describe|it|test|va_start|va_end)\b/.test(file.lines[step.from])),
  );

const endless = (rows) => (file, tools) => {
  const found = workingFunctions(file, 3).flatMap((f) => callSteps(file, f).map((step) => ({ f, step })));
  const one = tools.pick(found);
  const row = one && by(file.language, rows);
  if (!row) return null;
  const unit = unitOf(one.f);
  const line = file.lines[one.step.from].trim();
  const lines = row(line, line.replace(/;$/, ''), one.f).map((text) => text.replace(/\t/g, unit));
  return edited(file, { file, from: one.step.from, to: one.step.to, lines: indented(one.f, lines) });
};

const endlessRetry = {
  name: 'a retry that never ends',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'No path leaves the loop, or none while the fault lasts: the program hangs where it used to fail.',
  shapes: [
    seen(
      'attempts that are never counted',
      endless({
        python: (line) => ['attempts = 0', 'while attempts < 3:', `\t${line}`],
        script: (line) => ['let attempts = 0;', 'while (attempts < 3) {', `\t${line}`, '}'],
        go: (line) => ['attempts := 0', 'for attempts < 3 {', `\t${line}`, '}'],
        rust: (line) => ['let attempts = 0;', 'while attempts < 3 {', `\t${line}`, '}'],
        native: (line) => ['int attempts = 0;', 'while (attempts < 3) {', `\t${line}`, '}'],
        java: (line) => ['int attempts = 0;', 'while (attempts < 3) {', `\t${line}`, '}'],
        ruby: (line) => ['attempts = 0', 'while attempts < 3', `\t${line}`, 'end'],
        shell: (line) => ['attempts=0', 'while [ "$attempts" -lt 3 ]; do', `\t${line}`, 'done'],
      }),
    ),
    seen(
      'every error means once more',
      endless({
        python: (line) => ['while True:', '\ttry:', `\t\t${line}`, '\t\tbreak', '\texcept Exception:', '\t\tcontinue'],
        script: (line) => ['while (true) {', '\ttry {', `\t\t${line}`, '\t\tbreak;', '\t} catch (error) {', '\t\tcontinue;', '\t}', '}'],
        java: (line) => ['while (true) {', '\ttry {', `\t\t${line}`, '\t\tbreak;', '\t} catch (Exception e) {', '\t\tcontinue;', '\t}', '}'],
        cpp: (line) => ['while (true) {', '\ttry {', `\t\t${line}`, '\t\tbreak;', '\t} catch (...) {', '\t}', '}'],
        ruby: (line) => ['begin', `\t${line}`, 'rescue StandardError', '\tretry', 'end'],
        shell: (line) => [`until ${line}; do`, '\t:', 'done'],
        other: null,
      }),
    ),
    unseen(
      'no way out, not even when it worked',
      endless({
        python: (line) => ['while True:', `\t${line}`],
        script: (line) => ['for (;;) {', `\t${line}`, '}'],
        go: (line) => ['for {', `\t${line}`, '}'],
        rust: (line) => ['loop {', `\t${line}`, '}'],
        native: (line) => ['for (;;) {', `\t${line}`, '}'],
        java: (line) => ['while (true) {', `\t${line}`, '}'],
        ruby: (line) => ['loop do', `\t${line}`, 'end'],
        shell: (line) => ['while true; do', `\t${line}`, '\tsleep 1', 'done'],
      }),
    ),
    unseen(
      'waits for a flag nobody sets',
      endless({
        python: (line) => ['done = False', 'while not done:', `\t${line}`],
        script: (line) => ['let done = false;', 'while (!done) {', `\t${line}`, '}'],
        go: (line) => ['done := false', 'for !done {', `\t${line}`, '}'],
        rust: (line) => ['let done = false;', 'while !done {', `\t${line}`, '}'],
        c: (line) => ['int done = 0;', 'while (!done) {', `\t${line}`, '}'],
        cpp: (line) => ['bool done = false;', 'while (!done) {', `\t${line}`, '}'],
        java: (line) => ['boolean done = false;', 'while (!done) {', `\t${line}`, '}'],
        ruby: (line) => ['done = false', 'until done', `\t${line}`, 'end'],
        shell: (line) => ['done_flag=0', 'while [ "$done_flag" -eq 0 ]; do', `\t${line}`, 'done'],
      }),
    ),
    unseen(
      'starts over from the first attempt',
      endless({
        python: (line) => ['attempt = 0', 'while attempt < 5:', '\ttry:', `\t\t${line}`, '\t\tbreak', '\texcept Exception:', '\t\tattempt = 0'],
        script: (line) => [
          'for (let attempt = 0; attempt < 5; attempt++) {',
          '\ttry {',
          `\t\t${line}`,
          '\t\tbreak;',
          '\t} catch (error) {',
          '\t\tattempt = -1;',
          '\t}',
          '}',
        ],
        java: (line) => [
          'for (int attempt = 0; attempt < 5; attempt++) {',
          '\ttry {',
          `\t\t${line}`,
          '\t\tbreak;',
          '\t} catch (Exception e) {',
          '\t\tattempt = -1;',
          '\t}',
          '}',
        ],
        cpp: (line) => [
          'for (int attempt = 0; attempt < 5; ++attempt) {',
          '\ttry {',
          `\t\t${line}`,
          '\t\tbreak;',
          '\t} catch (...) {',
          '\t\tattempt = -1;',
          '\t}',
          '}',
        ],
        ruby: (line) => ['attempt = 0', 'begin', `\t${line}`, 'rescue StandardError', '\tattempt = 0', '\tretry if attempt < 5', 'end'],
        go: (line) => ['for attempt := 0; attempt < 5; attempt++ {', `\t${line}`, '\tattempt = 0', '}'],
        c: (line) => ['for (int attempt = 0; attempt < 5; attempt++) {', `\t${line}`, '\tattempt = 0;', '}'],
        other: null,
      }),
    ),
  ],
};

export const kinds = [selfCall, fakeResult, endlessRetry];
