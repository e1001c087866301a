// Definitions that are still written down and yet cannot be used by those who need them.
import { functionsOf } from '../source.mjs';
import { edited, insertion, replacement, rewording, tidyCut, together } from './code/edits.mjs';
import { all, but, by, scripts, seen, semi, startOf, unitOf, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { groupFiles, importersOf, isNative, isScript, rustHome } from './code/own.mjs';
import { callsTo, countOfDefinitions, escape, linesWith } from './code/uses.mjs';
import { calledFunctions } from './definitions.mjs';

// The function between two lines, a step further in where blocks are seen by indentation.
function wrapped(file, f, open, close, deeper) {
  const from = startOf(file, f);
  const unit = unitOf(f);
  const lines = file.lines.slice(from, f.to);
  if (deeper && lines.some((line) => /"""|'''|`|<<[-~]?['"A-Z]/.test(line) && !/(""".*"""|'''.*'''|`.*`)/.test(line))) return null;
  return edited(file, {
    file,
    from,
    to: f.to,
    lines: [
      f.indent + open,
      ...lines.map((line) => (deeper && line !== '' && !/^#/.test(line) ? unit + line : line)),
      ...(close === null ? [] : [f.indent + close]),
    ],
  });
}

const never = (rows) => (file, tools) => {
  const row = tools.pick(by(file.language, rows) ?? []);
  const f =
    row &&
    tools.pick(
      calledFunctions(file, tools, false).filter(
        (one) =>
          !/^(export|pub use)/.test(one.line) && !/exports\.\w+ =/.test(one.line) && ((file.language !== 'java' && file.language !== 'go') || row.length > 1),
      ),
    );
  return (
    f &&
    (row.length === 1
      ? edited(file, insertion(file, startOf(file, f), f.indent + row[0]))
      : wrapped(
          file,
          f,
          row[0].replace('%', f.name),
          row[1],
          (['python', 'ruby', 'shell'].includes(file.language) && row[2] !== 'flat') || isScript(file.language),
        ))
  );
};

const deadDefinition = {
  name: 'a definition in use put where it never counts',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'The text is still there, but no program ever has it: a condition that never holds, a comment or a function nobody calls is around it, and others call it.',
  shapes: [
    seen(
      'below a condition that is false',
      never({
        python: [['if False:', null]],
        script: [[`if (false) {`, '}']],
        rust: [['#[cfg(any())]']],
        native: [['#if 0', '#endif']],
        ruby: [['if false', 'end']],
        shell: [['if false; then', 'fi']],
      }),
    ),
    seen('inside a block comment', (file, tools) => {
      const marks = by(file.language, { python: null, shell: [": <<'DISABLED_BLOCK'", 'DISABLED_BLOCK'], ruby: ['=begin', '=end'], other: ['/*', '*/'] });
      const f =
        marks &&
        tools.pick(
          [...calledFunctions(file, tools, false), ...(file.language === 'java' ? calledFunctions(file, tools, true) : [])].filter(
            (one) => !file.lines.slice(startOf(file, one), one.to).some((line) => /\*\/|^=/.test(line)) && (file.language !== 'ruby' || one.indent === ''),
          ),
        );
      return f && wrapped(file, f, marks[0], marks[1], false);
    }),
    unseen(
      'below a condition nobody meets',
      never({
        python: [
          ['if not True:', null],
          ['if 0:  # disabled for now', null],
        ],
        script: [
          ['if (process.env.ENABLE_LEGACY === "never") {', '}'],
          ['if (0) {', '}'],
        ],
        rust: [['#[cfg(feature = "disabled")]'], ['#[cfg(not(any(test, not(test))))]']],
        native: [
          ['#ifdef NOT_YET_ENABLED', '#endif'],
          ['#if defined(__never__)', '#endif'],
        ],
        ruby: [
          ['if ENV["ENABLE_LEGACY"] == "never"', 'end'],
          ["if RUBY_VERSION < '1.0'", 'end'],
        ],
        shell: [
          ['if [ "1" = "0" ]; then', 'fi'],
          ['if [[ -n "" ]]; then', 'fi'],
        ],
      }),
    ),
    unseen(
      'inside a function nobody calls',
      never({
        python: [
          ['def _unused():', null],
          ['def _legacy_helpers():', null],
        ],
        script: [
          ['function unusedHelpers() {', '}'],
          ['function legacy() {', '}'],
        ],
        rust: [['mod disabled_for_now {', '}', 'flat']],
        cpp: [['namespace disabled_for_now {', '}']],
        shell: [['unused_helpers() {', '}']],
      }),
    ),
    unseen('left out of the build', (file, tools) => {
      if (file.language !== 'go' || /^\/\/go:build|^\/\/ \+build/m.test(file.text) || file.place === 'test') return null;
      const needed = calledFunctions(file, tools, false).some((f) => callsTo(file, f, tools).some((one) => one.file !== file));
      return needed ? edited(file, insertion(file, 0, tools.pick(['//go:build ignore', '//go:build disabled']), '')) : null;
    }),
    unseen('after the end of the program', (file, tools) => {
      const f =
        by(file.language, { shell: true, ruby: true, python: null, other: null }) &&
        tools.pick(calledFunctions(file, tools, false).filter((one) => one.indent === '' && startOf(file, one) > 5));
      if (!f) return null;
      const from = startOf(file, f);
      return edited(
        file,
        tidyCut(file, from, f.to),
        insertion(
          file,
          file.lines.length - (file.lines.at(-1) === '' ? 1 : 0),
          ...(file.language === 'ruby' ? ['', '__END__'] : ['', 'exit 0', '']),
          ...file.lines.slice(from, f.to),
        ),
      );
    }),
  ],
};

// Whether one Rust file is a module below another, and so sees what is private there.
const isBelow = (user, file) => user.path.startsWith(`${rustHome(file)}/`);

// Functions that other files certainly call, with those calls.
const calledOutside = (file, tools) =>
  calledFunctions(file, tools, false)
    .map((f) => ({ f, calls: callsTo(file, f, tools).filter((one) => one.file !== file && !(file.language === 'rust' && isBelow(one.file, file))) }))
    .filter((one) => one.calls.length > 0);

function hiddenFunction(file, tools) {
  const one = tools.pick(calledOutside(file, tools));
  if (!one) return null;
  const { f } = one;
  const line = file.lines[f.from];
  if (isScript(file.language))
    return /^export (async )?(function|const)/.test(line) ? edited(file, replacement(file, f.from, line.replace(/^export /, ''))) : null;
  if (file.language === 'rust') return /^\s*pub(\([^)]*\))? /.test(line) ? edited(file, replacement(file, f.from, line.replace(/pub(\([^)]*\))? /, ''))) : null;
  if (isNative(file.language))
    return !/static|inline/.test(line) && !/\.(h|hh|hpp)$/.test(file.name) ? edited(file, replacement(file, f.from, `static ${line}`)) : null;
  if (file.language === 'go') {
    const outside = one.calls.filter((call) => call.brought);
    const low = f.name[0].toLowerCase() + f.name.slice(1);
    if (outside.length === 0 || tools.repo.speaks(low)) return null;
    return together(
      groupFiles(tools, 'go')
        .filter((each) => each.folder === file.folder)
        .flatMap((each) => rewording(each, f.name, low)),
    );
  }
  if (file.language === 'python') {
    const low = `_${f.name}`;
    return tools.repo.speaks(low) ? null : edited(file, ...rewording(file, f.name, low));
  }
  return null;
}

// A name of a list of what the file offers goes, while others import it.
function hiddenInList(file, tools) {
  if (!isScript(file.language)) return null;
  const form = /^(?:export|module\.exports =) \{(.*)\};?$/;
  const at = file.lines.findIndex((line, i) => form.test(line) && maskOf(file)[i].trim());
  const names =
    at < 0
      ? []
      : form
          .exec(file.lines[at])[1]
          .split(',')
          .map((name) => name.trim())
          .filter((name) => /^\w+$/.test(name));
  const wanted = names.filter((name) => importersOf(file, tools).some(({ one }) => one.names.some((each) => each.split(/ as |: /)[0] === name)));
  const name = names.length > 1 && tools.pick(wanted);
  return name ? edited(file, replacement(file, at, file.lines[at].replace(new RegExp(`\\b${name}\\b,? ?`), '').replace(/, *\}/, ' }'))) : null;
}

function hiddenMethod(file, tools) {
  const calls = (f) =>
    linesWith(tools, file.language, f.name).some(
      (one) =>
        one.file !== file &&
        !(file.language === 'rust' && isBelow(one.file, file)) &&
        new RegExp(`(?<!self|this|super)\\.${escape(f.name)}\\(`).test(maskOf(one.file)[one.line]),
    );
  const f = tools.pick(
    functionsOf(file).filter(
      (one) =>
        one.method &&
        one.name.length > 5 &&
        one.exported &&
        countOfDefinitions(tools, file.language, one.name) === 1 &&
        maskOf(file)[one.from].trim() &&
        !/^\s*@Override/.test(file.lines[one.from - 1] ?? '') &&
        !(
          file.language === 'rust' &&
          /\bfor\b/.test(
            file.lines
              .slice(0, one.from)
              .reverse()
              .find((line) => /^impl/.test(line)) ?? '',
          )
        ) &&
        calls(one),
    ),
  );
  if (!f) return null;
  const line = file.lines[f.from];
  const text = by(file.language, {
    java: line.replace('public ', 'private '),
    rust: line.replace(/pub(\([^)]*\))? /, ''),
    ruby: `${f.indent}private def ${line.trim().slice(4)}`,
    typescript: /^\s+(static|public)? ?(async )?\w+\(/.test(line) ? line.replace(/^(\s+)(public )?/, '$1private ') : line,
    other: line,
  });
  return text === line || (file.language === 'ruby' && (/self\./.test(line) || functionsOf(file).every((one) => one.owner !== f.owner)))
    ? null
    : edited(file, replacement(file, f.from, text));
}

function hiddenType(file, tools) {
  const users = importersOf(file, tools).filter(({ file: user }) => !(file.language === 'rust' && isBelow(user, file)));
  const type = tools.pick(neededTypesAbroad(file, tools, users));
  if (!type) return null;
  const line = file.lines[type.from];
  const text = by(file.language, { script: line.replace(/^export (default )?/, ''), rust: line.replace(/^pub(\([^)]*\))? /, ''), other: line });
  return text === line ? null : edited(file, replacement(file, type.from, text));
}

function neededTypesAbroad(file, tools, users) {
  return users
    .flatMap(({ one }) => one.names.map((name) => name.split(' as ')[0]))
    .flatMap((name) => {
      const at = file.lines.findIndex((line) =>
        new RegExp(`^(export (default )?(abstract )?(class|interface|type|enum)|pub(\\([^)]*\\))? (struct|enum|trait|type)) ${escape(name)}\\b`).test(line),
      );
      return at >= 0 && countOfDefinitions(tools, file.language, name) === 1 ? [{ from: at, name }] : [];
    });
}

function hiddenConstant(file, tools) {
  const wanted = importersOf(file, tools)
    .filter(({ file: user }) => !(file.language === 'rust' && isBelow(user, file)))
    .flatMap(({ one }) => one.names.map((name) => name.split(/ as |: /)[0]));
  const at = file.lines.findIndex((line) => {
    const m = /^(?:export const|pub(?:\([^)]*\))? (?:const|static)) (\w+)/.exec(line);
    return m && wanted.includes(m[1]) && countOfDefinitions(tools, file.language, m[1]) <= 1;
  });
  return at < 0 ? null : edited(file, replacement(file, at, file.lines[at].replace(/^(export|pub(\([^)]*\))?) /, '')));
}

// What was the file's default becomes one name of several, and importers still take the default.
function defaultLost(file, tools) {
  if (!isScript(file.language)) return null;
  const at = file.lines.findIndex((line, i) => /^export default /.test(line) && maskOf(file)[i].trim());
  if (at < 0 || !importersOf(file, tools).some(({ one }) => /^import \w+[ ,]/.test(one.line))) return null;
  const line = file.lines[at];
  const m = /^export default (async function|function|class|\w+;?$)(.*)$/.exec(line);
  if (!m || (/^(async function|function|class)$/.test(m[1]) && !/^\*? \w/.test(m[2]))) return null;
  return edited(
    file,
    replacement(
      file,
      at,
      /^\w+;?$/.test(m[1]) && m[2] === '' ? `export { ${m[1].replace(';', '')} }${semi(file)}` : line.replace('export default ', 'export '),
    ),
  );
}

const hidden = {
  name: 'a definition hidden from those who use it',
  class: 6,
  what: 'defect',
  languages: ['python', ...scripts, 'go', 'rust', 'c', 'cpp', 'java', 'ruby'],
  why: 'It is no longer offered to other files, which still import or call it.',
  shapes: [
    seen('a function made private', hiddenFunction),
    seen('taken out of the list of exports', hiddenInList),
    unseen('a method made private', hiddenMethod),
    unseen('a type made private', hiddenType),
    unseen('a constant made private', hiddenConstant),
    unseen('no longer the default', defaultLost),
  ],
};

export const kinds = [deadDefinition, hidden];
