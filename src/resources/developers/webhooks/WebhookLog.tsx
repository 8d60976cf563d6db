import Button from '@mui/material/Button';
import { ListBase, useListContext, useTranslate } from 'ra-core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { WebhookDelivery } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { useColumns } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { type ListMeta, ListPagination } from '../../../crud/ListPagination.tsx';
import { ListTable } from '../../../crud/ListTable.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { NotApplied } from '../../../crud/NotApplied.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { useDeliveryColumns } from './DeliveryCells.tsx';
import { RetryButton } from './RetryButton.tsx';
import { pollEvery } from './state.ts';

const webhookDelivery = entityOf('settings/webhook-deliveries');

const PER_PAGE = 10;
const EVERY = 10_000;

/** Deliveries to one webhook, newest first, refreshed. */
export function WebhookLog({ webhook }: { webhook: string }) {
  return (
    <ListBase
      resource={webhookDelivery.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      filter={{ webhook }}
      sort={{ field: 'created_at', order: 'DESC' }}
      perPage={PER_PAGE}
      queryOptions={{
        meta: { page: 'fitting' },
        onError: () => undefined,
        refetchInterval: (query: { state: { data?: { data?: unknown } } }) =>
          pollEvery(query.state.data?.data) || EVERY,
      }}
    >
      <Log webhook={webhook} />
    </ListBase>
  );
}

function Log({ webhook }: { webhook: string }) {
  const translate = useTranslate();
  const heading = useId();
  const columns = useColumns(webhookDelivery, useDeliveryColumns());
  const { data, total, error, isPending, isFetching, refetch, ...list } = useListContext<Row>();
  const meta = list.meta as ListMeta | undefined;
  const isEmpty = !isPending && !error && total === 0;
  const filter = encodeURIComponent(JSON.stringify({ webhook }));
  return (
    <section className="crud-card crud-list webhook-log" aria-labelledby={heading} aria-busy={isFetching}>
      <header>
        <h2 id={heading}>{translate('webhook.log')}</h2>
        {total ? (
          <Button size="small" component={Link} to={`/${webhookDelivery.name}?filter=${filter}`}>
            {translate('webhook.logAll')}
          </Button>
        ) : null}
      </header>
      <NotApplied entity={webhookDelivery} />
      {error && !data ? (
        <div className="crud-pad">
          <LoadFailure what="webhook.log" error={error} onRetry={() => void refetch()} />
        </div>
      ) : isEmpty && meta?.unapplied?.searched ? null : isEmpty ? (
        <EmptyState title={translate('webhook.logEmpty')} text={translate('webhook.logEmptyText')} />
      ) : (
        <ListTable
          entity={webhookDelivery}
          columns={columns.all.map((column) => ({ ...column, sort: false }))}
          rowActions={(record) => <RetryButton delivery={record as unknown as WebhookDelivery} />}
          isAllMatching={false}
          onSelectionChange={() => undefined}
        />
      )}
      {total ? <ListPagination meta={meta} onPerPage={() => undefined} inPage /> : null}
    </section>
  );
}
