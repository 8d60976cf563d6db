import { canAccess, canBuyPackages, canFillForm } from '../core/access.ts';
import { useSpendable } from '../layout/useUser.ts';
import { campaignChannel } from './campaignChannel.ts';
import { type NextStep, SEND } from './NextAction.tsx';
import { useCustomerDashboard } from './useCustomerDashboard.ts';
import { TRIAL_ANCHOR, useTrial } from './useTrial.ts';

const steps = {
  trial: { path: `/#${TRIAL_ANCHOR}`, label: 'trial.try' },
  sender: { path: '/sms/sender-identities', label: 'profile.sender.ask' },
  none: { path: '/kyc', label: 'nextStep.verify' },
  rejected: { path: '/kyc', label: 'nextStep.correct' },
  topup: { path: '/wallet/topup-history/create', label: 'nextStep.topup' },
  buy: { path: '/packages/sms', label: 'nextStep.buy' },
} as const;

/**
 * What this user can do now on the way to sending: send, or what comes first. null: only wait for the provider or a colleague.
 * undefined while it is loading. Without `isAsked` it is known only if the dashboard has been loaded, and is otherwise sending.
 */
export function useNextStep(isAsked: boolean): NextStep | null | undefined {
  const spendable = useSpendable();
  const { data, isLoading } = useCustomerDashboard(isAsked);
  const { trial, isLoading: isTrialLoading } = useTrial();
  if (isLoading) return undefined;
  if (!data?.senders) return SEND;
  const { kyc, senders, packages, topups } = data;
  const channel = campaignChannel(senders);
  if (!channel) {
    if (isTrialLoading) return undefined;
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
