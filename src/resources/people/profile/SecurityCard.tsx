import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { offers } from '../../../core/offers.ts';
import { useUser } from '../../../layout/useUser.ts';
import { Card } from './EditCard.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactorSection } from './TwoFactorSection.tsx';

const ChangePassword = lazy(() =>
  import('../../../layout/ChangePassword.tsx').then((m) => ({ default: m.ChangePassword })),
);

/** The password, the second factor, and the sessions. */
export function SecurityCard() {
  const translate = useTranslate();
  const user = useUser();
  const [isLoaded, setLoaded] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Changing the password ends other sessions, so the list is reloaded.
  const [round, setRound] = useState(0);
  return (
    <Card
      title={translate('profile.security')}
      action={
        !user?.acting && (
          <Button
            size="small"
            startIcon={<KeyOutlined />}
            onClick={() => {
              setLoaded(true);
              setOpen(true);
            }}
          >
            {translate('shell.change_password')}
          </Button>
        )
      }
    >
      {!user?.acting && offers('two-factor') && (
        <TwoFactorSection onChange={() => setRound((former) => former + 1)} />
      )}
      {offers('sessions') && <Sessions round={round} />}
      <Suspense>
        {isLoaded && (
          <ChangePassword
            open={isOpen}
            onClose={() => {
              setOpen(false);
              setRound(round + 1);
            }}
          />
        )}
      </Suspense>
    </Card>
  );
}
