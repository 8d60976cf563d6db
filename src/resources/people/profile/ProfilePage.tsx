import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Avatar from '@mui/material/Avatar';
import { useTranslate } from 'ra-core';
import { useCallback, useState } from 'react';
import { canAccess, isOffered } from '../../../core/access.ts';
import { initials } from '../../../core/format.ts';
import type { User } from '../../../core/session.ts';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { AccountCard } from './AccountCard.tsx';
import { OwnDataCard } from './OwnDataCard.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { SendersCard } from './SendersCard.tsx';
import { ViberCard } from './ViberCard.tsx';
import '../../../crud/crud.css';
import { UnsavedGuard } from '../../../crud/UnsavedGuard.tsx';
import './profile.css';

/** /profile: the user, their account and sender IDs, preferences, and sessions. */
export function ProfilePage() {
  const translate = useTranslate();
  const user = useUser();
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const onDirty = useCallback((card: string, isDirty: boolean) => {
    setTyped((before) => {
      if (before.has(card) === isDirty) return before;
      const after = new Set(before);
      if (isDirty) after.add(card);
      else after.delete(card);
      return after;
    });
  }, []);
  if (!user) return null;
  return (
    <div className="profile">
      <PageHeader title={translate('profile.title')} />
      {user.two_factor?.must_enrol && (
        <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
          <AlertTitle>{translate('twoFactor.must')}</AlertTitle>
          {translate('twoFactor.mustText')}
        </Alert>
      )}
      <Person user={user} />
      <div className="profile-columns">
        <div>
          <OwnDataCard user={user} onDirty={onDirty} />
          {user.account?.uuid && <AccountCard known={user.account} onDirty={onDirty} />}
          {isOffered('sms/sender-identities') && <SendersCard />}
          {canAccess('viber/identities') && <ViberCard />}
        </div>
        <div>
          <PreferencesCard />
          <SecurityCard />
        </div>
      </div>
      <UnsavedGuard active={typed.size > 0} />
    </div>
  );
}

function Person({ user }: { user: User }) {
  const translate = useTranslate();
  return (
    <div className="crud-card profile-person">
      <Avatar
        aria-hidden="true"
        sx={{
          width: 64,
          height: 64,
          fontSize: '1.375rem',
          fontWeight: 600,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
        }}
      >
        {initials(user.name)}
      </Avatar>
      <div>
        <strong>{user.name}</strong>
        <span>{user.email}</span>
      </div>
      <span className="profile-role">
        {user.role_name ?? translate(`profile.role.${user.role}`, { _: user.role })}
      </span>
    </div>
  );
}
