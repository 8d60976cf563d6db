import { now, serverTime } from './clock.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an answer that is not 2xx says of itself beside its body. */
export interface Refusal {
  /** 0: none. */
  status: number;
  statusText: string;
  /** Seconds, or a date. */
  retryAfter: string | null;
}

/** The texts of an error: one, several, or those inside a nested value; undefined if there are none. */
export function texts(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  const parts = typeof value === 'object' && value !== null ? Object.values(value).map(texts) : [];
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Field errors in our envelope, or in Django REST Framework's bare `{field: [...]}`. */
export function fieldErrors(json: Record<string, unknown>): Record<string, string[]> | undefined {
  const bare = !('detail' in json || 'message' in json || 'error' in json);
  const source = isObject(json.errors) ? json.errors : bare ? json : {};
  const entries = Object.entries(source).map(([field, value]) => [field, texts(value)] as const);
  const found = entries.filter((entry): entry is [string, string[]] => entry[1] !== undefined);
  return found.length > 0 && found.length === entries.length ? Object.fromEntries(found) : undefined;
}

/** Whether a JSON body holds nothing that could be shown: `{}`, `null`, or only empty values. */
export const hasNoMessage = (json: unknown): boolean =>
  json === null || json === '' || (typeof json === 'object' && Object.values(json).every(hasNoMessage));

/** The message for an answer that does not follow the contract. */
export const unreadable = (status = 200): string =>
  `The server’s answer could not be read (status ${status}). Please contact support.`;

/** A sentence for people has fewer lines than a program's stack. */
const LINES_MAX = 4;

/**
 * A readable message for a body that is not JSON, because nobody can read a page of markup or a program's stack. A gateway's
 * page about too many requests has none: support could do nothing.
 */
export const asText = (raw: string, status: number): string =>
  /^\s*</.test(raw) || raw.trim().split('\n').length > LINES_MAX
    ? status === 429
      ? ''
      : unreadable(status)
    : raw;

/** The seconds of a Retry-After, which may be a date by the server's clock; 0 if it is neither. */
export function retrySeconds(header: string | null): number {
  const seconds = Number(header) || (Date.parse(header ?? '') - (serverTime() ?? now())) / 1000;
  return seconds > 0 ? Math.ceil(seconds) : 0;
}

/** The message for a refusal of too many requests that has none. */
export function tooMany(seconds: number): string {
  return `Too many requests. Try again in ${seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`;
}
