import { useTranslate } from 'ra-core';
import type { DailyConsumption } from '#schema/dailyConsumption.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { FieldValue } from '../../../crud/fields.tsx';
import type { Sums } from './sums.ts';

const dailyConsumption = entityOf('wallet/daily-consumption');

const outcomes = ['sent', 'delivered', 'failed'] as const;
const charges = ['parts', 'amount'] as const;

/** On narrow screens CSS shows rows as blocks, which drops the implicit roles of the elements. */
const role = (name: string) => ({ role: name });

/** The days of a period with activity, latest first, with totals. */
export function DayTable({ rows, total }: { rows: readonly DailyConsumption[]; total: Sums }) {
  const translate = useTranslate();
  const labels = useLabels(dailyConsumption);
  const numbers = [...outcomes, ...(total.test > 0 ? (['test'] as const) : []), ...charges];
  const cells = (record: Readonly<Record<string, unknown>>) =>
    numbers.map((name) => (
      <td key={name} {...role('cell')} data-label={labels.field(name)} className="crud-end">
        <FieldValue entity={dailyConsumption} name={name} record={record} inList />
      </td>
    ));
  return (
    <div className="crud-scroll">
      <table {...role('table')} className="crud-table crud-cards daily-table">
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            <th {...role('columnheader')} scope="col">
              {labels.field('day')}
            </th>
            {numbers.map((name) => (
              <th key={name} {...role('columnheader')} scope="col" className="crud-end">
                {labels.field(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => (
            <tr key={row.uuid} {...role('row')}>
              <td {...role('cell')} data-label={labels.field('day')}>
                <FieldValue entity={dailyConsumption} name="day" record={row} inList />
              </td>
              {cells(row)}
            </tr>
          ))}
          <tr {...role('row')} className="daily-total">
            <th {...role('rowheader')} scope="row">
              {translate('daily.total')}
            </th>
            {cells(total)}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
