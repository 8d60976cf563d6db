import { type TranslateFunction, useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { date, isDay } from './format.ts';

const base = new Set(['created_at', 'updated_at']);

/** A name in lower case for use within a sentence; abbreviations such as API and the name Viber stay as they are. */
export const lower = (text: string): string =>
  text.replace(/\S+/g, (word) => (/[A-Z]{2}|^Viber$/.test(word) ? word : word.toLocaleLowerCase()));

/** Where the texts of an entity begin. */
const textsOf = ({ name }: Outline): string => `resources.${name}`;

/** A field's name. */
export const fieldLabel = (translate: TranslateFunction, entity: Outline, name: string): string =>
  translate(`${textsOf(entity)}.fields.${name}`, {
    _: base.has(name) ? translate(`crud.fields.${name}`) : name,
  });

/**
 * A value's name: its own text, a text that entities share, or a resource's name. Values that the contract does not know
 * are shown as they are; a missing value is a dash.
 */
export function choiceLabel(
  translate: TranslateFunction,
  entity: Outline,
  name: string,
  value: unknown,
): string {
  if (!value) return '–';
  const resource = translate(`resources.${value}.name`, { smart_count: 1, _: value });
  return translate(`${textsOf(entity)}.choices.${name}.${value}`, {
    _: translate(`crud.choices.${value}`, { _: resource }),
  });
}

/** Texts of an entity in the reader's language. Keys are `resources.<name>.fields.<field>` and so on. */
export function useLabels(entity: Outline) {
  const translate = useTranslate();
  const at = textsOf(entity);
  return {
    /** The entity's name, singular or plural. */
    name: (count: 1 | 2): string => translate(`${at}.name`, { smart_count: count, _: entity.name }),
    /** The same for use within a sentence. */
    inline: (count: 1 | 2): string => lower(translate(`${at}.name`, { smart_count: count, _: entity.name })),
    field: (name: string): string => fieldLabel(translate, entity, name),
    /** Help text below an input; '' if there is none. */
    help: (name: string): string => translate(`${at}.help.${name}`, { _: '' }),
    /** A value's name. */
    choice: (name: string, value: unknown): string => choiceLabel(translate, entity, name, value),
  };
}

/** A record's value as text; a dash if it is missing. */
export const shown = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '–' : String(value);

/** A Nepali number with a space after the country code; people can still copy it. */
export const spaced = (phone: string): string => phone.replace(/^\+977/, '+977 ');

/** The field that names a record: its entity's title field, or the fallback if that is empty. */
export function titleField(
  { title, titleWithout }: Outline,
  record: Readonly<Record<string, unknown>>,
): string {
  return titleWithout !== undefined && !record[title] ? titleWithout : title;
}

/**
 * A record's name for titles and messages: its title field if that is text, otherwise the start of its id.
 */
export function recordTitle(entity: Outline, record: Readonly<Record<string, unknown>>): string {
  const name = titleField(entity, record);
  const value = record[name];
  const field = entity.fields[name];
  if (typeof value === 'string' && value !== '' && field?.kind !== 'reference')
    return isDay(value) ? date(value) : field?.kind === 'phone' ? spaced(value) : value;
  return shown(record.uuid ?? record.id).slice(0, 8);
}
