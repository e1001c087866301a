// Calls of functions and methods that are nowhere.
import { edited, freeWord, replacement, reworded, together } from './code/edits.mjs';
import { callStatement, cap, camel, firstIn } from './code/ghosts.mjs';
import { all, but, by, parametersOf, scripts, seen, semi, solidFunctions, unseen, workingFunctions } from './code/idiom.mjs';
import { calledFunctions } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { groupFiles, isScript, realImportsOf } from './code/own.mjs';
import { constantsOf, typesOf } from './code/things.mjs';
import { callsTo, classAround, countOfDefinitions, receiverOf } from './code/uses.mjs';
import { callable, otherName, snake } from './renames.mjs';

const stems = [
  'ensure_consistency',
  'apply_pending_changes',
  'normalize_options',
  'validate_state',
  'prepare_context',
  'flush_cached_values',
  'refresh_settings',
  'cleanup_leftovers',
  'merge_defaults',
];

function ghostName(file, tools) {
  const word = freeWord(
    tools,
    ['go', 'java', ...scripts].includes(file.language)
      ? stems.map(camel)
      : /\n\s+[A-Z]\w+\(/.test(file.text) && file.language === 'cpp'
        ? stems.map(cap)
        : stems,
  );
  return word;
}

const pickBody = (file, tools, least = 3) => tools.pick(workingFunctions(file, least));

// In a condition of an existing branch.
const conditions = {
  python: /^(\s*(?:el)?if )(.+)(:)$/,
  script: /^(\s*(?:\} else )?if \()(.+)(\) \{)$/,
  go: /^(\s*if )([^;]+)( \{)$/,
  rust: /^(\s*if )((?!let ).+)( \{)$/,
  native: /^(\s*if \()(.+)(\) \{?)$/,
  java: /^(\s*if \()(.+)(\) \{)$/,
  ruby: /^(\s*(?:els)?if )([^#]+)()$/,
  shell: /^(\s*if )(.+)(; then)$/,
};

const andOr = { python: 'and', ruby: '&&', other: '&&' };

// A one-line condition in a body: {at, head, test, tail}.
export function conditionsOf(file, f) {
  const form = by(file.language, conditions);
  const mask = maskOf(file);
  const found = [];
  for (let at = f.open + 1; at < f.close; ++at) {
    const m = mask[at].trim() === '' ? null : form.exec(file.lines[at]);
    if (m && m[2].split('(').length === m[2].split(')').length && !/["'`]{3}/.test(m[2]) && !/:=/.test(m[2]))
      found.push({ at, head: m[1], test: m[2], tail: m[3] });
  }
  return found;
}

const ghostCall = {
  name: 'a call of a function that does not exist',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'Nothing in the repository defines or imports the name, and no text of it says the word.',
  shapes: [
    seen('a statement at the head of a body', (file, tools) => {
      const f = pickBody(file, tools);
      return f && edited(file, firstIn(file, f, callStatement(file, f, ghostName(file, tools))));
    }),
    seen('in a condition', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file)).slice(0, 10)) {
        const one = tools.pick(conditionsOf(file, f));
        if (!one) continue;
        const name = ghostName(file, tools);
        const word = parametersOf(file, f)[0]?.name ?? '';
        const call = file.language === 'shell' ? name : `${name}(${word})`;
        return edited(
          file,
          replacement(
            file,
            one.at,
            `${one.head}${call} ${by(file.language, andOr)} ${/ \|\| | or /.test(one.test) && file.language !== 'shell' ? `(${one.test})` : one.test}${one.tail}`,
          ),
        );
      }
      return null;
    }),
    seen('around a result', (file, tools) => {
      const found = workingFunctions(file, 2)
        .flatMap((f) => Array.from({ length: f.close - f.open - 1 }, (_, i) => f.open + 1 + i))
        .filter(
          (at) =>
            /^\s*return [\w.]+;?$/.test(file.lines[at]) &&
            maskOf(file)[at].trim() &&
            !/return (self|this|true|false|True|False|None|null|nil|0|1|-1|err)\b/.test(file.lines[at]),
        );
      const at = tools.pick(found);
      return at === undefined || file.language === 'shell'
        ? null
        : edited(file, replacement(file, at, file.lines[at].replace(/return ([\w.]+)/, `return ${ghostName(file, tools)}($1)`)));
    }),
    unseen('in place of an existing call', (file, tools) => {
      const form = file.language === 'shell' ? /^(\s*)([a-z]\w+_\w+)( .*)?$/ : /^(\s*(?:await )?)([a-zA-Z_]\w{3,})(\(.*)$/;
      const found = workingFunctions(file, 2)
        .flatMap((f) => Array.from({ length: f.close - f.open - 1 }, (_, i) => f.open + 1 + i))
        .filter(
          (at) =>
            form.test(maskOf(file)[at]) && !/^\s*(if|for|while|switch|return|super|assert|catch|print|echo|else|elif|local|export)\b/.test(file.lines[at]),
        );
      const at = tools.pick(found);
      return at === undefined
        ? null
        : edited(
            file,
            replacement(
              file,
              at,
              file.lines[at].replace(form, (m, head, name, tail) => head + otherName(name, tools) + (tail ?? '')),
            ),
          );
    }),
    unseen('of an existing module', (file, tools) => {
      const form = by(file.language, {
        python: /\b(os|sys|json|re|time|math|shutil|logging)\.(\w{3,})\(/,
        go: /\b(strings|os|fmt|filepath|strconv|time|sort|errors|bytes|ioutil)\.([A-Z]\w+)\(/,
        script: /\b(Object|Array|JSON|Math|Number|Promise|path|fs|util)\.(\w{3,})\(/,
        rust: /\b(fs|env|io|mem|cmp|thread)::(\w{3,})\(/,
        cpp: /\b(std)::(\w{4,})\(/,
        java: /\b(Collections|Arrays|Objects|Math|Character|Integer)\.(\w{3,})\(/,
        ruby: /\b(File|Dir|JSON|Time|YAML|Process|URI|Math)\.(\w{3,})\(/,
        other: null,
      });
      if (!form) return null;
      const names = {
        python: ['ensure_path', 'read_all', 'lookup', 'as_text'],
        go: ['ReadEverything', 'EnsureAll', 'SafeTrim', 'LookupDefault'],
        rust: ['read_everything', 'lookup_default', 'swap_all'],
        cpp: ['join_all', 'read_all', 'to_text'],
        ruby: ['read_all', 'ensure_path', 'as_text'],
        other: ['ensureAll', 'readEverything', 'lookupDefault', 'deepMerge'],
      };
      const imported = (module) =>
        !['python', 'go', 'rust'].includes(file.language) || realImportsOf(file).some((one) => new RegExp(`\\b${module}\\b`).test(one.line));
      for (const f of tools.shuffle(solidFunctions(file, 2)).slice(0, 15)) {
        for (let at = f.open + 1; at < f.close; ++at) {
          const m = form.exec(maskOf(file)[at]);
          if (m && imported(m[1]))
            return edited(
              file,
              replacement(
                file,
                at,
                file.lines[at].slice(0, m.index) +
                  m[0].replace(m[2], tools.invent(tools.pick(by(file.language, names)))) +
                  file.lines[at].slice(m.index + m[0].length),
              ),
            );
        }
      }
      return null;
    }),
    unseen('in a test', (file, tools) => {
      const f = file.place === 'test' && tools.pick(solidFunctions(file, 2));
      return f
        ? edited(
            file,
            firstIn(
              file,
              f,
              ...by(file.language, {
                python: `setup_fixture = ${ghostName(file, tools)}()`,
                script: `const fixture = ${ghostName(file, tools)}()${semi(file)}`,
                go: `fixture := ${ghostName(file, tools)}()\n_ = fixture`,
                rust: `let _fixture = ${ghostName(file, tools)}();`,
                ruby: `fixture = ${ghostName(file, tools)}(1)`,
                shell: `${ghostName(file, tools)} "$BATS_TMPDIR"`,
                other: `${ghostName(file, tools)}();`,
              }).split('\n'),
            ),
          )
        : null;
    }),
  ],
};

const recase = (name) => [
  name.toLowerCase(),
  name.toUpperCase(),
  snake(name),
  camel(name.replace(/^_+/, '')),
  cap(name.replace(/^_+/, '')),
  name[0].toUpperCase() === name[0] ? name[0].toLowerCase() + name.slice(1) : name[0].toUpperCase() + name.slice(1),
];

// Calls of own functions, and the same in other letters.
const inCase = (fit, pickWord) => (file, tools) => {
  const calls = tools.shuffle(groupFiles(tools, file.language).includes(file) ? callable(file, tools) : []).flatMap((f) =>
    callsTo(file, f, tools)
      .filter((call) => fit(call, file))
      .map((call) => ({ f, call })),
  );
  for (const { f, call } of tools.shuffle(calls).slice(0, 10)) {
    const name = tools.pick(pickWord(f.name).filter((word) => word !== f.name && /^[A-Za-z_]/.test(word) && !tools.repo.speaks(word)));
    if (name) return together([replacement(call.file, call.line, reworded(call.file, call.line, f.name, name))]);
  }
  return null;
};

const wrongCase = {
  name: 'a call in other letters',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'Names are read letter by letter in all these languages; the name as written is defined nowhere.',
  shapes: [
    seen(
      'the first letter',
      inCase(
        (call, file) => call.file === file,
        (name) => [recase(name)[5]],
      ),
    ),
    seen(
      'the other style of joining words',
      inCase(
        (call, file) => call.file === file,
        (name) => (/_/.test(name) ? [camel(name.replace(/^_+/, ''))] : [snake(name)]),
      ),
    ),
    unseen(
      'all small',
      inCase(
        (call, file) => call.file === file,
        (name) => [name.toLowerCase()],
      ),
    ),
    unseen(
      'in another file',
      inCase((call, file) => call.file !== file && !call.one, recase),
    ),
    unseen('a type', (file, tools) => {
      const type = tools.pick(typesOf(file).filter((one) => one.name.length > 4 && countOfDefinitions(tools, file.language, one.name) <= 1));
      if (!type) return null;
      const uses = maskOf(file).flatMap((line, at) =>
        at !== type.from && new RegExp(`(?<![\\w.'"])${type.name}(?![\\w'"])`).test(line) && !/^\s*(import|from|use|export)\b/.test(line) ? [at] : [],
      );
      const at = tools.pick(uses);
      const name = tools.pick(
        [type.name.toLowerCase(), type.name[0].toLowerCase() + type.name.slice(1), type.name.toUpperCase()].filter(
          (word) => word !== type.name && !tools.repo.speaks(word),
        ),
      );
      return at === undefined || !name ? null : edited(file, replacement(file, at, reworded(file, at, type.name, name)));
    }),
    unseen('a constant', (file, tools) => {
      const one = tools.pick(
        constantsOf(file).filter((each) => file.language !== 'shell' && each.name.length > 4 && countOfDefinitions(tools, file.language, each.name) <= 1),
      );
      if (!one) return null;
      const uses = maskOf(file).flatMap((line, at) =>
        at !== one.line && new RegExp(`(?<![\\w.'"])${one.name}(?![\\w'"]|\\s*=[^=])`).test(line) && !/^\s*(import|from|use|export|#)\b/.test(line) ? [at] : [],
      );
      const at = tools.pick(uses);
      const name = tools.pick(
        [one.name.toLowerCase(), one.name.toUpperCase(), camel(one.name.toLowerCase())].filter((word) => word !== one.name && !tools.repo.speaks(word)),
      );
      return at === undefined || !name ? null : edited(file, replacement(file, at, reworded(file, at, one.name, name)));
    }),
  ],
};

// Classes whose methods are all written down: nothing answers to names at run time.
export function plainMethods(file, tools, least = 2) {
  if (/__getattr__|method_missing|define_method|new Proxy|Object\.assign\(this|setattr\(|respond_to_missing|extend\(|mixin/i.test(file.text)) return [];
  return solidFunctions(file, least).filter(
    (f) =>
      f.method &&
      (f.owner || isScript(file.language)) &&
      !/static |@staticmethod|@classmethod/.test(file.lines[f.from - 1] + f.line) &&
      (file.language !== 'go' || receiverOf(f)) &&
      !(file.language === 'ruby' && /def self\./.test(f.line)) &&
      !(file.language === 'python' && !/^self\b/.test(f.parameters[0] ?? '')) &&
      !(file.language === 'rust' && !/self\b/.test(f.parameters[0] ?? '')) &&
      !(file.language === 'cpp' && /static/.test(f.line)) &&
      !(isScript(file.language) && !inClass(file, f)),
  );
}

export const inClass = (file, f) => {
  const [from] = classAround(file, f);
  return /^\s*(export )?(default )?(abstract )?class \w+/.test(file.lines[from]);
};

const onSelf = (file, f, name, args = '') =>
  `${by(file.language, { python: 'self.', script: 'this.', go: `${receiverOf(f)}.`, rust: 'self.', cpp: 'this->', java: 'this.', ruby: 'self.' })}${name}(${args})${semi(file)}`.replace(
    /\(\)$/,
    file.language === 'ruby' ? '' : '()',
  );

const withMethod = (build) => (file, tools) => {
  const f = tools.pick(plainMethods(file, tools));
  return f ? build(file, f, tools) : null;
};

const ghostMethod = {
  name: 'a method called that the class does not have',
  class: 7,
  what: 'defect',
  languages: but('c', 'shell'),
  why: 'No class of the repository has a method of that name, nor says the word, and nothing of the class answers to names at run time.',
  shapes: [
    seen(
      'on itself, at the head of a body',
      withMethod((file, f, tools) => edited(file, firstIn(file, f, onSelf(file, f, ghostName(file, tools))))),
    ),
    seen('in place of one it has', (file, tools) => {
      const f = tools.pick(calledFunctions(file, tools, true).filter((one) => plainMethods(file, tools, 1).some((each) => each.owner === one.owner)));
      const call = f && tools.pick(callsTo(file, f, tools));
      return call ? edited(file, replacement(file, call.line, reworded(file, call.line, f.name, otherName(f.name, tools)))) : null;
    }),
    unseen(
      'a private one that was never written',
      withMethod((file, f, tools) =>
        edited(
          file,
          firstIn(
            file,
            f,
            onSelf(
              file,
              f,
              tools.invent(
                by(file.language, {
                  python: `_${f.name.replace(/^_+/, '')}_checked`,
                  ruby: `${f.name.replace(/\W/g, '')}_checked`,
                  rust: `${f.name}_checked`,
                  go: `${camel(`checked_${f.name}`)}`,
                  other: `${f.name}Checked`,
                }),
              ),
              parametersOf(file, f)[0]?.name ?? '',
            ),
          ),
        ),
      ),
    ),
    unseen(
      'its result kept',
      withMethod((file, f, tools) => {
        const call = onSelf(file, f, ghostName(file, tools));
        return edited(
          file,
          firstIn(
            file,
            f,
            ...by(file.language, {
              python: [`state = ${call}`],
              script: [`const state = ${call}`],
              go: [`_ = ${call}`],
              rust: [`let _state = ${call}`],
              cpp: [`auto state = ${call}`, '(void)state;'],
              java: [`Object state = ${call}`],
              ruby: [`state = ${call}`],
            }),
          ),
        );
      }),
    ),
    unseen('of the parent class', (file, tools) => {
      const f = tools.pick(
        plainMethods(file, tools).filter((one) => {
          const [from] = classAround(file, one);
          return by(file.language, { python: /^\s*class \w+\(\w/, script: /class \w+ extends/, java: /\bextends\b/, other: /$^/ }).test(file.lines[from]);
        }),
      );
      if (!f) return null;
      const name = ghostName(file, tools);
      return edited(
        file,
        firstIn(file, f, by(file.language, { python: `super().${name}()`, script: `super.${name}()${semi(file)}`, java: `super.${name}();` })),
      );
    }),
  ],
};

export const kinds = [ghostCall, wrongCase, ghostMethod];
