import type { Channel } from '#schema/channel.ts';
import { type HttpSettings, linesOf, wordsOf } from '#schema/httpLink.ts';
import { viberCode } from '#schema/messageReasons.ts';
import type { Response } from '../../webhooks/request.ts';
import type { Receipt, ReceiptStatus, Refusal } from '../link/link.ts';
import { phoneOf } from '../link/phoneOf.ts';
import { statusOfWord } from '../link/receiptWords.ts';
import { jsonOf, pathBeside, pathsIn, textOf, valueAt } from './values.ts';

/** What an operator's answer says about a message. */
export type Reading =
  /** `id` is the operator's; empty if it names none. */
  | { kind: 'accepted'; id: string }
  | { kind: 'refused'; refusal: Refusal }
  /** Nobody can say whether the operator has it. */
  | { kind: 'unclear'; reason: string };

/** What an operator writes on a link of this channel. */
export interface Writing {
  settings: HttpSettings;
  channel: Channel;
}

/** A reason as it is recorded: a number means something else on Viber than in a receipt for an SMS. */
const recorded = (channel: Channel, error: string): string =>
  channel === 'viber' && /^\d+$/.test(error) ? viberCode(error) : error;

/** Whether a status is among `200-299, 302`. */
const isAmong = (status: number, statuses: string): boolean =>
  statuses.split(',').some((range) => {
    const [from = '', to = from] = range.split('-');
    return status >= Number(from) && status <= Number(to);
  });

/**
 * Statuses with which HTTP itself says that nothing was done with a request, and that others may fare better: a wrong secret
 * or address, no money, too many requests. The message is tried again, and other links take over.
 */
const NOT_DONE = new Set([401, 402, 403, 404, 405, 407, 408, 421, 425, 426, 429]);

/** Statuses about the account or its pace: whatever the answer has with them, no message is at fault. */
const WAITS = new Set([401, 402, 429]);

/**
 * Reads the answer to a message. It is accepted by its status and, with a path, by the value there. An answer is a refusal
 * only if it surely is one: another value at that path or one where refusals have one, or without a value a status of 4xx. A
 * 5xx, a page or broken JSON may come from a proxy or a framework after the operator has taken the message, so a 5xx
 * refuses only with a value that the settings name.
 */
export function readAnswer({ settings, channel }: Writing, answer: Omit<Response, 'headers'>): Reading {
  const { status } = answer;
  const { http_accepted_path: path, http_accepted_value: wanted } = settings;
  const json = jsonOf(textOf(answer));
  const found = valueAt(json, path);
  const isRefused = valueAt(json, settings.http_refused_path) !== '';
  const isAccepted = isAmong(status, settings.http_accepted_status);
  if (isAccepted && !isRefused && (path === '' || found === wanted)) {
    return { kind: 'accepted', id: valueAt(json, settings.http_id_path) };
  }
  // Frameworks repeat the HTTP status where some operators have a value (RFC 9457).
  const value = found === String(status) ? '' : found;
  const words = valueAt(json, settings.http_error_path);
  const error = recorded(channel, words || value) || `HTTP ${status}`;
  const again = linesOf(settings.http_retry_values);
  const isNamed = again.includes(found) || again.includes(words);
  if (isRefused || isNamed || (status < 500 && value !== '' && value !== wanted)) {
    const isTemporary = isNamed || WAITS.has(status);
    return { kind: 'refused', refusal: { error, temporary: isTemporary, throttled: isTemporary } };
  }
  if (NOT_DONE.has(status) || (status >= 300 && status < 400)) {
    return { kind: 'refused', refusal: { error, temporary: true, throttled: true } };
  }
  if (status >= 400 && status < 500) {
    return { kind: 'refused', refusal: { error, temporary: false, throttled: false } };
  }
  return { kind: 'unclear', reason: `no clear answer, HTTP ${status}` };
}

/** What the operator's word means: as the settings say, or as in SMPP. */
function resultOf({ http_receipt_words }: HttpSettings, word: string): ReceiptStatus {
  const known = wordsOf(http_receipt_words).find(([one]) => one.toUpperCase() === word.toUpperCase());
  return (known?.[1] as ReceiptStatus | undefined) ?? statusOfWord(word);
}

/**
 * The result of a message in what an operator sent: the fields of a callback, or its answer to a question, which need not
 * name the message. Null if it names none. `at` says where a field is.
 */
export function readReceipt(
  { settings, channel }: Writing,
  sent: unknown,
  message?: { operatorId: string; phone: string },
  at = (path: string): string => path,
): Receipt | null {
  const operatorId = message?.operatorId ?? valueAt(sent, at(settings.http_receipt_id));
  if (operatorId === '') return null;
  const error = valueAt(sent, at(settings.http_receipt_error));
  const phone = valueAt(sent, at(settings.http_receipt_phone));
  return {
    operatorId,
    status: resultOf(settings, valueAt(sent, at(settings.http_receipt_status))),
    error: /^0*$/.test(error) ? null : recorded(channel, error),
    source: message?.phone ?? (/\d/.test(phone) ? phoneOf(phone, 0) : ''),
  };
}

/** The results of all messages that a callback names. */
export function readReceipts(writing: Writing, sent: unknown): Receipt[] {
  const path = writing.settings.http_receipt_id;
  return pathsIn(sent, path).flatMap(
    (found) => readReceipt(writing, sent, undefined, (other) => pathBeside(other, path, found)) ?? [],
  );
}
