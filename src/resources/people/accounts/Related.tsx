import { ListBase, useCreatePath, useListContext, useResourceDefinition, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { number } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { ResolvedColumn } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { FieldValue, fieldOf } from '../../../crud/fields.tsx';
import { type ListMeta, ListPagination } from '../../../crud/ListPagination.tsx';
import { ListTable } from '../../../crud/ListTable.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { NotApplied } from '../../../crud/NotApplied.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import type { VisibleTab } from './tabs.ts';

const PER_PAGE = 10;
const NUMERIC = new Set(['integer', 'money', 'price']);

/** An account's records of an entity, newest first, with paging. */
export function Related({ tab, entity, account }: { tab: VisibleTab; entity: Outline; account: string }) {
  return (
    <ListBase
      key={entity.name}
      resource={entity.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      filter={{ account }}
      sort={{ field: 'created_at', order: 'DESC' }}
      perPage={PER_PAGE}
      queryOptions={{ meta: { page: 'fitting' }, onError: () => undefined }}
    >
      <Rows tab={tab} entity={entity} account={account} />
    </ListBase>
  );
}

function Rows({ tab, entity, account }: { tab: VisibleTab; entity: Outline; account: string }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const { total, data, error, isPending, isFetching, refetch, ...list } = useListContext<Row>();
  const meta = list.meta as ListMeta | undefined;
  const createPath = useCreatePath();
  const { hasShow } = useResourceDefinition({ resource: entity.name });
  const columns = (tab.columns ?? []).flatMap((name, place): ResolvedColumn[] => {
    const field = fieldOf(entity, name);
    if (!field) return [];
    return [
      {
        name,
        label: labels.field(name),
        sort: false,
        phone: place === 0 ? 'title' : undefined,
        end: NUMERIC.has(field.kind),
        render: (record) => {
          const own = tab.render?.[name]?.(record);
          // A record's title may be missing, so its first column is the link.
          if (place > 0 || !hasShow) return own;
          const value = own ?? <FieldValue entity={entity} name={name} record={record} inList />;
          const to = createPath({ resource: entity.name, type: 'show', id: record.id });
          return (
            <Link className="crud-title" to={to}>
              {value}
            </Link>
          );
        },
      },
    ];
  });
  const all = new URLSearchParams({ filter: JSON.stringify({ account }) });
  return (
    <section
      className="crud-card crud-list"
      aria-label={translate(`accounts.tab.${tab.name}`)}
      aria-busy={isFetching}
    >
      <NotApplied entity={entity} />
      {error && !data ? (
        <div className="crud-pad">
          <LoadFailure what={`accounts.tab.${tab.name}`} error={error} onRetry={() => void refetch()} />
        </div>
      ) : !isPending && total === 0 && meta?.unapplied?.searched ? null : !isPending && total === 0 ? (
        <EmptyState title={translate('accounts.none')} text={translate(`accounts.noneText.${tab.name}`)} />
      ) : (
        <>
          <p className="account-related">
            <span className="crud-total">
              {total !== undefined && (meta?.countIsMinimum ? `${number(meta.count)}+` : number(total))}
            </span>
            <Link to={`/${entity.name}?${all}`}>{translate('accounts.seeAll')}</Link>
          </p>
          <ListTable
            entity={entity}
            columns={columns}
            link={false}
            isAllMatching={false}
            onSelectionChange={() => undefined}
          />
        </>
      )}
      {total ? <ListPagination meta={meta} onPerPage={() => undefined} inPage /> : null}
    </section>
  );
}
