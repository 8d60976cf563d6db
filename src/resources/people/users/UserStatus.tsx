import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../../../core/labels.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';

interface Props {
  entity: Outline;
  user: { is_active?: boolean | null; is_invited?: boolean };
}

/** Whether a user or a colleague may sign in, or still has to choose a password; a dash if the server does not say. */
export function UserStatus({ entity, user }: Props) {
  const labels = useLabels(entity);
  if (typeof user.is_active !== 'boolean' && !user.is_invited) return <EmptyValue />;
  const status = user.is_active === false ? 'inactive' : user.is_invited ? 'invited' : 'active';
  return (
    <StatusChip
      status={status === 'invited' ? 'pending' : status}
      label={labels.choice('is_active', status)}
    />
  );
}
