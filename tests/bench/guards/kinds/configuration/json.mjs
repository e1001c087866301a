// Faults in JSON: package.json, tsconfig.json and what else must be strict JSON.
import { insertAt, replaceLine } from '../../source.mjs';
import { memberOf, membersOf, parsed, withObject } from '../shared/edits.mjs';
import { folderOf, join, shape, unseen } from '../shared/shapes.mjs';

const outside = (file) => ['test', 'generated'].includes(file.place)
  || /(^|\/)(fixtures?|testdata|node_modules|vendor|__fixtures__)\/|\{\{/.test(file.path);
const relaxed = /(^|\/)(tsconfig[\w.-]*|jsconfig|\.?eslintrc|\.swcrc|devcontainer|renovate|\.?jshintrc|babel\.config|\.babelrc|turbo|biome|deno|api-extractor)\.jsonc?$|(^|\/)\.(vscode|devcontainer)\//;
const isStrict = (file) => file.language === 'json' && !outside(file) && !relaxed.test(file.path) && file.lines.length > 4
  && file.lines.length < 3000 && !/-lock\.json$|npm-shrinkwrap/.test(file.name)
  && parsed(file.text) !== undefined;
const isPackage = (file) => file.name === 'package.json' && isStrict(file);
const isTsconfig = (file) => /^tsconfig[\w.-]*\.json$/.test(file.name) && !outside(file) && parsed(file.text) !== undefined;

// What must not parse any more, or it would be no mutant.
const unparsed = (test, make) => (file, tools) => {
  const text = test(file) ? make(file, tools) : null;
  return text && parsed(text) === undefined ? text : null;
};
const kept = (test, make) => (file, tools) => {
  const text = test(file) ? make(file, tools) : null;
  return text && parsed(text) !== undefined ? text : null;
};
const someLine = (file, tools, pattern) => tools.pick(file.lines.flatMap((line, at) => (pattern.test(line) ? [at] : [])));
const atLine = (test, pattern, change) => unparsed(test, (file, tools) => {
  const at = someLine(file, tools, pattern);
  return at === undefined ? null : change(file, at);
});

const syntax = {
  name: 'syntax of JSON broken', class: 5, what: 'defect', languages: ['json'],
  why: 'no reader of strict JSON can read the file any more',
  shapes: [
    shape('comma behind the last member', unparsed(isStrict, (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^\s*[\]}]/.test(file.lines[index + 1] ?? '') && /["\w\]}]\s*$/.test(line)
        ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, `${file.lines[at]},`);
    })),
    shape('remark', atLine(isStrict, /^\s+"[^"]+"\s*:/,
      (file, at) => insertAt(file, at, `${/^\s*/.exec(file.lines[at])[0]}// changed for the new layout`))),
    shape('comma lost', atLine(isStrict, /^\s+"[^"]+"\s*:.*,\s*$/,
      (file, at) => replaceLine(file, at, file.lines[at].replace(/,\s*$/, '')))),
    unseen('single quotes', atLine(isStrict, /^\s+"[^"']+"\s*:\s*"[^"'\\]*",?$/,
      (file, at) => replaceLine(file, at, file.lines[at].replaceAll('"', "'")))),
    unseen('last brace lost', unparsed(isStrict, (file) => file.text.replace(/\}\s*$/, ''))),
    unseen('two versions of the file in one', unparsed(isStrict, (file) => `${file.text.trimEnd()}\n${file.text}`)),
    unseen('three dots', atLine(isStrict, /^\s+"[^"]+"\s*:.*,\s*$/,
      (file, at) => replaceLine(file, at, `${/^\s*/.exec(file.lines[at])[0]}...`))),
    unseen('key without quotes', atLine(isStrict, /^\s+"\w+"\s*:/,
      (file, at) => replaceLine(file, at, file.lines[at].replace(/"(\w+)"(\s*:)/, '$1$2')))),
    unseen('word of Python', atLine(isStrict, /:\s*(true|false|null)\b/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace(/:\s*(true|false|null)\b/,
        (_, word) => `: ${{ true: 'True', false: 'False', null: 'None' }[word]}`)))),
  ],
};

