// Functions that have another name while some of those who use them still say the old one.
import { functionsOf } from '../source.mjs';
import { edited, replacement, reworded, together } from './code/edits.mjs';
import { cap, camel } from './code/ghosts.mjs';
import { all, by, isTestOf, seen, unseen } from './code/idiom.mjs';
import { calledFunctions } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { groupFiles, isNative, isScript } from './code/own.mjs';
import { callForm, callsTo, countOfDefinitions, escape, isEverywhere, linesWith } from './code/uses.mjs';

export const snake = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

// Another name for a function that its author might choose, used nowhere.
export function otherName(name, tools) {
  const camelLike = /[a-z][A-Z]/.test(name);
  const big = /^[A-Z]/.test(name);
  const join = (...words) => {
    const text = words.join('_');
    return camelLike || big ? (big ? cap(text) : camel(text)) : text;
  };
  const base = snake(name.replace(/^_+/, ''));
  const verbs = {
    get: 'fetch',
    fetch: 'load',
    load: 'read',
    read: 'load',
    make: 'create',
    create: 'build',
    build: 'make',
    parse: 'read',
    is: 'check',
    check: 'verify',
    find: 'lookup',
    print: 'write',
    write: 'emit',
    set: 'assign',
    add: 'append',
    remove: 'delete',
    delete: 'remove',
    run: 'execute',
    handle: 'process',
    process: 'handle',
    format: 'render',
    render: 'format',
    init: 'setup',
  };
  const parts = base.split('_').filter(Boolean);
  const options = [join(base, 'impl'), join(base, 'internal')];
  if (verbs[parts[0]] && parts.length > 1) options.unshift(join(verbs[parts[0]], ...parts.slice(1)), join(verbs[parts[0]], ...parts.slice(1)));
  else options.unshift(join('do', base), join(base, 'helper'));
  return tools.invent((name.startsWith('_') ? '_' : '') + tools.pick(options.slice(0, 3)).replace(/^_+/, ''));
}

// Renames the definition (and its recursion) in its own file; `more` are calls that follow.
function renaming(file, f, name, more = []) {
  const edits = [];
  for (let at = f.from; at < f.to; ++at) {
    const text = reworded(file, at, f.name, name);
    if (text !== file.lines[at]) edits.push(replacement(file, at, text));
  }
  const lines = new Map();
  for (const call of more) {
    const key = `${call.file.path}:${call.line}`;
    if (!lines.has(key) && !(call.file === file && call.line >= f.from && call.line < f.to))
      lines.set(key, replacement(call.file, call.line, reworded(call.file, call.line, f.name, name)));
  }
  return together([...edits, ...lines.values()]);
}

export const callable = (file, tools) =>
  [...calledFunctions(file, tools, false), ...calledFunctions(file, tools, true)].filter(
    (f) => !f.name.endsWith('?') && !f.name.endsWith('!') && !f.name.endsWith('='),
  );

const withCalls = (file, tools, fit) =>
  tools.pick(
    callable(file, tools)
      .map((f) => ({ f, calls: callsTo(file, f, tools) }))
      .filter(fit),
  );

