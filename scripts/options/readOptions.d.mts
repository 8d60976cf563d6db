import type { parseArgs } from 'node:util';

export declare const readOptions: typeof parseArgs;
export declare function readOnly<Name extends string>(value: string, parts: Record<Name, unknown>): Name[];
