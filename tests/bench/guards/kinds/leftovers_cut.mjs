// Files that an answer left incomplete: a remark stands for what was not written again, output was
// cut, or a part came twice. In C, PHP, shell, CSS, YAML and Markdown much of this still parses.
import { atEnd, atGap, blockOf, documents, every, fence, gapsOf, headOf, infoOf, isDocument, keepingEnds, remark, runsOf, shape,
  sized, spotOf, unseen } from './lib/places.mjs';
import { functionsOf, headingsOf, indentOf, insertAt, replaceLines } from '../source.mjs';

const base = { class: 11, what: 'defect', languages: every };
const body = (file) => file.text.replace(/\n*$/, '');

const words = {
  existing: ['... existing code ...', '... existing code remains ...', '... (existing code) ...'],
  unchanged: ['rest of the file unchanged', 'The rest of the code remains the same', 'Remaining code unchanged', 'rest of implementation...'],
  brevity: ['... omitted for brevity ...', 'Other parts omitted', '... snip ...', '[rest unchanged]'],
  keep: ['Keep the existing implementation here', '(keep everything below as it is)', 'Same as before', 'Leave the remaining lines untouched'],
  other: ['... other methods ...', '... previous code ...', '... same as above ...', '... remaining entries ...'],
};

// The block without its first line or two, which models repeat, and the remark in place of the rest.
const inPlaceOfBlock = (texts) => (file, tools) => {
  const block = blockOf(file, tools, 5);
  if (!block) return null;
  const from = block.from + 1 + Math.floor(tools.random() * 2);
  const to = block.to - (block.of ? 0 : Math.floor(tools.random() * 2));
  return replaceLines(file, from, to, remark(file, tools.pick(texts), isDocument(file) ? '' : block.indent));
};

const tailFrom = (file, tools) => {
  const gaps = gapsOf(file).filter((at) => at > file.lines.length * 0.3 && file.lines.length - at > 8);
  return tools.pick(gaps) ?? (file.lines.length > 20 ? Math.floor(file.lines.length * 0.6) : null);
};

const inPlaceOfTail = (texts) => (file, tools) => {
  const at = tailFrom(file, tools);
  return at === null ? null : `${file.lines.slice(0, at).join('\n')}\n${remark(file, tools.pick(texts))}\n`;
};

const elided = {
  ...base, name: 'a remark instead of the rest',
  why: 'The remark stands for lines that the answer did not repeat, and nobody put them back: they are lost.',
  shapes: sized(12, [
    shape('existing code in a block', inPlaceOfBlock(words.existing)),
    shape('unchanged to the end of the file', inPlaceOfTail(words.unchanged)),
    shape('existing code between two parts', (file, tools) => {
      const gaps = gapsOf(file);
      if (gaps.length < 2) return null;
      const index = Math.floor(tools.random() * (gaps.length - 1));
      return gaps[index + 1] - gaps[index] < 5 ? null : replaceLines(file, gaps[index], gaps[index + 1], remark(file, tools.pick(words.existing)), '');
    }),
    unseen('brevity in a block', inPlaceOfBlock(words.brevity)),
    unseen('keep to the end of the file', inPlaceOfTail(words.keep)),
    unseen('other parts', inPlaceOfBlock(words.other)),
    unseen('head of the file', (file, tools) => {
      const at = tools.pick(gapsOf(file).filter((gap) => gap > 6 && gap < file.lines.length * 0.7));
      return at === undefined ? null : replaceLines(file, headOf(file), at, remark(file, tools.pick(['... imports ...', '... existing code above ...', 'previous content unchanged', '(top of the file as before)'])), '');
    }),
    unseen('as an inline comment', (file, tools) => {
      const block = blockOf(file, tools, 5);
      if (!block || ['python', 'ruby', 'shell', 'yaml', 'toml', 'dockerfile', 'makefile', 'json', ...documents].includes(file.language)) return null;
      const [a, b] = file.language === 'html' ? ['<!--', '-->'] : ['/*', '*/'];
      return replaceLines(file, block.from + 1, block.to, `${block.indent}${a} ... ${b}`);
    }),
  ]),
};

