import { useTranslate } from 'ra-core';
import type { AuditEntry } from '#schema/auditEntry.ts';
import type { Kind, Outline } from '#schema/outline.ts';
import { FieldValue, fieldOf, None } from '../../crud/fields.tsx';
import { HiddenText, useHiddenLength } from '../../crud/MessageText.tsx';
import { When } from '../../crud/When.tsx';
import { entityNamed } from '../../entities.ts';
import { number } from '../../format.ts';

/** Kinds whose value says all; of references another account's record would have to be read. */
const plain = new Set<Kind>([
  ...(['text', 'longText', 'email', 'phone', 'integer', 'money', 'price', 'boolean'] as const),
  ...(['date', 'datetime', 'choice'] as const),
]);
/** Indented JSON; a list of nothing but plain values, such as a pair, on one line. */
const readable = (value: object): string =>
  JSON.stringify(value, null, 2).replace(
    /\[\n\s+([^[\]{}]+?)\n\s+\]/g,
    (_, inner: string) => `[${inner.replace(/\n\s+/g, ' ')}]`,
  );

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text);

/** Narrow screens show rows as blocks, which drops the roles that the elements imply. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader', scope: 'col' },
  rowheader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
};

/** The record before and after, field by field. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const translate = useTranslate();
  const { before, after } = entry;
  const entity = entityNamed(entry.entity);
  if (!before && !after) return null;
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const sides = [
    ...(before ? [{ name: 'before', values: before, head: translate('audit.before') }] : []),
    ...(after ? [{ name: 'after', values: after, head: translate('audit.after') }] : []),
  ];
  const title = translate(sides.length > 1 ? 'audit.changes' : 'audit.values');
  return (
    <section className="crud-card audit-changes" aria-labelledby="audit-changes">
      <h2 id="audit-changes">{title}</h2>
      {names.length === 0 ? (
        <p>{translate('audit.secretOnly')}</p>
      ) : (
        <table {...as.table}>
          <thead {...as.rowgroup}>
            <tr {...as.row}>
              <th {...as.columnheader}>{translate('audit.field')}</th>
              {sides.map(({ name, head }) => (
                <th key={name} {...as.columnheader}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...as.rowgroup}>
            {names.map((field) => (
              <tr key={field} {...as.row}>
                <th {...as.rowheader}>
                  {translate(`audit.fields.${field}`, {
                    _: translate(`resources.${entry.entity}.fields.${field}`, { _: field }),
                  })}
                </th>
                {sides.map(({ name, values, head }) => (
                  <td
                    key={name}
                    {...as.cell}
                    data-label={head}
                    data-side={sides.length > 1 ? name : undefined}
                  >
                    <Value entity={entity} name={field} value={values[field]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A value by its field's kind where the console knows it; lists and objects as readable JSON. */
function Value({ entity, name, value }: { entity: Outline | undefined; name: string; value: unknown }) {
  const translate = useTranslate();
  const hidden = useHiddenLength(value);
  if (hidden !== undefined) return <HiddenText length={hidden} />;
  if (value === null || value === undefined || value === '') return <None />;
  if (typeof value === 'object') return <pre className="audit-json">{readable(value)}</pre>;
  const kind = entity && fieldOf(entity, name)?.kind;
  if (entity && kind && plain.has(kind)) {
    return <FieldValue entity={entity} name={name} record={{ [name]: value }} />;
  }
  if (typeof value === 'boolean') return <>{translate(value ? 'crud.yes' : 'crud.no')}</>;
  if (typeof value === 'number') return <span className="crud-number">{number(value)}</span>;
  return isTime(String(value)) ? <When iso={String(value)} /> : String(value);
}
