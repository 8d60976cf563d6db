import type { TranslateFunction } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { date, dateTime, number, priceInRupees, rupees } from '../core/format.ts';
import { choiceLabel } from '../core/labels.ts';
import { preferences } from '../core/preferences.ts';
import type { Conflict, DescribeConflicts } from '../dataProvider/mergeUpdate.ts';
import { loadAreas } from '../i18n/areas.ts';
import { createI18nProvider } from '../i18n/i18nProvider.ts';

/** Characters of a text to show; the whole of a long message would push its form apart. */
const SHOWN_MAX = 120;

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join('').trimEnd()}…` : text;
};

/** A value as its field shows it; undefined for one that does not fit into a sentence. */
function valueText(
  translate: TranslateFunction,
  entity: Outline,
  { name, value, titles }: Conflict,
): string | undefined {
  const kind = entity.fields[name]?.kind;
  if (kind === 'reference' || kind === 'references') return titles && shortened(titles.join(', '));
  if (typeof value === 'boolean') {
    return name === 'is_active'
      ? choiceLabel(translate, entity, name, value ? 'active' : 'inactive')
      : translate(value ? 'crud.yes' : 'crud.no');
  }
  const one = (part: unknown): string => {
    if (kind === 'choice') return choiceLabel(translate, entity, name, part);
    if (kind === 'date') return date(String(part));
    if (kind === 'datetime') return dateTime(String(part));
    if (typeof part !== 'number') return String(part);
    return kind === 'money' ? rupees(part) : kind === 'price' ? priceInRupees(part, 6) : number(part);
  };
  const parts = [value].flat();
  return parts.some((part) => typeof part === 'object') ? undefined : shortened(parts.map(one).join(', '));
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A sentence for each field. */
export const conflictTexts: DescribeConflicts = async (entity, conflicts) => {
  await loadAreas(['conflicts']);
  const { translate } = createI18nProvider(preferences.get().language);
  const textOf = (conflict: Conflict): string => {
    if (isEmpty(conflict.value)) return translate('conflicts.emptied');
    const value = valueText(translate, entity, conflict);
    return value === undefined ? translate('conflicts.changed') : translate('conflicts.changedTo', { value });
  };
  return Object.fromEntries(conflicts.map((conflict) => [conflict.name, textOf(conflict)]));
};