export const renamed = {
  name: 'a function renamed and its callers not',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'The old name is defined nowhere any more, and calls by it are left.',
  shapes: [
    seen('no caller follows', (file, tools) => {
      const one = withCalls(file, tools, () => true);
      return one && renaming(file, one.f, otherName(one.f.name, tools));
    }),
    seen('callers of other files forgotten', (file, tools) => {
      const one = withCalls(file, tools, ({ calls }) => calls.some((call) => call.file !== file));
      return (
        one &&
        renaming(
          file,
          one.f,
          otherName(one.f.name, tools),
          one.calls.filter((call) => call.file === file),
        )
      );
    }),
    seen('only its case or style changed', (file, tools) => {
      const one = withCalls(file, tools, ({ f }) => /[a-z]_[a-z]|[a-z][A-Z]/.test(f.name));
      const name = one && (/_/.test(one.f.name) ? camel(one.f.name.replace(/^_+/, '')) : snake(one.f.name));
      return one && name !== one.f.name && !tools.repo.speaks(name) ? renaming(file, one.f, name) : null;
    }),
    unseen('one of several callers forgotten', (file, tools) => {
      const one = withCalls(file, tools, ({ calls }) => new Set(calls.map((call) => `${call.file.path}:${call.line}`)).size > 1);
      if (!one) return null;
      const left = tools.pick(one.calls);
      return renaming(
        file,
        one.f,
        otherName(one.f.name, tools),
        one.calls.filter((call) => call.file !== left.file || call.line !== left.line),
      );
    }),
    unseen('the import follows, the calls do not', (file, tools) => {
      const one = withCalls(file, tools, ({ calls }) => calls.some((call) => call.one && new RegExp(`[{, ]${escape(call.brought)}\\b`).test(call.one.line)));
      if (!one) return null;
      const name = otherName(one.f.name, tools);
      const users = new Map(
        one.calls
          .filter((call) => call.one && call.file !== file)
          .map((call) => [`${call.file.path}:${call.one.from}`, { file: call.file, line: call.one.from }]),
      );
      return renaming(file, one.f, name, [...one.calls.filter((call) => call.file === file), ...users.values()]);
    }),
    unseen('the callers follow, the definition does not', (file, tools) => {
      const one = withCalls(file, tools, ({ f }) => !isScript(file.language) || !/^export default/.test(f.line));
      if (!one) return null;
      const name = otherName(one.f.name, tools);
      const lines = new Map(
        one.calls.filter((call) => call.file === file).map((call) => [call.line, replacement(file, call.line, reworded(file, call.line, one.f.name, name))]),
      );
      return lines.size > 0 ? edited(file, ...lines.values()) : null;
    }),
  ],
};

// Uses of a function that a quick search for calls does not show.
function hiddenUse(file, tools, form, group = true) {
  for (const f of tools
    .shuffle(
      functionsOf(file).filter(
        (one) =>
          !one.method &&
          (one.indent === '' || file.language === 'shell') &&
          one.name.length > 7 &&
          /[a-z]_[a-z]|[a-z][A-Z]/.test(one.name) &&
          !isTestOf(file, one) &&
          maskOf(file)[one.from].trim() &&
          one.name !== 'main',
      ),
    )
    .slice(0, 30)) {
    if (countOfDefinitions(tools, file.language, f.name) > 1 || isEverywhere(file.language, f.name)) continue;
    const files = group
      ? groupFiles(tools, file.language).filter((other) => other === file || linesWith(tools, file.language, f.name).some((one) => one.file === other))
      : [file];
    const where = files.flatMap((other) =>
      other.lines.flatMap((line, at) =>
        (other !== file || at < f.from || at >= f.to) && form(f.name).test(line) && fitsRemark(other, at) ? [{ file: other, line: at }] : [],
      ),
    );
    if (where.length === 0) continue;
    const name = otherName(f.name, tools);
    if (f.exported && group && callsTo(file, f, tools).some((call) => call.brought)) continue;
    const others = linesWith(tools, file.language, f.name).filter((one) => !where.some((each) => each.file === one.file && each.line === one.line));
    return renaming(file, f, name, others);
  }
  return null;
}

