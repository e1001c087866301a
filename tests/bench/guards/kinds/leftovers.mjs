// What a model says around a file, left in the file: fences, sentences of the assistant, thoughts,
// tokens of its template. Most still parse in Markdown, YAML, CSS or HTML, and some in C, PHP and shell.
import { around, atEnd, atGap, atTop, belowHead, endTag, every, fence, gapOf, infoOf, isDocument, keepingEnds, remark, remarksOf,
  shape, sized, special, spotOf, tag, unseen, withRemarks } from './lib/places.mjs';
import { insertAt, replaceLine } from '../source.mjs';

const base = { class: 11, what: 'defect', languages: every };

const fences = {
  ...base, name: 'a Markdown fence around the whole file',
  why: 'The fence belongs to the answer of a chat: code with it does not run, and a document in it shows as one block of code.',
  shapes: sized(3, [
    shape('with the language', (file) => around(file, [fence(infoOf(file))], [fence()])),
    shape('bare', (file) => around(file, [fence()], [fence()])),
    shape('under a sentence', (file, tools) => around(file, [tools.pick(['Here is the file:', `**${file.path}**`, `### ${file.path}`]), '',
      fence(infoOf(file))], [fence()])),
    unseen('with the path behind the language', (file, tools) => around(file, [fence(`${infoOf(file)}${tools.pick([`:${file.path}`,
      ` title="${file.path}"`, ` filename=${file.name}`, ` ${file.path}`])}`)], [fence()])),
    unseen('of four marks', (file) => around(file, [fence(infoOf(file), '`', 4)], [fence('', '`', 4)])),
    unseen('of tildes', (file) => around(file, [fence(infoOf(file), '~')], [fence('', '~')])),
  ]),
};

const loneFences = {
  ...base, name: 'a lone Markdown fence',
  why: 'One half of a fence the answer was in: no language knows it as code, and in a document all that follows turns into code.',
  shapes: sized(3, [
    shape('at the end', (file) => atEnd(file, fence())),
    shape('at the top with the language', (file) => atTop(file, fence(infoOf(file)))),
    shape('at the end under a blank line', (file) => atEnd(file, '', fence(), '')),
    unseen('glued to the last line', (file) => (isDocument(file) ? null : `${file.text.replace(/\n*$/, '')}${fence()}\n`)),
    unseen('in the middle, closed and opened again', (file, tools) => (isDocument(file) ? null
      : atGap(file, tools, fence(), '', fence(infoOf(file))))),
    unseen('behind the last line without a newline', (file) => `${file.text.replace(/\n*$/, '\n')}${fence()}`),
    unseen('opened in the middle', (file, tools) => atGap(file, tools, fence(infoOf(file)))),
  ]),
};

const titles = (file) => ({ path: file.path, name: file.name, thing: isDocument(file) ? 'document' : 'file' });

const before = {
  ...base, name: 'a sentence of the assistant before the file',
  why: 'It speaks to the one who asked, not to who reads the file; in code it does not even parse.',
  shapes: sized(3, [
    shape('here is', (file, tools) => {
      const { path, name, thing } = titles(file);
      return atTop(file, tools.pick([`Here is the updated ${thing}:`, `Here's the updated \`${path}\`:`, `Below is the complete, updated \`${name}\`:`,
        `Here is the full content of \`${path}\` with the requested changes:`]), '');
    }),
    shape('sure', (file, tools) => atTop(file, tools.pick(['Sure! Here is the modified version:', `Certainly! I've updated \`${file.name}\` as follows:`,
      'Of course! Here is the corrected code:', 'Sure, here you go:']), '')),
    shape('as a remark', (file, tools) => {
      const { thing } = titles(file);
      return belowHead(file, remark(file, tools.pick([`Here is the updated ${thing} with the requested changes:`, `Here's the complete ${thing}:`,
        'Sure, here is the fixed version:', `Below is the full updated ${thing}.`])));
    }),
    unseen('what I did', (file, tools) => atTop(file, tools.pick([`I've updated \`${file.path}\` so that the reported case is handled.`,
      `I will now rewrite \`${file.path}\` with the fix.`, 'Let me write the complete file again.', "I have made the following changes to address the issue."]), '')),
    unseen('under a heading', (file, tools) => atTop(file, tools.pick([`## Updated \`${file.path}\``, `### ${file.name} (fixed)`, `# Solution`]), '',
      tools.pick(['The changes below address the issue.', 'The updated version follows.']), '')),
    unseen('as a plan', (file, tools) => atTop(file, ...tools.pick([
      ["Let's go through this step by step.", '', '1. First, I look at what fails.', '2. Then I fix it.', ''],
      ['Looking at the issue, the problem is in how the value is handled. I need to:', '- fix the handling', '- keep the rest unchanged', ''],
      [`Step 1: Update ${file.name}`, '']]))),
    unseen('in another language', (file, tools) => atTop(file, tools.pick(['Hier ist die aktualisierte Datei:', '以下是修改后的完整代码：', 'Aquí está el archivo actualizado:',
      'Voici le fichier mis à jour :', 'Вот обновлённый файл:']), '')),
  ]),
};

