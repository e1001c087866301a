export const kMutations = {};
