import { useCreatePath, useTranslate } from 'ra-core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { MessageStatus } from '#schema/message.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import type { ResolvedColumn } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { RecordList, useListTotal } from '../../../crud/RecordList.tsx';
import { SendAction } from '../../../crud/SendAction.tsx';
import { useMessageReason } from '../../../crud/useMessageReason.ts';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { useUser } from '../../../layout/useUser.ts';
import './contact.css';

const message = entityOf('sms/dispatch');

const EVERY = 3000;
const MOVING = new Set<unknown>(['queued', 'submitting', 'submitted'] satisfies MessageStatus[]);

const isMoving = (rows: unknown): boolean =>
  Array.isArray(rows) && rows.some((row: Row) => MOVING.has(row.status));

/** The account's messages to a number, newest first. Hidden if the user may not see messages. */
export const MessageHistory = ({ phone }: { phone: string }) =>
  hasPermission(message.read) ? <History phone={phone} /> : null;

function History({ phone }: { phone: string }) {
  const translate = useTranslate();
  const user = useUser();
  const columns = useHistoryColumns();
  const heading = useId();
  // Staff see every account's messages, but a contact belongs to one account.
  const account = user?.role === 'customer' ? undefined : user?.account?.uuid;
  return (
    <RecordList
      entity={message}
      filter={{ phone, account }}
      every={(rows) => (isMoving(rows) ? EVERY : false)}
      what="history.title"
      labelledBy={heading}
      className="contact-history"
      columns={columns}
      head={
        <h2 id={heading}>
          {translate('history.title')}
          <Count />
        </h2>
      }
      empty={
        <EmptyState
          title={translate('history.empty')}
          text={translate('history.emptyText')}
          action={<SendAction variant="outlined" />}
        />
      }
    />
  );
}

function Count() {
  const total = useListTotal();
  // A space without its count after it counts as text that moves when the count comes.
  return total === undefined ? null : (
    <>
      {' '}
      <span className="crud-total crud-number">{total}</span>
    </>
  );
}

function useHistoryColumns(): ResolvedColumn[] {
  const labels = useLabels(message);
  const translate = useTranslate();
  const createPath = useCreatePath();
  const column = (name: string, more: Partial<ResolvedColumn> = {}): ResolvedColumn => ({
    name,
    label: labels.field(name),
    sort: false,
    end: false,
    ...more,
  });
  return [
    column('created_at', {
      label: translate('history.date'),
      render: (record) => (
        <Link to={createPath({ resource: message.name, type: 'show', id: record.id })}>
          <FieldValue entity={message} name="created_at" record={record} inList />
        </Link>
      ),
    }),
    column('campaign'),
    column('text'),
    column('parts', { end: true }),
    column('status', { render: (record) => <StatusWithReason record={record} /> }),
    column('operator'),
  ];
}

/** A message's delivery result, with the operator's reason if there is one. */
function StatusWithReason({ record }: { record: Row }) {
  const reasonOf = useMessageReason();
  const { error } = record;
  return (
    <div>
      <FieldValue entity={message} name="status" record={record} />
      {typeof error === 'string' && <div className="contact-error">{reasonOf(error)}</div>}
    </div>
  );
}
