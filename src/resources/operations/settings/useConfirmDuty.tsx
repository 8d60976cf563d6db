import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useQuestion } from '../../../crud/useQuestion.ts';
import { useUser } from '../../../layout/useUser.ts';

type Values = Readonly<Record<string, unknown>>;

/** Asks before users without a second factor require one of their own role: until they set it up, they reach only the profile. */
export function useConfirmDuty(roles: string): {
  confirm(values: Values, former: Values): Promise<boolean>;
  dialog: ReactNode;
} {
  const translate = useTranslate();
  const user = useUser();
  const { isOpen, ask, decide } = useQuestion<null>();
  const requires = (values: Values): boolean => {
    const chosen = values[roles];
    return Array.isArray(chosen) && chosen.includes(user?.role);
  };
  // A server that does not say whether there is one is not asked about.
  const confirm = async (values: Values, former: Values): Promise<boolean> =>
    user?.two_factor?.enabled !== false || !requires(values) || requires(former) || ask(null);
  const dialog = (
    <ConfirmDialog
      open={isOpen}
      title={translate('settings.duty.title')}
      confirm={translate('settings.duty.confirm')}
      onConfirm={() => decide(true)}
      onClose={() => decide(false)}
    >
      {translate('settings.duty.text')}
    </ConfirmDialog>
  );
  return { confirm, dialog };
}
