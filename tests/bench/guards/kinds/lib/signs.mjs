// Edits of single signs that several kinds of hygiene share.
import { atEnd, blockOf, isDocument, remark, spotOf } from './places.mjs';
import { insertAt, replaceLines } from '../../source.mjs';

// The lines of one block changed.
export const part = (file, tools, change) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const lines = file.lines.slice(block.from, block.to);
  const changed = lines.map(change);
  return changed.join('\n') === lines.join('\n') ? null : replaceLines(file, block.from, block.to, ...changed);
};

// A new remark, or a new sentence of a document.
export const said = (file, tools, text) => {
  const spot = spotOf(file, tools);
  if (file.language === 'json' || !spot) return null;
  return isDocument(file) ? atEnd(file, '', text) : insertAt(file, spot.at, remark(file, text, spot.indent));
};
