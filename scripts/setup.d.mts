/** What TypeScript code uses of setup.mjs. */
export const compiled: string;
export const serverOptions: string[];
