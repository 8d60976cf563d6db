import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import type { Colleague } from '#schema/team.ts';
import { config } from '../../../core/config.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useRedirectAfterSaving } from '../../../crud/useRedirectAfterSaving.ts';
import { InvitationLink } from '../users/InvitationLink.tsx';
import { UserStatus } from '../users/UserStatus.tsx';

const team = entityOf('team');

const asColleague = (record: Row) => record as unknown as Colleague;

/** Whether there is an invitation that can be sent again or withdrawn. */
const isOpen = (record: Row) => asColleague(record).is_invited && canWrite(team, 'update');

const pathOf = ({ uuid }: Colleague) => `${team.path}${uuid}/`;

/** One colleague, and what can be done with an invitation that nobody has used. */
export const ColleagueShow = () => (
  <EntityShow
    entity={team}
    fields={['email', 'role', 'daily_cap', 'last_login_at', 'created_at']}
    beside={(record) => <UserStatus entity={team} user={asColleague(record)} />}
    actions={(record) => isOpen(record) && <Invitation colleague={asColleague(record)} />}
    remove={(record) => isOpen(record) && <Withdraw colleague={asColleague(record)} />}
  />
);

function Invitation({ colleague }: { colleague: Colleague }) {
  const translate = useTranslate();
  const { isBusy, run } = useAct(() => undefined);
  const { name, email } = colleague;
  const path = pathOf(colleague);
  if (!config().mail) return <InvitationLink path={path} name={name} />;
  const again = () =>
    run(async () => {
      await http.json(`${path}send-link/`, { method: 'POST' });
      return ['users.done.sendLink', { email }];
    });
  return (
    <Button variant="outlined" loading={isBusy} onClick={() => void again()}>
      {translate('users.do.sendInvitation')}
    </Button>
  );
}

function Withdraw({ colleague }: { colleague: Colleague }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const redirect = useRedirectAfterSaving();
  const { name, email } = colleague;
  return (
    <ConfirmButton
      color="error"
      label={translate('team.takeBack')}
      title={translate('team.takeBackTitle', { name })}
      danger
      act={async () => {
        await http.json(`${pathOf(colleague)}take-back/`, { method: 'POST' }).catch((error: unknown) => {
          // The colleague may have come meanwhile.
          refresh();
          throw error;
        });
        redirect('list', team.name);
        return ['team.takenBack', { name }];
      }}
      after={() => undefined}
    >
      <p>{translate('team.takeBackText', { email })}</p>
    </ConfirmButton>
  );
}