const inSection = (names, make) => (file, tools) => {
  const fits = names.filter((name) => membersOf(file, name).length);
  const name = tools.pick(fits);
  return name ? make(file, name, tools.pick(membersOf(file, name)), tools) : null;
};
const twice = {
  name: 'key of JSON given twice', class: 5, what: 'defect', languages: ['json'],
  why: 'readers take one of the two, and which is chance',
  shapes: [
    shape('script with another command', kept(isPackage, inSection(['scripts'], (file, name, one) =>
      insertAt(file, one.at, `${one.indent}"${one.key}": "node --test",`)))),
    shape('dependency with another range', kept(isPackage, inSection(['dependencies', 'devDependencies'], (file, name, one) =>
      insertAt(file, one.at, `${one.indent}"${one.key}": "^99.0.0",`)))),
    shape('section of scripts', kept(isPackage, (file) => {
      const one = memberOf(file, 'scripts');
      return one ? insertAt(file, one.at, `${one.indent}"scripts": {`, `${one.indent}${one.indent}"check": "node --check index.js"`,
        `${one.indent}},`) : null;
    })),
    unseen('version', kept(isPackage, (file) => {
      const one = memberOf(file, 'version');
      return one ? insertAt(file, one.to, `${one.indent}"version": "0.0.1",`) : null;
    })),
    unseen('options of the compiler', kept(isTsconfig, (file) => {
      const one = memberOf(file, 'compilerOptions');
      return one ? insertAt(file, one.at, `${one.indent}"compilerOptions": {`, `${one.indent}${one.indent}"noEmit": true`,
        `${one.indent}},`) : null;
    })),
    unseen('any member of the first level', kept(isStrict, (file, tools) => {
      const one = tools.pick(membersOf(file).slice(0, -1).filter((member) => /,\s*$/.test(file.lines[member.to - 1])));
      return one ? insertAt(file, one.to, ...file.lines.slice(one.at, one.to)) : null;
    })),
  ],
};

const renamed = (test, from, to, parent = null) => kept(test, (file) => {
  const one = memberOf(file, from, parent);
  return one ? replaceLine(file, one.at, file.lines[one.at].replace(`"${from}"`, `"${to}"`)) : null;
});
const oneOf = (...makers) => (file, tools) => tools.shuffle(makers).map((make) => make(file, tools)).find((made) => made !== null) ?? null;
const put = (parent, key, value) => kept(isTsconfig, (file) => {
  const first = membersOf(file, parent)[0];
  return first && !file.text.includes(`"${key}"`) ? insertAt(file, first.at, `${first.indent}"${key}": ${JSON.stringify(value)},`) : null;
});
const unknownKey = {
  name: 'misspelt or unknown key in a manifest of JavaScript', class: 5, what: 'defect', languages: ['json'],
  why: 'the tool does not know the key, so what it was to set is lost',
  shapes: [
    shape('dependencies', oneOf(renamed(isPackage, 'dependencies', 'dependancies'),
      renamed(isPackage, 'devDependencies', 'devDependecies'))),
    shape('scripts', renamed(isPackage, 'scripts', 'script')),
    shape('unknown option of the compiler', oneOf(put('compilerOptions', 'strictNullCheck', true),
      put('compilerOptions', 'noUnusedVariables', true))),
    unseen('peer dependencies', oneOf(renamed(isPackage, 'peerDependencies', 'peerDependancies'), renamed(isPackage, 'engines', 'engine'),
      renamed(isPackage, 'optionalDependencies', 'optionnalDependencies'))),
    unseen('option of the compiler misspelt',
      oneOf(...[['target', 'targets'], ['module', 'modules'], ['moduleResolution', 'modulesResolution'], ['strict', 'stricts'],
        ['esModuleInterop', 'esModuleInterrop'],
      ['outDir', 'outdir'], ['declaration', 'declarations'], ['skipLibCheck', 'skipLibChecks']].map(([from, to]) =>
        renamed(isTsconfig, from, to, 'compilerOptions')))),
    unseen('key of tsconfig misspelt', oneOf(renamed(isTsconfig, 'include', 'includes'), renamed(isTsconfig, 'exclude', 'excludes'),
      renamed(isTsconfig, 'compilerOptions', 'compilerOption'), renamed(isTsconfig, 'extends', 'extend'))),
    unseen('key of the compiler in package.json',
      kept(isPackage, (file) => withObject(file, (object) =>
        (object.compilerOptions ? null : (object.compilerOptions = { strict: true }))))),
    unseen('option beside the options', kept(isTsconfig, (file) => {
      const first = membersOf(file)[0];
      return first && !memberOf(file, 'noUnusedLocals') ? insertAt(file, first.at, `${first.indent}"noUnusedLocals": true,`) : null;
    })),
  ],
};

