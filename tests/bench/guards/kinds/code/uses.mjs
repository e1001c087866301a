// Who calls what in a repository, as far as that is certain: a line found here breaks when the
// definition goes. What may be a call of something else of the same name is left out.
import { functionsOf, indentOf } from '../../source.mjs';
import { maskOf } from './mask.mjs';
import { groupFiles, importersOf, isNative, isScript, stemOf } from './own.mjs';

const escape = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const wordIndexes = new WeakMap();
// Lines of code with that word, in all files of the language's group: [{file, line}].
export function linesWith(tools, language, word) {
  const known = wordIndexes.get(tools.repo) ?? wordIndexes.set(tools.repo, new Map()).get(tools.repo);
  const files = groupFiles(tools, language);
  if (!known.has(files)) {
    const index = new Map();
    for (const file of files) {
      maskOf(file).forEach((line, at) => {
        for (const one of new Set(line.match(/[A-Za-z_$][\w$]*/g) ?? [])) {
          if (!index.has(one)) index.set(one, []);
          index.get(one).push({ file, line: at });
        }
      });
    }
    known.set(files, index);
  }
  const index = known.get(files);
  return index.get(word) ?? [];
}

const definitions = new WeakMap();
function definitionCounts(tools, language) {
  const known = definitions.get(tools.repo) ?? definitions.set(tools.repo, new Map()).get(tools.repo);
  const files = groupFiles(tools, language);
  if (!known.has(files)) {
    const counts = new Map();
    for (const file of files) {
      const mask = maskOf(file);
      file.lines.forEach((line, at) => {
        if (mask[at].trim() === '') return;
        for (const name of new Set(definedIn(language, mask[at]))) counts.set(name, (counts.get(name) ?? 0) + 1);
      });
    }
    known.set(files, counts);
  }
  return known.get(files);
}

