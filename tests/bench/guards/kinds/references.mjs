// Kinds of references that lead to nothing, and of edits of references that are right.
import { builds } from './references/builds.mjs';
import { manifests } from './references/manifests.mjs';
import { right } from './references/right.mjs';
import { texts } from './references/texts.mjs';
import { workflows } from './references/workflows.mjs';

export const kinds = [...builds, ...workflows, ...manifests, ...texts, ...right];
