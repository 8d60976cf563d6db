import type { Outline } from '#schema/outline.ts';
import { dataOf } from '../core/dataOf.ts';
import { entityNamed } from '../core/entities.ts';
import { isObject } from '../core/errorTexts.ts';
import { http } from '../core/http.ts';
import { fieldLabel } from '../core/labels.ts';
import { markLost, notKept, shared } from '../core/notKept.ts';
import { namesItsFeatures } from '../core/offers.ts';
import { offersAction } from '../core/offersAction.ts';
import { preferences } from '../core/preferences.ts';
import { idOf } from '../core/records.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';
import { toaster } from './Toasts.tsx';

/** The record that a server now has; undefined if it does not return one alone. */
async function readAgain({ name, path }: Outline, id: string | undefined): Promise<unknown> {
  // What is no resource, such as one's own profile, has no records with addresses.
  if (id === undefined || !entityNamed(name) || !offersAction(name, 'show')) return undefined;
  return dataOf(await http.json(`${path}${id}/`).catch(() => undefined));
}

/**
 * Names the values that a server did not keep, because it has no such field, in a toast that stays. `given`: what a
 * form sent, with the record's `uuid` if it is known; `answer`: what the server answered. Some answer with less than they
 * keep, so the record is read before anything is said.
 */
export async function tellNotKept(entity: Outline, given: object, answer: unknown): Promise<void> {
  const sent: Readonly<Record<string, unknown>> = { ...given };
  const made = dataOf(answer);
  // A server that names its features has the contract's fields.
  if (namesItsFeatures() || !isObject(made) || notKept(entity, sent, made).length === 0) return;
  const record = (await readAgain(entity, idOf(made) ?? idOf(sent))) ?? made;
  // A mere acknowledgement says nothing about the record.
  if (!isObject(record) || shared(sent, record).length === 0) return;
  const names = notKept(entity, sent, record);
  if (names.length === 0) return;
  markLost(entity.name, names);
  const { translate } = createI18nProvider(preferences.get().language);
  const what = names.map((name) => `“${fieldLabel(translate, entity, name)}”`).join(', ');
  toaster.show('warning', translate('crud.form.notKept', { what }), { duration: Number.POSITIVE_INFINITY });
}
