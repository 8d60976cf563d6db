import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useDataProvider, useGetList, useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { FILES_PATH } from '#schema/file.ts';
import { type SenderIdentity, senderIdentity } from '#schema/senderIdentity.ts';
import { mayDo } from '../../../core/access.ts';
import { drafts } from '../../../core/drafts.ts';
import { useLabels } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { When } from '../../../crud/When.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { Card, type OnDirty } from './EditCard.tsx';
import { SENDER_DRAFT, SenderRequestForm } from './SenderRequestForm.tsx';

type Row = SenderIdentity & { id: string };
const MOST = 200;
/** How often to look whether a pending request was decided, in milliseconds. */
const PENDING_EVERY = 5000;

/** The account's sender IDs: the status of each request, a new request, withdrawing one. */
export function SendersCard({ onDirty }: { onDirty: OnDirty }) {
  const translate = useTranslate();
  const mayAsk = mayDo(senderIdentity.name, 'create');
  const [isAsking, setAsking] = useState(() => mayAsk && drafts.read(SENDER_DRAFT) !== undefined);
  const { data, error, refetch } = useGetList<Row>(
    senderIdentity.name,
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'created_at', order: 'DESC' } },
    {
      onError: () => undefined,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ status }) => status === 'pending') ? PENDING_EVERY : false,
    },
  );
  useNews(data);
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

/** Tells of a decision that is taken while the page is open. */
function useNews(rows: readonly Row[] | undefined): void {
  const notify = useNotify();
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, name, status } of rows ?? []) {
      if (status === 'pending') waiting.current.add(id);
      else if (waiting.current.delete(id))
        notify(`profile.sender.news.${status}`, {
          type: status === 'approved' ? 'success' : 'warning',
          messageArgs: { name },
        });
    }
  }, [rows, notify]);
}

function Sender({ row, mayWithdraw, onChange }: { row: Row; mayWithdraw: boolean; onChange(): void }) {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const labels = useLabels(senderIdentity);
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAsked(false);
    onChange();
  });

  const withdraw = () =>
    run(async () => {
      await dataProvider.delete(senderIdentity.name, { id: row.id, previousData: row });
      return ['profile.sender.withdrawn', { name: row.name }];
    });

  return (
    <li>
      <div className="profile-row-main">
        <span className="profile-row-title">
          <strong>{row.name}</strong>
          <StatusChip status={row.status} label={labels.choice('status', row.status)} />
        </span>
        <p className="crud-pre">{row.purpose}</p>
        {row.reason && (
          <p className="profile-reason">
            {translate('profile.sender.reason', { reason: serverText(row.reason) })}
          </p>
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
