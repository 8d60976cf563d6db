import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { money } from '../../../core/format.ts';
import { useBalance, useUser } from '../../../layout/useUser.ts';

/** A post-paid account's credit: its limit and what is left of balance and credit together. */
export function Credit() {
  const translate = useTranslate();
  const balance = useBalance();
  const limit = useUser()?.wallet?.credit_limit ?? 0;
  if (limit <= 0 || balance === undefined) return null;
  return (
    <Alert severity="info" variant="outlined" sx={{ my: { xs: 2, md: 0 }, mb: { md: 2 } }}>
      {translate('walletHistory.credit', { limit: money(limit), left: money(balance + limit) })}
    </Alert>
  );
}
