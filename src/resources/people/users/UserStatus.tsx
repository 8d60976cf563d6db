import type { User } from '#schema/users.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';

const entity = entityOf('users');

/** Whether a user may sign in, or still has to choose a password. */
export function UserStatus({ user }: { user: User }) {
  const labels = useLabels(entity);
  const status = user.is_active === false ? 'inactive' : user.is_invited ? 'invited' : 'active';
  return (
    <StatusChip
      status={status === 'invited' ? 'pending' : status}
      label={labels.choice('is_active', status)}
    />
  );
}
