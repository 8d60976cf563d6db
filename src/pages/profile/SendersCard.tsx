import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useDataProvider, useGetList, useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { FILES_PATH } from '#schema/file.ts';
import { type SenderIdentity, senderIdentity } from '#schema/senderIdentity.ts';
import { mayDo } from '../../access.ts';
import { ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import { DownloadButton } from '../../crud/DownloadButton.tsx';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { useLabels } from '../../crud/labels.ts';
import { StatusChip } from '../../crud/StatusChip.tsx';
import { When } from '../../crud/When.tsx';
import { drafts } from '../../drafts.ts';
import { Card, type OnDirty } from './EditCard.tsx';
import { SENDER_DRAFT, SenderRequestForm } from './SenderRequestForm.tsx';

type Row = SenderIdentity & { id: string };
const MOST = 200;

/** The account's sender names: what became of each request, asking for another, taking one back. */
export function SendersCard({ onDirty }: { onDirty: OnDirty }) {
  const translate = useTranslate();
  const mayAsk = mayDo(senderIdentity.name, 'create');
  const [isAsking, setAsking] = useState(() => mayAsk && drafts.read(SENDER_DRAFT) !== undefined);
  const { data, error, refetch } = useGetList<Row>(
    senderIdentity.name,
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'created_at', order: 'DESC' } },
    { onError: () => undefined },
  );
  const ask = mayAsk && !isAsking && (
    <Button size="small" startIcon={<AddRounded />} onClick={() => setAsking(true)}>
      {translate('profile.sender.ask')}
    </Button>
  );

  return (
    <Card title={translate('profile.senders')} action={ask}>
      {isAsking && (
        <SenderRequestForm
          onDirty={onDirty}
          onClose={() => setAsking(false)}
          onAsked={() => {
            setAsking(false);
            void refetch();
          }}
        />
      )}
      {data ? (
        data.length > 0 ? (
          <ul className="profile-rows">
            {data.map((row) => (
              <Sender key={row.id} row={row} mayWithdraw={mayAsk} onChange={() => void refetch()} />
            ))}
          </ul>
        ) : (
          !isAsking && <p className="profile-body profile-quiet">{translate('profile.sender.none')}</p>
        )
      ) : (
        <div className="profile-body">
          {error ? (
            <LoadFailure error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={56} />
          )}
        </div>
      )}
    </Card>
  );
}

function Sender({ row, mayWithdraw, onChange }: { row: Row; mayWithdraw: boolean; onChange(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const labels = useLabels(senderIdentity);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const withdraw = async () => {
    setBusy(true);
    try {
      await dataProvider.delete(senderIdentity.name, { id: row.id, previousData: row });
      notify('profile.sender.withdrawn', { type: 'success', messageArgs: { name: row.name } });
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      notify(text, { type: 'error', messageArgs: { _: text } });
    } finally {
      setBusy(false);
      setAsked(false);
      onChange();
    }
  };

  return (
    <li>
      <div className="profile-row-main">
        <span className="profile-row-title">
          <strong>{row.name}</strong>
          <StatusChip status={row.status} label={labels.choice('status', row.status)} />
        </span>
        <p className="crud-pre">{row.purpose}</p>
        {row.reason && (
          <p className="profile-reason">{translate('profile.sender.reason', { reason: row.reason })}</p>
        )}
        <small>
          {translate('profile.sender.asked')} <When iso={row.created_at} />
        </small>
      </div>
      {row.document && (
        <DownloadButton
          compact
          path={`${FILES_PATH}${row.document}/`}
          fileName={row.name}
          label={`${labels.field('document')}: ${row.name}`}
        />
      )}
      {row.status === 'pending' && mayWithdraw && (
        <Button
          size="small"
          color="error"
          aria-label={`${translate('profile.sender.withdraw')}: ${row.name}`}
          onClick={() => setAsked(true)}
        >
          {translate('profile.sender.withdraw')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        title={translate('profile.sender.withdrawTitle', { name: row.name })}
        confirm={translate('profile.sender.withdraw')}
        danger
        busy={isBusy}
        onConfirm={() => void withdraw()}
        onClose={() => setAsked(false)}
      >
        {translate('profile.sender.withdrawText')}
      </ConfirmDialog>
    </li>
  );
}
