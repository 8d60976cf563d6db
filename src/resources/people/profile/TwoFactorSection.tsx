import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { TWO_FACTOR, type TwoFactor } from '#schema/twoFactor.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { digits } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { Passkeys } from './Passkeys.tsx';

const TwoFactorSetup = lazy(() =>
  import('./TwoFactorSetup.tsx').then((m) => ({ default: m.TwoFactorSetup })),
);
const TwoFactorChange = lazy(() =>
  import('./TwoFactorChange.tsx').then((m) => ({ default: m.TwoFactorChange })),
);

/** With this few recovery codes left, new ones are recommended. */
const FEW = 3;

/** Two-factor sign-in: its state, and turning it on and off. `onChange` is called when sessions have ended. */
export function TwoFactorSection({ onChange }: { onChange(): void }) {
  const translate = useTranslate();
  const user = useUser();
  const [dialog, setDialog] = useState<'set-up' | 'renew' | 'off'>();
  const { data, error, refetch } = useQuery({
    queryKey: ['two-factor', user?.uuid],
    queryFn: async ({ signal }) => (await http.json<{ data: TwoFactor }>(TWO_FACTOR, { signal })).data,
  });
  if (!data) {
    return (
      <div className="profile-body">
        {error ? (
          <LoadFailure what="twoFactor.title" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={56} />
        )}
      </div>
    );
  }
  const { enabled, app, recovery_codes_left: left, required } = data;
  const changed = () => {
    void refetch();
    onChange();
  };
  const close = () => {
    setDialog(undefined);
    void refreshProfile();
    changed();
  };
  return (
    <>
      <div className="profile-body two-factor">
        <div className="profile-row-title">
          <strong id="two-factor">{translate('twoFactor.title')}</strong>
          <StatusChip
            status={enabled ? 'active' : 'inactive'}
            label={translate(enabled ? 'twoFactor.on' : 'twoFactor.off')}
          />
        </div>
        <p className="profile-quiet">
          {enabled
            ? translate(app ? 'twoFactor.left' : 'twoFactor.leftPasskey', {
                smart_count: left,
                count: digits(String(left)),
              })
            : translate(required ? 'twoFactor.required' : 'twoFactor.why')}
        </p>
        {enabled && left <= FEW && (
          <Alert severity="warning" variant="outlined">
            {translate('twoFactor.few')}
          </Alert>
        )}
        <div className="two-factor-buttons">
          {!app && (
            <Button
              size="small"
              variant={required && !enabled ? 'contained' : 'outlined'}
              onClick={() => setDialog('set-up')}
            >
              {translate('twoFactor.setUp')}
            </Button>
          )}
          {enabled && (
            <>
              <Button size="small" variant="outlined" onClick={() => setDialog('renew')}>
                {translate('twoFactor.renew')}
              </Button>
              <Button size="small" color="error" onClick={() => setDialog('off')}>
                {translate('twoFactor.turnOff')}
              </Button>
            </>
          )}
        </div>
        <Suspense>
          {dialog === 'set-up' && <TwoFactorSetup onClose={close} />}
          {(dialog === 'renew' || dialog === 'off') && <TwoFactorChange act={dialog} onClose={close} />}
        </Suspense>
      </div>
      {offers('passkeys') && <Passkeys isFirst={!enabled} onChange={changed} />}
    </>
  );
}
