import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { canAccess } from '../../../core/access.ts';
import { HttpError } from '../../../core/http.ts';
import { shown } from '../../../core/labels.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Notice } from '../../../layout/Notice.tsx';

const SENDERS = 'sms/sender-identities';

/** Why failed messages cannot be sent again, and what to do: another try does not bring a sender ID back. */
export function NoRetry({
  campaign: { sender, viber },
  problem,
  onRetry,
}: {
  campaign: Campaign;
  problem: unknown;
  onRetry(): void;
}) {
  const translate = useTranslate();
  const errors = problem instanceof HttpError ? (problem.body.errors ?? {}) : {};
  const reason = (errors.sender ?? errors.viber_identity)?.join(' ');
  if (!reason) return <LoadFailure what="campaign.retryPlan" error={problem} onRetry={onRetry} />;
  const name = shown(errors.sender ? sender : viber);
  return (
    <Notice severity="warning" title={translate(reason, { _: reason })}>
      {translate('campaign.retryFrom', { name })}{' '}
      {errors.sender && canAccess(SENDERS) && (
        <Link to={`/${SENDERS}`}>{translate('menu.sender_identities')}</Link>
      )}
    </Notice>
  );
}
