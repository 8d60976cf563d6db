import type { Outline } from '#schema/outline.ts';
import { date } from './format.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values of a record that are text, as they are shown. */
export const recordTexts = (record: Values, names: readonly string[]): string[] =>
  names
    .map((name) => record[name])
    .filter((value): value is string => typeof value === 'string' && value !== '')
    .map((value) => value.replace(/^\+977(?=\d{10}$)/, '+977 '));

/** What tells a record apart from others with the same title. `state`: what to say first. */
export function recordHint(
  entity: Outline,
  record: Values,
  title: string,
  state: readonly string[] = [],
): string {
  const others = Object.keys(entity.fields).filter(
    (field) => field !== entity.title && (entity.fields[field]?.search || field === 'account_name'),
  );
  const parts = [...state, ...recordTexts(record, others)].filter((part) => part !== title);
  if (entity.name !== 'contact' && parts.length < 2) parts.push(date(String(record.created_at)));
  return parts.map((part) => (part.length > 60 ? `${part.slice(0, 60)}…` : part)).join(' · ');
}
