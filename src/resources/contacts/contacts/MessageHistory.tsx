import { ListBase, useCreatePath, useListContext, useTranslate } from 'ra-core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { MessageStatus } from '#schema/message.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { ResolvedColumn } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { type ListMeta, ListPagination } from '../../../crud/ListPagination.tsx';
import { ListTable } from '../../../crud/ListTable.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { NotApplied } from '../../../crud/NotApplied.tsx';
import { useMessageReason } from '../../../crud/useMessageReason.ts';
import { useSendAction } from '../../../crud/useSendAction.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { useUser } from '../../../layout/useUser.ts';
import './contact.css';

const message = entityOf('sms/dispatch');

const PER_PAGE = 10;
const EVERY = 3000;
const MOVING = new Set<unknown>(['queued', 'submitting', 'submitted'] satisfies MessageStatus[]);

const isMoving = (rows: unknown): boolean =>
  Array.isArray(rows) && rows.some((row: Row) => MOVING.has(row.status));

/** The account's messages to a number, newest first. Hidden if the user may not see messages. */
export function MessageHistory({ phone }: { phone: string }) {
  const user = useUser();
  if (!hasPermission(message.read)) return null;
  // Staff see every account's messages, but a contact belongs to one account.
  const account = user?.role === 'customer' ? undefined : user?.account?.uuid;
  return (
    <ListBase
      resource={message.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      filter={{ phone, account }}
      sort={{ field: 'created_at', order: 'DESC' }}
      perPage={PER_PAGE}
      queryOptions={{
        meta: { page: 'fitting' },
        onError: () => undefined,
        refetchInterval: (query: { state: { data?: { data?: unknown } } }) =>
          isMoving(query.state.data?.data) ? EVERY : false,
      }}
    >
      <History />
    </ListBase>
  );
}

function History() {
  const translate = useTranslate();
  const sendAction = useSendAction('outlined');
  const columns = useHistoryColumns();
  const heading = useId();
  const { data, total, error, isPending, isFetching, refetch, ...list } = useListContext<Row>();
  const meta = list.meta as ListMeta | undefined;
  const isEmpty = !isPending && !error && total === 0;
  return (
    <section className="crud-card crud-list contact-history" aria-labelledby={heading} aria-busy={isFetching}>
      <h2 id={heading}>
        {translate('history.title')}
        {/* A space without its count after it counts as text that moves when the count comes. */}
        {total ? (
          <>
            {' '}
            <span className="crud-total crud-number">
              {meta?.countIsMinimum ? `${number(meta.count)}+` : number(total)}
            </span>
          </>
        ) : null}
      </h2>
      <NotApplied entity={message} />
      {error && !data ? (
        <div className="crud-pad">
          <LoadFailure what="history.title" error={error} onRetry={() => void refetch()} />
        </div>
      ) : isEmpty && meta?.unapplied?.searched ? null : isEmpty ? (
        <EmptyState
          title={translate('history.empty')}
          text={translate('history.emptyText')}
          action={sendAction}
        />
      ) : (
        <ListTable
          entity={message}
          columns={columns}
          isAllMatching={false}
          onSelectionChange={() => undefined}
        />
      )}
      {total ? <ListPagination meta={meta} onPerPage={() => undefined} inPage /> : null}
    </section>
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
