// What is left behind by whoever was not done: debug output, debuggers, copies, old code, TODOs.
import { appendLines, indentOf } from '../source.mjs';
import { edited, insertion, replacement, reworded } from './code/edits.mjs';
import { cap } from './code/ghosts.mjs';
import {
  all,
  bodyOf,
  by,
  emptyResult,
  indented,
  isTestOf,
  nothing,
  parametersOf,
  printing,
  remark,
  returnLine,
  seen,
  semi,
  solidFunctions,
  startOf,
  unitOf,
  unseen,
  workingFunctions,
} from './code/idiom.mjs';
import { topLevel } from './names.mjs';
import { commented } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript } from './code/own.mjs';
import { codeOf, isReturn, isShort, stepsOf } from './code/steps.mjs';
import { receiverOf } from './code/uses.mjs';

const printForm = {
  python: /\bprint\(/,
  script: /\bconsole\.\w+\(/,
  go: /\bfmt\.Print|\bprintln\(/,
  rust: /\b(e?print(ln)?|dbg)!/,
  c: /\b(printf|puts|fputs|fprintf)\(/,
  cpp: /\bstd::c(out|err)|\bprintf\(|\bcout\b/,
  java: /\bSystem\.(out|err)/,
  ruby: /^\s*(puts|p|pp|print|warn)\b/,
  shell: /$^/,
};

// Files of the library in which nothing is printed: what prints there is no feature.
const isSilent = (file) =>
  ['library', 'nested'].includes(file.place) &&
  !maskOf(file).some((line) => by(file.language, printForm).test(line)) &&
  !/(^|\/)(cli|cmd|commands?)\/|(^|\/)(cli|main|__main__)\.\w+$/.test(file.path);

const pickSilent = (file, tools, least = 3) =>
  isSilent(file) || file.language === 'shell' ? tools.pick(workingFunctions(file, least).filter((f) => stepsOf(file, f).length > 0)) : undefined;

export const nameOf = (file, f) => parametersOf(file, f).find((one) => !/^(_|self|this)/.test(one.name))?.name;

const debugShape =
  (build, where = (steps) => steps[0].from) =>
  (file, tools) => {
    const f = pickSilent(file, tools);
    const lines = f && build(file, f, nameOf(file, f), tools);
    return lines ? edited(file, insertion(file, where(stepsOf(file, f)), ...indented(f, lines))) : null;
  };

const inspecting = {
  python: (name) => [`import pprint; pprint.pprint(${name})`],
  script: (name) => [`console.table(${name})`],
  go: (name) => [`fmt.Printf("%+v\\n", ${name})`],
  rust: (name) => [`dbg!(&${name});`],
  c: () => ['fprintf(stderr, "%s:%d\\n", __FILE__, __LINE__);'],
  cpp: (name) => [`std::cerr << "${name}=" << ${name} << "\\n";`],
  java: (name) => [`System.err.println(java.util.Objects.toString(${name}));`],
  ruby: (name) => [`pp ${name}`],
  shell: () => ['set -x'],
};

const debugOutput = {
  name: 'debug output left',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'A library that printed nothing now writes to the output of the program that uses it.',
  shapes: [
    seen(
      'says DEBUG',
      debugShape((file, f, name) => [printing(file, `DEBUG ${f.name}`, name)]),
    ),
    seen(
      'says that it got here',
      debugShape((file, f, name, tools) => [printing(file, tools.pick(['here', 'got here', 'HERE 1', 'checkpoint 2']))]),
    ),
    unseen(
      'lines that stand out',
      debugShape((file, f, name, tools) => [printing(file, tools.pick(['>>>>>>>>', '==== DEBUG ====', '*****', '-----', '!!!']), name)]),
    ),
    unseen(
      'before the result is given',
      debugShape(
        (file, f) => [printing(file, `${f.name} returns`)],
        (steps) => steps.at(-1).from,
      ),
    ),
    unseen(
      'shows the whole value',
      debugShape((file, f, name) =>
        name || ['c', 'shell'].includes(file.language)
          ? by(file.language, inspecting)(name).map((line) => (isScript(file.language) ? line + semi(file) : line))
          : null,
      ),
    ),
  ],
};

const debuggers = {
  python: [['breakpoint()'], ['import pdb; pdb.set_trace()'], ['import ipdb; ipdb.set_trace()']],
  script: [['debugger']],
  go: [['runtime.Breakpoint()']],
  c: [['__builtin_trap();'], ['raise(SIGTRAP);']],
  cpp: [['__builtin_trap();'], ['__debugbreak();']],
  ruby: [['binding.pry'], ['byebug'], ['binding.irb'], ["require 'pry'; binding.pry"]],
  shell: [['trap \'read -rp "$BASH_COMMAND"\' DEBUG'], ['read -rp "continue? "'], ['set -x']],
};

const debugLine = (file, tools, which) => {
  const rows = by(file.language, debuggers);
  const row = which === 'first' ? rows[0] : tools.pick(rows.slice(rows.length > 1 ? 1 : 0));
  return row.map((line) => (isScript(file.language) ? line + semi(file) : line));
};

const stopping =
  (where, which, least = 3) =>
  (file, tools) => {
    const f = tools.pick(workingFunctions(file, least).filter((one) => stepsOf(file, one).length > 1));
    return f ? edited(file, insertion(file, where(stepsOf(file, f)), ...indented(f, debugLine(file, tools, which)))) : null;
  };

const debuggerLeft = {
  name: 'a debugger left',
  class: 11,
  what: 'defect',
  languages: ['python', 'javascript', 'typescript', 'tsx', 'go', 'c', 'cpp', 'ruby', 'shell'],
  why: 'The program stops there and waits for a person, or dies.',
  shapes: [
    seen(
      'at the head of a body',
      stopping((steps) => steps[0].from, 'first'),
    ),
    seen(
      'another word for it',
      stopping((steps) => steps[0].from, 'other'),
    ),
    unseen(
      'before the last step',
      stopping((steps) => steps.at(-1).from, 'first'),
    ),
    unseen('in a test', (file, tools) => {
      const f = file.place === 'test' && tools.pick(solidFunctions(file, 2).filter((one) => stepsOf(file, one).length > 0));
      return f ? edited(file, insertion(file, stepsOf(file, f)[0].from, ...indented(f, debugLine(file, tools, 'first')))) : null;
    }),
    unseen('only for one value', (file, tools) => {
      const f = tools.pick(workingFunctions(file).filter((one) => stepsOf(file, one).length > 1 && nameOf(file, one)));
      if (!f) return null;
      const [line] = debugLine(file, tools, 'first');
      const name = nameOf(file, f);
      const lines = by(file.language, {
        python: [`if ${name} == "test":`, unitOf(f) + line],
        script: [`if (${name} === 'test') ${line}`],
        go: ['if os.Getenv("DEBUG_ME") != "" {', unitOf(f) + line, '}'],
        native: [`if (getenv("DEBUG_ME")) ${line}`],
        ruby: [`${line} if ${name} == 'test'`],
        shell: null,
      });
      return lines && edited(file, insertion(file, stepsOf(file, f)[0].from, ...indented(f, lines)));
    }),
  ],
};

// How a function calls itself, with its own parameters.
export function itself(file, f) {
  const own = parametersOf(file, f);
  if (
    own.length !== f.parameters.filter((text) => !/^(self|cls|&?(mut )?self|void)$/.test(text)).length ||
    own.some((one) => one.keyword) ||
    (file.language === 'go' && f.parameters.some((text) => /\.\.\./.test(text)))
  )
    return null;
  const args = own.map((one) => one.name).join(', ');
  if (file.language === 'shell') return `${f.name} "$@"`;
  if (!f.method || ['c', 'java'].includes(file.language)) return `${f.name}(${args})`;
  if (file.language === 'cpp') return `${f.name}(${args})`;
  const isStatic = /static |@staticmethod|@classmethod|def self\./.test(file.lines[f.from - 1] + f.line);
  if (isStatic) return null;
  if (file.language === 'rust') return /self/.test(f.parameters[0] ?? '') ? `self.${f.name}(${args})` : null;
  return `${by(file.language, { python: 'self', script: 'this', go: receiverOf(f) ?? 'nil', ruby: 'self' })}.${f.name}(${args})`;
}

export const result = (file, value) => (file.language === 'shell' ? 'echo "ok"' : returnLine(file, value));

const suffixed = (name, suffix, snake) => (snake ? `${name}_${suffix}` : name + cap(suffix));

const copyOf =
  (suffixes, place = 'below') =>
  (file, tools) => {
    const f = topLevel(file, tools);
    if (!f || /[?!=]$/.test(f.name) || isTestOf(file, f) || /^\s*@/.test(file.lines[f.from - 1] ?? '')) return null;
    const snake =
      (!['go', 'java', ...['javascript', 'typescript', 'tsx']].includes(file.language) && !(file.language === 'cpp' && /^[A-Z]/.test(f.name))) ||
      /_/.test(f.name);
    const name = tools.invent(suffixed(f.name, tools.pick(suffixes), snake));
    const from = startOf(file, f);
    const lines = Array.from({ length: f.to - from }, (_, i) =>
      from + i === f.from ? reworded(file, f.from, f.name, name).replace(/^export default /, '') : file.lines[from + i],
    );
    if (!lines[f.from - from].includes(name)) return null;
    if (place === 'above' && /^export default /.test(f.line)) return null;
    const gap = file.language === 'python' && f.indent === '' ? ['', ''] : [''];
    if (place === 'above') return edited(file, insertion(file, from, ...lines, ...gap));
    if (place === 'end')
      return f.indent === '' && (!f.method || file.language === 'go')
        ? edited(file, insertion(file, file.lines.length - (file.lines.at(-1) === '' ? 1 : 0), ...gap, ...lines))
        : null;
    return edited(file, insertion(file, f.to, ...gap, ...lines));
  };

const secondCopy = {
  name: 'a second copy of a function under another name',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'The copy has the same lines and no caller; whoever mends one will forget the other.',
  shapes: [
    seen('new', copyOf(['new'])),
    seen('v2', copyOf(['v2', '2'])),
    unseen('fixed', copyOf(['fixed', 'improved', 'updated'])),
    unseen('the old one kept above', copyOf(['old', 'legacy', 'original'], 'above')),
    unseen('backup at the end of the file', copyOf(['backup', 'bak', 'copy'], 'end')),
  ],
};

const header = (file, f, text) => (text ? [f.indent + remark(file, text)] : []);

const oldCode = {
  name: 'old code left as a comment',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'The remark is the code that stands right beside it; version control keeps what was, and the reader has to guess which is meant.',
  shapes: [
    seen('a whole function above itself', (file, tools) => {
      const f = topLevel(file, tools);
      return f && f.to - f.from < 30
        ? edited(
            file,
            insertion(
              file,
              startOf(file, f),
              ...header(file, f, tools.pick(['Old implementation:', 'Previous version:', ''])),
              ...commented(file, f.from, f.to),
              '',
            ),
          )
        : null;
    }),
    seen('a statement above itself', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 4).filter((one) => stepsOf(file, one).some((step) => isShort(step, file))));
      const step = f && tools.pick(stepsOf(file, f).filter((one) => isShort(one, file) && file.lines[one.to - 1].trim().length > 12));
      return step ? edited(file, insertion(file, step.to - 1, f.bodyIndent + remark(file, `${file.lines[step.to - 1].trim()}`))) : null;
    }),
    unseen('a block below itself', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 6).filter((one) => stepsOf(file, one).some((step) => step.to - step.from > 2 && step.to - step.from < 15)));
      const step =
        f &&
        tools.pick(
          stepsOf(file, f).filter(
            (one) => one.to - one.from > 2 && one.to - one.from < 15 && !file.lines.slice(one.from, one.to).some((line) => /\*\/|"""|`/.test(line)),
          ),
        );
      return step ? edited(file, insertion(file, step.to, ...commented(file, step.from, step.to))) : null;
    }),
    unseen('a whole function at the end of the file', (file, tools) => {
      const f = tools.pick(solidFunctions(file, 4).filter((one) => one.indent === '' && one.to - one.from < 40));
      return f ? appendLines(file, '', ...commented(file, f.from, f.to)) : null;
    }),
    unseen('an alternative beside the line', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 4).filter((one) => stepsOf(file, one).some((step) => isShort(step, file))));
      const steps = f
        ? stepsOf(file, f).filter(
            (one) =>
              one.to - one.from === 1 &&
              /\w\(/.test(file.lines[one.from]) &&
              /^\s*[\w. ]+\(.*\);?$|^\s*\w[\w .]* = .+$/.test(file.lines[one.from]) &&
              !/["'#/]/.test(file.lines[one.from]),
          )
        : [];
      const step = tools.pick(steps);
      if (!step || ['shell', 'c'].includes(file.language)) return null;
      const other = file.lines[step.from].trim().replace(/(\w+)\(/, '$1_old(');
      return edited(file, replacement(file, step.from, `${file.lines[step.from]}  ${remark(file, other)}`));
    }),
  ],
};

// A statement of several lines in a body, that does not end it.
const blocksOf = (file, f) =>
  stepsOf(file, f).filter(
    (step) =>
      step.to - step.from > 2 &&
      !isReturn(file, step) &&
      /^\s*(if|for|while|with|switch|match|case|unless|until|do|loop|try|begin)\b/.test(codeOf(file, step).trimStart()),
  );

const blockWith = (form, words) => (file, tools) => {
  const found = workingFunctions(file, 5).flatMap((f) =>
    blocksOf(file, f)
      .filter((step) => form.test(codeOf(file, step).trimStart()))
      .map((step) => ({ f, step })),
  );
  const one = tools.pick(found);
  const rest = one && stepsOf(file, one.f).length > 1;
  return (
    one &&
    edited(file, {
      file,
      from: one.step.from,
      to: one.step.to,
      lines: [...indented(one.f, [remark(file, tools.pick(words))]), ...(rest ? [] : indented(one.f, nothing(file.language)))],
    })
  );
};

const todoForCode = {
  name: 'a TODO in place of code',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'Lines that worked are gone and the remark asks somebody to write them.',
  shapes: [
    seen('of a loop', blockWith(/^\s*(for|while|until|loop)\b/, ['TODO: process the items', 'TODO: iterate over the results', 'TODO'])),
    seen('of a check', blockWith(/^\s*(if|unless)\b/, ['TODO: validate the input', 'TODO: handle the special case', 'TODO: add error handling'])),
    unseen('of what a branch does', (file, tools) => {
      const found = workingFunctions(file, 5).flatMap((f) =>
        blocksOf(file, f)
          .filter((step) => {
            const lines = file.lines.slice(step.from, step.to);
            return (
              /^\s*(if|unless|for|while)\b/.test(maskOf(file)[step.from]) &&
              /([:{]|then|do|\))\s*$/.test(maskOf(file)[step.from]) !== false &&
              lines.length > 3 &&
              !lines.some((line, i) => i > 0 && i < lines.length - 1 && indentOf(line).length <= f.bodyIndent.length && line.trim() !== '') &&
              maskOf(file)[step.from].trim() !== ''
            );
          })
          .map((step) => ({ f, step })),
      );
      const one = tools.pick(
        found.filter(({ step }) =>
          (file.language === 'python' ? /:\s*$/ : file.language === 'shell' ? /(then|do)\s*$/ : file.language === 'ruby' ? /./ : /\{\s*$/).test(
            maskOf(file)[step.from],
          ),
        ),
      );
      if (!one) return null;
      const inner = one.f.bodyIndent + unitOf(one.f);
      const last = file.language === 'python' ? one.step.to : one.step.to - 1;
      return edited(file, {
        file,
        from: one.step.from + 1,
        to: last,
        lines: [
          inner + remark(file, tools.pick(['TODO: implement this branch', 'TODO', 'FIXME: handle this'])),
          ...nothing(file.language).map((line) => inner + line),
        ],
      });
    }),
    unseen('of the last steps', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 5).filter((one) => stepsOf(file, one).length > 2 && emptyResult(file, one) !== null));
      if (!f) return null;
      const steps = stepsOf(file, f);
      const value = emptyResult(file, f);
      return edited(file, {
        file,
        from: steps.at(-2).from,
        to: bodyOf(file, f).to,
        lines: indented(f, [
          remark(file, tools.pick(['TODO: finish the rest', 'TODO: return the actual result', 'FIXME: complete'])),
          ...(value === '' ? [] : [returnLine(file, value)]),
        ]),
      });
    }),
    unseen('of the first steps', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 5).filter((one) => stepsOf(file, one).length > 3 && !isReturn(file, stepsOf(file, one)[0])));
      if (!f) return null;
      const steps = stepsOf(file, f);
      return edited(file, {
        file,
        from: bodyOf(file, f).from,
        to: steps[1].to,
        lines: indented(f, [remark(file, tools.pick(['TODO: set up', 'TODO: parse the arguments', 'XXX: preparation goes here']))]),
      });
    }),
  ],
};

export const kinds = [debugOutput, debuggerLeft, secondCopy, oldCode, todoForCode];
