import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { ERASED } from '#schema/erased.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown, spaced } from '../../../core/labels.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { MessageText } from '../../../crud/MessageText.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { useMessageReason } from '../../../crud/useMessageReason.ts';
import { Settle } from './Settle.tsx';

const message = entityOf('sms/dispatch');

const severities: Record<string, 'success' | 'warning' | 'error'> = {
  delivered: 'success',
  unknown: 'warning',
  undelivered: 'error',
  expired: 'error',
  rejected: 'error',
};
const MOVING = new Set(['queued', 'submitting', 'submitted']);
const EVERY = 3000;

export function MessageShow() {
  const translate = useTranslate();
  const statusCell = useStatusCell(message);
  const reasonOf = useMessageReason();
  return (
    <EntityShow
      entity={message}
      title={({ phone }) => (phone === ERASED ? translate('crud.erased') : spaced(shown(phone)))}
      fields={({ channel, viber_status, viber_at, viber_error, read_at, submitted_at }) => [
        ...['text', 'phone', 'operator', 'parts', 'campaign', 'row', 'operator_id'],
        ...(canAccess('admin/accounts') ? ['account'] : []),
        // Only of a campaign over Viber: what it became, and what Viber had said before its SMS.
        ...(channel === 'viber' || viber_status ? ['channel'] : []),
        ...(channel === 'sms' && viber_status ? ['viber_status'] : []),
        ...(channel === 'sms' && viber_error ? ['viber_error'] : []),
        // While its SMS may still follow, this is the only time of a Viber message.
        ...(viber_at && (channel === 'sms' || !submitted_at) ? ['viber_at'] : []),
        ...['created_at', 'submitted_at', 'finished_at', ...(read_at ? ['read_at'] : [])],
      ]}
      render={{
        text: ({ uuid, text }) => <MessageText entity={message} uuid={String(uuid)} text={shown(text)} />,
      }}
      beside={statusCell}
      actions={({ uuid, status }) => <Settle uuid={String(uuid)} status={String(status)} />}
      before={({ status, error, test }) => {
        // A test reaches no phone, which the line below says.
        const explains = test === true && status === 'delivered' ? 'simulated' : status;
        // There is no explanation for a status that only another server has.
        const explained = translate(`message.explain.${explains}`, { _: '' });
        const reason = typeof error === 'string' && reasonOf(error);
        if (!explained && !reason && test !== true) return null;
        return (
          <Alert severity={severities[String(status)] ?? 'info'} variant="outlined" sx={{ mb: 2 }}>
            {explained} {reason && <div>{reason}</div>}
            {test === true && <div>{translate('campaign.testText')}</div>}
          </Alert>
        );
      }}
      refetchEvery={(record) => (record && MOVING.has(String(record.status)) ? EVERY : false)}
    />
  );
}
