import { entityOf } from '../../../core/entities.ts';
import { areaNames } from '../../../i18n/areas.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

export const auditLog = defineResource(entityOf('admin/audit-log'), ['audit'], {
  list: () => import('./AuditList.tsx').then((m) => m.AuditList),
  // It names the fields of every entity.
  show: [() => import('./AuditShow.tsx').then((m) => m.AuditShow), areaNames],
});
