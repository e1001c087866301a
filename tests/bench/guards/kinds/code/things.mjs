// Constants, types and their members, as people write them: one-line constants, types whose end
// stands below their head, members in a line of their own.
import { indentOf } from '../../source.mjs';
import { maskOf } from './mask.mjs';
import { isNative, isScript } from './own.mjs';
import { countOfDefinitions, escape, linesWith } from './uses.mjs';

const constantForms = {
  python: [/^([A-Z_][A-Z0-9_]{3,})(?:: [^=]+)? = (.+)$/],
  go: [/^(?:const|var) (\w{4,})(?: [\w.]+)? = (.+)$/, /^\t([A-Za-z]\w{3,})(?: [\w.]+)?\s+= (.+)$/],
  rust: [/^(?:pub(?:\(\w+\))? )?(?:const|static) ([A-Z_0-9]{4,}): [^=]+ = (.+);$/],
  c: [/^#\s*define (\w{4,})\s+(.+)$/, /^(?:static |const )+[\w ]+?[ *](\w{4,})(?:\[\])? = (.+);$/],
  cpp: [/^#\s*define (\w{4,})\s+(.+)$/, /^(?:static |inline |const |constexpr )+[\w: ]+?[ *](\w{4,})(?:\[\])? = (.+);$/],
  java: [/^\s+(?:(?:public|private|protected) )?static final [\w<>\[\]., ?]+ (\w{3,}) = (.+);$/],
  ruby: [/^\s*([A-Z][A-Z0-9_]{3,}) = (.+)$/],
  shell: [/^(?:readonly |export |declare -r )?([A-Za-z_]\w{3,})=(\S.*)$/],
  script: [/^(?:export )?const (\w{4,})(?:: [^=]+)? = (?!require|async|\(|function|await|class|use[A-Z])(.+?);?$/],
};

const balanced = (text) =>
  ['()', '[]', '{}'].every(([open, close]) => text.split(open).length === text.split(close).length) && !/[,\\+(=|&?:]\s*$|<<[~-]?['"A-Z]|=>/.test(text);

// Constants of a file in one line each: {name, line, text, value}.
export function constantsOf(file) {
  const mask = maskOf(file);
  const forms = constantForms[isScript(file.language) ? 'script' : file.language] ?? [];
  return file.lines.flatMap((text, line) => {
    for (const form of forms) {
      const m = form.exec(text);
      if (!m || mask[line].trim() === '' || !balanced(text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '')) || /["'`]{3}/.test(text)) continue;
      if (file.language === 'go' && /^\t/.test(text) && !inGroup(file, line)) continue;
      if (isNative(file.language) && /^#\s*(ifndef|ifdef|if)/.test(file.lines[line - 1] ?? '')) continue;
      return [{ name: m[1], line, text, value: m[2] }];
    }
    return [];
  });
}

function inGroup(file, at) {
  for (let i = at - 1; i >= 0 && /^(\t|$)/.test(file.lines[i]); --i) if (/^\t\w+.*iota/.test(file.lines[i])) return false;
  let i = at;
  while (i > 0 && /^(\t|$)/.test(file.lines[i])) --i;
  return /^(const|var) \($/.test(file.lines[i]);
}

// Constants that other lines of the file certainly need.
export function neededConstants(file, tools) {
  const mask = maskOf(file);
  return constantsOf(file).filter((one) => {
    const { name } = one;
    if (file.language === 'shell') {
      const again = new RegExp(`(^|[\\s;])(readonly |export |local |declare [-\\w ]+)?${name}(\\+?=|\\[)|\\bread\\b.*\\b${name}\\b|for ${name}\\b`);
      return (
        !file.lines.some((line, at) => at !== one.line && again.test(line)) &&
        file.lines.some((line, at) => at > one.line && !/^\s*#/.test(line) && new RegExp(`\\$${name}\\b(?!\\w)|\\$\\{${name}\\}`).test(line))
      );
    }
    const form = new RegExp(`(?<![\\w$.])${escape(name)}(?![\\w$]|\\s*=[^=]|:)`);
    return (
      countOfDefinitions(tools, file.language, name) <= 1 &&
      mask.some(
        (line, at) =>
          at !== one.line &&
          form.test(line) &&
          !/^\s*(export|import|from)\b/.test(line) &&
          !new RegExp(`#\\s*(ifdef|ifndef|undef|if|define\\s+${name})`).test(line),
      )
    );
  });
}

const typeForms = {
  python: /^class (\w+)[(:]/,
  go: /^type (\w+) (?:struct|interface) \{$/,
  rust: /^(?:pub(?:\(\w+\))? )?(?:struct|enum|trait) (\w+)[^;(]*\{$/,
  c: /^(?:typedef )?(?:struct|union|enum) (\w+) \{$/,
  cpp: /^(?:class|struct|enum class|enum) (\w+)\b[^;(]*\{$/,
  java: /^\s+(?:(?:public|private|protected|static|final|abstract) )*(?:class|interface|enum) (\w+)\b[^;(]*\{$/,
  ruby: /^\s*class (\w+)(?: < [\w:]+)?$/,
  typescript: /^(?:export )?(?:default )?(?:abstract )?(?:class|interface|enum|const enum|type) (\w+)\b[^;(]*\{$/,
  javascript: /^(?:export )?(?:default )?class (\w+)\b[^;(]*\{$/,
};
typeForms.tsx = typeForms.typescript;

// Types of a file, with their lines: {name, from, to, open, head}.
export function typesOf(file) {
  const form = typeForms[file.language];
  if (!form) return [];
  const mask = maskOf(file);
  const found = [];
  file.lines.forEach((line, from) => {
    const m = mask[from].trim() !== '' && form.exec(line);
    if (!m) return;
    const indent = indentOf(line);
    let to = from + 1;
    if (file.language === 'python') {
      while (to < file.lines.length && (mask[to].trim() === '' || indentOf(file.lines[to]).length > indent.length)) ++to;
      while (file.lines[to - 1].trim() === '') --to;
    } else {
      const end = file.language === 'ruby' ? /^\s*end$/ : /^\s*\}/;
      while (to < file.lines.length && !(end.test(file.lines[to]) && indentOf(file.lines[to]) === indent)) ++to;
      if (to >= file.lines.length) return;
      ++to;
    }
    if (to - from > 2) found.push({ name: m[1], from, to, open: from, indent, line });
  });
  return found;
}

const typeUse = (language, name) => (language === 'c' ? new RegExp(`\\b${escape(name)}\\b`) : new RegExp(`(?<![\\w$])${escape(name)}(?![\\w$])`));

// Types that other code certainly needs: of their own file or of files that say their name.
export function neededTypes(file, tools) {
  const mask = maskOf(file);
  return typesOf(file).filter((type) => {
    if (type.name.length < 4 || countOfDefinitions(tools, file.language, type.name) > 1) return false;
    const form = typeUse(file.language, type.name);
    return mask.some(
      (line, at) =>
        (at < type.from || at >= type.to) &&
        form.test(line) &&
        !/^\s*(export|import|from|class|struct|typedef)\b.*[;,}]?$/.test(line) &&
        !(file.language === 'ruby' && /^\s*(class|module)/.test(line)),
    );
  });
}

const memberForms = {
  python: [/^ {4}([A-Z][A-Z0-9_]+) = .+$/],
  typescript: [/^ {2,4}(?:readonly )?(\w{3,})\??: [^{(]+[;,]?$/, /^ {2,4}([A-Z]\w+)(?: = [^,]+)?,?$/],
  go: [/^\t([A-Za-z]\w{2,})\s+[\w.*[\]]+(?:\s+`.*`)?(?:\s*\/\/.*)?$/],
  rust: [/^ {4}(?:pub(?:\(\w+\))? )?(\w{3,}): [^{(]+,$/, /^ {4}([A-Z]\w+)(?:\([^()]*\))?,$/],
  c: [/^\s+(?!return)[\w ]+[ *]+(\w{3,})(?:\[\w*\])?;(?:\s*(?:\/\/|\/\*).*)?$/, /^\s+([A-Z][A-Z0-9_]{2,})(?: = [^,]+)?,$/],
  java: [/^\s+([A-Z][A-Z0-9_]{2,})(?:\([^()]*\))?,$/, /^\s+(?:(?:private|protected|public|final|static) )+[\w<>\[\], ?]+ (\w{3,})(?: = .+)?;$/],
  ruby: [/^\s+attr_(?:accessor|reader|writer) :(\w{3,})$/],
};
memberForms.tsx = memberForms.typescript;
memberForms.cpp = [/^\s+(?!return|using|friend)[\w:<>, ]+[ *&]+(\w{3,}_?)(?: = [^;(]+)?;(?:\s*\/\/.*)?$/, /^\s+([A-Za-z]\w{3,})(?: = [^,]+)?,$/];

// Members of types in a line of their own that other lines certainly need: {name, line, text, type}.
export function neededMembers(file, tools) {
  const forms = memberForms[file.language] ?? [];
  return typesOf(file).flatMap((type) => {
    const isEnum = /\benum\b|Enum\b|Flag\b/.test(type.line);
    const depth = `${type.indent}${file.language === 'go' ? '\t' : ''}`;
    const found = [];
    for (let line = type.from + 1; line < type.to - (file.language === 'python' ? 0 : 1); ++line) {
      const text = file.lines[line];
      if (maskOf(file)[line].trim() === '' || (indentOf(text).length <= depth.length && file.language !== 'go') || /^\s*(return|import|from|@|#)/.test(text))
        continue;
      if (indentOf(text).length !== indentOf(file.lines[type.from + 1]).length) continue;
      const m = forms.map((form) => form.exec(text)).find(Boolean);
      if (!m || (file.language === 'python' && !isEnum) || (file.language === 'ruby' && isEnum)) continue;
      const name = m[1];
      if (memberIsNeeded(file, tools, type, isEnum, name, line)) found.push({ name, line, text, type, last: line });
    }
    return found;
  });
}

function memberIsNeeded(file, tools, type, isEnum, name, line) {
  const word = escape(name);
  const uses = linesWith(tools, file.language, name).filter((one) => !(one.file === file && one.line === line));
  const text = (one) => maskOf(one.file)[one.line];
  if (isEnum && !isNative(file.language)) {
    const form = new RegExp(`\\b${escape(type.name)}(\\.|::)${word}\\b${file.language === 'rust' ? '' : ''}`);
    return countOfDefinitions(tools, file.language, type.name) <= 1 && uses.some((one) => form.test(text(one)));
  }
  if (file.language === 'java' || file.language === 'ruby') {
    return (
      uses.some(
        (one) =>
          one.file === file &&
          one.line > type.from &&
          one.line < type.to &&
          new RegExp(file.language === 'java' ? `\\bthis\\.${word}\\b` : `(?<![\\w.@:])${word}\\.\\w`).test(text(one)),
      ) && uses.filter((one) => one.file === file).every((one) => !new RegExp(`[\\w>\\]] ${word}( =|;|,|\\))|def ${word}\\b`).test(text(one)))
    );
  }
  if (isEnum)
    return (
      uses.length > 0 &&
      uses.every((one) => new RegExp(`\\b(case|return|==|!=|[=(,|?:]) ?${word}\\b|\\b${word}\\b ?[;,):]`).test(text(one))) &&
      countOfDefinitions(tools, file.language, name) === 0
    );
  const form = new RegExp(`(\\.|->|\\?\\.)${word}\\b(?!\\()`);
  // A field of that name in another type would do just as well: none may be declared.
  const declared = new RegExp(`(^|[\\s*])${word}\\??\\s*(:|;|\\s[\\w*\\[])`);
  return (
    uses.some((one) => form.test(text(one))) &&
    !uses.some((one) => !form.test(text(one)) && declared.test(text(one)) && /^\s/.test(text(one)) && !new RegExp(`^\\s*${word}:\\s`).test(text(one))) &&
    name.length > 3
  );
}
