import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { type Campaign, campaign } from '#schema/campaign.ts';
import { mayDo } from '../../access.ts';
import { EntityList } from '../../crud/EntityList.tsx';
import { number } from '../../format.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { doneCount } from './progress.ts';

const MOVING = new Set(['preparing', 'sending']);
const EVERY = 3000;

export function CampaignList() {
  const translate = useTranslate();
  const sendButton = mayDo('sms/bulk-sms') && (
    <Button variant="contained" component={Link} to="/sms/bulk-sms" startIcon={<SendRounded />}>
      {translate('campaign.send')}
    </Button>
  );
  return (
    <EntityList
      entity={campaign}
      columns={[
        'name',
        'status',
        {
          name: 'progress',
          label: translate('resources.sms.fields.progress'),
          render: (record) => <Progress record={record as unknown as Campaign} />,
        },
        'delivered',
        { name: 'parts', hidden: true },
        'cost',
        'sender',
        { name: 'scheduled_at', hidden: true },
        'created_at',
      ]}
      actions={sendButton}
      create={false}
      empty={{
        title: translate('campaign.empty'),
        text: translate('campaign.emptyText'),
        action: sendButton,
      }}
      refetchEvery={(records) => (records.some(({ status }) => MOVING.has(String(status))) ? EVERY : false)}
    />
  );
}

function Progress({ record }: { record: Campaign }) {
  const translate = useTranslate();
  return (
    <span className="campaign-progress">
      <ProgressBar campaign={record} />
      <span className="crud-number">
        {translate('campaign.progressOf', {
          done: number(doneCount(record)),
          total: number(record.recipients),
        })}
      </span>
    </span>
  );
}
