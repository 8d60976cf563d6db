import Alert from '@mui/material/Alert';
import { useDataProvider, useGetOne, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { type OwnAccount, ownAccount, provedByKyc } from '#schema/account.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { canAccess, reviewsKyc } from '../../../core/access.ts';
import { useLabels } from '../../../core/labels.ts';
import type { User } from '../../../core/session.ts';
import { inputFor } from '../../../crud/inputs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { EditCard, type OnDirty } from './EditCard.tsx';

type Row = OwnAccount & { id: string };
const shown = ['name', 'type', 'pan', 'address', 'kyc_status'] as const;
/** Set by the provider; shown if there are any. */
const limits = ['daily_cap', 'rate_cap', 'low_balance_below', 'message_months'] as const;
const written = ['name', 'type', 'pan', 'address'] as const;

/** The person's or company's account; fields verified by KYC are read only. */
export function AccountCard({ known, onDirty }: { known: NonNullable<User['account']>; onDirty: OnDirty }) {
  const translate = useTranslate();
  const { uuid } = known;
  const dataProvider = useDataProvider();
  const {
    data: account,
    error,
    refetch,
  } = useGetOne<Row>(ownAccount.name, { id: uuid }, { retry: false, onError: () => undefined });

  const isProved = account?.kyc_status === 'approved';
  return (
    <EditCard
      entity={ownAccount}
      title={translate('profile.account')}
      record={account}
      known={known}
      failure={error && <LoadFailure what="profile.account" error={error} onRetry={() => void refetch()} />}
      fields={[...shown, ...limits.filter((name) => account?.[name] != null)]}
      render={(name) =>
        name === 'kyc_status' ? <KycStatus status={(account ?? known).kyc_status} /> : undefined
      }
      canEdit={canAccess(ownAccount.name, 'edit')}
      write={(data) => dataProvider.update(ownAccount.name, { id: uuid, data, previousData: account })}
      onSaved={() => {
        void refetch();
        void refreshProfile();
      }}
      onDirty={onDirty}
      inputs={
        <>
          {isProved && (
            <Alert severity="info" variant="outlined">
              {translate('profile.proved')}
            </Alert>
          )}
          {written.map((name) => {
            const field = ownAccount.fields[name];
            const Input = inputFor(field.kind);
            const isLocked = isProved && provedByKyc.some((one) => one === name);
            return <Input key={name} entity={ownAccount} name={name} field={field} disabled={isLocked} />;
          })}
        </>
      }
    />
  );
}

function KycStatus({ status }: { status: OwnAccount['kyc_status'] }) {
  const translate = useTranslate();
  const label = useLabels(ownAccount).choice('kyc_status', status);
  return (
    <span className="profile-kyc">
      <StatusChip status={status} label={label} />
      {/* To those who review, /kyc shows every account's. */}
      {!reviewsKyc() && <Link to="/kyc">{translate(`profile.kyc.${status}`)}</Link>}
    </span>
  );
}
