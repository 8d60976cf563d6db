import AddRounded from '@mui/icons-material/AddRounded';
import Button from '@mui/material/Button';
import { useGetList, useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { SenderIdentity } from '#schema/senderIdentity.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { Card } from './EditCard.tsx';

type Row = SenderIdentity & { id: string };
const senderIdentity = entityOf('sms/sender-identities');
const PATH = `/${senderIdentity.name}`;
/** The latest ones; their list has all. */
const SHOWN = 5;
/** Refetch interval in milliseconds while a request is pending. */
const PENDING_EVERY = 5000;

/** The account's latest sender IDs, with links to all of them and to the request form. */
export function SendersCard() {
  const translate = useTranslate();
  const labels = useLabels(senderIdentity);
  const canRequest = canAccess(senderIdentity.name, 'create');
  const { data, total, error, refetch } = useGetList<Row>(
    senderIdentity.name,
    { pagination: { page: 1, perPage: SHOWN }, sort: { field: 'created_at', order: 'DESC' } },
    {
      onError: () => undefined,
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ status }) => status === 'pending') ? PENDING_EVERY : false,
    },
  );
  useNews(data);
  return (
    <Card
      title={translate('profile.senders')}
      action={
        canRequest && (
          <Button size="small" component={Link} to={`${PATH}/create`} startIcon={<AddRounded />}>
            {translate('profile.sender.ask')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className="profile-rows">
              {data.map(({ id, name, status, reason }) => (
                <li key={id}>
                  <div className="profile-row-main">
                    <span className="profile-row-title">
                      <Link className="crud-title" to={`${PATH}/${id}/show`}>
                        {name}
                      </Link>
                      <StatusChip status={status} label={labels.choice('status', status)} />
                    </span>
                    {reason && (
                      <p className="profile-reason">
                        {translate('profile.sender.reason', { reason: serverText(reason) })}
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          ) : (
            <p className="profile-body profile-quiet">
              {translate(canRequest ? 'profile.sender.none' : 'profile.sender.noneYet')}
            </p>
          )}
          {(total ?? 0) > 0 && (
            <p className="profile-body">
              <Link to={PATH}>{translate('profile.sender.all', { count: number(total ?? 0) })}</Link>
            </p>
          )}
        </>
      ) : (
        <div className="profile-body">
          {error ? (
            <LoadFailure what="profile.senders" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton variant="rounded" height={56} />
          )}
        </div>
      )}
    </Card>
  );
}

/** Announces a decision while the page is open. */
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
