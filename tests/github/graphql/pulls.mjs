export const pullTypes = {};