const changed = (test, change) => kept(test, (file, tools) => withObject(file, (object) => change(object, tools, file)));
const set = (key, when, value) => changed(isPackage, (object) => (when(object[key], object) ? (object[key] = value(object[key])) : null));
const isList = Array.isArray;
const isMap = (value) => value !== null && typeof value === 'object' && !isList(value);
const wrongType = {
  name: 'wrong type in a manifest of JavaScript', class: 5, what: 'defect', languages: ['json'],
  why: 'the tool refuses the file, or takes the value for something else',
  shapes: [
    shape('scripts as a list', set('scripts', isMap, (value) => Object.values(value))),
    shape('dependencies as a list', set('dependencies', isMap, (value) => Object.keys(value))),
    shape('files as text', set('files', isList, (value) => value[0])),
    shape('truth as text in tsconfig', changed(isTsconfig, (object) => {
      const key = Object.keys(object.compilerOptions ?? {}).find((name) => object.compilerOptions[name] === true);
      return key ? (object.compilerOptions[key] = 'true') : null;
    })),
    unseen('version as a number', set('version', (value) => typeof value === 'string', () => 1)),
    unseen('lib as text', changed(isTsconfig, (object) => (isList(object.compilerOptions?.lib)
      ? (object.compilerOptions.lib = object.compilerOptions.lib.join(',')) : null))),
    unseen('include as text', changed(isTsconfig, (object) => (isList(object.include) ? (object.include = object.include[0]) : null))),
    unseen('command of a script as a list', changed(isPackage, (object) => {
      const name = Object.keys(object.scripts ?? {})[0];
      return name ? (object.scripts[name] = object.scripts[name].split(' ')) : null;
    })),
    unseen('range of a dependency as a number', changed(isPackage, (object) => {
      const section = object.dependencies ?? object.devDependencies;
      const name = section && Object.keys(section)[0];
      return name ? (section[name] = 4) : null;
    })),
    unseen('name as a map', set('name', (value) => typeof value === 'string', (value) => ({ name: value }))),
  ],
};

const gone = (file, tools, names) => tools.pick(names.filter((name) => !tools.repo.has(join(folderOf(file), name))
  && !tools.repo.hasFolder(join(folderOf(file), name))));
const real = (file, tools, value) => typeof value === 'string' && tools.repo.has(join(folderOf(file), value));
const nextTo = (value) => value.replace(/([\w-]+)((?:\.d)?\.\w+)$/, (_, stem, ending) => `${stem}-entry${ending}`);
const pointing = (read, write) => changed(isPackage, (object, tools, file) => {
  const value = read(object);
  if (!real(file, tools, value)) return null;
  const other = nextTo(value);
  return other === value || real(file, tools, other) ? null : write(object, other);
});
const lostPath = {
  name: 'path of package.json that is not there', class: 5, what: 'defect', languages: ['json'],
  why: 'the package cannot be loaded, or is published without the file',
  shapes: [
    shape('main', pointing((object) => object.main, (object, value) => (object.main = value))),
    shape('bin', pointing((object) => (isMap(object.bin) ? Object.values(object.bin)[0] : object.bin), (object, value) => {
      if (!isMap(object.bin)) return (object.bin = value);
      return (object.bin[Object.keys(object.bin)[0]] = value);
    })),
    shape('types', oneOf(pointing((object) => object.types, (object, value) => (object.types = value)),
      pointing((object) => object.typings, (object, value) => (object.typings = value)),
      changed(isPackage, (object, tools, file) => (object.types || object.typings || !real(file, tools, object.main) ? null
        : (object.types = gone(file, tools, ['index.d.ts', 'types/index.d.ts'])) ?? null)))),
    unseen('exports', changed(isPackage, (object, tools, file) => {
      const name = gone(file, tools, ['./lib/server.js', './src/client.js', './helpers.js']);
      if (!isMap(object.exports) || !name || !Object.keys(object.exports).every((key) => key.startsWith('.'))) return null;
      const built = /dist|build|out|lib/.test(JSON.stringify(object.exports)) && name.startsWith('./lib');
      return built ? null : (object.exports['./extra'] = name);
    })),
    unseen('files', changed(isPackage, (object, tools, file) => {
      const name = gone(file, tools, ['typings', 'docs-site', 'NOTICE.md', 'bin-win']);
      return isList(object.files) && name && !tools.repo.speaks(name) ? object.files.push(name) : null;
    })),
    unseen('bin of a package without one',
      changed(isPackage, (object, tools, file) => (object.bin || !object.version || object.private ? null
        : (object.bin = `./${gone(file, tools, ['bin/cli.js', 'cli.js', 'bin/run.mjs'])}`)))),
    unseen('script of node', changed(isPackage, (object, tools, file) => {
      const name = gone(file, tools, ['scripts/postinstall.js', 'tools/check.mjs', 'scripts/copy-assets.js']);
      return isMap(object.scripts) && name && !object.scripts.postinstall ? (object.scripts.postinstall = `node ${name}`) : null;
    })),
    unseen('module', pointing((object) => object.module ?? object.browser,
      (object, value) => (typeof object.module === 'string' ? (object.module = value) : (object.browser = value)))),
  ],
};

