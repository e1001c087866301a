// Faults in the layout of a document: what is right as text and is shown wrong.
import { insertAt, replaceLine, replaceLines, without } from '../../source.mjs';
import { shape, unseen } from '../shared/shapes.mjs';
import {
  addParagraph, addSection, codeBlocks, commandBlocks, isMarkdown, isPaper, isRst, lists, numbered, paragraphs, sections, tables,
} from './parts.mjs';
import { commandsOf } from '../shared/project.mjs';

const only = (test, make) => (file, tools) => (test(file) && isPaper(file) ? make(file, tools) : null);
const inMarkdown = (make) => only(isMarkdown, make);
const inRst = (make) => only(isRst, make);
const inBoth = (make) => only(() => true, make);

const bare = (line) => line.trim();
const withFence = (make) => inMarkdown((file, tools) => {
  const fence = tools.pick(codeBlocks(file).filter((block) => block.last > block.first && block.indent === ''));
  return fence ? make(file, fence, tools) : null;
});
const withCommands = (make) => inMarkdown((file, tools) => {
  const fence = tools.pick(commandBlocks(file));
  return fence ? make(file, fence, tools) : null;
});
const withCommandDirective = (make) => inRst((file, tools) => {
  const block = tools.pick(commandBlocks(file));
  return block ? make(file, block, tools) : null;
});

