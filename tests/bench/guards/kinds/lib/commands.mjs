// Commands that run tests, in settings, workflows, makefiles and scripts.
import { indentOf, isTestPath, replaceLine } from '../../source.mjs';

const testCommand = /(?<![\w./-])(pytest|tox|nox|-m unittest|jest|vitest|mocha|ava|playwright test|(?:npm|yarn|pnpm|bun)(?: run)? test(?::(?!format|types|lint|update|watch)\w+)?|npm t|go test|cargo (?:nextest run|test)|mvn [\w -]*(?:test|verify)|(?:\.\/)?gradlew? [\w: -]*(?:test|check)|rspec|rake test|rake spec|ctest|make (?:test|check)|bats|node --test|phpunit|\.\/test\.sh|\.\/run_tests\.sh)(?![\w:-])/;

// Which runner a command starts.
export const runnerOf = (text) => (/pytest/.test(text) ? 'pytest' : /vitest/.test(text) ? 'vitest' : /jest/.test(text) ? 'jest' : /mocha/.test(text)
  ? 'mocha' : /playwright/.test(text) ? 'playwright' : /gradle/.test(text) ? 'gradle' : /cargo/.test(text) ? 'cargo' : /\bgo test/.test(text)
  ? 'go' : /mvn/.test(text) ? 'maven' : /rspec/.test(text) ? 'rspec' : /ctest/.test(text) ? 'ctest' : /tox|nox/.test(text)
  ? 'tox' : /npm|yarn|pnpm|bun/.test(text) ? 'npm' : /node --test/.test(text) ? 'node' : 'other');

// Lines of a `commands =` of tox.
function ofTox(file) {
  let inside = false;
  return file.lines.flatMap((text, at) => {
    if (/^\S/.test(text)) inside = /^commands\s*=/.test(text);
    return inside && /^(commands\s*=\s*|\s+)\S/.test(text) ? [at] : [];
  });
}

const commandPlaces = { json: /^(\s*"[\w:-]*(?:test|check|ci|verify)[\w:-]*": ")/, yaml: /^(\s*(?:- )?(?:run|script|command): |\s*- (?=[a-z.]))/,
  makefile: /^(\t@?)/,
  toml: /^(\s*[\w-]*(?:test|check|cmd|script)[\w-]*\s*=\s*")/, dockerfile: /^(RUN )/, shell: /^(\s*)(?=\S)/, ini: /^(commands\s*=\s*|\s+)(?=\S)/ };

const notRun = /echo|install|\|\||name:|uses:|description|uri:|#.*test|\\$|\|\s*$|-e (?!py)|"[\w:-]*(update|watch|debug|format|lint|types)[\w:-]*": "/;

// What may stand before the name of the runner: settings, and programs that start it.
const isPrefix = (text) => /(^|[ }])$/.test(text) && text.trim().split(' ').every((word) => /^[\w=./"${}:@-]*$/.test(word));

// Lines that run tests: {at, before, text, after, piped}.
export function commandsOf(file) {
  const form = commandPlaces[file.language];
  if (!form || (isTestPath(file.path) && file.language === 'shell')) return [];
  const tox = file.language === 'ini' ? new Set(ofTox(file)) : null;
  return file.lines.flatMap((text, at) => {
    const head = form.exec(text)?.[1] ?? (file.language === 'yaml' && /^\s{6,}\w/.test(text) && /run: \|/.test(file.text) ? indentOf(text)
      : undefined);
    if (head === undefined || /^\s*#/.test(text) || notRun.test(text) || (tox && !tox.has(at))) return [];
    const quoted = ['json', 'toml'].includes(file.language);
    const rest = text.slice(head.length, quoted ? /"[,\]]?\s*$/.exec(text)?.index : undefined);
    if (quoted && /(?<!\\)"/.test(rest)) return [];
    let from = 0;
    for (const piece of rest.split(/( && |; ?| \| )/)) {
      const m = testCommand.exec(piece);
      if (m && isPrefix(piece.slice(0, m.index)) && !/[{}]$|^\w+\(\)|\bif\b|\bthen\b/.test(piece)) {
        return [{ at, before: head + rest.slice(0, from), text: piece.trimEnd(),
          after: rest.slice(from + piece.trimEnd().length) + text.slice(head.length + rest.length), piped: rest.includes(' | ') }];
      }
      from += piece.length;
    }
    return [];
  });
}

// The file with another command in place of one that runs tests; where its output goes into another one
// only when `piped` says so.
export function command(file, tools, change, { piped = false } = {}) {
  const one = tools.pick(commandsOf(file).filter((each) => piped || !each.piped));
  const made = one && change(one.text);
  return made && made !== one.text ? replaceLine(file, one.at,
    one.before + (file.language === 'json' ? made.replaceAll('"', '\\"') : made) + one.after) : null;
}
