// The modules of a repository: which file an import leads to, and who imports which.
import path from 'node:path';

import { importsOf } from '../../source.mjs';
import { isIdle } from './mask.mjs';

export const isScript = (language) => ['javascript', 'typescript', 'tsx'].includes(language);
export const isNative = (language) => ['c', 'cpp'].includes(language);

// The languages whose files use each other.
const groupOf = (language) => (isScript(language) ? ['javascript', 'typescript', 'tsx'] : isNative(language) ? ['c', 'cpp'] : [language]);

const groups = new WeakMap();
export function groupFiles(tools, language) {
  const known = groups.get(tools.repo) ?? groups.set(tools.repo, new Map()).get(tools.repo);
  const key = groupOf(language)[0];
  if (!known.has(key))
    known.set(
      key,
      groupOf(language).flatMap((one) => tools.repo.files(one)),
    );
  return known.get(key);
}

export const join = (...parts) => {
  const joined = path.posix.normalize(parts.filter((part) => part !== '').join('/') || '.');
  return joined === '.' ? '' : joined;
};
export const folderOf = (name) => (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '');
export const stemOf = (name) => name.slice(name.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

const firstThere = (repo, names) => names.find((name) => repo.has(name));

function pythonTargets(file, one, repo) {
  const dots = /^\.*/.exec(one.target)[0].length;
  const rest = one.target.slice(dots).split('.').filter(Boolean).join('/');
  let bases;
  if (dots > 0) {
    let base = file.folder;
    for (let up = 1; up < dots; ++up) base = folderOf(base);
    bases = [base];
  } else {
    bases = ['', 'src', 'lib', ...(repo.has(join(file.folder, '__init__.py')) ? [] : [file.folder, folderOf(file.folder)])];
  }
  for (const base of bases) {
    const at = join(base, rest);
    const found = [firstThere(repo, [`${at}.py`, join(at, '__init__.py')])].filter(Boolean);
    for (const name of one.names) {
      const inner = firstThere(repo, [join(at, `${name.split(' ')[0]}.py`), join(at, name.split(' ')[0], '__init__.py')]);
      if (inner) found.push(inner);
    }
    if (found.length > 0) return found;
  }
  return [];
}

const scriptEndings = [
  '',
  '.js',
  '.ts',
  '.tsx',
  '.mjs',
  '.cjs',
  '.jsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.json',
  '.vue',
  '.svelte',
  '/index.js',
  '/index.ts',
  '/index.tsx',
  '/index.mjs',
  '/index.jsx',
  '/index.cjs',
  '/package.json',
];
function scriptTarget(folder, target, repo) {
  if (!target.startsWith('.')) return null;
  const at = join(folder, target);
  const plain = at.replace(/\.(js|mjs|cjs|jsx)$/, '');
  return firstThere(repo, [...scriptEndings.map((ending) => at + ending), ...['.ts', '.tsx', '.mts', '.cts', '.d.ts'].map((ending) => plain + ending)]) ?? null;
}

export const goModule = (file, repo) => {
  const manifest = repo.manifestOf(file, 'go.mod');
  const name = manifest && /^module\s+"?([^\s"]+)/m.exec(repo.text(manifest) ?? '')?.[1];
  return name ? { name, folder: folderOf(manifest) } : null;
};

function goFolder(file, target, repo) {
  const home = goModule(file, repo);
  if (!home || (target !== home.name && !target.startsWith(`${home.name}/`))) return null;
  return join(home.folder, target.slice(home.name.length + 1));
}

export const crateOf = (file, repo) => {
  const manifest = repo.manifestOf(file, 'Cargo.toml');
  return manifest === null || manifest === undefined ? null : join(folderOf(manifest), 'src');
};

// The folder in which a Rust file's own submodules lie.
export const rustHome = (file) => (/^(mod|lib|main)\.rs$/.test(file.name) ? file.folder : join(file.folder, stemOf(file.name)));

function rustTargets(file, one, repo) {
  const inMod = /^\s*(?:pub )?mod (\w+);$/.exec(one.line);
  if (inMod)
    return [firstThere(repo, [join(rustHome(file), `${inMod[1]}.rs`), join(rustHome(file), inMod[1], 'mod.rs'), join(file.folder, `${inMod[1]}.rs`)])].filter(
      Boolean,
    );
  const parts = one.target.split('::');
  const base =
    parts[0] === 'crate'
      ? crateOf(file, repo)
      : parts[0] === 'self'
        ? rustHome(file)
        : parts[0] === 'super' && !/^\s/.test(one.line)
          ? /^mod\.rs$/.test(file.name)
            ? folderOf(file.folder)
            : file.folder
          : null;
  if (base === null) return [];
  for (let width = parts.length; width > 1; --width) {
    const at = join(base, ...parts.slice(1, width));
    const found = firstThere(repo, [`${at}.rs`, join(at, 'mod.rs')]);
    if (found) return [found];
  }
  return [];
}

const endings = new WeakMap();
function endingWith(repo, name) {
  const known = endings.get(repo) ?? endings.set(repo, new Map()).get(repo);
  if (known.size === 0) {
    for (const one of repo.names) {
      const base = one.slice(one.lastIndexOf('/') + 1);
      known.set(base, [...(known.get(base) ?? []), one]);
    }
  }
  const base = name.slice(name.lastIndexOf('/') + 1);
  return (known.get(base) ?? []).filter((one) => one === name || one.endsWith(`/${name}`));
}

