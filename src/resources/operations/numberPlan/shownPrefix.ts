import { digits } from '../../../core/format.ts';

/** `+977984` as people know it: `984`. */
export const shownPrefix = (prefix: string): string => digits(prefix.replace(/^\+977/, ''));
