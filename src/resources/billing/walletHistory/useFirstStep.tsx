import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { SendAction } from '../../../crud/SendAction.tsx';
import { useUser } from '../../../layout/useUser.ts';

const TOPUP = 'wallet/topup-history/create';

/** Where the money of the first entry comes from, and the button's text; null for users who can do nothing for it. */
function stepOf(): { to: string; label: string } | null {
  if (canAccess(TOPUP)) return { to: TOPUP, label: 'topup.request' };
  return canBuyPackages() ? { to: 'packages/sms', label: 'packages.buyOne' } : null;
}

/** The button of a wallet without entries that leads to the first. */
export function useFirstStep(): ReactNode {
  const translate = useTranslate();
  const credit = useUser()?.wallet?.credit_limit ?? 0;
  // A post-paid account needs no money to send.
  if (credit > 0 && canAccess('sms/bulk-sms')) return <SendAction />;
  const step = stepOf();
  return (
    step && (
      <Button variant="contained" component={Link} to={`/${step.to}`}>
        {translate(step.label)}
      </Button>
    )
  );
}
