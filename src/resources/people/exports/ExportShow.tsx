import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { dateTime, fileSize, number } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { EmptyValue, FieldValue } from '../../../crud/fields.tsx';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import { isRunning } from './isRunning.ts';
import './exports.css';

const accountExport = entityOf('settings/exports');
const POLL = 1000;

/** One export: its progress, then its file. */
export function ExportShow() {
  const translate = useTranslate();
  return (
    <EntityShow
      entity={accountExport}
      fields={['rows', 'size', 'created_at', 'finished_at', 'expires_at']}
      render={{ size: ({ size }) => (typeof size === 'number' ? fileSize(size) : <EmptyValue />) }}
      beside={(record) => <FieldValue entity={accountExport} name="status" record={record} />}
      actions={(record) =>
        record.status === 'completed' && (
          <DownloadButton
            variant="contained"
            path={`${accountExport.path}${record.id}/download/`}
            fileName={shown(record.file_name)}
            label={translate('exports.download')}
            busy="crud.list.downloading"
            failed="exports.downloadFailed"
          />
        )
      }
      before={(record) => <State record={record} />}
      refetchEvery={(record) => (isRunning(record) ? POLL : false)}
    />
  );
}

const severities = { completed: 'success', failed: 'error', expired: 'info' } as const;

function State({ record }: { record: Row }) {
  const translate = useTranslate();
  if (isRunning(record)) {
    const count = Number(record.rows);
    const text =
      record.status === 'queued'
        ? translate('exports.waiting')
        : translate('exports.running', { smart_count: count, count: number(count) });
    return (
      <section className="crud-card export-progress">
        <ProgressBar value={undefined} aria-label={text} />
        <p role="status">{text}</p>
      </section>
    );
  }
  const error = record.error ? String(record.error) : undefined;
  const texts = {
    completed: () => translate('exports.ready', { until: dateTime(String(record.expires_at)) }),
    failed: () => (error ? translate(error, { _: error }) : translate('exports.failed')),
    expired: () => translate('exports.expired'),
  };
  const status = String(record.status) as keyof typeof texts;
  // Of an API that has other states, the chip says which one it is.
  if (!Object.hasOwn(texts, status)) return null;
  return (
    <Alert severity={severities[status]} variant="outlined" sx={{ mb: 2 }}>
      {texts[status]()}
    </Alert>
  );
}
