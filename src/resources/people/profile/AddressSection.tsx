import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import type { OWN_ADDRESS } from '#schema/addressChange.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import type { User } from '../../../core/session.ts';
import { PendingAddress } from '../../../crud/PendingAddress.tsx';

/** Typed like the contract's constant, whose module would load zod. */
const PATH: typeof OWN_ADDRESS = '/v1/autho/user/address/';
const PATHS = { resend: `${PATH}resend/`, cancel: `${PATH}cancel/` };

const AddressDialog = lazy(() => import('./AddressDialog.tsx').then((m) => ({ default: m.AddressDialog })));

/** Below one's own data: changes the e-mail address, or shows a pending change. */
export function AddressSection({ user }: { user: User }) {
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const waits = user.address_change;
  return (
    <div className="profile-body">
      {waits ? (
        <PendingAddress email={waits.email} paths={PATHS} onDone={() => void refreshProfile()} />
      ) : (
        <Button size="small" variant="outlined" onClick={() => setAsked(true)}>
          {translate('profile.address.change')}
        </Button>
      )}
      <Suspense>{isAsked && <AddressDialog user={user} onClose={() => setAsked(false)} />}</Suspense>
    </div>
  );
}