const after = {
  ...base, name: 'an explanation after the file',
  why: 'Prose of the answer behind its last line of code: it explains the change to the one who asked, and is not part of the file.',
  shapes: sized(3, [
    shape('list of changes', (file, tools) => atEnd(file, '', tools.pick(['Key changes:', 'Changes made:', 'Summary of changes:', 'What changed:']),
      '- Added a check for empty input', '- Kept the rest of the file unchanged')),
    shape('this version', (file, tools) => atEnd(file, '', tools.pick(['This version handles the missing case and keeps the existing behavior.',
      'This implementation fixes the issue by checking the value first.', 'The updated code now works as you described.']))),
    shape('as a remark', (file, tools) => atEnd(file, '', ...remarksOf(file, tools.pick([['Explanation:', '- I added the check you asked for', '- The rest is unchanged'],
      ['The above changes fix the issue you described.', 'Let me know if you need anything else.']])))),
    unseen('let me know', (file, tools) => atEnd(file, '', tools.pick(['Let me know if you would like me to adjust anything!', 'Would you like me to add tests for this as well?',
      'I hope this helps!', "If you'd like, I can also update the documentation."]))),
    unseen('numbered and bold', (file) => atEnd(file, '', '1. **Validation**: the input is now checked before it is used.', '2. **Compatibility**: existing callers keep working.')),
    unseen('how to run it', (file, tools) => atEnd(file, '', tools.pick(['To run this, save it and execute the tests again.', `You can now run \`${file.name}\` to verify the fix.`]))),
    unseen('a note', (file, tools) => atEnd(file, '', tools.pick(['Note: I have not been able to run the tests in this environment.', '**Note:** the rest of the file remains the same.',
      '(Note that I only changed the relevant part.)']))),
  ]),
};

const above = (texts) => (file, tools) => {
  const spot = spotOf(file, tools);
  if (!spot || file.language === 'rst') return null;
  return insertAt(file, spot.at, ...remarksOf(file, [].concat(tools.pick(texts)), isDocument(file) ? '' : spot.indent));
};