const rawDots = {
  ...base, name: 'bare dots instead of the rest',
  why: 'Dots stand for lines that the answer did not repeat; they are lost.',
  shapes: sized(12, [
    shape('in a block', (file, tools) => {
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from + 1, block.to, `${isDocument(file) ? '' : block.indent}...`);
    }),
    shape('to the end of the file', (file, tools) => {
      const at = tailFrom(file, tools);
      return at === null ? null : `${file.lines.slice(0, at).join('\n')}\n...\n`;
    }),
    shape('with a word', (file, tools) => {
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from + 1, block.to, `${isDocument(file) ? '' : block.indent}${tools.pick(['... (rest of implementation)', '...rest of the code...', '... same as before'])}`);
    }),
    unseen('one sign', (file, tools) => {
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from + 1, block.to, `${isDocument(file) ? '' : block.indent}…`);
    }),
    unseen('three lines', (file, tools) => {
      const block = blockOf(file, tools, 6);
      return block && replaceLines(file, block.from + 1, block.to, ...Array.from({ length: 3 }, () => `${isDocument(file) ? '' : block.indent}.`));
    }),
    unseen('vertical dots', (file, tools) => {
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from + 1, block.to, `${isDocument(file) ? '' : block.indent}${tools.pick(['⋮', '⋮----', '[...]', '(...)'])}`);
    }),
  ]),
};

const keptMarks = {
  ...base, name: 'a remark for omitted code where nothing is omitted',
  why: 'The remark was a mark for the tool that joins edits; next to the code it speaks of, it says something untrue.',
  shapes: sized(10, [
    shape('between two parts', (file, tools) => atGap(file, tools, remark(file, tools.pick(words.existing)), '')),
    shape('in a block', (file, tools) => spotted(file, tools, words.existing)),
    shape('at the end', (file, tools) => atEnd(file, '', remark(file, tools.pick(words.unchanged)))),
    unseen('keep', (file, tools) => spotted(file, tools, words.keep)),
    unseen('other', (file, tools) => spotted(file, tools, words.other)),
    unseen('at the top', (file, tools) => insertAt(file, headOf(file), remark(file, tools.pick(['... existing imports ...', '... existing code above ...', 'previous lines unchanged'])))),
    unseen('begin and end', (file, tools) => atGap(file, tools, remark(file, tools.pick(['... unchanged ...', 'END OF CHANGES', '--- end of edit ---'])), '')),
  ]),
};

function spotted(file, tools, texts) {
  const spot = spotOf(file, tools);
  return spot && insertAt(file, spot.at, remark(file, tools.pick(texts), isDocument(file) ? '' : spot.indent));
}

function lossy(text) {
  return (file, tools) => {
    const block = blockOf(file, tools, 5);
    if (!block) return null;
    const count = block.to - block.from - 1;
    return replaceLines(file, block.from + 1, block.to, text(file, tools, count));
  };
}

const truncated = {
  ...base, name: 'the mark of a shortened output',
  why: 'A tool showed a part of the file and said so; the model wrote that back, and the rest of the file is lost.',
  shapes: sized(12, [
    shape('truncated in a block', lossy((file, tools) => tools.pick(['[... truncated ...]', '...[truncated]...', '[truncated]']))),
    shape('truncated to the end', (file, tools) => {
      const at = tailFrom(file, tools);
      return at === null ? null : `${file.lines.slice(0, at).join('\n')}\n${tools.pick(['[... truncated ...]', '... (output truncated)', '[output truncated]'])}\n`;
    }),
    shape('how many lines', lossy((file, tools, count) => tools.pick([`... ${count} more lines ...`, `[${count} lines omitted]`, `... (${count} lines truncated)`]))),
    unseen('clipped', (file, tools) => {
      const at = tailFrom(file, tools);
      if (at === null) return null;
      const clipped = tools.pick([`<${'response'} clipped>`, `<NOTE>To save on context only part of this file has been shown.</NOTE>`, '<error>Content truncated due to length limit</error>', '[Response truncated due to length]']);
      return `${file.lines.slice(0, at).join('\n')}\n${clipped}\n`;
    }),
    unseen('characters', lossy((file, tools, count) => tools.pick([`…${count * 31} chars truncated…`, `<${count * 31} characters omitted>`, `[...${count} lines skipped...]`, `~~ ${count} lines collapsed ~~`]))),
    unseen('as a remark', lossy((file, tools, count) => remark(file, tools.pick([`... ${count} lines hidden ...`, 'NOTE: the file is truncated here', 'content too long, truncated'])))),
    unseen('saved elsewhere', lossy((file, tools, count) => tools.pick([`[Omitted ${count} lines. Full output saved to /tmp/output.txt]`, `--- ${count} lines not shown ---`, '[Content continues]']))),
  ]),
};

// Whether a cut at `at` loses a definition that other files speak of.
const losesUsed = (file, tools, at) => functionsOf(file).some((f) => f.from >= at && f.name.length > 4 && tools.repo.speaks(f.name, file.path));

