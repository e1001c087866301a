// What an answer is made of besides code: refusals, citations, brackets to be filled, entities.
import { around, atEnd, atGap, atTop, belowHead, blockOf, code, documents, every, fence, infoOf, isDocument, keepingEnds, remark,
  remarksOf, shape, sized, spotOf, unseen, web, withRemarks } from './lib/places.mjs';
import { indentOf, insertAt, replaceLine, replaceLines, stringsOf } from '../source.mjs';

const base = { class: 11, what: 'defect', languages: every };

const sorry = ["I'm sorry, but I can't assist with that request.", "I'm sorry, but I can't help with modifying this file.", 'I cannot fulfill this request.'];
const modelSays = ['As an AI language model, I cannot modify files directly.', "As an AI, I don't have access to your file system."];
const tooLong = ['Due to length constraints, I cannot provide the complete file.', 'The full file is too long to show here, so only the relevant part is included.'];

const refusals = {
  ...base, name: 'a refusal of the model in the file',
  why: 'The model declined or explained what it cannot do, and that was taken for the content.',
  shapes: sized(6, [
    shape('instead of the file', (file, tools) => `${tools.pick(sorry)}\n`),
    shape('before the file', (file, tools) => atTop(file, tools.pick([...sorry, ...modelSays]), '')),
    shape('as a remark', (file, tools) => belowHead(file, ...remarksOf(file, [tools.pick(modelSays)]))),
    unseen('too long', (file, tools) => {
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from, block.to, `${isDocument(file) ? '' : block.indent}${tools.pick(tooLong)}`);
    }),
    unseen('no access', (file, tools) => `${tools.pick([`I don't have access to the contents of ${file.path}. Could you please share them?`,
      `Unfortunately, I wasn't able to find \`${file.path}\`. Please provide the file so that I can update it.`, 'I apologize for the confusion. Could you clarify what should change?'])}\n`),
    unseen('at the end', (file, tools) => atEnd(file, '', tools.pick([...tooLong, "I'm unable to continue this file.", 'I apologize, but I have reached the maximum length of a response.']))),
    unseen('instead of a body', (file, tools) => {
      if (file.language === 'json' || file.language === 'rst') return null;
      const block = blockOf(file, tools, 5);
      return block && replaceLines(file, block.from, block.to, remark(file, tools.pick([...tooLong, "I can't provide an implementation for this."]),
        isDocument(file) ? '' : block.indent));
    }),
  ]),
};

const marks = (tools) => ({
  brackets: `【${1 + Math.floor(tools.random() * 20)}†${tools.pick(['source', 'L12-L18', 'source.md'])}】`,
  oaicite: `:content${'Reference'}[oaicite:${Math.floor(tools.random() * 9)}]{index=${Math.floor(tools.random() * 9)}}`,
  turn: `${'turn0'}${tools.pick(['search', 'file', 'view', 'news'])}${Math.floor(tools.random() * 9)}`,
  caret: tools.pick(['[^1^]', '[cite: 12]', '[cite_start]', '[source: 3]', '[1†L3-L9]']),
});

// A line that says something: a remark of the file, or a sentence of a document.
function behindProse(file, tools, text) {
  const said = file.lines.flatMap((line, at) => {
    const isRemark = /^\s*(#+|\/\/+|--|\*|<!--)\s?\w.*\w{3}/.test(line) && !/^#!|^\s*#\s*(include|define|if|end|else|pragma)/.test(line);
    return (isDocument(file) ? /^[A-Z][^|`]*\w{3}.*[.:]$/.test(line) : isRemark && !/\*\/|-->/.test(line) && line.length < 110) ? [at] : [];
  });
  const at = tools.pick(said);
  return at === undefined ? null : replaceLine(file, at, `${file.lines[at].trimEnd()} ${text}`);
}

const citations = {
  ...base, name: 'a citation mark of a chat', languages: [...code, ...web, ...documents, 'yaml', 'toml', 'makefile', 'dockerfile'],
  why: 'The mark stands for a source that only the chat had; in a file it points nowhere.',
  shapes: [
    shape('in lenticular brackets', (file, tools) => behindProse(file, tools, marks(tools).brackets)),
    shape('content reference', (file, tools) => behindProse(file, tools, marks(tools).oaicite)),
    shape('short form', (file, tools) => behindProse(file, tools, `[oaicite:${Math.floor(tools.random() * 9)}]`)),
    unseen('turn and source', (file, tools) => behindProse(file, tools, tools.pick([`cite${marks(tools).turn}`,
      `\ue200cite\ue202${marks(tools).turn}\ue201`]))),
    unseen('caret and cite', (file, tools) => behindProse(file, tools, marks(tools).caret)),
    unseen('link through the chat', (file, tools) => {
      const text = `https://docs.example.org/guide?utm_source=${'chat'}gpt.com`;
      return behindProse(file, tools, file.language === 'markdown' ? `([docs.example.org](${text}))` : `(${text})`);
    }),
  ],
};

