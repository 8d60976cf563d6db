import type { Draft, Errors } from './draft.ts';

type Key = keyof Errors;

/** The errors in the order of their fields on the page. */
export const errorKeys = [
  ...['name', 'viber', 'fallback', 'sender', 'body'],
  ...['recipients', 'numbers', 'groups', 'sheet', 'columns'],
  ...['at', 'urgent'],
] as readonly Key[];

/** The errors that a change of these parts of the draft clears. */
const answeredBy: Partial<Record<keyof Draft, readonly Key[]>> = {
  name: ['name'],
  channel: ['viber', 'fallback', 'sender', 'body'],
  viber: ['viber'],
  fallback: ['fallback', 'sender'],
  sender: ['sender'],
  body: ['body', 'columns'],
  numbers: ['numbers', 'recipients'],
  groups: ['groups', 'recipients'],
  sheet: ['sheet', 'columns', 'recipients'],
  when: ['at'],
  at: ['at'],
  isUrgent: ['urgent'],
};

/** The errors that remain after a change; the same object if it clears none. */
export function errorsAfter(errors: Errors, change: Partial<Draft>): Errors {
  const answered = (Object.keys(change) as (keyof Draft)[]).flatMap((part) => answeredBy[part] ?? []);
  if (!answered.some((key) => errors[key] !== undefined)) return errors;
  return Object.fromEntries(
    Object.entries(errors).filter(([key]) => !answered.includes(key as Key)),
  ) as Errors;
}
