import type { parseArgs } from 'node:util';

export declare const readOptions: typeof parseArgs;
