import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useNotify, useShowContext, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type ContactImport, contactImport } from '#schema/contactImport.ts';
import { may } from '../../access.ts';
import { ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import type { Row } from '../../crud/DeleteButton.tsx';
import { DownloadButton } from '../../crud/DownloadButton.tsx';
import { EntityShow } from '../../crud/EntityShow.tsx';
import { FieldValue, None } from '../../crud/fields.tsx';
import { number, percent } from '../../format.ts';
import { http } from '../../http.ts';
import { isRunning } from './isRunning.ts';
import '../../sheets/sheets.css';
import './imports.css';

const POLL = 1000;
const columns = ['mapping', 'groups', 'created_at', 'finished_at'];

/** One import: how far it is while it runs, and what it came to. */
export function ImportShow() {
  return (
    <EntityShow
      entity={contactImport}
      fields={columns}
      render={{ mapping: (record) => <Columns mapping={record.mapping} /> }}
      beside={(record) => <FieldValue entity={contactImport} name="status" record={record} />}
      actions={(record) => isRunning(record) && <StopButton record={record} />}
      before={(record) => <Progress record={record} />}
      refetchEvery={(record) => (isRunning(record) ? POLL : false)}
    />
  );
}

/** Which column of the sheet was taken for what. */
function Columns({ mapping }: { mapping: unknown }) {
  const translate = useTranslate();
  const { phone, name } = mapping as ContactImport['mapping'];
  return (
    <dl className="crud-attributes">
      <div>
        <dt>{translate('sheets.phoneColumn')}</dt>
        <dd>{phone}</dd>
      </div>
      <div>
        <dt>{translate('sheets.nameColumn')}</dt>
        <dd>{name ?? <None />}</dd>
      </div>
    </dl>
  );
}

const counts = ['rows', 'created', 'updated', 'duplicates', 'refused'];
const severities = { completed: 'success', cancelled: 'info', failed: 'error' } as const;

function Progress({ record }: { record: Row }) {
  const translate = useTranslate();
  const bytes = Number(record.bytes);
  const fraction = bytes > 0 ? Math.min(1, Number(record.bytes_read) / bytes) : 0;
  const rows = number(Number(record.rows));
  const status = String(record.status);
  const running = translate('contacts.progress.running', { rows, percent: percent(fraction) });
  return (
    <section className="crud-card import-progress">
      {isRunning(record) ? (
        <>
          <LinearProgress
            variant={status === 'queued' ? 'indeterminate' : 'determinate'}
            value={Math.round(fraction * 100)}
            aria-label={running}
          />
          <p role="status">
            {status === 'queued'
              ? translate('contacts.progress.waiting')
              : `${running}. ${translate('contacts.progress.leave')}`}
          </p>
        </>
      ) : (
        <Outcome record={record} />
      )}
      <dl className="sheet-counts">
        {counts.map((name) => (
          <div key={name} data-tone={toneOf(name, record)}>
            <dt>{translate(`resources.${contactImport.name}.fields.${name}`)}</dt>
            <dd className="crud-number">{number(Number(record[name]))}</dd>
          </div>
        ))}
      </dl>
      <div className="crud-actions">
        {Number(record.refused) > 0 && (
          <DownloadButton
            variant="outlined"
            path={`${contactImport.path}${record.id}/refused/`}
            fileName={`${String(record.file_name)}-refused.csv`}
            label={translate('contacts.progress.refused')}
          />
        )}
        {!isRunning(record) && (
          <>
            <Button component={Link} to="/contact">
              {translate('contacts.progress.see')}
            </Button>
            {may(contactImport.write ?? false) && (
              <Button component={Link} to={`/${contactImport.name}/create`}>
                {translate('contacts.progress.again')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

const toneOf = (name: string, record: Row): string | undefined => {
  if (name === 'refused' && Number(record.refused) > 0) return 'bad';
  if (name === 'duplicates' && Number(record.duplicates) > 0) return 'warn';
  return name === 'created' || name === 'updated' ? 'good' : undefined;
};

function Outcome({ record }: { record: Row }) {
  const translate = useTranslate();
  const status = String(record.status) as keyof typeof severities;
  const key = status === 'cancelled' ? 'stopped' : status;
  return (
    <Alert severity={severities[status] ?? 'info'} variant="outlined">
      {translate(`contacts.progress.${key}`)}
      {record.error ? <div>{String(record.error)}</div> : null}
    </Alert>
  );
}

function StopButton({ record }: { record: Row }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { refetch } = useShowContext();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!may(contactImport.write ?? false)) return null;
  const stop = async () => {
    setBusy(true);
    try {
      await http.json(`${contactImport.path}${record.id}/cancel/`, { method: 'POST' });
    } catch {
      notify('contacts.progress.stopFailed', { type: 'error' });
    } finally {
      setBusy(false);
      setAsking(false);
      void refetch();
    }
  };
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setAsking(true)}>
        {translate('contacts.progress.stop')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        busy={isBusy}
        title={translate('contacts.progress.stopTitle')}
        confirm={translate('contacts.progress.stop')}
        onConfirm={() => void stop()}
        onClose={() => setAsking(false)}
      >
        {translate('contacts.progress.stopText')}
      </ConfirmDialog>
    </>
  );
}
