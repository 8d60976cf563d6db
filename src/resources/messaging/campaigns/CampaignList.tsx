import SendRounded from '@mui/icons-material/SendRounded';
import { useListContext, useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { costCell } from '../../../crud/Cost.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { SendAction } from '../../../crud/SendAction.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { CampaignProgress } from './CampaignProgress.tsx';

const campaign = entityOf('sms');

function SendButton() {
  const { total, filterValues } = useListContext();
  const isFiltered = Object.values(filterValues ?? {}).some(Boolean);
  return <SendAction isFirst={total === 0 && !isFiltered} startIcon={<SendRounded />} data-key="c" />;
}

const MOVING = new Set(['preparing', 'sending']);
const EVERY = 3000;
/** Campaigns that wait for approval change rarely. */
const WAITING_EVERY = 15_000;

const every = (statuses: readonly string[]): number | false => {
  if (statuses.some((status) => MOVING.has(status))) return EVERY;
  return statuses.includes('draft') && WAITING_EVERY;
};

export function CampaignList() {
  const translate = useTranslate();
  const statusCell = useStatusCell(campaign);
  return (
    <EntityList
      entity={campaign}
      columns={[
        'name',
        { name: 'status', render: statusCell },
        ...(canAccess('admin/accounts') ? ['account'] : []),
        {
          name: 'progress',
          label: translate('resources.sms.fields.progress'),
          render: (record) => <CampaignProgress campaign={record as unknown as Campaign} />,
        },
        'delivered',
        { name: 'parts', hidden: true },
        { name: 'cost', render: costCell },
        'sender',
        ...(offers('viber') ? [{ name: 'channel', hidden: true }] : []),
        { name: 'scheduled_at', hidden: true },
        'created_at',
      ]}
      actions={<SendButton />}
      create={false}
      exportPath={`${campaign.path}export/`}
      empty={{
        title: translate('campaign.empty'),
        text: translate('campaign.emptyText'),
        action: <SendButton />,
      }}
      refetchEvery={(records) => every(records.map(({ status }) => String(status)))}
    />
  );
}
