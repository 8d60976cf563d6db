import Button from '@mui/material/Button';
import { ListBase, useListContext, useStore, useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PAGE_SIZE } from '#schema/outline.ts';
import type { ActivePackage } from '#schema/smsPackage.ts';
import { canBuyPackages } from '../../../core/access.ts';
import { now } from '../../../core/clock.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { namesItsFeatures } from '../../../core/offers.ts';
import { useColumns } from '../../../crud/columns.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { type ListMeta, ListPagination } from '../../../crud/ListPagination.tsx';
import { FirstUse } from '../../../crud/ListStates.tsx';
import { ListTable } from '../../../crud/ListTable.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { NotApplied } from '../../../crud/NotApplied.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { TabStrip } from '../../../crud/TabStrip.tsx';
import { Expiry } from './Expiry.tsx';
import { PartsMeter } from './PartsMeter.tsx';
import './activePackages.css';

const activePackage = entityOf('packages/active-packages');

/** Each package is in exactly one of the tabs; the API's filters cannot combine the last two. */
const tabs = ['active', 'used', 'expired'] as const;
type Tab = (typeof tabs)[number];

const filterOf = (tab: Tab, at: string): Record<string, unknown> =>
  ({
    active: { remaining__gte: 1, expires_at__gte: at },
    used: { remaining__lte: 0 },
    expired: { remaining__gte: 1, expires_at__lte: at },
  })[tab];

/**
 * What the server is asked for. Of active packages, other servers would leave out those without an end, because that is not
 * after now: the console leaves out the expired ones itself.
 */
const askedOf = (tab: Tab, own: Record<string, unknown>): Record<string, unknown> =>
  tab === 'active' && !namesItsFeatures() ? { remaining__gte: own.remaining__gte } : own;

const orders = { active: 'ASC', used: 'DESC', expired: 'DESC' } as const;
const asPackage = (record: Row) => record as unknown as ActivePackage;

/** The account's packages: what is left of each, and until when. The tab is in the URL. */
export function ActivePackageList() {
  const [params] = useSearchParams();
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'active';
  const [at] = useState(() => new Date(now()).toISOString());
  const [perPage, setPerPage] = useStore(`${activePackage.name}.perPage`, PAGE_SIZE);
  const own = filterOf(tab, at);
  return (
    <ListBase
      key={tab}
      resource={activePackage.name}
      disableAuthentication
      disableSyncWithLocation
      storeKey={false}
      perPage={perPage}
      filter={askedOf(tab, own)}
      sort={{ field: 'expires_at', order: orders[tab] }}
      queryOptions={{ meta: { page: 'answered', own }, onError: () => undefined }}
    >
      <Packages tab={tab} onPerPage={setPerPage} />
    </ListBase>
  );
}

function Packages({ tab, onPerPage }: { tab: Tab; onPerPage(size: number): void }) {
  const translate = useTranslate();
  const labels = useLabels(activePackage);
  const list = useListContext<Row>();
  const { data, total, error, isPending, isFetching } = list;
  const meta = list.meta as ListMeta | undefined;
  const isEmpty = !isPending && total === 0;
  const columns = useColumns(activePackage, [
    'name',
    {
      name: 'remaining',
      end: false,
      phone: 'status',
      render: (record) => <PartsMeter pack={asPackage(record)} />,
    },
    { name: 'expires_at', phone: 'date', render: (record) => <Expiry pack={asPackage(record)} /> },
    { name: 'created_at', phone: false },
  ]);
  const buy = canBuyPackages() && (
    <Button variant="contained" component={Link} to="/packages/sms">
      {translate('packages.buyOne')}
    </Button>
  );
  let content: ReactNode;
  if (error && !data)
    content = (
      <div className="crud-card crud-pad">
        <LoadFailure
          what="resources.packages/active-packages.name"
          error={error}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  else if (isEmpty && !meta?.unapplied?.searched)
    content = (
      <FirstUse
        entity={activePackage}
        title={translate(`packages.empty.${tab}`)}
        text={translate(`packages.empty.${tab}Text`)}
        action={tab === 'active' && buy}
      />
    );
  else
    content = (
      <section className="crud-card crud-list pack-table" aria-busy={isFetching}>
        <NotApplied entity={activePackage} />
        {!isEmpty && (
          <ListTable
            entity={activePackage}
            columns={columns.shown}
            isAllMatching={false}
            onSelectionChange={() => undefined}
          />
        )}
        {total ? <ListPagination meta={meta} onPerPage={onPerPage} /> : null}
      </section>
    );
  return (
    <>
      <PageHeader title={labels.name(2)} actions={buy} />
      <TabStrip label={labels.name(2)}>
        {tabs.map((name) => (
          <Link
            key={name}
            to={name === 'active' ? '?' : `?tab=${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {translate(`packages.tab.${name}`)}
          </Link>
        ))}
      </TabStrip>
      {content}
    </>
  );
}
