import BlockRounded from '@mui/icons-material/BlockRounded';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Account, Deactivated } from '#schema/account.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { AdjustWallet } from '../../billing/payments/AdjustWallet.tsx';

const entity = entityOf('admin/accounts');

/** Adjust wallet, deactivate and activate; none of them for the provider's own account. */
export function AccountActions({ account }: { account: Account }) {
  const refresh = useRefresh();
  if (account.is_provider) return null;
  return (
    <>
      <AdjustWallet target={account} onDone={refresh} />
      {canWrite(entity, 'update') && offers('account-status') && (
        <Activity account={account} onDone={refresh} />
      )}
    </>
  );
}

function Activity({ account, onDone }: { account: Account; onDone(): void }) {
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(
    () => {
      setAsking(false);
      onDone();
    },
    'accounts.failed',
    'accounts.uncertain',
  );
  const { uuid, name, users } = account;
  const is_active = account.is_active !== false;
  // An open question stays the same, whatever the page loads meanwhile.
  const [action, setAction] = useState<'deactivate' | 'activate'>('deactivate');
  const ask = () => {
    setAction(is_active ? 'deactivate' : 'activate');
    setAsking(true);
  };

  const act = () =>
    run(async () => {
      const data = dataOf<Partial<Deactivated> | undefined>(
        await http.json(`${entity.path}${uuid}/${action}/`, { method: 'POST', body: {} }),
      );
      return [
        action === 'deactivate' ? 'accounts.deactivated' : 'accounts.activated',
        { name, signed_out: number(data?.signed_out ?? 0), paused: number(data?.paused ?? 0) },
      ];
    }, action);

  return (
    <>
      {is_active ? (
        <Button color="error" startIcon={<BlockRounded />} onClick={ask}>
          {translate('accounts.deactivate')}
        </Button>
      ) : (
        <Button variant="contained" startIcon={<CheckCircleRounded />} onClick={ask}>
          {translate('accounts.activate')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        danger={action === 'deactivate'}
        busy={isBusy}
        title={translate(`accounts.${action}Title`, { name })}
        confirm={translate(`accounts.${action}`)}
        onConfirm={() => void act()}
        onClose={() => setAsking(false)}
      >
        {action === 'deactivate' ? (
          <div className="account-dialog">
            {users > 0 && (
              <p>{translate('accounts.deactivateUsers', { smart_count: users, count: number(users) })}</p>
            )}
            <p>{translate('accounts.deactivateCampaigns')}</p>
            <p>{translate('accounts.deactivateKept')}</p>
          </div>
        ) : (
          <p>{translate('accounts.activateText')}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
