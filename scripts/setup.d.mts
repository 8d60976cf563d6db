/** What TypeScript code uses of setup.mjs. */
export const compiled: string;
export const consoleSources: string[];
export const serverOptions: string[];
