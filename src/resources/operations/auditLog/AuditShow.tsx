import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { ActorCell } from './ActorCell.tsx';
import { Changes } from './Changes.tsx';
import { RecordLink } from './RecordLink.tsx';
import './auditLog.css';

const auditEntry = entityOf('admin/audit-log');

const asEntry = (record: Row) => record as unknown as AuditEntry;

const historyOf = (record: string): string =>
  `/${auditEntry.name}?filter=${encodeURIComponent(JSON.stringify({ record }))}&page=1`;

/** One entry: who, what, from where, and the record before and after. */
export function AuditShow() {
  const translate = useTranslate();
  const labels = useLabels(auditEntry);
  const words = ({ action, entity }: AuditEntry) =>
    `${labels.choice('action', action)}: ${labels.choice('entity', entity)}`;
  return (
    <EntityShow
      entity={auditEntry}
      title={(record) => words(asEntry(record))}
      fields={['created_at', 'actor', 'title', 'record', 'account_name', 'ip', 'request_id']}
      render={{
        actor: (record) => <ActorCell entry={asEntry(record)} />,
        title: (record) => <RecordLink entry={asEntry(record)} />,
        record: ({ record }) => (record ? <code className="audit-id">{String(record)}</code> : undefined),
        request_id: ({ request_id: id }) => (id ? <code className="audit-id">{String(id)}</code> : undefined),
      }}
      actions={({ record }) =>
        record ? (
          <Button
            variant="outlined"
            component={Link}
            startIcon={<HistoryRounded />}
            to={historyOf(String(record))}
          >
            {translate('audit.history')}
          </Button>
        ) : null
      }
      before={(record) => <ActingAs entry={asEntry(record)} />}
      after={(record) => <Changes entry={asEntry(record)} />}
    />
  );
}

function ActingAs({ entry: { acting_as, acting_as_name, actor_name } }: { entry: AuditEntry }) {
  const translate = useTranslate();
  if (!acting_as) return null;
  return (
    <Alert severity="warning" variant="outlined" sx={{ mb: 2 }}>
      {translate('audit.actingAsText', {
        staff: actor_name ?? translate('audit.staff'),
        name: acting_as_name ?? acting_as,
      })}
    </Alert>
  );
}
