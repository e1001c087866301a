// The statements of a function's body, each with all its lines.
import { indentOf } from '../../source.mjs';
import { bodyOf, by } from './idiom.mjs';
import { maskOf } from './mask.mjs';

const known = new WeakMap();
const goesOn = {
  python: /^\s*([)\]}]|(elif|else|except|finally)\b)/,
  ruby: /^\s*([)\]}]|\.\w|&\.|(elsif|else|rescue|ensure|when|in|end|then)\b)/,
  shell: /^\s*([)}]|\||&&|(elif|else|fi|do|done|esac|then)\b|;;)/,
  other: /^\s*([)\]}.?:&|+*,]|=>|(else|catch|finally|case|default)\b|while \(.*\);$|\w+:$)/,
};
const open = /[([{,\\=+\-*%<&|.?]\s*$|\b(and|or|not|in)\s*$/;

const balanced = (text) => ['()', '[]', '{}'].every(([a, b]) => text.split(a).length === text.split(b).length);

// [{from, to}] of the body's own statements, remarks above a statement with it; [] when the body
// cannot be split plainly.
export function stepsOf(file, f) {
  const of = known.get(file) ?? known.set(file, new Map()).get(file);
  if (!of.has(f.from)) of.set(f.from, split(file, f));
  return of.get(f.from);
}

function split(file, f) {
  const mask = maskOf(file);
  const body = bodyOf(file, f);
  const starts = [];
  let last = null;
  for (let at = body.from; at < body.to; ++at) {
    const line = mask[at];
    if (line.trim() === '') continue;
    const own = indentOf(file.lines[at]) === f.bodyIndent && indentOf(line) === f.bodyIndent;
    if (own && !by(file.language, goesOn).test(line) && (last === null || !open.test(mask[last]) || (file.language === 'python' && /[:]\s*$/.test(mask[last]))))
      starts.push(at);
    last = at;
  }
  const steps = starts.map((from, i) => {
    let to = starts[i + 1] ?? body.to;
    while (to > from + 1 && mask[to - 1].trim() === '' && !/^\s*\S/.test(stringTail(file, to - 1))) --to;
    return { from, to };
  });
  if (steps.length === 0 || steps.some((one) => !balanced(mask.slice(one.from, one.to).join('\n')))) return [];
  if (mask.slice(body.from, steps[0].from).some((line) => line.trim() !== '')) return [];
  // Remarks above a statement belong to it.
  for (let i = 0; i < steps.length; ++i) {
    const floor = i === 0 ? body.from : steps[i - 1].to;
    while (steps[i].from > floor && mask[steps[i].from - 1].trim() === '' && file.lines[steps[i].from - 1].trim() !== '') --steps[i].from;
  }
  return steps;
}

// What a masked line hides when it is the tail of a long string rather than a remark.
function stringTail(file, at) {
  const line = file.lines[at];
  return /^\s*(#|\/\/|\/\*|\*)/.test(line) ? '' : line;
}

// Whether the step is one line.
export const isShort = (step, file) => file.lines.slice(step.from, step.to).filter((line) => line.trim() !== '').length === 1;
export const codeOf = (file, step) => maskOf(file).slice(step.from, step.to).join('\n');
export const isReturn = (file, step) => /^\s*(return|throw|raise|exit|panic\(|break|continue|yield)\b/.test(codeOf(file, step).trimStart());
