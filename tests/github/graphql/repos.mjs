export const repoTypes = {};
