import { useRefresh, useTranslate } from 'ra-core';
import type { User } from '#schema/users.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import { useUser } from '../../../layout/useUser.ts';

const entity = entityOf('users');

/** Removes the second factor of a user who has lost phone and recovery codes. */
export function SecondFactor({ user }: { user: User }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const isSelf = useUser()?.uuid === user.uuid;
  if (!user.two_factor || isSelf || !canWrite(entity, 'update') || !offers('user-two-factor')) return null;
  return (
    <ConfirmButton
      variant="outlined"
      size="small"
      color="error"
      label={translate('twoFactor.remove')}
      title={translate('twoFactor.removeTitle', { name: user.name })}
      danger
      act={async () => {
        await http.json(`${entity.path}${user.uuid}/remove-two-factor/`, { method: 'POST' });
        return ['twoFactor.removed', { name: user.name }];
      }}
      after={refresh}
    >
      {translate('twoFactor.removeText', { email: user.email })}
    </ConfirmButton>
  );
}
