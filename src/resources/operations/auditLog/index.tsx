import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const auditLog = defineResource(entityOf('admin/audit-log'), {
  list: () => import('./AuditList.tsx').then((m) => m.AuditList),
  show: () => import('./AuditShow.tsx').then((m) => m.AuditShow),
});
