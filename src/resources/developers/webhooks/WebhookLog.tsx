import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { WebhookDelivery } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { useColumns } from '../../../crud/columns.ts';
import { RecordList, useListTotal } from '../../../crud/RecordList.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { useDeliveryColumns } from './DeliveryCells.tsx';
import { RetryButton } from './RetryButton.tsx';
import { pollEvery } from './state.ts';

const webhookDelivery = entityOf('settings/webhook-deliveries');

const EVERY = 10_000;

/** Deliveries to one webhook, newest first, refreshed. */
export function WebhookLog({ webhook }: { webhook: string }) {
  const translate = useTranslate();
  const heading = useId();
  const columns = useColumns(webhookDelivery, useDeliveryColumns());
  return (
    <RecordList
      entity={webhookDelivery}
      filter={{ webhook }}
      every={(rows) => pollEvery(rows) || EVERY}
      what="webhook.log"
      labelledBy={heading}
      className="webhook-log"
      columns={columns.all.map((column) => ({ ...column, sort: false }))}
      rowActions={(record) => <RetryButton delivery={record as unknown as WebhookDelivery} />}
      head={
        <header>
          <h2 id={heading}>{translate('webhook.log')}</h2>
          <LogAll webhook={webhook} />
        </header>
      }
      empty={<EmptyState title={translate('webhook.logEmpty')} text={translate('webhook.logEmptyText')} />}
    />
  );
}

function LogAll({ webhook }: { webhook: string }) {
  const translate = useTranslate();
  const filter = encodeURIComponent(JSON.stringify({ webhook }));
  if (useListTotal() === undefined) return null;
  return (
    <Button size="small" component={Link} to={`/${webhookDelivery.name}?filter=${filter}`}>
      {translate('webhook.logAll')}
    </Button>
  );
}
