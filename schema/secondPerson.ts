import { z } from 'zod';
import { choice, field } from './entity.ts';
import { shownText } from './shownText.ts';

/** What every request has that a second person confirms or rejects. */
export const secondPersonFields = {
  status: choice(['pending', 'confirmed', 'rejected'], { write: 'never' }),
  /** Who requested it and who decided; null until then. */
  asked_by: field('reference', z.uuid(), { write: 'never', list: false, of: 'users' }),
  asked_by_name: field('text', z.string(), { write: 'never' }),
  decided_by_name: field('text', z.string().nullable(), { write: 'never' }),
  decided_at: field('datetime', z.iso.datetime().nullable(), { write: 'never', list: false }),
  /** Why it was rejected. */
  note: field('text', z.string().nullable(), { write: 'never', list: false }),
};

/** POST {requests}{uuid}/reject/ */
export const rejected = z.strictObject({
  reason: shownText(300).min(1, 'Required'),
});

export type Decision = { status: 'confirmed' } | { status: 'rejected'; reason: string };
