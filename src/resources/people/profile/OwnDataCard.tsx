import { useTranslate } from 'ra-core';
import { ownUser } from '#schema/user.ts';
import { hasPermission } from '../../../core/access.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { changedProfile } from '../../../core/readProfile.ts';
import { setUser, type User } from '../../../core/session.ts';
import { AddressSection } from './AddressSection.tsx';
import { EditCard, type OnDirty } from './EditCard.tsx';

/** The user's own data; a new name appears in the shell immediately. */
export function OwnDataCard({ user, onDirty }: { user: User; onDirty: OnDirty }) {
  const translate = useTranslate();
  const canChange = ownUser.write !== null && hasPermission(ownUser.write);
  return (
    <EditCard
      entity={ownUser}
      title={translate('profile.own')}
      record={user}
      fields={['name', 'email', 'phone']}
      canEdit={canChange && offers('profile-changes')}
      write={async (body) => {
        const answer = await http.json(ownUser.path, { method: 'PUT', body });
        setUser(changedProfile(user, body, answer));
        return answer;
      }}
      onSaved={() => undefined}
      onDirty={onDirty}
      below={canChange && !user.acting && offers('address-change') && <AddressSection user={user} />}
    />
  );
}
