export const issueTypes = {};