const range = (make) => changed(isPackage, (object, tools) => {
  const fits = ['dependencies', 'devDependencies', 'peerDependencies'].filter((name) => isMap(object[name])
    && Object.keys(object[name]).length);
  const section = object[tools.pick(fits)];
  const name = section && tools.pick(Object.keys(section).filter((one) => /^[\^~]?\d/.test(section[one])));
  return name ? (section[name] = make(section[name])) : null;
});
const badVersion = {
  name: 'invalid version in package.json', class: 5, what: 'defect', languages: ['json'],
  why: 'npm refuses a range or version that is none',
  shapes: [
    shape('range with two carets', range((value) => `^^${value.replace(/^[\^~]/, '')}`)),
    shape('version of four numbers', set('version', (value) => /^\d+\.\d+\.\d+$/.test(value), (value) => `${value}.0`)),
    shape('range of a word and a number', range((value) => `version ${value.replace(/^[\^~]/, '')}!`)),
    unseen('sign without a number', range(() => '>=')),
    unseen('equal signs of Python', range((value) => `~==${value.replace(/^[\^~]/, '')}`)),
    unseen('version of two numbers', set('version', (value) => /^\d+\.\d+\.\d+$/.test(value),
      (value) => value.split('.').slice(0, 2).join('.'))),
    unseen('letter O for zero', range((value) => (/0/.test(value) ? `^${value.replace(/^[\^~]/, '').replace('0', 'O')}`
      : `^${value.replace(/^[\^~]/, '')}.O.O`))),
    unseen('engine', changed(isPackage, (object) => (object.engines?.node
      ? (object.engines.node = `=> ${object.engines.node.replace(/[^\d.]/g, '') || 18}`) : null))),
  ],
};

// Who runs a script of package.json: other scripts beside it, and workflows and Dockerfiles of the root.
function runs(file, tools, name) {
  const call = new RegExp(`\\b(npm run|pnpm run|pnpm|yarn run|yarn|npm-run-all|run-s|run-p|bun run)( -\\S+)* ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w:.-])`);
  const scripts = parsed(file.text).scripts;
  if (Object.entries(scripts).some(([other, command]) => other !== name && call.test(command))) return true;
  return folderOf(file) === '' && tools.repo.names.some((path) => /^\.github\/workflows\/|(^|\/)Dockerfile$|^Makefile$/.test(path)
    && call.test(tools.repo.text(path) ?? ''));
}
const memberLost = (file, one) => {
  const lines = [...file.lines];
  lines.splice(one.at, one.to - one.at);
  const before = one.at - 1;
  if (/^\s*[}\]]/.test(lines[one.at] ?? '') && /,\s*$/.test(lines[before])) lines[before] = lines[before].replace(/,\s*$/, '');
  return lines.join('\n');
};
const sources = (file, tools) => ['javascript', 'typescript', 'tsx'].flatMap((language) => tools.repo.files(language))
  .filter((one) => one.path.startsWith(folderOf(file) ? `${folderOf(file)}/` : '') && !/(^|\/)(node_modules|fixtures?)\//.test(one.path)
    && (folderOf(file) !== '' || !tools.repo.names.some((path) => /^[^/]+(\/[^/]+)?\/package\.json$/.test(path)
    && one.path.startsWith(path.slice(0, -12)))));
