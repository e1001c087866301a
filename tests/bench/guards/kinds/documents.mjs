// Kinds of faults in documents, and of edits of documents that are right.
import { claims } from './documents/claims.mjs';
import { layout } from './documents/layout.mjs';
import { leftovers } from './documents/leftovers.mjs';
import { broken } from './documents/links.mjs';
import { losses } from './documents/losses.mjs';
import { rightLinks } from './documents/right_links.mjs';
import { rightText } from './documents/right_text.mjs';

export const kinds = [...layout, ...leftovers, ...broken, ...claims, ...losses, ...rightText, ...rightLinks];
