import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useRefresh, useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import type { User } from '#schema/users.ts';
import { config } from '../../../core/config.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { namesItsFeatures, offers } from '../../../core/offers.ts';
import { putBody } from '../../../core/putBody.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useUser } from '../../../layout/useUser.ts';
import { InvitationLink } from './InvitationLink.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import './users.css';

const entity = entityOf('users');

type Action = 'sendLink' | 'endSessions' | 'deactivate' | 'activate';

const call = (action: Action, user: User, keepsKeys: boolean): Promise<unknown> => {
  const path = `${entity.path}${user.uuid}/`;
  switch (action) {
    case 'sendLink':
      return http.json(`${path}send-link/`, { method: 'POST' });
    case 'endSessions':
      return http.json(`${path}end-sessions/`, { method: 'POST' });
    default:
      return http.json(path, {
        method: 'PUT',
        body: {
          // Our server leaves unchanged what is not sent; others take a PUT for the whole record.
          ...(!namesItsFeatures() && putBody(entity, { ...user }, { ...user })),
          is_active: action === 'activate',
          ...(keepsKeys && { keep_keys: true }),
        },
      });
  }
};

/** A user's sign-in, and an administrator's actions on it. Support can only read. */
export function Access({ user }: { user: User }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const id = useId();
  const [action, setAction] = useState<Action>();
  const [keepsKeys, setKeepsKeys] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAction(undefined);
    refresh();
  });
  const isSelf = useUser()?.uuid === user.uuid;
  if (!canWrite(entity, 'update')) return null;

  const act = (action: Action) =>
    run(async () => {
      await call(action, user, action === 'deactivate' && keepsKeys);
      return [`users.done.${action}`, { email: user.email, name: user.name }];
    });

  const password = user.is_invited ? 'invited' : 'chosen';
  // A user without this field counts as active and may sign in.
  const isActive = user.is_active !== false;
  const change = isActive ? 'deactivate' : 'activate';
  const count = { smart_count: user.sessions, count: number(user.sessions) };
  return (
    <section className="crud-card users-access" aria-labelledby={id}>
      <h2 id={id}>{translate('users.access.title')}</h2>
      <Line text={user.is_invited !== undefined && translate(`users.access.${password}`)}>
        <div>
          {isActive && user.is_invited && offers('invitation-links') && (
            <InvitationLink path={`${entity.path}${user.uuid}/`} name={user.name} />
          )}
          {isActive && offers('user-links') && config().mail && (
            <Button variant="outlined" size="small" onClick={() => setAction('sendLink')}>
              {translate(user.is_invited ? 'users.do.sendInvitation' : 'users.do.sendLink')}
            </Button>
          )}
        </div>
      </Line>
      <Line
        text={
          user.sessions !== undefined &&
          translate(user.sessions > 0 ? 'users.access.sessions' : 'users.access.noSession', count)
        }
      >
        {user.sessions > 0 && !isSelf && offers('user-sessions') && (
          <Button variant="outlined" size="small" onClick={() => setAction('endSessions')}>
            {translate('users.do.endSessions')}
          </Button>
        )}
      </Line>
      <Line
        text={
          user.two_factor !== undefined &&
          translate(user.two_factor ? 'twoFactor.userHas' : 'twoFactor.userHasNot')
        }
      >
        <SecondFactor user={user} />
      </Line>
      <Line text={translate(isActive ? 'users.access.active' : 'users.access.inactive')}>
        {!isSelf && (
          <Button
            variant="outlined"
            size="small"
            color={isActive ? 'error' : 'primary'}
            onClick={() => setAction(change)}
          >
            {translate(`users.do.${change}`)}
          </Button>
        )}
      </Line>
      {action && (
        <ConfirmDialog
          open
          busy={isBusy}
          danger={action === 'deactivate'}
          title={translate(`users.ask.${action}`, { name: user.name })}
          confirm={translate(
            action === 'sendLink' && user.is_invited ? 'users.do.sendInvitation' : `users.do.${action}`,
          )}
          onConfirm={() => void act(action)}
          onClose={() => setAction(undefined)}
        >
          {translate(`users.askText.${action}`, { email: user.email })}
          {action === 'deactivate' && user.api_keys > 0 && (
            <FormControlLabel
              sx={{ mt: 2, alignItems: 'flex-start' }}
              label={translate('users.revokeKeys', {
                smart_count: user.api_keys,
                count: number(user.api_keys),
              })}
              control={
                <Checkbox
                  sx={{ py: 0 }}
                  checked={!keepsKeys}
                  onChange={({ target }) => setKeepsKeys(!target.checked)}
                />
              }
            />
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** `text` is false if the server does not say it; then nothing can be done about it either. */
function Line({ text, children }: { text: string | false; children: ReactNode }) {
  if (text === false) return null;
  return (
    <div>
      <p>{text}</p>
      {children}
    </div>
  );
}
