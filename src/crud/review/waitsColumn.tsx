import type { Column } from '../columns.ts';
import type { Row } from '../DeleteButton.tsx';
import { EmptyValue } from '../fields.tsx';
import { Age } from './Age.tsx';

/** The column of a queue's list that shows how long a pending record has waited, by the field `since`. */
export const waitsColumn = (label: string, since = 'created_at'): Column => ({
  name: 'waits',
  label,
  sort: false,
  priority: 2,
  render: (record: Row) => (record.status === 'pending' ? <Age since={record[since]} /> : <EmptyValue />),
});
