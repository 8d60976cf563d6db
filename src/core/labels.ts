import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';

const base = new Set(['created_at', 'updated_at']);

/** A name as it stands within a sentence; abbreviations such as API stay as they are. */
export const lower = (text: string): string =>
  text.replace(/\S+/g, (word) => (/[A-Z]{2}/.test(word) ? word : word.toLocaleLowerCase()));

/** Texts of an entity in the reader's language. Keys are `resources.<name>.fields.<field>` and so on. */
export function useLabels(entity: Outline) {
  const translate = useTranslate();
  const at = `resources.${entity.name}`;
  return {
    /** The entity's name: one of them, or many. */
    name: (count: 1 | 2): string => translate(`${at}.name`, { smart_count: count, _: entity.name }),
    /** The same within a sentence. */
    inline: (count: 1 | 2): string => lower(translate(`${at}.name`, { smart_count: count, _: entity.name })),
    field: (name: string): string =>
      translate(`${at}.fields.${name}`, { _: base.has(name) ? translate(`crud.fields.${name}`) : name }),
    /** Help below an input; '' where there is none. */
    help: (name: string): string => translate(`${at}.help.${name}`, { _: '' }),
    /**
     * A value's name: a text of its own, one that entities share, or of a value that is a resource that one's name; the value
     * itself where the contract does not know it, and a dash where there is none.
     */
    choice: (name: string, value: unknown): string => {
      if (!value) return '–';
      const resource = translate(`resources.${value}.name`, { smart_count: 1, _: value });
      return translate(`${at}.choices.${name}.${value}`, {
        _: translate(`crud.choices.${value}`, { _: resource }),
      });
    },
  };
}

/** A value of a record as text, and a dash where there is none. */
export const shown = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '–' : String(value);

/** The field that names a record: its entity's title, or the one in its place where that is empty. */
export function titleField(
  { title, titleWithout }: Outline,
  record: Readonly<Record<string, unknown>>,
): string {
  return titleWithout !== undefined && !record[title] ? titleWithout : title;
}

/** What names a record in titles and messages: its title field where it is text, else its id's start. */
export function recordTitle(entity: Outline, record: Readonly<Record<string, unknown>>): string {
  const name = titleField(entity, record);
  const value = record[name];
  const field = entity.fields[name];
  if (typeof value === 'string' && value !== '' && field?.kind !== 'reference') return value;
  return shown(record.uuid ?? record.id).slice(0, 8);
}
