import { isObject } from './errorTexts.ts';

/** The object or list in an answer, with or without `{"data": ...}` around it. */
export const dataOf = <T = unknown>(body: unknown): T =>
  (isObject(body) && 'data' in body && !('uuid' in body || 'id' in body || 'results' in body)
    ? body.data
    : body) as T;
