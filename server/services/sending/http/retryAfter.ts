import type { Response } from '../../webhooks/request.ts';

/** The longest that an operator is left alone, in milliseconds: it may have asked by mistake. */
const LONGEST = 300_000;
const SECONDS = /^\d+$/;
/** A date as HTTP writes it, today and formerly. */
const HTTP_DATE = /^[a-z]{3,9}, .* gmt$/i;

/**
 * How long an answer of 429 or 503 asks to be left alone (Retry-After, RFC 9110, 10.2.3), in milliseconds; 0 if it does not,
 * or not in a way that HTTP knows. A date is measured by the operator's own clock if the answer has one.
 */
export function restOf({ status, headers }: Pick<Response, 'status' | 'headers'>, now: Date): number {
  const text = headers['retry-after']?.trim() ?? '';
  if (status !== 429 && status !== 503) return 0;
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, LONGEST);
  if (!HTTP_DATE.test(text)) return 0;
  const clock = Date.parse(headers.date ?? '');
  const rest = Date.parse(text) - (Number.isNaN(clock) ? now.getTime() : clock);
  return rest > 0 ? Math.min(rest, LONGEST) : 0;
}
