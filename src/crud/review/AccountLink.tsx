import { Link } from 'react-router-dom';
import { canAccess } from '../../core/access.ts';
import { shown } from '../../core/labels.ts';

/** The account of a record, as a link for users who may read accounts. */
export function AccountLink({ uuid, name, tab }: { uuid: unknown; name: unknown; tab?: string }) {
  if (!uuid || !canAccess('admin/accounts', 'show')) return <>{shown(name)}</>;
  return <Link to={`/admin/accounts/${uuid}/show${tab ? `?tab=${tab}` : ''}`}>{shown(name)}</Link>;
}
