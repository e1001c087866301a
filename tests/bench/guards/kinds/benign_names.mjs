// Names that any maintainer may change, since only one file knows them.
import { functionsOf, indentOf } from '../source.mjs';
import { edited, replacement, reworded } from './code/edits.mjs';
import { cap } from './code/ghosts.mjs';
import { all, isTestOf, parametersOf, scripts, seen, startOf, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript } from './code/own.mjs';
import { constantsOf, typesOf } from './code/things.mjs';
import { classAround, escape } from './code/uses.mjs';

export const isPrivate = (file, f) =>
  file.language === 'python'
    ? /^_[a-z]/.test(f.name) || ['test', 'script', 'example'].includes(file.place)
    : file.language === 'shell'
      ? file.place !== 'library' || true
      : file.language === 'ruby'
        ? isBelowPrivate(file, f)
        : file.language === 'java'
          ? /\bprivate\b/.test(f.line)
          : file.language === 'rust'
            ? !/^\s*pub/.test(f.line) &&
              !/\bimpl\b.*\bfor\b/.test(
                file.lines
                  .slice(0, f.from)
                  .reverse()
                  .find((line) => /^\s*impl\b/.test(line) && indentOf(line).length < f.indent.length) ?? '',
              ) &&
              !insideTrait(file, f)
            : isNative(file.language)
              ? /^static /.test(f.line)
              : isScript(file.language) && f.method
                ? /\bprivate\b|^\s*#/.test(f.line)
                : !f.exported;

const isBelowPrivate = (file, f) => {
  const [from] = classAround(file, f);
  return file.lines.slice(from, f.from).some((line) => /^\s*private\s*$/.test(line));
};

const insideTrait = (file, f) => {
  const [from] = f.indent === '' ? [0] : classAround(file, f);
  return f.indent !== '' && /^\s*(pub )?trait\b/.test(file.lines[from]);
};

export const isHook = (f) =>
  /^_?(visit|do|on|cmd|handle|test|setup|teardown|set_up|before|after|use|init|main|_)_?|^(Test|Benchmark|Example)|^(bats|run|usage|help)/i.test(f.name);

// Methods of a class with a parent may be called by the parent, which need not be here.
const mayOverride = (file, f) => {
  if (!f.method || ['go', 'rust', 'java'].includes(file.language)) return false;
  const [from] = classAround(file, f);
  return /\(\w|\bextends\b| < \w|\binclude\b|: public/.test(file.lines[from]) || file.language === 'ruby';
};

// Private functions whose name only this file says.
export const ownFunctions = (file, tools) =>
  functionsOf(file).filter(
    (f) =>
      f.name.length > 5 &&
      /[a-z]_[a-z]|[a-z][A-Z]/.test(f.name.replace(/^_/, '')) &&
      isPrivate(file, f) &&
      !isHook(f) &&
      !mayOverride(file, f) &&
      maskOf(file)[f.from].trim() &&
      !tools.repo.speaks(f.name, file.path) &&
      !/^\s*@(?!staticmethod|classmethod)/.test(file.lines[f.from - 1] ?? '') &&
      functionsOf(file).filter((g) => g.name === f.name).length === 1 &&
      !/[?!=]$/.test(f.name),
  );

const everywhere = (file, name, other) =>
  file.lines.map((line) => line.replace(new RegExp(`(?<![\\w${file.language === 'shell' ? '' : '$'}])${escape(name)}(?![\\w$])`, 'g'), other)).join('\n');

const longer = (file, name, tools, word) =>
  tools.invent(/_/.test(name) || (name === name.toLowerCase() && !['go', 'java', ...scripts].includes(file.language)) ? `${name}_${word}` : name + cap(word));

const renamedAll = {
  name: 'a private name changed wherever it stands',
  class: 7,
  benign: true,
  languages: all,
  why: 'Only this file says the name, and every place of it has the new one.',
  shapes: [
    seen('of a function', (file, tools) => {
      const f = tools.pick(ownFunctions(file, tools));
      return f && everywhere(file, f.name, longer(file, f.name, tools, tools.pick(['internal', 'impl', 'helper'])));
    }),
    seen('of a constant', (file, tools) => {
      const one = tools.pick(
        constantsOf(file).filter(
          (each) =>
            each.name.length > 5 &&
            !/^(export|pub)/.test(each.text) &&
            !tools.repo.speaks(each.name, file.path) &&
            !(file.language === 'shell' && /^export/.test(each.text)),
        ),
      );
      return (
        one && everywhere(file, one.name, tools.invent(one.name === one.name.toUpperCase() ? `${one.name}_VALUE` : longer(file, one.name, tools, 'value')))
      );
    }),
    unseen('of a type', (file, tools) => {
      const one = tools.pick(
        typesOf(file).filter(
          (each) =>
            each.name.length > 5 &&
            !/^(export|pub)|public/.test(each.line) &&
            !tools.repo.speaks(each.name, file.path) &&
            !isTestName(each.name) &&
            file.language !== 'ruby' &&
            (file.language !== 'python' || each.name.startsWith('_') || file.place === 'test') &&
            (file.language !== 'java' || /private/.test(each.line)) &&
            (file.language !== 'go' || /^[a-z]/.test(each.name)) &&
            !/\.(h|hh|hpp)$/.test(file.name),
        ),
      );
      return one && everywhere(file, one.name, longer(file, one.name, tools, 'info'));
    }),
    unseen('of a parameter', (file, tools) => {
      for (const f of tools.shuffle(ownFunctions(file, tools))) {
        const one = tools.pick(parametersOf(file, f).filter((each) => each.name.length > 3 && !each.keyword && !each.value));
        const other = one && longer(file, one.name, tools, 'in');
        const inside = one && file.lines.slice(startOf(file, f), f.to);
        if (
          !one ||
          inside.some(
            (line) =>
              new RegExp(`["'\`].*\\b${one.name}\\b|[.:{,] ?${one.name}\\b *[:=},]|\\b${one.name}:`).test(line) || new RegExp(`[.>]${one.name}\\b`).test(line),
          ) ||
          file.lines.some((line, at) => (at < f.from || at >= f.to) && new RegExp(`\\b${one.name}\\b ?[=:]`).test(line))
        )
          continue;
        return edited(
          file,
          ...inside.flatMap((line, i) => {
            const at = startOf(file, f) + i;
            const text = reworded(file, at, one.name, other);
            return text === line ? [] : [replacement(file, at, text)];
          }),
        );
      }
      return null;
    }),
    unseen('of a test', (file, tools) => {
      const f =
        file.place === 'test' &&
        ['python', 'go', 'rust', 'java', 'ruby'].includes(file.language) &&
        tools.pick(
          functionsOf(file).filter(
            (one) => isTestOf(file, one) && !/def self\./.test(one.line) && one.name.length > 8 && !tools.repo.speaks(one.name, file.path),
          ),
        );
      return f ? everywhere(file, f.name, longer(file, f.name, tools, 'as expected'.replace(' ', '_'))) : null;
    }),
  ],
};

const isTestName = (name) => /Test|Spec|Suite/.test(name);

export const kinds = [renamedAll];
