import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import type { PASSKEYS, Passkey } from '#schema/passkey.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { http } from '../../../core/http.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { When } from '../../../crud/When.tsx';
import { useUser } from '../../../layout/useUser.ts';

const PATH: typeof PASSKEYS = '/v1/autho/two-factor/passkeys/';

const PasskeyDialog = lazy(() => import('./PasskeyDialog.tsx').then((m) => ({ default: m.PasskeyDialog })));

/** The passkeys, next to the app or as the first second factor. `onChange` is called when one is added or removed. */
export function Passkeys({ isFirst, onChange }: { isFirst: boolean; onChange(): void }) {
  const translate = useTranslate();
  const user = useUser();
  const client = useQueryClient();
  const key = ['passkeys', user?.uuid];
  const [dialog, setDialog] = useState<'add' | Passkey>();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await http.json<{ data: Passkey[] }>(PATH, { signal })).data,
  });
  const close = (left?: Passkey[]) => {
    setDialog(undefined);
    if (!left) return;
    client.setQueryData(key, left);
    void refreshProfile();
    onChange();
  };
  return (
    <div className="profile-body profile-passkeys">
      <strong>{translate('twoFactor.passkey.title')}</strong>
      <p className="profile-quiet">
        {translate(isFirst ? 'twoFactor.passkey.textFirst' : 'twoFactor.passkey.text')}
      </p>
      {!data && error && (
        <LoadFailure what="twoFactor.passkey.title" error={error} onRetry={() => void refetch()} />
      )}
      {data && data.length > 0 && (
        <ul className="profile-rows">
          {data.map((one) => (
            <li key={one.uuid}>
              <div className="profile-row-main">
                <strong>{one.name}</strong>
                <small>
                  {translate(one.last_used_at ? 'twoFactor.passkey.used' : 'twoFactor.passkey.added')}{' '}
                  <When iso={one.last_used_at ?? one.created_at} />
                  {one.backed_up && <>{`\u00a0· ${translate('twoFactor.passkey.copied')}`}</>}
                </small>
              </div>
              <Button
                size="small"
                color="error"
                aria-label={translate('twoFactor.passkey.removeOf', { name: one.name })}
                onClick={() => setDialog(one)}
              >
                {translate('twoFactor.passkey.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <div>
          <Button size="small" variant="outlined" onClick={() => setDialog('add')}>
            {translate('twoFactor.passkey.add')}
          </Button>
        </div>
      )}
      <Suspense>
        {dialog && <PasskeyDialog passkey={dialog === 'add' ? undefined : dialog} onClose={close} />}
      </Suspense>
    </div>
  );
}
