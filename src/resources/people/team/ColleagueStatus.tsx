import type { Colleague } from '#schema/team.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';

const team = entityOf('team');

/** Whether a colleague may sign in, or still has to choose a password. */
export function ColleagueStatus({ colleague }: { colleague: Colleague }) {
  const labels = useLabels(team);
  const status = colleague.is_active === false ? 'inactive' : colleague.is_invited ? 'invited' : 'active';
  return (
    <StatusChip
      status={status === 'invited' ? 'pending' : status}
      label={labels.choice('is_active', status)}
    />
  );
}
