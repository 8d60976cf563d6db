import { digits } from '../../../core/format.ts';

/** `+977984` in its common form: `984`. */
export const shownPrefix = (prefix: string): string => digits(prefix.replace(/^\+977/, ''));
