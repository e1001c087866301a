// Puts a named value into a file as its language or format would hold it.
import { atEnd, constantsAt, fence, headOf, isDocument, remark } from './places.mjs';
import { headingsOf, indentOf, insertAt, replaceLine } from '../../source.mjs';

const words = (name) => name.toLowerCase().split('_');
const camel = (name) => words(name).map((word, at) => (at ? word.charAt(0).toUpperCase() + word.slice(1) : word)).join('');

const constants = {
  python: (name, value) => `${name} = "${value}"`,
  javascript: (name, value) => `const ${name} = '${value}';`,
  typescript: (name, value) => `const ${name} = '${value}';`,
  tsx: (name, value) => `const ${name} = '${value}';`,
  go: (name, value) => `const ${camel(name)} = "${value}"`,
  rust: (name, value) => `const ${name}: &str = "${value}";`,
  c: (name, value) => `static const char ${name.toLowerCase()}[] = "${value}";`,
  cpp: (name, value) => `static const char* const k${camel(`_${name}`)} = "${value}";`,
  ruby: (name, value) => `${name} = '${value}'`,
  shell: (name, value) => `${name}='${value}'`,
  php: (name, value) => `$${name.toLowerCase()} = '${value}';`,
};

// The changed text, or null where the file has no place for a constant.
export function plant(file, name, value) {
  const { language, lines } = file;
  if (constants[language]) {
    const at = ['shell', 'php'].includes(language) ? belowRemarks(file) : constantsAt(file);
    return at === null ? null : insertAt(file, at, constants[language](name, value), ...((lines[at] ?? '').trim() ? [''] : []));
  }
  switch (language) {
    case 'java': {
      const at = lines.findIndex((line) => /^(public |final |abstract )*class \w+.*\{\s*$/.test(line));
      const indent = indentOf(lines.slice(at + 1).find((line) => line.trim()) ?? '    ') || '    ';
      return at < 0 ? null : insertAt(file, at + 1, `${indent}private static final String ${name} = "${value}";`);
    }
    case 'json': {
      const at = lines.findIndex((line) => /^\s*\{\s*$/.test(line));
      const indent = indentOf(lines[at + 1] ?? '');
      return at < 0 || !/^\s*"/.test(lines[at + 1] ?? '') ? null : insertAt(file, at + 1, `${indent}"${camel(name)}": ${JSON.stringify(value)},`);
    }
    case 'yaml':
      return /^[\w"'-]+:(\s|$)/m.test(file.text) && !/^- /m.test(file.text) ? atEnd(file, `${words(name).join('_')}: "${value}"`) : null;
    case 'toml': return atEnd(file, `${words(name).join('_')} = "${value}"`);
    case 'ini': return atEnd(file, `${words(name).join('_')} = ${value}`);
    case 'dockerfile': {
      const at = lines.map((line) => /^FROM /i.test(line)).lastIndexOf(true);
      return at < 0 ? null : insertAt(file, at + 1, `ENV ${name}=${/[\s;#"']/.test(value) ? `"${value}"` : value}`);
    }
    case 'makefile': return insertAt(file, belowRemarks(file), `${name} := ${value.replaceAll('$', '$$').replaceAll('#', '\\#')}`);
    case 'css': return atEnd(file, '', remark(file, `${words(name).join(' ')}: ${value}`));
    case 'html': {
      const at = lines.findIndex((line) => /^\s*<\/(body|head)>/.test(line));
      return at < 0 ? null : insertAt(file, at, `${indentOf(lines[at])}<script>window.${camel(name)} = '${value}';</script>`);
    }
    case 'sql': return atEnd(file, '', `INSERT INTO settings (name, value) VALUES ('${words(name).join('_')}', '${value}');`);
    default: return isDocument(file) ? inDocument(file, [`export ${name}='${value}'`]) : null;
  }
}

export function inDocument(file, lines, info = 'sh') {
  if (file.language === 'rst') return atEnd(file, '', 'Set it first::', '', ...lines.map((line) => `    ${line}`), '');
  const heads = headingsOf(file).filter((one) => one.line > 0);
  const at = heads.length > 1 ? heads[Math.floor(heads.length / 2)].line : null;
  const added = ['Set it first:', '', fence(info), ...lines, fence(), ''];
  return at === null ? atEnd(file, '', ...added.slice(0, -1)) : insertAt(file, at, ...added);
}

function belowRemarks(file) {
  let at = headOf(file);
  while (at < file.lines.length && /^(#|\/\/|\s*$|\/\*| \*|set -|namespace |declare\(|use )/.test(file.lines[at])) ++at;
  return at;
}

// The value in a remark, where there are remarks.
export function plantRemark(file, text) {
  if (file.language === 'json') return null;
  return isDocument(file) ? atEnd(file, '', remark(file, text)) : insertAt(file, belowRemarks(file), remark(file, text));
}

// In place of a string that is there already.
export function plantInstead(file, string, value) {
  const line = file.lines[string.line];
  return replaceLine(file, string.line, `${line.slice(0, string.from)}${string.quote}${value}${string.quote}${line.slice(string.to)}`);
}
