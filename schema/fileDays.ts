/** Days for which a file that nothing uses is kept. A module of its own, because the console needs it without the schema. */
export const FILE_DAYS = 7;
