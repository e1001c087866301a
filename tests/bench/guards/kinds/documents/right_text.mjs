// Edits of documents that any maintainer may make: sections, prose, layout and code.
import { insertAt, replaceLine, replaceLines, without } from '../../source.mjs';
import { projectOf, targetsOf } from '../shared/project.mjs';
import { folderOf, join, shape, unseen } from '../shared/shapes.mjs';
import { licence, owner } from './claims.mjs';
import {
  addParagraph, addSection, addSentence, block, code, codeBlocks, endedText, isHistory, isMarkdown, isPage, isPaper, isReadme, isRst,
  link as mark, lists, paragraphs, sections, tables,
} from './parts.mjs';

const inPage = (make) => (file, tools) => (isPage(file) ? make(file, tools) : null);
const inMarkdown = (make) => inPage((file, tools) => (isMarkdown(file) ? make(file, tools) : null));
const inRst = (make) => inPage((file, tools) => (isRst(file) ? make(file, tools) : null));
const atRoot = (make) => inPage((file, tools) => (folderOf(file) === '' ? make(file, tools) : null));
const plain = (line) => line.replace(/\s+$/, '');

const section = {
  name: 'right section added', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('commands that work', atRoot((file, tools) => {
      const project = projectOf(file, tools.repo);
      return project?.checks.length ? addSection(file, tools, 'Running the checks',
        block(file, 'bash', [project.install, ...project.checks.slice(0, 2)])) : null;
    })),
    shape('plain prose', inPage((file, tools) => addSection(file, tools, 'Questions', [
      'If something is unclear, open an issue and describe what you tried,', 'what you expected and what happened instead.']))),
    shape('licence of the repository', atRoot((file, tools) => {
      const real = licence(tools);
      return real && isReadme(file) ? addSection(file, tools, 'Terms of use',
        [`See ${mark(file, real.path, real.path)} for the terms under which this may be used.`]) : null;
    })),
    unseen('table of folders', atRoot((file, tools) => {
      const folders = [...new Set(tools.repo.names.filter((name) => /^\w[^/]*\//.test(name)).map((name) =>
        name.split('/')[0]))].slice(0, 4);
      return folders.length > 1 && isMarkdown(file) ? addSection(file, tools, 'Layout of the repository',
        ['| Folder | Files |', '| --- | ---: |',
          ...folders.map((name) => `| \`${name}/\` | ${tools.repo.names.filter((one) => one.startsWith(`${name}/`)).length} |`)]) : null;
    })),
    unseen('target of the Makefile', atRoot((file, tools) => {
      const target = tools.repo.has('Makefile') && tools.pick(targetsOf(tools.repo.text('Makefile')));
      return target ? addSection(file, tools, 'Make targets',
        [`${code(file, `make ${target}`)} is one of the targets of the Makefile.`]) : null;
    })),
    unseen('script of package.json', atRoot((file, tools) => {
      const project = projectOf({ language: 'javascript' }, tools.repo);
      const name = project && tools.pick(Object.keys(project.scripts));
      return name ? addSection(file, tools, 'Handy scripts', block(file, 'sh', [`npm run ${name}`])) : null;
    })),
    unseen('steps in numbers', inPage((file, tools) => addSection(file, tools, 'Reporting a problem', ['1. Search the existing issues.',
      '2. Write down the smallest example that shows the problem.', '3. Open an issue with that example.']))),
  ],
};

