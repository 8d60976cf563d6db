import type { ResourceProps } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const auditEntry = entityOf('admin/audit-log');

export const auditLogResource: ResourceProps = {
  name: auditEntry.name,
  list: screen(() => import('./AuditList.tsx').then((m) => ({ default: m.AuditList }))),
  show: screen(() => import('./AuditShow.tsx').then((m) => ({ default: m.AuditShow }))),
};
