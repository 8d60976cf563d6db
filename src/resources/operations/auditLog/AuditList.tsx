import { useTranslate } from 'ra-core';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { ActorCell } from './ActorCell.tsx';
import { RecordLink } from './RecordLink.tsx';
import './auditLog.css';

const auditEntry = entityOf('admin/audit-log');

const asEntry = (record: Row) => record as unknown as AuditEntry;

/** Who did what to which record, newest first. */
export function AuditList() {
  const translate = useTranslate();
  const labels = useLabels(auditEntry);
  return (
    <EntityList
      entity={auditEntry}
      filters={['actor', 'account', 'action', 'entity', 'created_at', 'record']}
      columns={[
        'created_at',
        {
          name: 'actor_name',
          label: labels.field('actor'),
          render: (record) => <ActorCell entry={asEntry(record)} inList />,
        },
        {
          name: 'action',
          render: ({ action, entity }) => (
            <span className="audit-what">
              <span>{labels.choice('action', action)}</span>
              <small>{labels.choice('entity', entity)}</small>
            </span>
          ),
        },
        { name: 'title', render: (record) => <RecordLink entry={asEntry(record)} /> },
        'account_name',
        'ip',
      ]}
      exportPath={`${auditEntry.path}export/`}
      empty={{ title: translate('audit.empty'), text: translate('audit.emptyText') }}
    />
  );
}