const speaking = {
  ...base, name: 'a remark to the one who asked', languages: withRemarks.filter((language) => language !== 'rst'),
  why: 'It speaks of the request, the prompt or the edit itself; a reader of the file knows none of these.',
  shapes: sized(8, [
    shape('as requested', above(['As requested by the user', 'Updated per your request', 'Fixed as you asked', 'Changed as requested in the prompt'])),
    shape('marks of the edit', above(['NEW CODE', '>>> CHANGED: see explanation above', 'FIX STARTS HERE', '[MODIFIED]', '=== UPDATED SECTION ==='])),
    shape('what I did', above(['I added this so that the issue you described is fixed', 'I changed this part, the rest stays the same', "I've moved this here as discussed"])),
    unseen('thinking aloud', above([['Wait, actually this should come first.', 'Let me reconsider...'], "Hmm, let me think about this. I'm not sure this is right.",
      ["Actually, let's keep it simple.", 'OK so we do it this way.']])),
    unseen('a step of the plan', above(['Step 2: apply the fix from the plan', 'Step 3 of the task: update the implementation', 'PLAN: (2) change this block as described'])),
    unseen('the task', above(['The task says to handle this case, so we do it here', 'The hidden tests probably check this', 'This makes the failing test in the issue statement pass',
      'Required by subtask 2'])),
    unseen('an arrow behind a line', (file, tools) => {
      const spot = spotOf(file, tools);
      const line = file.lines[spot?.at ?? 0];
      if (!spot || isDocument(file) || ['dockerfile', 'makefile', 'html', 'css'].includes(file.language) || /[{(,:\\]\s*$/.test(line)) return null;
      return replaceLine(file, spot.at, `${line}  ${remark(file, tools.pick(['<-- added this', '<--- CHANGED', '<== new', '<- fixed here'])).trim()}`);
    }),
  ]),
};

const thoughts = {
  ...base, name: 'the thoughts of a model',
  why: 'A thinking model puts its reasoning between marks of its template; an answer read wrongly keeps them in the file.',
  shapes: sized(3, [
    shape('a whole block at the top', (file, tools) => atTop(file, tag('think'), tools.pick(['Okay, the user wants me to change this file. Let me look at what it does.',
      'We need to fix the bug. The function should check the value first.']), endTag('think'), '')),
    shape('the closing mark at the top', (file) => atTop(file, endTag('think'), '')),
    shape('an empty block', (file) => atTop(file, tag('think'), '', endTag('think'), '')),
    unseen('under another name', (file, tools) => {
      const name = tools.pick(['thinking', 'reasoning', 'thought', 'scratchpad', 'reflection', 'analysis']);
      return atTop(file, tag(name), 'The change is small. I keep the rest as it is.', endTag(name), '');
    }),
    unseen('of other brackets', (file, tools) => {
      const [open, close] = tools.pick([['[THINK]', '[/THINK]'], ['◁think▷', '◁/think▷'], [`${special('channel')}analysis${special('message')}`, special('end')],
        [special('begin_of_thought'), special('end_of_thought')]]);
      return atTop(file, `${open}We only have to change one place.${close}`);
    }),
    unseen('in the middle', (file, tools) => atGap(file, tools, `${tag('think')}Now the next part stays as it was.${endTag('think')}`)),
    unseen('glued to the first line', (file) => `${endTag('think')}${file.text}`),
  ]),
};

const stops = (names, bar) => names.map((name) => special(name, bar));

const tokens = {
  ...base, name: 'a token of the template of a model',
  why: 'A token that separates turns or ends the answer: the model wrote it as text, and it is in the file now.',
  shapes: sized(3, [
    shape('behind the last line', (file, tools) => `${file.text.replace(/\n*$/, '')}${tools.pick(stops(['im_end', 'endoftext', 'eot_id', 'end']))}\n`),
    shape('in a line of its own at the end', (file, tools) => atEnd(file, tools.pick(stops(['im_end', 'endoftext', 'eot_id', 'file_sep', 'return'])))),
    shape('with the role that follows', (file, tools) => atEnd(file, special('im_end'), `${special('im_start')}${tools.pick(['assistant', 'user'])}`)),
    unseen('of full-width bars', (file, tools) => atEnd(file, tools.pick(['end▁of▁sentence', 'Assistant', 'User', 'tool▁calls▁end']).replace(/^/, '<｜').concat('｜>'))),
    unseen('of fill in the middle', (file, tools) => {
      const at = gapOf(file, tools);
      return at === null ? null : insertAt(file, at, tools.pick([...stops(['fim_middle', 'fim_suffix', 'fim_hole', 'cursor']), tag('fim_middle'), '<SUF>', '<PRE>', '<MID>']));
    }),
    unseen('of another family', (file, tools) => atEnd(file, tools.pick(['[/INST]', tag('end_of_turn'), tag('start_of_turn', '').concat('model'), tag('eos'), '<EOT>',
      special('assistant'), special('end_of_text'), special('END_OF_TURN_TOKEN'), '[e~[']))),
    unseen('at the top', (file, tools) => atTop(file, tools.pick([...stops(['assistant', 'start_header_id', 'begin_of_text', 'python_tag']), '<BOT>', `${special('start')}assistant`]))),
  ]),
};

const roles = {
  ...base, name: 'the turns of a conversation',
  why: 'Marks of who speaks, copied with the answer: the file is no transcript.',
  shapes: sized(3, [
    shape('assistant at the top', (file, tools) => atTop(file, tools.pick(['Assistant:', 'assistant', '**Assistant:**', 'AI:']))),
    shape('user at the end', (file, tools) => atEnd(file, '', tools.pick(['User: Thanks! Now also add the tests.', 'Human: Great, can you also update the docs?', 'user', 'Human:']))),
    shape('response', (file, tools) => atTop(file, tools.pick(['### Response:', '### Assistant:', '### Answer', '## Output'] ), '')),
    unseen('a task and its answer', (file) => atTop(file, '### Instruction:', `Fix the bug in ${file.path}.`, '', '### Response:', '')),
    unseen('the next instruction at the end', (file, tools) => atEnd(file, '', tools.pick(['### Instruction:', '### Human:', 'USER:', '[INST]']))),
    unseen('final answer', (file, tools) => atTop(file, tools.pick(['Final Answer:', `${tag('answer')}`, 'FINAL CODE:', 'ANSWER:', 'Output:']))),
  ]),
};

export const kinds = keepingEnds([fences, loneFences, before, after, speaking, thoughts, tokens, roles]);
