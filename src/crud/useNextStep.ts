import { useQuery } from '@tanstack/react-query';
import { isStaff } from '#schema/isStaff.ts';
import { canAccess, canBuyPackages, canFillForm } from '../core/access.ts';
import { offers } from '../core/offers.ts';
import { useSpendable, useUser } from '../layout/useUser.ts';
import { campaignChannel } from './campaignChannel.ts';
import { dashboardQuery } from './dashboardQuery.ts';
import { TRIAL_ANCHOR, useTrial } from './useTrial.ts';

const steps = {
  send: { path: '/sms/bulk-sms', label: 'menu.bulk_sms' },
  trial: { path: `/#${TRIAL_ANCHOR}`, label: 'trial.try' },
  sender: { path: '/sms/sender-identities', label: 'profile.sender.ask' },
  none: { path: '/kyc', label: 'nextStep.verify' },
  rejected: { path: '/kyc', label: 'nextStep.correct' },
  topup: { path: '/wallet/topup-history/create', label: 'nextStep.topup' },
  buy: { path: '/packages/sms', label: 'nextStep.buy' },
} as const;
export type NextStep = (typeof steps)[keyof typeof steps];
export const SEND: NextStep = steps.send;

/**
 * What this user can do now on the way to sending: send, or what comes first. null: only wait for the provider or a colleague.
 * Without `isAsked` it is known only if the dashboard has been loaded, and is otherwise sending.
 */
export function useNextStep(isAsked: boolean): NextStep | null {
  const user = useUser();
  const isCustomer = user !== null && !isStaff(user.role);
  const spendable = useSpendable();
  const { data } = useQuery({
    ...dashboardQuery(user?.uuid),
    enabled: isAsked && isCustomer && offers('dashboard') && canAccess('sms/bulk-sms'),
  });
  const { trial } = useTrial();
  if (!isCustomer || !data?.senders) return SEND;
  const { kyc, senders, packages, topups } = data;
  const channel = campaignChannel(senders);
  if (!channel) {
    if (trial && trial.left > 0) return steps.trial;
    if (senders.pending === 0 && canAccess('sms/sender-identities', 'create')) return steps.sender;
    return (kyc === 'none' || kyc === 'rejected') && canFillForm(['kyc-submit', 'post'], true)
      ? steps[kyc]
      : null;
  }
  // Users who may not see the balance or the packages cannot be told whether there is money. Packages are of SMS parts.
  const hasParts = channel === 'sms' && packages?.parts !== 0;
  const hasMoney = spendable === undefined || spendable > 0 || hasParts;
  if (hasMoney || topups?.pending) return SEND;
  if (canAccess(steps.topup.path.slice(1))) return steps.topup;
  return channel === 'sms' && canBuyPackages() ? steps.buy : SEND;
}
