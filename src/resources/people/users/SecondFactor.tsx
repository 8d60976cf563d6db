import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { User } from '#schema/users.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useUser } from '../../../layout/useUser.ts';

const entity = entityOf('users');

/** Removes the second factor of a user who has lost phone and recovery codes. */
export function SecondFactor({ user }: { user: User }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [isAsked, setAsked] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAsked(false);
    refresh();
  });
  const isSelf = useUser()?.uuid === user.uuid;
  if (!user.two_factor || isSelf || !canWrite(entity, 'update') || !offers('user-two-factor')) return null;

  const remove = () =>
    run(async () => {
      await http.json(`${entity.path}${user.uuid}/remove-two-factor/`, { method: 'POST' });
      return ['twoFactor.removed', { name: user.name }];
    });

  return (
    <>
      <Button variant="outlined" size="small" color="error" onClick={() => setAsked(true)}>
        {translate('twoFactor.remove')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        busy={isBusy}
        danger
        title={translate('twoFactor.removeTitle', { name: user.name })}
        confirm={translate('twoFactor.remove')}
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      >
        {translate('twoFactor.removeText', { email: user.email })}
      </ConfirmDialog>
    </>
  );
}
