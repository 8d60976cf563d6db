/**
 * Pages that are wider than their window, each with what is to be done. A page that is mended leaves the list: the
 * tour says so.
 */
export const knownSideways: Readonly<Record<string, string>> = {};