function cutInside(file, tools, accept = () => true) {
  const fit = file.lines.flatMap((line, at) => (at > file.lines.length * 0.35 && at < file.lines.length * 0.85 && file.lines.length - at > 6
    && line.trim().split(/\s+/).length >= 3 && accept(line, at) ? [at] : []));
  const at = tools.pick(fit);
  if (at === undefined) return null;
  const line = file.lines[at];
  const half = indentOf(line).length + Math.floor(line.trim().length * (0.35 + tools.random() * 0.4));
  return { at, kept: file.lines.slice(0, at), half: line.slice(0, half).trimEnd() };
}

const insideBody = (file) => {
  const inside = new Set(functionsOf(file).flatMap((f) => Array.from({ length: f.close - f.open - 1 }, (_, i) => f.open + 1 + i)));
  return (line, at) => inside.size === 0 || inside.has(at);
};

const cut = {
  ...base, name: 'a file cut in the middle',
  why: 'The answer ended at its longest length; what came after is lost.',
  shapes: sized(16, [
    shape('within a line', (file, tools) => {
      const one = cutInside(file, tools, insideBody(file));
      return one && `${[...one.kept, one.half].join('\n')}`;
    }),
    shape('after a line of a body', (file, tools) => {
      const one = cutInside(file, tools, insideBody(file));
      return one && `${one.kept.join('\n')}\n`;
    }),
    shape('within a line, with a newline', (file, tools) => {
      const one = cutInside(file, tools, insideBody(file));
      return one && `${[...one.kept, one.half].join('\n')}\n`;
    }),
    unseen('after a whole definition that is used', (file, tools) => {
      const at = tools.pick(gapsOf(file).filter((gap) => gap > file.lines.length * 0.3 && losesUsed(file, tools, gap)));
      return at === undefined ? null : `${file.lines.slice(0, at).join('\n').trimEnd()}\n`;
    }),
    unseen('and closed with a fence', (file, tools) => {
      const one = cutInside(file, tools, insideBody(file));
      return one && !isDocument(file) ? `${[...one.kept, one.half, fence()].join('\n')}\n` : null;
    }),
    unseen('its beginning lost', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (index > 8 && index < file.lines.length * 0.6 && line.trim() && insideBody(file)(line, index) ? [index] : [])));
      return at === undefined ? null : file.lines.slice(at).join('\n');
    }),
    unseen('its middle lost', (file, tools) => {
      const one = cutInside(file, tools, insideBody(file));
      if (!one) return null;
      const gap = gapsOf(file).find((at) => at > one.at + 3);
      return gap ? [...one.kept, one.half, ...file.lines.slice(gap)].join('\n') : null;
    }),
  ]),
};

const lastCut = {
  ...base, name: 'the last line cut',
  why: 'The last signs of the file are missing, as when an answer ends too early or an edit counts one line too many.',
  shapes: sized(6, [
    shape('half of the last line', (file, tools) => {
      const lines = body(file).split('\n');
      const last = lines[lines.length - 1];
      const word = /\w{5,}/.test(last) && last.trim().length >= 8;
      return word ? `${[...lines.slice(0, -1), last.slice(0, indentOf(last).length + Math.floor(last.trim().length * (0.4 + tools.random() * 0.3)))].join('\n')}` : null;
    }),
    shape('the last line lost', (file) => {
      const lines = body(file).split('\n');
      return /^\s*([}\])]+[;,)]*|end|fi|done|esac|<\/\w+>)\s*$/.test(lines[lines.length - 1]) ? `${lines.slice(0, -1).join('\n')}\n` : null;
    }),
    shape('a whole last line of text', (file) => {
      const lines = body(file).split('\n');
      const before = lines[lines.length - 2] ?? '';
      const continued = /[\\,&|+]\s*$/.test(before) || (/^[a-z]/.test(lines[lines.length - 1]) && isDocument(file) && before.trim() !== '');
      return continued ? `${lines.slice(0, -1).join('\n')}\n` : null;
    }),
    unseen('the last sign', (file) => {
      const text = body(file);
      return /[)\]};'"`>]$/.test(text) && !isDocument(file) ? `${text.slice(0, -1)}${/;$/.test(text) ? '' : '\n'}` : null;
    }),
    unseen('the last two lines lost', (file) => {
      const lines = body(file).split('\n');
      return lines.slice(-2).every((line) => /^\s*([}\])]+[;,)]*|end|fi|done|esac|<\/\w+>)\s*$/.test(line)) ? `${lines.slice(0, -2).join('\n')}\n` : null;
    }),
    unseen('the last word half', (file) => {
      const text = body(file);
      const m = /\b([A-Za-z]{5,})\W*$/.exec(text);
      return m ? text.slice(0, text.length - m[0].length + Math.ceil(m[1].length / 2)) : null;
    }),
  ]),
};

