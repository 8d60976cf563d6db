import { useCreatePath, useResourceDefinitions } from 'ra-core';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { canAccess } from '../../../core/access.ts';
import { entityNamed } from '../../../core/entities.ts';
import { EmptyValue, withBreaks } from '../../../crud/fields.tsx';
import { useUser } from '../../../layout/useUser.ts';

/** Pages of records that are not at a resource's own address. */
const pages: Readonly<Record<string, (record: string | null) => string | undefined>> = {
  kyc: (record) => (record ? `/kyc/${record}` : undefined),
  'admin/settings': () => '/admin/settings',
  'admin/failover': () => '/admin/failover',
  'admin/reports': () => '/admin/reports',
};
/** After these actions the record no longer exists. */
const ending = new Set(['delete', 'withdraw', 'opt-in']);

/** The console's address of an entry's record; undefined if there is no page for it. */
function useRecordPath({ entity: name, record, action, account }: AuditEntry): string | undefined {
  const definitions = useResourceDefinitions();
  const createPath = useCreatePath();
  const user = useUser();
  const entity = entityNamed(name);
  const isOthers = entity?.tenancy === 'own' && account !== user?.account?.uuid;
  if (ending.has(action) || isOthers || !canAccess(name)) return undefined;
  const page = pages[name];
  if (page) return page(record);
  const { hasShow, hasEdit } = definitions[name] ?? {};
  if (!record || !(hasShow || hasEdit)) return undefined;
  return createPath({ resource: name, type: hasShow ? 'show' : 'edit', id: record });
}

/** The record's name at the time, as a link if this user can open its page. */
export function RecordLink({ entry }: { entry: AuditEntry }) {
  const path = useRecordPath(entry);
  const name = entry.title ?? entry.record?.slice(0, 8);
  if (!name) return <EmptyValue />;
  const text = <span className="audit-record">{withBreaks(name)}</span>;
  return path ? <Link to={path}>{text}</Link> : text;
}
