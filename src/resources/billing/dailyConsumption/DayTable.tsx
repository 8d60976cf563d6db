import { useTranslate } from 'ra-core';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { placeColumns } from '../../../crud/columnPlaces.ts';
import type { Place, ResolvedColumn } from '../../../crud/columns.ts';
import { FieldValue } from '../../../crud/fields.tsx';
import { as, ListRow } from '../../../crud/ListRow.tsx';
import { scrollMore } from '../../../crud/scrollMore.ts';
import type { Sums } from './sums.ts';
import '../../../crud/listTable.css';
import '../../../crud/phoneRows.css';

const dailyConsumption = entityOf('wallet/daily-consumption');

const outcomes = ['sent', 'delivered', 'failed'] as const;
const charges = ['parts', 'amount'] as const;
/** In a row of two lines: the day and its amount, and below what was sent and delivered. */
const places: Readonly<Record<string, Place>> = {
  day: 'title',
  amount: 'figure',
  sent: 'status',
  delivered: 'date',
};

const unchanged = () => undefined;

/** The days of a period with activity, latest first, with totals. On phones a day has two lines, as in lists. */
export function DayTable({
  rows,
  total,
}: {
  rows: readonly (DailyConsumption & { id: string })[];
  total: Sums;
}) {
  const translate = useTranslate();
  const labels = useLabels(dailyConsumption);
  const names = ['day', ...outcomes, ...(total.test > 0 ? ['test'] : []), ...charges];
  const resolved = names.map(
    (name): ResolvedColumn => ({
      name,
      label: labels.field(name),
      sort: false,
      end: name !== 'day',
      phone: places[name] ?? false,
    }),
  );
  const columns = placeColumns(dailyConsumption, resolved, {
    hasPage: false,
    isSelectable: false,
    hasActions: false,
  });
  return (
    <div className="crud-scroll" ref={scrollMore}>
      <table {...as.table} className="crud-table crud-rows daily-table">
        <thead {...as.rowgroup}>
          <tr {...as.row}>
            {columns.map(({ name, label, end }) => (
              <th key={name} {...as.columnheader} scope="col" className={end ? 'crud-end' : undefined}>
                {label}
              </th>
            ))}
            <th {...as.columnheader} scope="col" className="crud-more">
              <span className="crud-hidden">{translate('crud.list.details')}</span>
            </th>
          </tr>
        </thead>
        <tbody {...as.rowgroup}>
          {rows.map((row) => (
            <ListRow
              key={row.id}
              entity={dailyConsumption}
              record={row}
              columns={columns}
              to={undefined}
              hasMore
              selectable={false}
              isSelected={false}
              isAllMatching={false}
              onToggle={unchanged}
              onSelectionChange={unchanged}
            />
          ))}
          <tr {...as.row} className="daily-total">
            {columns.map(({ name, label, place, isLabelled, end }) =>
              name === 'day' ? (
                <td key={name} {...as.rowheader} data-place={place}>
                  {translate('daily.total')}
                </td>
              ) : (
                <td
                  key={name}
                  {...as.cell}
                  data-label={label}
                  data-labelled={isLabelled || undefined}
                  data-place={place}
                  className={end ? 'crud-end' : undefined}
                >
                  <FieldValue entity={dailyConsumption} name={name} record={total} inList />
                </td>
              ),
            )}
            <td {...as.cell} className="crud-more" />
          </tr>
        </tbody>
      </table>
    </div>
  );
}