// Names that a (masked) line seems to define, in any form; more than there are does no harm.
function definedIn(language, line) {
  const forms = {
    python: [/\b(?:def|class)\s+(\w+)/g, /\b(\w+)(?:\s*:[^=]+)?\s*=(?!=)/g, /\bas (\w+)/g],
    go: [/^func (?:\([^)]*\) )?(\w+)/g, /\b(?:type|var|const)\s+(\w+)/g, /\b(\w+)\s*:=/g, /^\t(\w+)\(.*\).*[^{]$/g],
    rust: [/\b(?:fn|struct|enum|trait|type|const|static|mod|macro_rules!)\s+(\w+)/g, /\blet\s+(?:mut\s+)?(\w+)/g],
    java: [/[\w>\]]\s+(\w+)\s*\([^;]*$/g, /\b(?:class|interface|enum|record)\s+(\w+)/g],
    ruby: [
      /\bdef\s+(?:self\.)?(\w+[?!=]?)/g,
      /\b(?:class|module)\s+(\w+)/g,
      /\b(\w+)\s*=(?![=~>])/g,
      /attr_\w+.*:(\w+)/g,
      /\bdefine_method\W+(\w+)/g,
      /\balias\w*\s+:?(\w+)/g,
    ],
    shell: [/^\s*(?:function\s+)?([\w:-]+)\s*\(\)/g, /^\s*function\s+([\w:-]+)/g, /\balias\s+(\w+)=/g],
  };
  forms.javascript = [
    /\bfunction\*?\s+(\w+)/g,
    /\b(?:const|let|var|class|interface|type|enum)\s+(\w+)/g,
    /^\s*(?:(?:async|static|get|set|public|private|protected|override)\s+)*(\w+)\s*\([^()]*\)[^;]*\{\s*$/g,
    /(?<![=!<>])\b(\w+)\s*[:=]\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>)/g,
    /\bimport\s+(\w+)/g,
  ];
  forms.typescript = forms.javascript;
  forms.tsx = forms.javascript;
  forms.c = [
    /^[A-Za-z_][\w:<>,&* ]*[ &*]((?:\w+::)*~?\w+)\s*\([^;]*$/g,
    /^\s*#\s*define\s+(\w+)/g,
    /\b(?:struct|class|enum|union|namespace)\s+(\w+)/g,
    /^\s+[\w:<>&* ]+[ &*](\w+)\([^;]*\)[^;]*\{/g,
  ];
  forms.cpp = forms.c;
  return (forms[language] ?? [])
    .flatMap((form) => [...line.matchAll(form)].map((m) => m[1].split('::').pop()))
    .filter((name) => !/^(if|for|while|switch|return|catch|else|do|new)$/.test(name));
}

// Names that mean something without any definition of the repository: a call of one proves nothing.
const everywhere = {
  python:
    /^(open|print|input|range|list|dict|set|str|int|map|filter|zip|sum|min|max|any|all|iter|next|format|hash|repr|round|sorted|type|vars|compile|exec|eval|exit|quit|help|copyright|bytes|object|property|super)$/,
  go: /^(len|cap|min|max|close|print|println|copy|append|delete|make|new|panic|recover|clear|init|error|string)$/,
  ruby: /^(puts|print|open|system|test|format|loop|raise|require|load|p|pp|rand|sleep|select|exit|abort|fail|warn|proc|lambda|gets|trap|syscall|call|new|name|to_s|each|map|run|send|class|hash|method|methods|dup|clone|freeze|display|then|tap|key|keys|values|size|length|count|first|last)$/,
  shell: /^(?!.*[_:-])|^(docker-compose|apt-get|systemctl|ssh-keygen|pkg-config|xdg-open|update-rc\.d)$/,
  c: /^(f(open|close|read|write|error|flush|seek|tell|puts|gets|putc|getc|printf|scanf|eof|free)|[mc]alloc|realloc|free|mem(cpy|set|move|cmp|chr)|str\w+|(v?s?n?|a?s)printf|v?fprintf|printf|puts|putc|getc|getenv|setenv|exit|abort|atexit|qsort|bsearch|open|close|read|write|stat|lseek|unlink|rename|remove|isatty|fork|exec\w*|wait|waitpid|kill|signal|raise|time|clock|clearerr|perror|basename|dirname|getopt\w*|gettimeofday|pthread_\w+|swap|move|min|max|begin|end|size|log|pow|round|floor|ceil|abs|div|index|isalpha|isdigit|tolower|toupper|getline|mkdir|rmdir|access|usleep|sleep|Min|Max)$/,
  rust: /^(drop|panic|print|println|format|vec|write|assert|matches|Some|None|Ok|Err|Box|new|default|from|into|clone|fmt|eq|cmp|hash|next|deref|len|iter|get|push|insert|remove|contains|find|map|filter|as_str|as_ref|to_string)$/,
  java: /^(get|set|add|put|remove|size|equals|hashCode|toString|compareTo|clone|close|run|call|apply|accept|test|next|hasNext|iterator|read|write|name|values|valueOf|ordinal|getClass|notify|wait|finalize|length|isEmpty|contains|format|getMessage|getCause|main|create|visit|evaluate)$/,
};
everywhere.cpp = everywhere.c;
const isEverywhere = (language, name) =>
  isScript(language)
    ? name in globalThis ||
      /^(require|describe|it|test|expect|constructor|render|toString|valueOf|then|catch|get|set|has|add|push|map|filter|find|forEach|close|open|on|emit|init|setup)$/.test(
        name,
      )
    : (everywhere[language]?.test(name) ?? false);

// How often the name seems to be defined in the group's files.
export const countOfDefinitions = (tools, language, name) => definitionCounts(tools, language).get(name) ?? 0;

// The form of a direct call (not of a member), on masked lines.
export function callForm(language, name) {
  const word = escape(name);
  if (language === 'shell')
    return new RegExp(`(?:^\\s*|[;&|({]\\s*|\\b(?:then|do|else|if|elif|while|until|!)\\s+|\\$\\(\\s*)(${word})(?=\\s|$|;|\\)|&|\\|)(?!\\s*\\(\\))`);
  if (language === 'ruby') return new RegExp(`(?<![\\w.:@$])(${word})(?:\\(| (?=[\\w:@'"\\[*]))(?!\\s*=)`);
  if (language === 'rust') return new RegExp(`(?<![\\w.:!])(${word})\\(`);
  if (isNative(language)) return new RegExp(`(?<![\\w.:>~])(${word})\\(`);
  return new RegExp(`(?<![\\w.$#])(${word})\\(`);
}

// The form of a call on the object itself.
function selfCallForm(language, name, f) {
  const word = escape(name);
  if (language === 'python') return new RegExp(`\\b(?:self|cls)\\.(${word})\\(`);
  if (isScript(language)) return new RegExp(`\\bthis\\.(${word})\\(`);
  if (language === 'rust') return new RegExp(`\\b(?:self\\.|Self::)(${word})\\(`);
  if (language === 'go') return new RegExp(`\\b${escape(receiverOf(f) ?? 'receiver')}\\.(${word})\\(`);
  if (language === 'java') return new RegExp(`(?<![\\w.])(?:this\\.)?(${word})\\(`);
  if (language === 'cpp') return new RegExp(`(?<![\\w.:>])(?:this->)?(${word})\\(`);
  if (language === 'ruby') return new RegExp(`(?<![\\w.:@$])(?:self\\.)?(${word})(?:\\(| (?=[\\w:@'"\\[*]))(?!\\s*=)`);
  return null;
}

export const receiverOf = (f) => /^func \((\w+) /.exec(f.line)?.[1] ?? null;

const outsideOf = (f, at) => at < f.from || at >= f.to;
const isHead = (language, line, name) =>
  new RegExp(
    {
      python: `\\bdef\\s+${escape(name)}`,
      go: `^func .*\\b${escape(name)}\\(`,
      rust: `\\bfn\\s+${escape(name)}`,
      ruby: `\\bdef\\s+(self\\.)?${escape(name)}`,
      shell: `^\\s*(function\\s+)?${escape(name)}\\s*(\\(\\)|\\{)`,
    }[language] ?? (isScript(language) ? `function\\*?\\s+${escape(name)}\\b` : `^\\s*(?:\\w[\\w:<>,*& ]*\\s[*&]*)${escape(name)}\\([^;]*[{,]?\\s*$`),
  ).test(line) && !/^\s*(return|else)\b/.test(line);

function callsIn(file, form, f, own) {
  const mask = maskOf(file);
  const found = [];
  mask.forEach((line, at) => {
    if (own && !outsideOf(f, at)) return;
    const m = form.exec(line);
    if (!m || isHead(file.language, line, f.name)) return;
    const after = line.slice(m.index + m[0].length);
    // A definition or a declaration elsewhere (methods of objects, prototypes) is no call.
    if (
      isScript(file.language) &&
      /^[^()]*\)(?:: [^{]+)?\s*\{\s*$/.test(after) &&
      /^\s*(async |static |get |set )?\w+\($/.test(line.slice(0, m.index + m[0].length))
    )
      return;
    if (isNative(file.language) && /^\S/.test(line)) return;
    found.push({ file, line: at, column: m.index + m[0].lastIndexOf(m[1]) });
  });
  return found;
}

// The name under which an import of another file brings it, or null: 'f' for `import { f }`,
// 'm.f' for `import m`.
function broughtAs(user, one, file, name) {
  const list = one.names.map((text) => text.split(/\s+as\s+|\s*:\s*/));
  const direct = list.find(([there]) => there === name);
  switch (file.language) {
    case 'python':
    case 'rust':
      if (direct) return direct[1] ?? direct[0];
      if (file.language === 'rust') return one.target.endsWith(`::${name}`) ? name : null;
      return one.names.includes(stemOf(file.name)) ? `${stemOf(file.name)}.${name}` : null;
    case 'javascript':
    case 'typescript':
    case 'tsx':
      return direct && /[{]/.test(one.line) ? (direct[1] ?? direct[0]) : null;
    case 'go':
      return `${one.target.slice(one.target.lastIndexOf('/') + 1)}.${name}`;
    default:
      return null;
  }
}

// Certain calls of a function, in its own file and in others: [{file, line, column}].
export function callsTo(file, f, tools) {
  const { language } = file;
  if (countOfDefinitions(tools, language, f.name) > 1 || f.name.length < 3 || isEverywhere(language, f.name)) return [];
  if (f.method) return methodCalls(file, f);
  if (indentOf(f.line) !== '' && language !== 'shell') return [];
  const form = callForm(language, f.name);
  const found = callsIn(file, form, f, true);
  if (language === 'go') {
    for (const other of groupFiles(tools, language)) {
      if (other.path !== file.path && other.folder === file.folder && packageOf(other) === packageOf(file)) found.push(...callsIn(other, form, f, false));
    }
  } else if (isNative(language) && f.exported) {
    for (const path of new Set(linesWith(tools, language, f.name).map((one) => one.file))) if (path !== file) found.push(...callsIn(path, form, f, false));
  } else if (language === 'shell') {
    for (const { file: user } of importersOf(file, tools)) found.push(...callsIn(user, form, f, false));
  }
  if (['python', 'javascript', 'typescript', 'tsx', 'rust', 'go'].includes(language)) {
    for (const { file: user, one } of importersOf(file, tools)) {
      const name = broughtAs(user, one, file, f.name);
      if (!name) continue;
      const plain = new RegExp(`(?<![\\w.$])(${escape(name)})\\(`);
      maskOf(user).forEach((line, at) => {
        const m = plain.exec(line);
        if (m && at !== one.from) found.push({ file: user, line: at, column: m.index + name.lastIndexOf('.') + 1, brought: name, one });
      });
    }
  }
  return found;
}

const packageOf = (file) => /^package (\w+)/m.exec(file.text)?.[1];

// Calls of a method on its own object, inside its class (for Go: its file).
function methodCalls(file, f) {
  const form = selfCallForm(file.language, f.name, f);
  if (!form) return [];
  const [from, to] = ['go', 'cpp'].includes(file.language) ? [0, file.lines.length] : classAround(file, f);
  return callsIn(file, form, f, true).filter(
    (one) =>
      one.line >= from &&
      one.line < to &&
      (!['go', 'cpp'].includes(file.language) ||
        functionsOf(file).some(
          (g) => g.owner === f.owner && one.line > g.open && one.line < g.close && (file.language !== 'go' || receiverOf(g) === receiverOf(f)),
        )),
  );
}

// The lines of the class around a method: [from, to).
export function classAround(file, f) {
  const width = f.indent.length;
  let from = f.from;
  while (from > 0 && (file.lines[from].trim() === '' || indentOf(file.lines[from]).length >= width)) --from;
  let to = f.to;
  while (to < file.lines.length && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length >= width)) ++to;
  return [from, to];
}

// Whether any text of the repository has the word outside these lines of this file.
export const isSpoken = (tools, file, word, from, to) =>
  tools.repo.speaks(word, file.path) || file.lines.some((line, at) => (at < from || at >= to) && new RegExp(`(?<![\\w$])${escape(word)}(?![\\w$])`).test(line));

export { escape, isEverywhere };
