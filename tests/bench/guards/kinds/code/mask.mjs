// Code without what it quotes and remarks: comments and the insides of string literals become
// blanks, so that a word found in a line is a word of the program. Places stay where they were.

const nativeLike = ['c', 'cpp', 'java', 'go', 'rust', 'javascript', 'typescript', 'tsx'];
const isScript = (language) => ['javascript', 'typescript', 'tsx'].includes(language);

// What opens at `at`: {close, raw, start} for a string, {until} for a comment; null for code.
function opening(language, text, at) {
  const rest = text.slice(at, at + 40);
  const before = text[at - 1] ?? '\n';
  if (nativeLike.includes(language)) {
    if (rest.startsWith('//')) return { until: '\n' };
    if (rest.startsWith('/*')) return { until: '*/', keep: 2 };
  }
  if (language === 'python' || language === 'ruby') {
    if (rest[0] === '#') return { until: '\n' };
    if (language === 'ruby' && before === '\n' && rest.startsWith('=begin')) return { until: '\n=end' };
  }
  if (language === 'shell' && rest[0] === '#' && /[\s;(]/.test(before)) return { until: '\n' };
  if ((language === 'python' || language === 'java') && rest.startsWith('"""')) return { close: '"""', width: 3 };
  if (language === 'python' && rest.startsWith("'''")) return { close: "'''", width: 3 };
  if (language === 'cpp') {
    const raw = /^R"([^(\s]*)\(/.exec(rest);
    if (raw) return { close: `)${raw[1]}"`, width: raw[0].length, raw: true };
  }
  if (language === 'rust') {
    const raw = /^r(#*)"/.exec(rest);
    if (raw && !/\w/.test(before)) return { close: `"${raw[1]}`, width: raw[0].length, raw: true };
    if (rest[0] === "'") return /^'(\\[^\n']+|[^\\\n])'/.test(rest) ? { close: "'", width: 1 } : null;
  }
  if (rest[0] === '`') return language === 'go' ? { close: '`', width: 1, raw: true } : isScript(language) ? { close: '`', width: 1 } : null;
  if (rest[0] === "'" && (language === 'c' || language === 'cpp') && /\w/.test(before)) return null;
  if (rest[0] === "'" && language === 'shell') return before === '\\' ? null : { close: "'", width: 1, raw: before !== '$' };
  if (rest[0] === '"' || rest[0] === "'")
    return before === '\\' && language === 'shell' ? null : { close: rest[0], width: 1, line: !['ruby', 'shell'].includes(language) };
  if (rest[0] === '/' && (isScript(language) || language === 'ruby') && startsPattern(text, at, language))
    return { close: '/', width: 1, line: true, pattern: true };
  return null;
}

// Whether the slash at `at` opens a regular expression: by what stands before it.
function startsPattern(text, at, language) {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (!/(^|[([{,;=:!&|?+~]|\b(return|when|if|unless|and|or|match|split|typeof|case))\s*$/.test(line)) return false;
  if (line.trim() === '' && language === 'ruby') return false;
  return /^\/(?![*/])(?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//.test(text.slice(at, at + 400));
}

// Where the string that opens at `at` ends (exclusive).
function endOfString(text, at, { close, width, raw, line, pattern }) {
  let inClass = false;
  for (let i = at + width; i < text.length; ++i) {
    if (line && text[i] === '\n') return i;
    if (text[i] === '\\' && !raw) {
      ++i;
      continue;
    }
    if (pattern && text[i] === '[') inClass = true;
    if (pattern && text[i] === ']') inClass = false;
    if (!inClass && text.startsWith(close, i)) return i + close.length;
  }
  return text.length;
}

// Where the lines of a here-document that opens in this line end, or -1.
function endOfHere(language, text, at) {
  if (language !== 'ruby' && language !== 'shell') return -1;
  const line = text.slice(at, text.indexOf('\n', at));
  const form = language === 'ruby' ? /^<<([~-]?)(['"`]?)([A-Z_]+)\2/ : /^<<(-?)\s?(['"\\]?)(\w+)\2/;
  const m = form.exec(line);
  if (!m || (language === 'shell' && text[at - 1] === '<')) return -1;
  const end = new RegExp(`\\n[ \\t]*${m[3]}[ \\t]*(?=\\n|$)`, 'g');
  end.lastIndex = at + line.length;
  const found = end.exec(text);
  return found ? found.index : -1;
}

const blank = (text) => text.replace(/[^\n]/g, ' ');
const masks = new WeakMap();

// The lines of the file, masked.
export function maskOf(file) {
  if (masks.has(file)) return masks.get(file);
  const { text, language } = file;
  let out = '';
  let here = -1;
  for (let at = 0; at < text.length;) {
    if (here >= 0 && text[at] === '\n') {
      out += blank(text.slice(at, here));
      at = here;
      here = -1;
      continue;
    }
    if (text[at] === '<' && here < 0) here = endOfHere(language, text, at);
    const open = opening(language, text, at);
    if (!open) {
      out += text[at];
      ++at;
      continue;
    }
    let end;
    if (open.until) {
      const found = text.indexOf(open.until, at + (open.keep ?? 0));
      end = found < 0 ? text.length : open.until === '\n' ? found : found + open.until.length;
      out += blank(text.slice(at, end));
    } else {
      end = endOfString(text, at, open);
      const whole = text.slice(at, end);
      out +=
        whole.length < 2 * open.width
          ? blank(whole)
          : whole.slice(0, open.width) + blank(whole.slice(open.width, -open.close.length)) + whole.slice(-open.close.length);
    }
    at = end;
  }
  masks.set(file, out.split('\n'));
  return masks.get(file);
}

// Whether the line is blank or only a remark.
export const isIdle = (file, at) => (maskOf(file)[at] ?? '').trim() === '';
