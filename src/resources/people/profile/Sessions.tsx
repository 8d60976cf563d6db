import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import type { Session } from '#schema/session.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { When } from '../../../crud/When.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { deviceOf } from './device.ts';

const PATH = '/v1/autho/sessions/';
const MOST = 100;
/** How many are shown initially. */
const FEW = 5;

interface Listed {
  count: number;
  results: Session[];
}

function useDeviceName(): (session: Session) => string {
  const translate = useTranslate();
  return ({ user_agent, support }) => {
    if (support) return translate('profile.session.support');
    const { browser, system } = deviceOf(user_agent);
    if (browser && system) return translate('profile.session.device', { browser, system });
    return browser ?? system ?? translate('profile.session.unknown');
  };
}

/** The user's sessions. Ending another one asks first; this one ends by signing out. */
export function Sessions({ round }: { round: number }) {
  const translate = useTranslate();
  const user = useUser();
  const nameOf = useDeviceName();
  const [ending, setEnding] = useState<Session | 'others'>();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', user?.uuid],
    queryFn: ({ signal }) => http.json<Listed>(`${PATH}?page_size=${MOST}`, { signal }),
  });
  const { isBusy, run } = useAct(() => {
    setEnding(undefined);
    void refetch();
  });
  useEffect(() => {
    if (round > 0) void refetch();
  }, [round, refetch]);

  if (!data) {
    return (
      <div className="profile-body">
        {error ? (
          <LoadFailure what="profile.sessions" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={64} />
        )}
      </div>
    );
  }

  const end = (what: Session | 'others') =>
    run(async () => {
      if (what === 'others') await http.json(`${PATH}end-others/`, { method: 'POST' });
      else await http.json(`${PATH}${what.uuid}/`, { method: 'DELETE' });
      return [what === 'others' ? 'profile.session.othersEnded' : 'profile.session.ended'];
    });

  const others = data.count - 1;
  // Own sessions need no permission, but a session as a customer only reads.
  const canEnd = !user?.acting;
  return (
    <>
      <h3>{translate('profile.sessions')}</h3>
      <ul className="profile-rows">
        {data.results.slice(0, showsAll ? MOST : FEW).map((session) => (
          <li key={session.uuid}>
            <div className="profile-row-main">
              <span className="profile-row-title">
                <strong title={session.user_agent ?? undefined}>{nameOf(session)}</strong>
                {session.current && !session.support && (
                  <span className="profile-this">{translate('profile.session.current')}</span>
                )}
              </span>
              <small>
                {translate('profile.session.seen')} <When iso={session.last_seen_at} />
              </small>
              <small>
                {translate('profile.session.since')} <When iso={session.created_at} />
                {session.ip && (
                  <>
                    {/* No line begins with the dot. */}
                    {'\u00a0· '}
                    <span className="crud-number">{session.ip}</span>
                  </>
                )}
              </small>
            </div>
            {!session.current && canEnd && (
              <Button
                size="small"
                aria-label={`${translate('profile.session.end')}: ${nameOf(session)}`}
                onClick={() => setEnding(session)}
              >
                {translate('profile.session.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others > 0 && (canEnd || data.results.length > FEW) && (
        <div className="profile-foot">
          {!showsAll && data.results.length > FEW && (
            <Button size="small" onClick={() => setShowsAll(true)}>
              {translate('profile.session.all', { count: number(data.results.length) })}
            </Button>
          )}
          {canEnd && (
            <Button size="small" color="error" onClick={() => setEnding('others')}>
              {translate('profile.session.endOthers')}
            </Button>
          )}
        </div>
      )}
      {ending && (
        <ConfirmDialog
          open
          title={
            ending === 'others'
              ? translate('profile.session.endOthersTitle', { smart_count: others, count: number(others) })
              : translate('profile.session.endTitle', { name: nameOf(ending) })
          }
          confirm={translate(ending === 'others' ? 'profile.session.endOthers' : 'profile.session.end')}
          danger
          busy={isBusy}
          onConfirm={() => void end(ending)}
          onClose={() => setEnding(undefined)}
        >
          {translate('profile.session.endText')}
        </ConfirmDialog>
      )}
    </>
  );
}