const doubled = {
  ...base, name: 'a file twice in one',
  why: 'The content was appended to what it should have replaced, or written two times.',
  shapes: sized(6, [
    shape('one after the other', (file) => `${body(file)}\n${body(file)}\n`),
    shape('with a blank line', (file) => `${body(file)}\n\n${body(file)}\n`),
    shape('with a remark between', (file, tools) => `${body(file)}\n\n${remark(file, tools.pick(['Updated version', 'New version:', `${file.name} (updated)`]))}\n${body(file)}\n`),
    unseen('with a fence between', (file) => (isDocument(file) ? null : `${body(file)}\n${fence()}\n\n${fence(infoOf(file))}\n${body(file)}\n`)),
    unseen('the first a part of it', (file, tools) => {
      const at = tailFrom(file, tools);
      return at === null ? null : `${file.lines.slice(0, at).join('\n').trimEnd()}\n${body(file)}\n`;
    }),
    unseen('without a newline between', (file) => `${body(file)}${body(file)}\n`),
    unseen('its last part again', (file, tools) => {
      const at = tailFrom(file, tools);
      return at === null ? null : `${body(file)}\n\n${file.lines.slice(at).join('\n').trim()}\n`;
    }),
  ]),
};

const sectionOf = (file, tools) => {
  const heads = headingsOf(file).filter((one) => one.level <= 3);
  const index = heads.length > 2 ? 1 + Math.floor(tools.random() * (heads.length - 2)) : -1;
  const to = heads[index + 1]?.line;
  return index > 0 && to - heads[index].line > 3 ? { from: heads[index].line, to } : null;
};

function partOf(file, tools) {
  if (isDocument(file)) return sectionOf(file, tools);
  const f = tools.pick(functionsOf(file).filter((one) => one.to - one.from < 50));
  return f ? { from: f.from, to: f.to } : tools.pick(runsOf(file, 4).filter((run) => run.indent === '' && file.language !== 'dockerfile' && file.language !== 'html')) ?? null;
}

const pasted = {
  ...base, name: 'a part pasted twice',
  why: 'The edit put the part in and left the one it was made from; of two with one name only one counts, or nothing compiles.',
  shapes: sized(8, [
    shape('right behind itself', (file, tools) => {
      const part = partOf(file, tools);
      return part && insertAt(file, part.to, ...(isDocument(file) ? [] : ['']), ...file.lines.slice(part.from, part.to));
    }),
    shape('at the end of the file', (file, tools) => {
      const part = partOf(file, tools);
      return part && (functionsOf(file).length === 0 || indentOf(file.lines[part.from]) === '') ? atEnd(file, '', ...file.lines.slice(part.from, part.to).join('\n').trimEnd().split('\n')) : null;
    }),
    shape('a few lines twice', (file, tools) => {
      const block = blockOf(file, tools, 4);
      if (!block || isDocument(file)) return null;
      const part = file.lines.slice(block.from, block.from + 3);
      return part.every((line) => indentOf(line) === block.indent && /\w/.test(line) && !/^\s*(#|\/\/|--|"""|import|from|use |require)/.test(line))
        && !['makefile', 'dockerfile', 'html', 'css'].includes(file.language) ? insertAt(file, block.from + 3, ...part) : null;
    }),
    unseen('its head twice', (file, tools) => {
      const f = tools.pick(functionsOf(file));
      return f ? insertAt(file, f.from, ...file.lines.slice(f.from, f.open + 1)) : null;
    }),
    unseen('the end of it twice', (file, tools) => {
      const f = tools.pick(functionsOf(file).filter((one) => file.language !== 'python' && /^\s*(\}|end)/.test(file.lines[one.close])));
      return f ? insertAt(file, f.close + 1, file.lines[f.close]) : null;
    }),
    unseen('at another place', (file, tools) => {
      const part = partOf(file, tools);
      const at = part && tools.pick(gapsOf(file).filter((gap) => gap < part.from - 4 || gap > part.to + 4));
      return at === undefined || at === null || indentOf(file.lines[part.from]) !== '' ? null : insertAt(file, at, ...file.lines.slice(part.from, part.to), '');
    }),
  ]),
};

export const kinds = keepingEnds([elided, rawDots, keptMarks, truncated, cut, lastCut, doubled, pasted]);
