import { Link } from 'react-router-dom';
import { mayDo } from '../../core/access.ts';

/** Whose a record is, with the way to that account for who may read accounts. */
export function AccountLink({ uuid, name }: { uuid: unknown; name: unknown }) {
  if (!mayDo('admin/accounts', 'show')) return <>{String(name)}</>;
  return <Link to={`/admin/accounts/${uuid}/show`}>{String(name)}</Link>;
}
