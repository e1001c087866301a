// Classes of slop, each a small wound to a real file. A mutation gets a file ({path, text}), a random
// choice and what the bench knows of the repository, and answers the changed text, `{add: {path:
// text}}` for new files, or nothing when the file has no place for it. `rules` are the rules that
// may find it; one is enough.
import { fileMutations } from './around_code.mjs';
import { codeMutations } from './lost_code.mjs';
import { testMutations } from './lost_tests.mjs';

export const mutations = [...codeMutations, ...testMutations, ...fileMutations];
