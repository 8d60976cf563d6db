import { useTranslate } from 'ra-core';
import type { Kind, Outline } from '#schema/outline.ts';
import { number } from '../../../core/format.ts';
import { EmptyValue, FieldValue, fieldOf } from '../../../crud/fields.tsx';
import { HiddenText, useHiddenLength } from '../../../crud/MessageText.tsx';
import { When } from '../../../crud/When.tsx';

/** Kinds whose value is self-explanatory; for references another account's record would have to be read. */
const plain = new Set<Kind>([
  ...(['text', 'longText', 'email', 'phone', 'integer', 'money', 'price', 'boolean'] as const),
  ...(['date', 'datetime', 'choice'] as const),
]);
/** Indented JSON; a list of plain values, such as a pair, on one line. */
const readable = (value: object): string =>
  JSON.stringify(value, null, 2).replace(
    /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
    (_, inner: string) => `[${inner.replace(/\n\s+/g, ' ')}]`,
  );

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text);

/** A value by its field's kind if the console knows it; lists and objects as readable JSON. */
export function AuditValue({
  entity,
  name,
  value,
}: {
  entity: Outline | undefined;
  name: string;
  value: unknown;
}) {
  const translate = useTranslate();
  const hidden = useHiddenLength(value);
  if (hidden !== undefined) return <HiddenText length={hidden} />;
  if (value === null || value === undefined || value === '') return <EmptyValue />;
  if (typeof value === 'object') return <pre className="audit-json">{readable(value)}</pre>;
  const kind = entity && fieldOf(entity, name)?.kind;
  if (entity && kind && plain.has(kind)) {
    return <FieldValue entity={entity} name={name} record={{ [name]: value }} />;
  }
  if (typeof value === 'boolean') return <>{translate(value ? 'crud.yes' : 'crud.no')}</>;
  if (typeof value === 'number') return <span className="crud-number">{number(value)}</span>;
  return isTime(String(value)) ? <When iso={String(value)} /> : String(value);
}
