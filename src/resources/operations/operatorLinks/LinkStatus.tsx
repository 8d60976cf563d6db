import { useTranslate } from 'ra-core';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import './links.css';

const operatorLink = entityOf('admin/operator-links');

/** Whether a link is connected, and whether it is paused; the two are independent. */
export function LinkStatus({ link }: { link: Pick<OperatorLink, 'state' | 'is_active' | 'is_simulator'> }) {
  const translate = useTranslate();
  const labels = useLabels(operatorLink);
  return (
    <span className="link-status">
      {link.is_simulator && <StatusChip status="test" label={translate('links.simulator')} />}
      {/* Being connected without an operator is not a success. */}
      {!(link.is_simulator && link.state === 'bound') && (
        <StatusChip status={link.state} label={labels.choice('state', link.state)} />
      )}
      {link.is_active === false && <StatusChip status="paused" label={translate('links.paused')} />}
    </span>
  );
}
