import { useTranslate } from 'ra-core';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { entityNamed } from '../../../core/entities.ts';
import { AuditValue } from './AuditValue.tsx';
import { ListFilter } from './ListFilter.tsx';

/** Narrow screens show rows as blocks, which drops the implicit roles of the elements. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader', scope: 'col' },
  rowheader: { role: 'rowheader', scope: 'row' },
  cell: { role: 'cell' },
};

const isFilter = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
                    {field === 'filter' && entity && isFilter(values[field]) ? (
                      <ListFilter entity={entity} filter={values[field]} />
                    ) : (
                      <AuditValue entity={entity} name={field} value={values[field]} />
                    )}
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
