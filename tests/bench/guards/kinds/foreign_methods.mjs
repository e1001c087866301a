// Methods that another language has, called on values of the standard library.
import { edited, replacement } from './code/edits.mjs';
import { but, by, seen, solidFunctions, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { escape } from './code/uses.mjs';

// Local variables whose kind is plain from the line that makes them.
const kindsOfValues = {
  python: [
    ['list', /^\s*(\w+)(?:: [^=]+)? = \[\]$/, 'append', ['push', 'add', 'push_back']],
    ['dict', /^\s*(\w+)(?:: [^=]+)? = \{\}$/, '(?:get|items|keys|values)', ['getOrDefault', 'entries', 'hasOwnProperty']],
    ['text', /^\s*(\w+) = f?(["'])[^"']*\2$/, '(?:strip|lower|split|join|format)', ['trim', 'toLowerCase', 'explode']],
    ['set', /^\s*(\w+)(?:: [^=]+)? = set\(\)$/, 'add', ['append', 'push', 'insert']],
  ],
  script: [
    ['list', /^\s*(?:const|let|var) (\w+)(?:: [^=]+)? = \[\];?$/, 'push', ['append', 'add', 'push_back']],
    ['map', /^\s*(?:const|let|var) (\w+)(?:: [^=]+)? = new Map(?:<.*>)?\(\);?$/, '(?:set|get|has)', ['put', 'containsKey', 'fetch']],
    ['set', /^\s*(?:const|let|var) (\w+)(?:: [^=]+)? = new Set(?:<.*>)?\(\);?$/, '(?:add|has)', ['append', 'contains', 'include']],
  ],
  rust: [
    ['list', /^\s*let mut (\w+)(?:: [^=]+)? = (?:Vec::new\(\)|vec!\[\]);$/, 'push', ['append_item', 'add', 'push_back']],
    ['text', /^\s*let mut (\w+) = String::new\(\);$/, 'push_str', ['append_str', 'concat', 'add_str']],
    ['map', /^\s*let mut (\w+)(?:: [^=]+)? = (?:\w+::)*HashMap::new\(\);$/, 'insert', ['put', 'set', 'store']],
  ],
  cpp: [
    ['list', /^\s*(?:std::)?vector<.*> (\w+);$/, 'push_back', ['push', 'append', 'add']],
    ['text', /^\s*(?:std::)?string (\w+);$/, '(?:append|c_str|size|empty)', ['to_cstring', 'len', 'isEmpty']],
  ],
  java: [
    ['list', /^\s*(?:List|ArrayList)<.*> (\w+) = new ArrayList<.*>\(.*\);$/, 'add', ['append', 'push', 'addLast2']],
    ['map', /^\s*(?:Map|HashMap)<.*> (\w+) = new (?:Linked)?HashMap<.*>\(.*\);$/, '(?:put|get)', ['set', 'insert', 'fetch']],
    ['text', /^\s*StringBuilder (\w+) = new StringBuilder\(.*\);$/, 'append', ['add', 'push', 'concat']],
  ],
  ruby: [
    ['list', /^\s*(\w+) = \[\]$/, '(?:push|append|each|join)', ['add', 'forEach', 'implode']],
    ['map', /^\s*(\w+) = \{\}$/, '(?:key\\?|each|merge|fetch)', ['containsKey', 'forEach', 'getOrDefault']],
  ],
  go: [['strings', /$^/, '', []]],
  c: [['none', /$^/, '', []]],
};

const packagesOfGo = [
  ['strings', 'HasPrefix', 'StartsWith'],
  ['strings', 'TrimSpace', 'Strip'],
  ['strings', 'Contains', 'Includes'],
  ['strings', 'Split', 'Explode'],
  ['strings', 'ToLower', 'LowerCase'],
  ['strings', 'Join', 'Concat'],
  ['fmt', 'Println', 'PrintLine'],
  ['fmt', 'Sprintf', 'Format'],
  ['fmt', 'Printf', 'PrintFormatted'],
  ['os', 'ReadFile', 'ReadText'],
  ['errors', 'New', 'Create'],
  ['strconv', 'Atoi', 'ParseInteger'],
  ['filepath', 'Join', 'JoinPath'],
  ['os', 'Getenv', 'GetEnv'],
  ['strings', 'Replace', 'Substitute'],
];

const functionsOfC = [
  ['strlen', 'strlength'],
  ['strcmp', 'strequals'],
  ['malloc', 'mem_new'],
  ['snprintf', 'sformat'],
  ['memcpy', 'mem_copy'],
  ['fprintf', 'fprint_line'],
  ['free', 'mem_free_ptr'],
  ['printf', 'print_line'],
  ['memset', 'mem_fill'],
  ['strchr', 'strfind'],
  ['calloc', 'mem_zero_new'],
];

const foreignMethod = (which) => (file, tools) => {
  if (file.language === 'go' || file.language === 'c') {
    const rows = tools.shuffle(file.language === 'go' ? packagesOfGo : functionsOfC);
    for (const row of which === 'list' ? rows.slice(0, 5) : which === 'text' ? rows.slice(5, 10) : rows.slice(8)) {
      const [from, to] = row.length === 3 ? [`${row[0]}.${row[1]}`, `${row[0]}.${row[2]}`] : row;
      if (row.length === 2 && tools.repo.speaks(to)) continue;
      const at = maskOf(file).findIndex((line) => /^\s/.test(line) && new RegExp(`(?<![\\w.>])${escape(from)}\\(`).test(line));
      if (at >= 0) return edited(file, replacement(file, at, file.lines[at].replace(`${from}(`, `${to}(`)));
    }
    return null;
  }
  const rows = by(file.language, kindsOfValues).filter(([kind]) => which === 'any' || kind === which || (which === 'map' && /dict|set/.test(kind)));
  for (const f of tools.shuffle(solidFunctions(file, 2))) {
    for (const [, form, there, foreign] of tools.shuffle(rows)) {
      for (let at = f.open + 1; at < f.close; ++at) {
        const name = maskOf(file)[at].trim() && form.exec(file.lines[at])?.[1];
        if (!name) continue;
        const use = new RegExp(`(?<![\\w.])${name}\\.(${there})(?=[( .]|$)`);
        const again = new RegExp(`(?<![\\w.])${name} =[^=]|\\b${name}:? \\w+ =`);
        const later = Array.from({ length: f.close - at - 1 }, (_, i) => at + 1 + i);
        if (later.some((line) => again.test(maskOf(file)[line]))) continue;
        const line = later.find((each) => use.test(maskOf(file)[each]));
        if (line !== undefined) return edited(file, replacement(file, line, file.lines[line].replace(use, `${name}.${tools.pick(foreign)}`)));
      }
    }
  }
  return null;
};

const foreignCall = {
  name: "another language's method on a value of the standard library",
  class: 7,
  what: 'defect',
  languages: but('shell'),
  why: 'The line that makes the value says what it is, and the standard library gives that no such method.',
  shapes: [
    seen('on a list', foreignMethod('list')),
    seen('on a text', foreignMethod('text')),
    unseen('on a table or a set', foreignMethod('map')),
    unseen('on any of them', foreignMethod('any')),
    unseen('on a literal', (file, tools) => {
      const rows = by(file.language, {
        python: [/(["'][^"']*["'])\.join\(/, '$1.implode('],
        script: [/(["'][^"']*["'])\.(?:split|repeat|padEnd)\(/, '$1.explode('],
        ruby: [/(["'][^"'#]*["'])\.(?:split|freeze|gsub|tr)\b/, '$1.explode'],
        rust: [/("[^"]*")\.(?:to_string|to_owned)\(\)/, '$1.to_text()'],
        java: [/("[^"]*")\.(?:equals|length|contains|startsWith)\(/, '$1.isSame('],
        cpp: [/\bstd::to_string\(/, 'std::stringify('],
        c: [/\b(?:strdup|strncmp)\(/, 'str_equal_to('],
        go: [/\bfmt\.Errorf\(/, 'fmt.Error('],
      });
      const mask = maskOf(file);
      const found = file.lines.flatMap((line, at) => (/^\s/.test(line) && mask[at].trim() && rows[0].test(line) && /[\w)]/.test(mask[at]) ? [at] : []));
      const at = tools.pick(found);
      return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(rows[0], rows[1])));
    }),
  ],
};

export const kinds = [foreignCall];
