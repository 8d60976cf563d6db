import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import { useListContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { costCell } from '../../../crud/Cost.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { NextAction } from '../../../crud/NextAction.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { SEND, useNextStep } from '../../../crud/useNextStep.ts';
import { useUser } from '../../../layout/useUser.ts';
import { CampaignProgress } from './CampaignProgress.tsx';

const campaign = entityOf('sms');

/** Send Bulk SMS, or what has to be done first. An account that is approved and has campaigns is not asked about. */
function SendButton() {
  const translate = useTranslate();
  const { total, isPending } = useListContext();
  const isApproved = useUser()?.account?.kyc_status === 'approved';
  const isAsked = !isApproved || (!isPending && !total);
  const step = useNextStep(isAsked);
  if (isAsked && step !== SEND) return step && <NextAction step={step} />;
  return (
    <Button variant="contained" component={Link} to={SEND.path} startIcon={<SendRounded />} data-key="c">
      {translate('campaign.send')}
    </Button>
  );
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
  const sendButton = canAccess('sms/bulk-sms') && <SendButton />;
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
      actions={sendButton}
      create={false}
      exportPath={`${campaign.path}export/`}
      empty={{
        title: translate('campaign.empty'),
        text: translate('campaign.emptyText'),
        action: sendButton,
      }}
      refetchEvery={(records) => every(records.map(({ status }) => String(status)))}
    />
  );
}