const fitsRemark = (file, at) => !/^\s*(#(?!\s*define)|\/\/|\*|\/\*)/.test(file.lines[at]) && !/^\s*(import|from|use|export)\b/.test(file.lines[at]);

const hiddenCaller = {
  name: 'a caller hard to see left behind by a rename',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'All plain calls follow the new name; one use in a macro, a string that is evaluated, a table or a test is left with the old one.',
  shapes: [
    seen('handed over without a call', (file, tools) =>
      file.language === 'shell'
        ? hiddenUse(file, tools, (name) => new RegExp(`^\\s*trap ['"]?${escape(name)}['"]? `), false)
        : file.language === 'ruby'
          ? hiddenUse(file, tools, (name) => new RegExp(`method\\(:${escape(name)}\\)|&:${escape(name)}\\b|(before|after)_\\w+ :${escape(name)}\\b`), false)
          : hiddenUse(file, tools, (name) => new RegExp(`[(,=:] ?&?${escape(name)}(\\)|,|;|$)(?!.*\\b(def|function|func|fn)\\b)`), file.language !== 'go'),
    ),
    seen('inside another piece of syntax', (file, tools) =>
      hiddenUse(
        file,
        tools,
        (name) =>
          by(file.language, {
            python: new RegExp(`f["'][^"']*\\{${escape(name)}\\(`),
            script: new RegExp(`\\$\\{[^}]*\\b${escape(name)}\\(`),
            ruby: new RegExp(`#\\{[^}]*\\b${escape(name)}\\b`),
            shell: new RegExp(`"[^"]*\\$\\(${escape(name)}\\b`),
            rust: new RegExp(`\\b\\w+!\\(.*\\b${escape(name)}\\(`),
            native: new RegExp(`^\\s*[A-Z][A-Z_]+\\(.*\\b${escape(name)}\\(`),
            go: new RegExp(`\\b(go|defer) ${escape(name)}\\(`),
            java: /$^/,
          }),
        !['ruby'].includes(file.language),
      ),
    ),
    unseen('in tests only', (file, tools) => {
      if (file.place === 'test') return null;
      const one = withCalls(file, tools, ({ calls }) => calls.some((call) => call.file.place === 'test') && calls.some((call) => call.file.place !== 'test'));
      if (!one) return null;
      const rest = one.calls.filter((call) => call.file.place !== 'test');
      const imports = new Map(rest.filter((call) => call.one).map((call) => [`${call.file.path}:${call.one.from}`, { file: call.file, line: call.one.from }]));
      return renaming(file, one.f, otherName(one.f.name, tools), [...rest, ...imports.values()]);
    }),
    unseen('in a test module of the same file', (file, tools) => {
      if (file.language !== 'rust') return null;
      const start = file.lines.findIndex((line) => /^#\[cfg\(test\)\]/.test(line));
      const fit =
        start < 0
          ? []
          : calledFunctions(file, tools, false).filter(
              (f) =>
                f.from < start &&
                maskOf(file)
                  .slice(start)
                  .some((line) => callForm('rust', f.name).test(line)),
            );
      const f = tools.pick(fit);
      return f
        ? renaming(file, f, otherName(f.name, tools), [
            ...callsTo(file, f, tools).filter((call) => call.file !== file || call.line < start),
            ...callsTo(file, f, tools)
              .filter((call) => call.one)
              .map((call) => ({ file: call.file, line: call.one.from })),
          ])
        : null;
    }),
    unseen('in a list of exports', (file, tools) => {
      if (!isScript(file.language) && file.language !== 'python') return null;
      return hiddenUse(
        file,
        tools,
        (name) =>
          new RegExp(
            isScript(file.language)
              ? `^(export \\{|module\\.exports =|exports\\.\\w+ =).*\\b${escape(name)}\\b`
              : `^(__all__ =.*|__all__ \\+=.*| {4})["']${escape(name)}["']`,
          ),
        false,
      );
    }),
    unseen('in a macro', (file, tools) =>
      isNative(file.language)
        ? hiddenUse(file, tools, (name) => new RegExp(`^\\s*#\\s*define .*\\b${escape(name)}\\b`))
        : file.language === 'rust'
          ? hiddenUse(file, tools, (name) => new RegExp(`assert\\w*!\\(.*\\b${escape(name)}\\(`))
          : null,
    ),
  ],
};

export const kinds = [renamed, hiddenCaller];