const reflow = (text, width) => {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length + 1 > width && !/^([#>+*=|-]|\d+[.)])/.test(word)) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
};
const withParagraph = (make) => inPage((file, tools) => {
  const place = tools.pick(paragraphs(file).filter((one) => !/ {2}$|\\$/.test(file.lines.slice(one.from, one.to).join('\n'))));
  return place ? make(file, place, tools) : null;
});
const exchanged = (from, to) => inPage((file, tools) => {
  const at = tools.pick(paragraphs(file).flatMap((one) => Array.from({ length: one.to - one.from }, (_, index) => one.from + index)
    .filter((line) => from.test(file.lines[line]) && !/[`<[]/.test(file.lines[line]))));
  return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(from, to));
});
const prose = {
  name: 'prose reworded or wrapped anew', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('wrapped at another width', withParagraph((file, place) =>
      replaceLines(file, place.from, place.to, ...reflow(file.lines.slice(place.from, place.to).join(' '), 64)))),
    shape('in one line', withParagraph((file, place) => (place.to - place.from > 1
      ? replaceLines(file, place.from, place.to, file.lines.slice(place.from, place.to).map(plain).join(' ')) : null))),
    shape('shorter word', exchanged(/\b(in order to|utilize|make use of)\b/, (whole) => (/in order/.test(whole) ? 'to' : 'use'))),
    unseen('contraction written out', exchanged(/\b(can|do|does|is|are)(n't|n’t)\b|\bcan't\b/,
      (whole) => (whole.startsWith('can') ? 'cannot' : `${whole.replace(/n['’]t$/, '')} not`))),
    unseen('one sentence more', inPage((file, tools) => addSentence(file, tools, 'The sections below go into detail.'))),
    unseen('every sentence on its own line', withParagraph((file, place) => {
      const text = file.lines.slice(place.from, place.to).map(plain).join(' ');
      return /[`([]|\b(e\.g|i\.e|etc)\b/.test(text) ? null
        : replaceLines(file, place.from, place.to, ...text.split(/(?<=[a-z]{3}\.) (?=[A-Z])/));
    })),
    unseen('blanks at the ends of lines', inPage((file) => (/[^ ] \n/.test(file.text) ? file.text.replace(/([^ ]) \n/g, '$1\n') : null))),
    unseen('hint before a section', inPage((file, tools) => addParagraph(file, tools, 'Readers in a hurry may skip the next paragraph.'))),
  ],
};

const rows = (file, table) => file.lines.slice(table.from, table.to).map((line) =>
  line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/).map((cell) => cell.trim()));
const withTable = (make) => inMarkdown((file, tools) => {
  const fits = (one) => file.lines.slice(one.from, one.to).every((line) => /^\|.*\|\s*$/.test(line) && !/`[^`]*\|[^`]*`/.test(line))
    && new Set(rows(file, one).map((row) => row.length)).size === 1;
  const table = tools.pick(tables(file).filter(fits));
  return table ? make(file, table, rows(file, table)) : null;
});
const asRow = (row) => `| ${row.join(' | ')} |`;
const layout = {
  name: 'layout of a list or table changed', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('table aligned', withTable((file, table, all) => {
      const widths = all[0].map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
      return replaceLines(file, table.from, table.to, ...all.map((row, at) => asRow(row.map((cell, column) => (at === 1
        ? cell.replace(/-+/, '-'.repeat(Math.max(1, widths[column] - cell.replace(/-/g, '').length))) : cell.padEnd(widths[column]))))));
    })),
    shape('other bullets', inPage((file, tools) => {
      const place = tools.pick(lists(file));
      if (!place) return null;
      const other = file.lines[place.from][0] === '-' ? '*' : '-';
      return replaceLines(file, place.from, place.to, ...file.lines.slice(place.from, place.to).map((line) => other + line.slice(1)));
    })),
    shape('table without blanks', withTable((file, table, all) =>
      replaceLines(file, table.from, table.to, ...all.map((row) => `|${row.join('|')}|`)))),
    unseen('blank lines between items', inPage((file, tools) => {
      const place = tools.pick(lists(file));
      return place ? replaceLines(file, place.from, place.to,
        ...file.lines.slice(place.from, place.to).flatMap((line, at) => (at ? ['', line] : [line]))) : null;
    })),
    unseen('cells centred', withTable((file, table, all) => replaceLines(file, table.from + 1, table.from + 2,
      asRow(all[1].map(() => ':---:'))))),
    unseen('emphasis written otherwise', exchanged(/(^|\s)\*([A-Za-z][\w ]*\w)\*(?=[\s.,;:]|$)/,
      (whole, before, text) => `${before}_${text}_`)),
    unseen('heading of rst underlined longer', inRst((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => !one.over));
      return place ? replaceLine(file, place.body - 1, file.lines[place.body - 1][0].repeat(place.title.length + 2)) : null;
    })),
    unseen('closing hashes', inMarkdown((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => !/#\s*$/.test(file.lines[one.from])));
      return place ? replaceLine(file, place.from, `${plain(file.lines[place.from])} ${'#'.repeat(place.level)}`) : null;
    })),
  ],
};

const samples = {
  name: 'code in a document with marks that look like faults', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('backslash and n in a command', inPage((file, tools) => addParagraph(file, tools, 'Two lines of input are enough to try it:', '',
      ...block(file, 'bash', ["printf 'one\\ntwo\\n' > input.txt", "tr '\\n' ' ' < input.txt"])))),
    shape('fence in a fence', inMarkdown((file, tools) => addParagraph(file, tools, 'A block of code in an issue is written like this:', '',
      '````markdown', '```bash', 'uname -a', '```', '````'))),
    shape('tildes', inMarkdown((file, tools) => addParagraph(file, tools, 'The message then looks like this:', '', '~~~text',
      'error: no input', '~~~'))),
    unseen('fence with attributes',
      inMarkdown((file, tools) => addParagraph(file, tools, 'The file starts like this:', '', '```json title="settings.json" {2}', '{',
        '  "level": 1', '}', '```'))),
    unseen('patch with plus and minus', inPage((file, tools) => addParagraph(file, tools, 'A change of a default is one line:', '',
      ...block(file, 'diff', ['@@ -1 +1 @@', '-level = 1', '+level = 2'])))),
    unseen('session with prompts', inPage((file, tools) => addParagraph(file, tools, 'Check your tools first:', '',
      ...block(file, 'console', ['$ git --version', 'git version 2.39.5', '$ git status --short'])))),
    unseen('fence in a list', inMarkdown((file, tools) => addSection(file, tools, 'Sending a patch',
      ['1. Make a branch:', '', '   ```bash', '   git switch -c fix-typo', '   ```', '',
      '2. Push it and open a pull request.']))),
    unseen('here-document and continued lines', inPage((file, tools) => addParagraph(file, tools, 'Several lines at once:', '',
      ...block(file, 'bash', ['cat > notes.txt <<EOF', 'first line \\', '...', 'EOF', 'git commit \\', '  --message "Add notes" \\',
        '  notes.txt'])))),
    unseen('other word for the language', inPage((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => /^(sh|bash|shell|js|javascript|py|python)$/.test(one.info)));
      const other = place && { sh: 'bash', bash: 'sh', shell: 'bash', js: 'javascript', javascript: 'js', py: 'python',
        python: 'python3' }[place.info];
      return other ? replaceLine(file, place.from, file.lines[place.from].replace(new RegExp(`${place.info}\\s*$`), other)) : null;
    })),
  ],
};

const honest = {
  name: 'honest sentence with the words of a fault', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('truncated', inPage((file, tools) => addSentence(file, tools,
      'Long lines are truncated in the terminal; the rest is unchanged in the file itself.'))),
    shape('here is', inPage((file, tools) => addSentence(file, tools, 'Here is the short version: it depends on your platform.'))),
    shape('hope', inPage((file, tools) => addSentence(file, tools,
      'Certainly the most common question is how to start, and we hope that this page helps.'))),
    unseen('more dots', inPage((file, tools) => addSentence(file, tools, 'And so on... the pattern is the same for the others.'))),
    unseen('blank to fill in by the reader',
      inPage((file, tools) => addParagraph(file, tools, 'Put your own name in place of `<your-name>`:'.replace(/`([^`]+)`/,
        (_, text) => code(file, text)), '',
      ...block(file, 'bash', ['git config user.name "<your-name>"', 'git config user.email you@example.com'])))),
    unseen('compared with others',
      inPage((file, tools) => (['PostgreSQL', 'postgres', 'redis', 'Redis', 'kubernetes', 'Kubernetes'].some((word) =>
        tools.repo.speaks(word)) ? null
      : addSentence(file, tools, 'No database such as PostgreSQL or Redis is needed, and nothing runs in Kubernetes.')))),
    unseen('note about TODO', inPage((file, tools) => addSentence(file, tools, 'A TODO in the code must name an issue.'))),
    unseen('assistants', inPage((file, tools) => addSentence(file, tools,
      'Changes written by a language model are reviewed like all others, line by line.'))),
  ],
};

const words = {
  de: ['Dies ist die deutsche Fassung der Einleitung.', 'Maßgeblich ist die englische Fassung', 'Deutsch'],
    fr: ['Ceci est la version française de l’introduction.', 'La version anglaise fait foi', 'Français'],
  'zh-CN': ['这是简介的中文版本。', '以英文版本为准', '简体中文'], es: ['Esta es la versión en español de la introducción.',
    'La versión en inglés es la de referencia', 'Español'],
  ja: ['これは紹介文の日本語版です。', '正式な版は英語版です', '日本語'],
};
const translation = (tongue, whole) => (file, tools) => {
  const path = join(folderOf(file), file.name.replace(/(\.\w+)$/, `.${tongue}$1`));
  const first = sections(file)[0];
  if (!isReadme(file) || tools.repo.has(path) || !first || first.from > 20) return null;
  const [text, reference, name] = words[tongue];
  const body = whole ? codeBlocks(file).slice(0, 3).flatMap((one) => ['', ...file.lines.slice(one.from, one.to)]) : [];
  const page = [...file.lines.slice(first.from, first.body), '', text, '', `${reference}: ${mark(file, file.name, file.name)}.`, ...body,
    ''].join('\n');
  return { files: { [path]: page, [file.path]: insertAt(file, first.body, '',
    mark(file, name, file.name.replace(/(\.\w+)$/, `.${tongue}$1`))) } };
};
const translated = {
  name: 'README in another language', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('German', translation('de', true)), shape('Chinese', translation('zh-CN', true)),
      shape('French, short', translation('fr', false)),
    unseen('Spanish', translation('es', true)), unseen('Japanese', translation('ja', true)),
      unseen('German, short', translation('de', false)),
  ],
};

const badge = (make) => (file, tools) => {
  const first = isReadme(file) && folderOf(file) === '' ? sections(file)[0] : null;
  const made = first && owner(tools) ? make(tools, owner(tools)) : null;
  if (!made) return null;
  const [name, picture, target] = made;
  return insertAt(file, first.body, '', ...(isMarkdown(file) ? [`[![${name}](${picture})](${target})`]
    : [`.. image:: ${picture}`, `   :target: ${target}`, `   :alt: ${name}`]));
};
const rightBadge = {
  name: 'badge of something that the project has', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('workflow', badge((tools, repo) => {
      const path = tools.pick(tools.repo.names.filter((name) => /^\.github\/workflows\/[\w.-]+\.ya?ml$/.test(name)));
      const name = path?.split('/').pop();
      return path ? ['Build', `https://github.com/${repo}/actions/workflows/${name}/badge.svg`,
        `https://github.com/${repo}/actions/workflows/${name}`] : null;
    })),
    shape('licence', badge((tools) => {
      const real = licence(tools);
      return real ? ['License', `https://img.shields.io/badge/license-${real.spdx.replace(/-/g, '--')}-blue.svg`, real.path] : null;
    })),
    shape('package registry', badge((tools) => {
      const project = projectOf({ language: null }, tools.repo);
      if (!project?.name) return null;
      return { node: ['npm', `https://img.shields.io/npm/v/${project.name}.svg`, `https://www.npmjs.com/package/${project.name}`],
        rust: ['crates.io', `https://img.shields.io/crates/v/${project.name}.svg`, `https://crates.io/crates/${project.name}`],
        python: ['PyPI', `https://img.shields.io/pypi/v/${project.name}.svg`, `https://pypi.org/project/${project.name}/`] }[project.kind]
          ?? null;
    })),
    unseen('releases', badge((tools, repo) => ['Release', `https://img.shields.io/github/v/release/${repo}`,
      `https://github.com/${repo}/releases`])),
    unseen('workflow on a branch', badge((tools, repo) => {
      const path = tools.pick(tools.repo.names.filter((name) => /^\.github\/workflows\/[\w.-]+\.ya?ml$/.test(name)));
      const name = path?.split('/').pop();
      return path ? ['CI', `https://github.com/${repo}/actions/workflows/${name}/badge.svg?branch=main`,
        `https://github.com/${repo}/actions/workflows/${name}?query=branch%3Amain`] : null;
    })),
    unseen('issues', badge((tools, repo) => ['Issues', `https://img.shields.io/github/issues/${repo}.svg`,
      `https://github.com/${repo}/issues`])),
  ],
};

const inHistory = (make) => (file, tools) => {
  if (!isPaper(file) || !isHistory(file)) return null;
  const found = sections(file).find((one) => /\d+\.\d+|unreleased/i.test(one.title));
  return found ? make(file, found, tools) : null;
};
const bullet = (file, found) => /^\s*([-*+]) /.exec(file.lines.slice(found.body).find((line) => /^\s*[-*+] /.test(line)) ?? '- ')[1];
const history = {
  name: 'entry of a changelog', class: 4, benign: true, languages: ['markdown', 'rst'],
  shapes: [
    shape('item of the newest', inHistory((file, found) => {
      const at = file.lines.findIndex((line, index) => index > found.body && /^[-*+] /.test(line));
      return at < 0 || at > found.to ? null : insertAt(file, at, `${bullet(file, found)} Mend a typo in the documentation`);
    })),
    shape('a section for what is coming', inHistory((file, found) => (/unreleased/i.test(file.text) || !isMarkdown(file) ? null
      : insertAt(file, found.from, `${'#'.repeat(found.level)} Unreleased`, '',
      `${bullet(file, found)} Mend a typo in the documentation`, '')))),
    shape('typo of an old entry', inHistory((file, found, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (index > found.to && /^[-*+] [a-z]+ [a-z]/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at,
        file.lines[at].replace(/^([-*+] )(\w)/, (_, head, letter) => head + letter.toUpperCase()));
    })),
    unseen('item with a link to its change', inHistory((file, found, tools) => {
      const at = file.lines.findIndex((line, index) => index > found.body && /^[-*+] /.test(line));
      const repo = owner(tools);
      return at < 0 || at > found.to || !repo ? null
        : insertAt(file, at, `${bullet(file, found)} Mend a typo (${mark(file, '#1', `https://github.com/${repo}/pull/1`)})`);
    })),
    unseen('blank line after a heading',
      inHistory((file, found) => (/^\s*$/.test(file.lines[found.body] ?? '') ? without(file, found.body, found.body + 1)
        : insertAt(file, found.body, '')))),
    unseen('note at the end', inHistory((file) => endedText(file, ['Older releases are described in the history of the repository.']))),
  ],
};

export const rightText = [section, prose, layout, samples, honest, translated, rightBadge, history];
