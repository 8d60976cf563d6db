import { Link } from 'react-router-dom';
import { mayDo } from '../../core/access.ts';

/** The account of a record, as a link for users who may read accounts. */
export function AccountLink({ uuid, name }: { uuid: unknown; name: unknown }) {
  if (!mayDo('admin/accounts', 'show')) return <>{String(name)}</>;
  return <Link to={`/admin/accounts/${uuid}/show`}>{String(name)}</Link>;
}