const imported = (one, name) =>
  new RegExp(`(from|require\\(|import\\(?)\\s*['"]${name.replace(/[/.$]/g, '\\$&')}(/[^'"]*)?['"]`).test(one.text);
const usedDependency = (file, tools, section, test = () => true) => tools.pick(membersOf(file, section)
  .filter((one) => sources(file, tools).some((other) => test(other) && imported(other, one.key))));
const lostUse = {
  name: 'script or dependency of package.json lost that is used', class: 5, what: 'defect', languages: ['json'],
  why: 'what runs or imports it fails from then on',
  shapes: [
    shape('dependency that is imported', kept(isPackage, (file, tools) => {
      const one = usedDependency(file, tools, 'dependencies');
      return one ? memberLost(file, one) : null;
    })),
    shape('script that others run', kept(isPackage, (file, tools) => {
      const one = tools.pick(membersOf(file, 'scripts').filter((member) => runs(file, tools, member.key)));
      return one ? memberLost(file, one) : null;
    })),
    shape('script renamed', kept(isPackage, (file, tools) => {
      const one = tools.pick(membersOf(file, 'scripts').filter((member) => runs(file, tools, member.key)));
      return one ? replaceLine(file, one.at, file.lines[one.at].replace(`"${one.key}"`, `"${one.key}:all"`)) : null;
    })),
    unseen('dependency made one of development', kept(isPackage, (file, tools) => {
      const one = usedDependency(file, tools, 'dependencies', (other) => !['test', 'script', 'example'].includes(other.place)
        && !/(config|rollup|gulp|webpack|scripts|tests?)/i.test(other.path));
      if (!one || parsed(file.text).private) return null;
      return withObject(file, (object) => {
        object.devDependencies = { ...object.devDependencies, [one.key]: object.dependencies[one.key] };
        delete object.dependencies[one.key];
      });
    })),
    unseen('tool of development that a script runs', kept(isPackage, (file, tools) => {
      const commands = Object.values(parsed(file.text).scripts ?? {});
      const one = tools.pick(membersOf(file, 'devDependencies').filter((member) =>
        commands.some((command) => new RegExp(`(^|[&;|] ?)${member.key.replace(/[/.]/g, '\\$&')}( |$)`).test(command))));
      return one ? memberLost(file, one) : null;
    })),
    unseen('all dependencies', kept(isPackage, (file, tools) => {
      const one = usedDependency(file, tools, 'dependencies') && memberOf(file, 'dependencies');
      return one ? memberLost(file, one) : null;
    })),
    unseen('dependency with another name', kept(isPackage, (file, tools) => {
      const one = usedDependency(file, tools, 'dependencies');
      return one && !tools.repo.speaks(`${one.key}-js`)
        ? replaceLine(file, one.at, file.lines[one.at].replace(`"${one.key}"`, `"${one.key}-js"`)) : null;
    })),
  ],
};

const emptied = {
  name: 'manifest of JavaScript emptied', class: 5, what: 'defect', languages: ['json'],
  why: 'name, scripts and dependencies are gone, so nothing can be installed or built',
  shapes: [
    shape('package.json as an empty object', (file) => (isPackage(file) ? '{}\n' : null)),
    shape('only a name left', changed(isPackage, (object) => {
      if (Object.keys(object).length < 4) return null;
      for (const key of Object.keys(object)) if (key !== 'name') delete object[key];
      return true;
    })),
    shape('only a remark left', (file) => (isPackage(file) || isTsconfig(file) ? '// placeholder\n' : null)),
    unseen('empty file', (file) => (isPackage(file) || isTsconfig(file) ? '' : null)),
    unseen('the words for what was there', (file) => (isPackage(file) ? '{\n  "...": "existing configuration"\n}\n' : null)),
    unseen('only the new part left', (file) => (isPackage(file) ? '{\n  "scripts": {\n    "check": "node --check index.js"\n  }\n}\n'
      : null)),
  ],
};

export const json = [syntax, twice, unknownKey, wrongType, lostPath, badVersion, lostUse, emptied];
export { changed, isMap, isPackage, isTsconfig, kept };