const swallowed = {
  name: 'command swallowed by the line that opens a block of code', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'what stands behind the opening fence is the name of a language and is not shown, so the reader never sees the command',
  shapes: [
    shape('first command behind bare backticks', withCommands((file, fence) =>
      replaceLines(file, fence.from, fence.first + 1, fence.indent + fence.mark + bare(file.lines[fence.first])))),
    shape('first command behind the language', withCommands((file, fence) => replaceLines(file, fence.from, fence.first + 1,
      `${fence.indent}${fence.mark}${fence.info || 'bash'} ${bare(file.lines[fence.first])}`))),
    shape('first command as argument of the directive', withCommandDirective((file, block) => replaceLines(file, block.from,
      block.first + 1, `${file.lines[block.from].trimEnd()} ${bare(file.lines[block.first])}`, ''))),
    unseen('a new section whose command stands in the fence', inMarkdown((file, tools) => {
      const command = tools.pick(commandsOf(file, tools.repo));
      return command ? addSection(file, tools, 'Quick check', [`\`\`\`${command}`, '```']) : null;
    })),
    unseen('all commands of the block in its first line', withCommands((file, fence) => {
      const all = file.lines.slice(fence.first, fence.last).map(bare);
      if (all.some((line) => /^#|[\\&|{(]$|^$/.test(line)) || all.length > 4) return null;
      return replaceLines(file, fence.from, fence.last, `${fence.indent}${fence.mark}${fence.info || 'sh'} ${all.join(' && ')}`);
    })),
    unseen('a new block in which the directive takes the command', inRst((file, tools) => {
      const command = tools.pick(commandsOf(file, tools.repo));
      return command ? addParagraph(file, tools, 'To try it:', '', `.. code-block:: ${command}`) : null;
    })),
  ],
};

const unbalanced = {
  name: 'fence left open or closed twice', class: 4, what: 'defect', languages: ['markdown'],
  why: 'all that follows changes between code and prose',
  shapes: [
    shape('closing fence lost', withFence((file, fence) => without(file, fence.last, fence.to))),
    shape('closed twice', withFence((file, fence) => insertAt(file, fence.to, file.lines[fence.last]))),
    shape('opening fence lost', withFence((file, fence) => without(file, fence.from, fence.first))),
    unseen('closed with two backticks', withFence((file, fence) => replaceLine(file, fence.last, fence.mark.slice(1)))),
    unseen('closed with a language', withFence((file, fence) =>
      (fence.info ? replaceLine(file, fence.last, fence.mark + fence.info) : null))),
    unseen('prose behind the closing fence', withFence((file, fence) => {
      let next = fence.to;
      while (/^\s*$/.test(file.lines[next] ?? '.')) ++next;
      if (!/^[A-Z]\w+ /.test(file.lines[next] ?? '')) return null;
      return replaceLines(file, fence.last, next + 1, fence.mark + file.lines[next]);
    })),
    unseen('opened twice', withFence((file, fence) =>
      (fence.info ? insertAt(file, fence.from, fence.mark) : insertAt(file, fence.from, `${fence.mark}text`)))),
  ],
};

const joined = (file, from, to, by) => replaceLines(file, from, to, file.lines.slice(from, to).join(by));
const escapes = {
  name: 'escapes of a string left in a document', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'a reader sees a backslash and an n where a line should end',
  shapes: [
    shape('continued command in one line', inBoth((file, tools) => {
      const blocks = commandBlocks(file).filter((block) => block.last - block.first > 1);
      const block = tools.pick(blocks);
      if (!block) return null;
      const ends = (at) => at < block.last && /\\\s*$/.test(file.lines[at]);
      let at = block.first;
      while (at < block.last - 1 && !ends(at)) ++at;
      if (!ends(at) || at + 1 >= block.last) at = block.first;
      return replaceLines(file, at, at + 2, `${file.lines[at].replace(/\s*\\\s*$/, ' ')}\\n${file.lines[at + 1]}`);
    })),
    shape('paragraph in one line', inBoth((file, tools) => {
      const place = tools.pick(paragraphs(file).filter((part) => part.to - part.from > 1));
      return place ? joined(file, place.from, place.to, '\\n') : null;
    })),
    shape('list in one line', inBoth((file, tools) => {
      const place = tools.pick(lists(file));
      return place ? joined(file, place.from, place.to, '\\n') : null;
    })),
    unseen('heading with its first paragraph', inBoth((file, tools) => {
      const found = sections(file).filter((one) => /^\s*$/.test(file.lines[one.body] ?? '.')
        && /^[A-Z]/.test(file.lines[one.body + 1] ?? ''));
      const place = tools.pick(found);
      return place ? joined(file, place.from, place.body + 2, '\\n') : null;
    })),
    unseen('block of code in one line', inBoth((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((block) => block.last - block.first > 2));
      if (!place) return null;
      const text = file.lines.slice(place.first, place.last).map((line) => line.slice(place.indent.length)).join('\\n');
      return replaceLines(file, place.first, place.last, place.indent + text);
    })),
    unseen('quotes escaped in a block', inBoth((file, tools) => {
      const fits = (block) => {
        const text = file.lines.slice(block.first, block.last).join('\n');
        return text.includes('"') && !text.includes('\\') && !/"""/.test(text);
      };
      const place = tools.pick(codeBlocks(file).filter(fits));
      return place ? replaceLines(file, place.first, place.last,
        ...file.lines.slice(place.first, place.last).map((line) => line.replaceAll('"', '\\"'))) : null;
    })),
    unseen('the last section as one string', inBoth((file) => {
      const last = sections(file).pop();
      if (!last || last.to - last.from < 5) return null;
      const lines = file.lines.slice(last.from, last.to);
      while (lines[lines.length - 1] === '') lines.pop();
      return replaceLines(file, last.from, last.to, lines.join('\\n'), '');
    })),
  ],
};

const collapsed = {
  name: 'layout collapsed to one line', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'a list, table or heading that shares its line with others is shown as running text',
  shapes: [
    shape('list', inBoth((file, tools) => {
      const place = tools.pick(lists(file));
      return place ? joined(file, place.from, place.to, ' ') : null;
    })),
    shape('table', inMarkdown((file, tools) => {
      const place = tools.pick(tables(file));
      return place ? joined(file, place.from, place.to, ' ') : null;
    })),
    shape('heading and paragraph', inBoth((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => /^\s*$/.test(file.lines[one.body] ?? '.')
        && /^[A-Z]\w* /.test(file.lines[one.body + 1] ?? '')));
      if (!place) return null;
      return replaceLines(file, place.from, place.body + 2, file.lines.slice(place.from, place.body + 2).filter(Boolean).join(' '));
    })),
    unseen('numbered steps', inBoth((file, tools) => {
      const place = tools.pick([...lists(file, numbered), ...lists(file, /^#\. \S/)]);
      return place ? joined(file, place.from, place.to, ' ') : null;
    })),
    unseen('block of code with its marks', inBoth((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((block) => block.last - block.first > 1));
      if (!place) return null;
      const all = file.lines.slice(place.from, place.to).map(bare).filter(Boolean);
      return replaceLines(file, place.from, place.to, all.join(' '));
    })),
    unseen('lines of a block of commands', inBoth((file, tools) => {
      const plain = (block) => block.last - block.first > 1
        && file.lines.slice(block.first, block.last).every((line) => line.trim() && !/[\\&|;]\s*$|^\s*#/.test(line));
      const place = tools.pick(commandBlocks(file).filter(plain));
      if (!place) return null;
      return replaceLines(file, place.first, place.last, place.indent + file.lines.slice(place.first, place.last).map(bare).join(' '));
    })),
    unseen('two sections without a blank line or a line break', inBoth((file, tools) => {
      const place = tools.pick(sections(file).filter((one) => one.from > 2 && /^\s*$/.test(file.lines[one.from - 1])
        && /^[A-Z].*\w\.$/.test(file.lines[one.from - 2])));
      return place ? replaceLines(file, place.from - 2, place.from + 1, `${file.lines[place.from - 2]} ${file.lines[place.from]}`) : null;
    })),
  ],
};

const withSection = (test, make) => only(test, (file, tools) => {
  const place = tools.pick(sections(file).filter((one) => one.from > 0));
  return place ? make(file, place, tools) : null;
});
const noHeading = {
  name: 'heading that is none any more', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'the line is shown as running text and the section is lost from contents and anchors',
  shapes: [
    shape('no blank behind the hashes', withSection(isMarkdown, (file, place) =>
      replaceLine(file, place.from, file.lines[place.from].replace(/^(#+) +/, '$1')))),
    shape('underline too short', withSection(isRst, (file, place) => (place.over || place.title.length < 8 ? null
      : replaceLine(file, place.body - 1, file.lines[place.body - 1].slice(0, Math.floor(place.title.length / 2)))))),
    shape('hash escaped', withSection(isMarkdown, (file, place) => replaceLine(file, place.from, `\\${file.lines[place.from]}`))),
    unseen('indented like code', withSection(isMarkdown, (file, place) =>
      (/^\s*$/.test(file.lines[place.from - 1]) ? replaceLine(file, place.from, `    ${file.lines[place.from]}`) : null))),
    unseen('underline lost', withSection(isRst, (file, place) => (place.over ? null : without(file, place.body - 1, place.body)))),
    unseen('seven hashes', withSection(isMarkdown, (file, place) =>
      replaceLine(file, place.from, `#######${file.lines[place.from].replace(/^#+/, '')}`))),
    unseen('glued to the paragraph before', withSection(isRst, (file, place) =>
      (!place.over && /^\s*$/.test(file.lines[place.from - 1]) && /^[A-Za-z].*\.$/.test(file.lines[place.from - 2] ?? '')
        ? without(file, place.from - 1, place.from) : null))),
  ],
};

const withTable = (make) => inMarkdown((file, tools) => {
  const table = tools.pick(tables(file).filter((one) => file.lines[one.from].trim().startsWith('|')));
  return table ? make(file, table, tools) : null;
});
const cells = (line) => line.trim().replace(/^\||\|$/g, '').split(/(?<!\\)\|/);
const brokenTable = {
  name: 'table broken', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'without a delimiter row of as many cells as the header there is no table, and cells beyond the header are dropped',
  shapes: [
    shape('delimiter row lost', withTable((file, table) => without(file, table.from + 1, table.from + 2))),
    shape('delimiter row of fewer cells', withTable((file, table) => {
      const marks = cells(file.lines[table.from + 1]);
      return marks.length < 2 ? null : replaceLine(file, table.from + 1, `|${marks.slice(0, -1).join('|')}|`);
    })),
    shape('row with a cell too many', withTable((file, table) => {
      const at = table.to - 1;
      return replaceLine(file, at, `${file.lines[at].trimEnd().replace(/\|?$/, '|')} since the last release |`);
    })),
    shape('simple table without its last border', inRst((file, tools) => {
      const borders = file.lines.flatMap((line, at) => (/^\s*=+( +=+)+\s*$/.test(line) ? [at] : []));
      const at = tools.pick(borders.filter((line) => /^\s*$/.test(file.lines[line + 1] ?? '') && /\S/.test(file.lines[line - 1])));
      return at === undefined ? null : without(file, at, at + 1);
    })),
    unseen('pipes of a row lost', withTable((file, table) => {
      const at = table.to - 1;
      return table.to - table.from < 4 || file.lines[at].includes('\\|') ? null
        : replaceLine(file, at - 1, cells(file.lines[at - 1]).map(bare).join('  '));
    })),
    unseen('blank line in the middle', withTable((file, table) => (table.to - table.from < 4 ? null : insertAt(file, table.from + 3, '')))),
    unseen('delimiter row of dots', withTable((file, table) =>
      replaceLine(file, table.from + 1, file.lines[table.from + 1].replace(/-+/g, '...')))),
    unseen('grid table with a ragged border', inRst((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^\+(-+\+){2,}\s*$/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace('--', '-'));
    })),
  ],
};

const asMarkdownFence = (file, block) => replaceLines(file, block.from, block.to, `\`\`\`${block.info}`,
  ...file.lines.slice(block.first, block.last).map((line) => line.slice(block.indent.length)), '```');
const otherMarkup = {
  name: 'mark-up of another language', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'Markdown in reStructuredText, and the other way round, is shown as it was typed',
  shapes: [
    shape('fence in reStructuredText', inRst((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => /^\S/.test(file.lines[one.from])));
      return place ? asMarkdownFence(file, place) : null;
    })),
    shape('Markdown link in reStructuredText', inRst((file, tools) => {
      const found = file.lines.flatMap((line, at) => [...line.matchAll(/`([^`<>]+) <(https?:[^>]+)>`__?/g)].map((match) =>
        ({ at, match })));
      const place = tools.pick(found);
      return place ? replaceLine(file, place.at,
        file.lines[place.at].replace(place.match[0], `[${place.match[1]}](${place.match[2]})`)) : null;
    })),
    shape('directive in Markdown', inMarkdown((file, tools) => {
      const place = tools.pick(codeBlocks(file).filter((one) => one.info && one.indent === '' && /^\w+$/.test(one.info)));
      if (!place) return null;
      return replaceLines(file, place.from, place.to, `.. code-block:: ${place.info}`, '',
        ...file.lines.slice(place.first, place.last).map((line) => (line ? `    ${line}` : '')));
    })),
    unseen('hash as heading in reStructuredText', withSection(isRst, (file, place) => (place.over ? null
      : replaceLines(file, place.from, place.body, `${'#'.repeat(place.level)} ${place.title}`)))),
    unseen('link of reStructuredText in Markdown', inMarkdown((file, tools) => {
      const found = file.lines.flatMap((line, at) => [...line.matchAll(/(?<!!)\[([^\]`]+)\]\((https?:[^)\s]+)\)/g)]
        .filter((match) => !/^\s*\[|`/.test(line)).map((match) => ({ at, match })));
      const place = tools.pick(found);
      return place ? replaceLine(file, place.at,
        file.lines[place.at].replace(place.match[0], `\`${place.match[1]} <${place.match[2]}>\`_`)) : null;
    })),
    unseen('double backticks and role in Markdown', inMarkdown((file, tools) =>
      addParagraph(file, tools, 'See :doc:`usage` and :ref:`installation` for the details.'))),
    unseen('note of GitHub in reStructuredText', inRst((file, tools) =>
      addParagraph(file, tools, '> [!NOTE]', '> **The defaults** are meant for development only.'))),
  ],
};

const withDirective = (pattern, make) => inRst((file, tools) => {
  const at = tools.pick(file.lines.flatMap((line, index) => (pattern.test(line) ? [index] : [])));
  return at === undefined ? null : make(file, at, tools);
});
const brokenRst = {
  name: 'mark-up of reStructuredText broken', class: 4, what: 'defect', languages: ['rst'],
  why: 'docutils reports it and shows the mark-up itself, or nothing',
  shapes: [
    shape('directive with one colon', withDirective(/^\s*\.\. [\w-]+::/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace('::', ':')))),
    shape('body of the directive not indented', withDirective(/^\.\. (note|warning|tip|code-block|admonition)::/, (file, at) => {
      let from = at + 1;
      while (/^\s*$/.test(file.lines[from] ?? '.')) ++from;
      let to = from;
      while (/^ +\S/.test(file.lines[to] ?? '')) ++to;
      return to === from ? null : replaceLines(file, from, to, ...file.lines.slice(from, to).map(bare));
    })),
    shape('literal left open', withDirective(/^[^`]*``[^`]+``[^`]*$/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace(/(``[^`]+)``/, '$1`')))),
    unseen('unknown directive', withDirective(/^\s*\.\. code-block::/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace('code-block', 'codeblock')))),
    unseen('role not closed', withDirective(/:(func|class|meth|ref|doc|mod):`[^`]+`/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace(/(:(?:func|class|meth|ref|doc|mod):`[^`]+)`/, '$1')))),
    unseen('link without its underscore', withDirective(/`[^`<]+ <https?:[^>]+>`_/, (file, at) =>
      replaceLine(file, at, file.lines[at].replace(/(`[^`<]+ <https?:[^>]+>`)__?/, '$1')))),
    unseen('literal block without a blank line', withDirective(/\S::\s*$/, (file, at) =>
      (!/^\s*\.\./.test(file.lines[at]) && /^\s*$/.test(file.lines[at + 1] ?? '.') && /^ +\S/.test(file.lines[at + 2] ?? '')
        ? without(file, at + 1, at + 2) : null))),
  ],
};

const ofLanguage = (info, make) => inBoth((file, tools) => {
  const place = tools.pick(codeBlocks(file).filter((one) => info.test(one.info) && one.last > one.first));
  if (!place) return null;
  const lines = make(file.lines.slice(place.first, place.last), tools);
  return lines ? replaceLines(file, place.first, place.last, ...lines) : null;
});
const parsed = (lines) => {
  try {
    JSON.parse(lines.join('\n'));
    return true;
  } catch {
    return false;
  }
};
const withoutLast = (lines, pattern, to) => {
  const at = lines.map((line) => pattern.test(line)).lastIndexOf(true);
  return at < 0 ? null : lines.map((line, index) => (index === at ? line.replace(pattern, to) : line));
};
const brokenExample = {
  name: 'example in a document that cannot be parsed', class: 4, what: 'defect', languages: ['markdown', 'rst'],
  why: 'a reader who copies the example gets an error of syntax',
  shapes: [
    shape('comma behind the last member of JSON', ofLanguage(/^json$/, (lines) => {
      const changed = parsed(lines) && withoutLast(lines.slice(0, -1), /(["\d\]}el])(\s*)$/, '$1,$2');
      return changed ? [...changed, lines[lines.length - 1]] : null;
    })),
    shape('closing bracket of Python lost', ofLanguage(/^(python|py|python3)$/, (lines) =>
      withoutLast(lines, /^([^()#'"]*\([^()#'"]*)\)\s*$/, '$1'))),
    shape('quote of a command left open', ofLanguage(/^(sh|bash|shell)$/, (lines) =>
      withoutLast(lines, /^([\w$./-]+ [^"'#]*"[^"'\\]*)"([^"']*)$/, '$1$2'))),
    unseen('remark in JSON', ofLanguage(/^json$/, (lines) =>
      (parsed(lines) && lines.length > 2 ? withoutLast(lines, /^(\s*".*)$/, '$1  // as before') : null))),
    unseen('closing brace lost', ofLanguage(/^(js|javascript|ts|typescript|go|rust|c|cpp|c\+\+|java|json)$/, (lines) => {
      const count = (mark) => lines.join('').split(mark).length;
      const at = lines.map((line) => /^\s*\}\)?;?\s*$/.test(line)).lastIndexOf(true);
      return at < 0 || count('{') !== count('}') ? null : lines.filter((line, index) => index !== at);
    })),
    unseen('tab as indent of YAML', ofLanguage(/^ya?ml$/, (lines) => withoutLast(lines, /^ {2,}(?=\w)/, '\t'))),
    unseen('body of a Python block not indented', ofLanguage(/^(python|py)$/, (lines) => {
      const at = lines.findIndex((line, index) => /^(def|class|with|for|if) .*:$/.test(line) && /^ +\S/.test(lines[index + 1] ?? ''));
      return at < 0 ? null : lines.map((line, index) => (index === at + 1 ? line.trim() : line));
    })),
  ],
};

export const layout = [swallowed, unbalanced, escapes, collapsed, noHeading, brokenTable, otherMarkup, brokenRst, brokenExample];
