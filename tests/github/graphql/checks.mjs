export const checkTypes = {}; export const eventType = () => 'x';