const bare = ['[INSERT CODE HERE]', '[YOUR CODE HERE]', '<your code here>', '<INSERT IMPLEMENTATION>', '{{ IMPLEMENTATION }}'];
const inRemarks = ['[INSERT CODE HERE]', 'YOUR CODE HERE', '<your implementation here>', '[Add the logic for the remaining cases here]', '[Rest of implementation goes here]'];

const slots = {
  ...base, name: 'a bracket to be filled instead of content',
  why: 'What stood there is gone, and a bracket asks somebody to write it.',
  shapes: sized(8, [
    shape('instead of a block', (file, tools) => {
      const block = blockOf(file, tools, 4);
      return block && replaceLines(file, block.from, block.to, `${isDocument(file) ? '' : block.indent}${tools.pick(bare)}`);
    }),
    shape('in a remark instead of a block', (file, tools) => {
      const block = blockOf(file, tools, 4);
      if (!block || isDocument(file)) return null;
      return replaceLines(file, block.from, block.to, remark(file, tools.pick(inRemarks), block.indent));
    }),
    shape('instead of a value', (file, tools) => valueBy(file, tools, ['<your value here>', 'YOUR_API_KEY', '[INSERT VALUE]', 'REPLACE_ME'])),
    unseen('a value of somebody', (file, tools) => valueBy(file, tools, ['your-domain.com', 'https://your-server.example/path', 'path/to/your/file', '{{YOUR_VALUE}}', 'xxxxx'])),
    unseen('the last part', (file, tools) => {
      const at = gapOfTail(file, tools);
      if (at === null) return null;
      return `${file.lines.slice(0, at).join('\n')}\n${isDocument(file) ? tools.pick(['[Continue with the remaining sections here]', '[Add more details here]', '_(to be filled in)_'])
        : remark(file, tools.pick(['[CONTINUE HERE]', '<continue with the remaining code>', '{{ remaining code }}', '... add the remaining parts here ...']))}\n`;
    }),
    unseen('a section of a document', (file, tools) => {
      if (!isDocument(file)) return null;
      const block = blockOf(file, tools, 3);
      return block && replaceLines(file, block.from, block.to, tools.pick(['[Insert description here]', '<Describe the feature here>', '[TBD: explain usage]', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.']));
    }),
  ]),
};

function gapOfTail(file, tools) {
  const gaps = file.lines.flatMap((line, at) => (at > file.lines.length * 0.4 && at < file.lines.length - 8 && line.trim() === '' ? [at] : []));
  return tools.pick(gaps) ?? null;
}

// A value that meant something here, replaced: a string of code, or what stands behind `key:`.
function valueBy(file, tools, values) {
  const value = tools.pick(values);
  const speaks = (text) => text.length >= 5 && /\w/.test(text) && !/[<>{}$%\\]/.test(text) && !/your|example|placeholder/i.test(text);
  if (['yaml', 'toml', 'dockerfile', 'makefile'].includes(file.language)) {
    const lines = file.lines.flatMap((line, at) => {
      const m = /^(\s*(?:- )?[\w.-]+(?:: | ?:?= ?)["']?)([\w./:@ -]{5,}?)(["']?)$/.exec(line);
      return m && speaks(m[2]) ? [{ at, text: `${m[1]}${value}${m[3]}` }] : [];
    });
    const one = tools.pick(lines);
    return one ? replaceLine(file, one.at, one.text) : null;
  }
  const one = tools.pick(stringsOf(file).filter((string) => speaks(string.text) && !/import|require|include|use /.test(file.lines[string.line])));
  if (!one || isDocument(file) || file.language === 'sql') return null;
  const line = file.lines[one.line];
  return replaceLine(file, one.line, `${line.slice(0, one.from)}${one.quote}${value}${one.quote}${line.slice(one.to)}`);
}

const entity = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const encode = (text, signs) => text.replace(signs, (sign) => entity[sign]);
const hasSigns = (text, signs) => (text.match(signs) ?? []).length >= 1;

function encodeBlock(file, tools, signs, twice = false) {
  const fit = [];
  for (let from = 0; from + 6 < file.lines.length; from += 3) {
    const text = file.lines.slice(from, from + 6).join('\n');
    const ownLines = text.split('\n').filter((line) => !/^\s*(#(?!include)|\/\/|--|\*|\/\*|<!--)/.test(line)).join('\n');
    if (hasSigns(ownLines, signs)) fit.push({ from, text });
  }
  const one = tools.pick(fit);
  if (!one) return null;
  const text = encode(one.text, signs);
  return replaceLines(file, one.from, one.from + 6, ...(twice ? encode(text, /&/g) : text).split('\n'));
}

const entities = {
  ...base, name: 'code escaped as HTML',
  why: 'The answer went through a page that turned signs into entities; no language but markup turns them back, and markup shows them as text.',
  shapes: sized(8, [
    shape('all of < and > and &', (file) => (hasSigns(file.text, /[<>]/g) && !isDocument(file) ? encode(file.text, /[&<>]/g) : null)),
    shape('some lines', (file, tools) => (isDocument(file) ? null : encodeBlock(file, tools, /[<>]/g))),
    shape('with quotes', (file) => (hasSigns(file.text, /"/g) && !isDocument(file) ? encode(file.text, /[&<>"]/g) : null)),
    unseen('apostrophes', (file) => (hasSigns(file.text, /'/g) && !isDocument(file)
      ? encode(file.text, /[<>']/g) : null)),
    unseen('twice', (file, tools) => encodeBlock(file, tools, /[<>"]/g, true)),
    unseen('one line', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/[<>]|&&|->|=>/.test(line) && !/^\s*(#(?!include)|\/\/|\*|<!--)/.test(line) ? [index] : [])));
      return at === undefined || isDocument(file) ? null : replaceLine(file, at, encode(file.lines[at], /[&<>]/g));
    }),
    unseen('a block of code in a document', (file, tools) => {
      if (!isDocument(file)) return null;
      const inside = file.lines.flatMap((line, at) => (/[<>"&]/.test(line) && (/^ {4}/.test(line) || insideFence(file, at)) ? [at] : []));
      const at = tools.pick(inside);
      return at === undefined ? null : replaceLine(file, at, encode(file.lines[at], /[&<>"]/g));
    }),
  ]),
};

function insideFence(file, at) {
  let open = false;
  for (let i = 0; i < at; ++i) if (/^\s*```/.test(file.lines[i])) open = !open;
  return open && !/^\s*```/.test(file.lines[at]);
}

const html = {
  ...base, name: 'the answer as a page', languages: every.filter((language) => language !== 'html'),
  why: 'The answer was copied out of a rendered page: its buttons, tags and titles came with it.',
  shapes: sized(3, [
    shape('copy code', (file, tools) => atTop(file, infoOf(file), tools.pick(['Copy code', 'Copy', 'Copy Edit']))),
    shape('pre and code', (file) => (isDocument(file) ? null : around(file, ['<pre><code>'], ['</code></pre>']))),
    shape('breaks at the ends of lines', (file, tools) => {
      const at = Math.floor(tools.random() * Math.max(1, file.lines.length - 5));
      if (file.language === 'markdown') return null;
      return replaceLines(file, at, at + 4, ...file.lines.slice(at, at + 4).map((line) => `${line}<br>`));
    }),
    unseen('paragraphs', (file, tools) => (isDocument(file) ? null : atGap(file, tools, '<p>And here is the second part:</p>'))),
    unseen('non-breaking blanks as entities', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^ {4,}\S/.test(line) ? [index] : [])));
      if (at === undefined || isDocument(file)) return null;
      return replaceLine(file, at, `${indentOf(file.lines[at]).replaceAll(' ', '&nbsp;')}${file.lines[at].trimStart()}`);
    }),
    unseen('title of the block', (file, tools) => atTop(file, tools.pick([`${infoOf(file)} ${fence()}`.replace(fence(), '').trim().concat(' • ', file.name), `${file.name} — Canvas`, 'Edit   Preview   Raw', 'Show more ▾']))),
  ]),
};

const fillings = {
  ...base, name: 'a remark that asks for the rest', languages: withRemarks.filter((language) => !['rst', 'markdown'].includes(language)),
  why: 'The remark says that something is missing that a full answer would have held; it is a note of the model to itself or to the user.',
  shapes: sized(8, [
    shape('add your', (file, tools) => inside(file, tools, ['Add your custom logic here', 'TODO: Add your implementation here', 'Your code here'])),
    shape('implement the rest', (file, tools) => insteadOfRest(file, tools, ['TODO: implement the rest', 'Implement the remaining cases here', 'TODO: implement actual logic'])),
    shape('for brevity', (file, tools) => insteadOfRest(file, tools, ['Error handling omitted for brevity', '(other cases omitted for brevity)', 'Details omitted for clarity'])),
    unseen('in a real application', (file, tools) => insteadOfRest(file, tools, ['In a real application, you would validate this first', 'For demonstration purposes only', 'In production you would use a proper implementation',
      'This is a simplified version, the real one would do more'])),
    unseen('placeholder', (file, tools) => insteadOfRest(file, tools, ['Placeholder for the actual implementation', 'Mock implementation for now', 'Dummy value, replace with the real one'])),
    unseen('assumes', (file, tools) => inside(file, tools, ['Assuming the helper exists somewhere in your codebase', 'Adjust this to match your project structure', 'Replace this with your actual implementation'])),
  ]),
};

function inside(file, tools, texts) {
  const spot = spotOf(file, tools);
  return spot && insertAt(file, spot.at, remark(file, tools.pick(texts), spot.indent));
}

// The remark in place of the end of a block.
function insteadOfRest(file, tools, texts) {
  const block = blockOf(file, tools, 4);
  if (!block) return null;
  const fit = [];
  for (let at = block.from + 1; at < block.to - 1; ++at) {
    if (file.lines[at].trim() && indentOf(file.lines[at]) === block.indent && !/^\s*[)\]}.,?:|&+]/.test(file.lines[at])
      && !/[\\,(]\s*$/.test(file.lines[at - 1])) fit.push(at);
  }
  const at = tools.pick(fit);
  return at === undefined ? null : replaceLines(file, at, block.to, remark(file, tools.pick(texts), block.indent));
}

export const kinds = keepingEnds([refusals, citations, slots, entities, html, fillings]);