// The paths an import of this repository's own leads to (for Go a folder), [] for foreign ones.
export function targetsOf(file, one, repo) {
  switch (file.language) {
    case 'python':
      return pythonTargets(file, one, repo);
    case 'javascript':
    case 'typescript':
    case 'tsx':
      return [scriptTarget(file.folder, one.target, repo)].filter(Boolean);
    case 'go':
      return [goFolder(file, one.target, repo)].filter((folder) => folder !== null && repo.hasFolder(folder));
    case 'rust':
      return rustTargets(file, one, repo);
    case 'c':
    case 'cpp': {
      const beside = join(file.folder, one.target);
      return repo.has(beside) ? [beside] : endingWith(repo, one.target.replace(/^(\.\.?\/)+/, ''));
    }
    case 'java': {
      const name = one.target.replace(/\.\*$/, '');
      const whole = endingWith(repo, `${name.replaceAll('.', '/')}.java`);
      return whole.length > 0 ? whole : endingWith(repo, `${name.split('.').slice(0, -1).join('/')}.java`);
    }
    case 'ruby':
      return /require_relative/.test(one.line)
        ? [firstThere(repo, [join(file.folder, `${one.target}.rb`), join(file.folder, one.target)])].filter(Boolean)
        : endingWith(repo, `lib/${one.target}.rb`);
    case 'shell': {
      const plain = one.target.replace(/^.*\}?\$?[\w{(][^/]*\)?\//, '').replace(/^(\.\.?\/)+/, '');
      return /[$`]/.test(plain) || plain === '' ? [] : endingWith(repo, plain);
    }
    default:
      return [];
  }
}

const ownImports = new WeakMap();
// The imports of a file that lead to files of the repository: importsOf's, with `paths`. Those in
// comments, strings, or (Go) outside an import block are left out.
export function ownImportsOf(file, tools) {
  if (ownImports.has(file)) return ownImports.get(file);
  const found = realImportsOf(file)
    .map((one) => ({ ...one, paths: targetsOf(file, one, tools.repo) }))
    .filter((one) => one.paths.length > 0);
  ownImports.set(file, found);
  return found;
}

export function realImportsOf(file) {
  return importsOf(file).filter(
    (one) =>
      !isIdle(file, one.from) &&
      !(file.language === 'python' && /^\s*>>>/.test(one.line)) &&
      !(isScript(file.language) && (/,\s*$/.test(one.line) || /^\s*[,.]/.test(file.lines[one.to] ?? ''))) &&
      (file.language !== 'go' || /^import /.test(one.line) || inImportBlock(file, one.from)),
  );
}

function inImportBlock(file, at) {
  for (let i = at - 1; i >= 0; --i) {
    if (/^import \($/.test(file.lines[i])) return true;
    if (/^[)\w]/.test(file.lines[i])) return false;
  }
  return false;
}

const importers = new WeakMap();
// Who imports the file (for Go: its folder): [{file, one}].
export function importersOf(file, tools) {
  const known = importers.get(tools.repo) ?? importers.set(tools.repo, new Map()).get(tools.repo);
  const key = groupOf(file.language)[0];
  if (!known.has(key)) {
    const index = new Map();
    for (const user of groupFiles(tools, file.language)) {
      for (const one of ownImportsOf(user, tools)) {
        for (const name of one.paths) index.set(name, [...(index.get(name) ?? []), { file: user, one }]);
      }
    }
    known.set(key, index);
  }
  const name = file.language === 'go' ? file.folder : file.path;
  return (known.get(key).get(name) ?? []).filter((user) => user.file.path !== file.path);
}

// The line before which one more import can stand, at the top level: {at, indent}; null if the file
// has no place that is plain to see.
export function importSpot(file) {
  const real = realImportsOf(file);
  if (file.language === 'go') {
    const block = file.lines.findIndex((line) => /^import \($/.test(line));
    if (block >= 0) {
      const close = file.lines.findIndex((line, at) => at > block && line === ')');
      return close < 0 ? null : { at: close, indent: '\t', block: true };
    }
    const single = real.find((one) => /^import "/.test(one.line));
    return single ? { at: single.from + 1, indent: '', block: false } : null;
  }
  const top = real.filter(
    (one) =>
      !/^\s/.test(one.line) &&
      !/__future__/.test(one.line) &&
      !(file.language === 'rust' && /^(pub )?mod /.test(one.line)) &&
      (file.language !== 'java' || !/^import static/.test(one.line)),
  );
  const last = lastTogether(file, top);
  if (!last) return null;
  return /[({,\\]$/.test(last.line.trim()) || continues(file, last.from) ? { at: last.from, indent: '' } : { at: last.from + 1, indent: '' };
}

// The last of the imports at the head of the file: those far below (in a branch, or in tests) are
// not where a person would add one.
function lastTogether(file, top) {
  if (top.length === 0) return null;
  let last = top[0];
  for (const one of top) if (one.from - last.from < 25 && !blocked(file, last.from, one.from)) last = one;
  return last;
}

// Whether a definition stands between two lines, or a condition of the preprocessor opens there.
const blocked = (file, from, to) =>
  file.lines
    .slice(from, to)
    .some((line) =>
      /^(def|class|function|fn|pub fn|func|int|void|static|export (default )?(function|class|const)|#\s*(if|ifdef|ifndef|else|elif|endif)\b|if|try|namespace|extern|describe|module)\b/.test(
        line,
      ),
    );
const continues = (file, at) => file.language === 'python' && /\($/.test(file.lines[at].trim());
