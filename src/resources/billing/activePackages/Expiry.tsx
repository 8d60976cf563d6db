import { useTranslate } from 'ra-core';
import type { ActivePackage } from '#schema/smsPackage.ts';
import { number } from '../../../core/format.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { When } from '../../../crud/When.tsx';
import { daysUntil, WARN_DAYS } from './expiry.ts';

/** Until when a package can be used; a warning when it ends soon. */
export function Expiry({ pack: { expires_at: at, remaining } }: { pack: ActivePackage }) {
  const translate = useTranslate();
  // A package without an end never expires.
  if (!at) return <span className="pack-expiry">–</span>;
  const days = daysUntil(at);
  const text = translate('packages.expiresIn', { smart_count: days, count: number(days) });
  const isEmpty = remaining === 0;
  return (
    <span className="pack-expiry">
      {days === 0 ? (
        <StatusChip status="expired" label={translate('packages.expired')} />
      ) : isEmpty ? (
        <StatusChip status="inactive" label={translate('packages.usedUp')} />
      ) : days < WARN_DAYS ? (
        <StatusChip status="pending" label={text} />
      ) : (
        <span>{text}</span>
      )}
      <When iso={at} />
    </span>
  );
}
