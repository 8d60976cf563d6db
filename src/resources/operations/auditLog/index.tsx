import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';
import { screen } from '../../../start/screen.ts';

export const auditLog = defineResource(entityOf('admin/audit-log'), {
  list: screen(() => import('./AuditList.tsx').then((m) => ({ default: m.AuditList }))),
  show: screen(() => import('./AuditShow.tsx').then((m) => ({ default: m.AuditShow }))),
});
