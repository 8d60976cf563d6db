import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useShowContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FILE_DAYS } from '#schema/fileDays.ts';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { number, percent } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { EmptyValue, FieldValue } from '../../../crud/fields.tsx';
import type { ImportWizardProps } from './ImportWizard.tsx';
import { isFileKept } from './isFileKept.ts';
import { isRunning } from './isRunning.ts';
import '../sheets/sheets.css';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import './imports.css';

const POLL = 1000;

export interface ImportPageProps extends Pick<ImportWizardProps, 'entity' | 'target' | 'also'> {
  /** The entity's fields to show below the result. */
  fields: readonly string[];
  /** Where the created records are. */
  to: string;
  /** The next step after a finished import, before its other buttons, while its file is kept. */
  next?(record: Row): ReactNode;
}

/** One import: its progress while running, then its result. */
export function ImportPage(props: ImportPageProps) {
  const { entity, also } = props;
  return (
    <EntityShow
      entity={entity}
      fields={props.fields}
      render={{ mapping: (record) => <Columns mapping={record.mapping} also={also} /> }}
      beside={(record) => <FieldValue entity={entity} name="status" record={record} />}
      actions={(record) => isRunning(record) && <StopButton {...props} record={record} />}
      before={(record) => <Progress {...props} record={record} />}
      refetchEvery={(record) => (isRunning(record) ? POLL : false)}
    />
  );
}

/** The column mapping of the file. */
function Columns({ mapping, also }: Pick<ImportPageProps, 'also'> & { mapping: unknown }) {
  const translate = useTranslate();
  const columns = (mapping ?? {}) as Record<string, string | null | undefined>;
  return (
    <dl className="crud-attributes">
      {(['phone', also] as const).map((name) => (
        <div key={name}>
          <dt>{translate(`sheets.${name}Column`)}</dt>
          <dd>{columns[name] ?? <EmptyValue />}</dd>
        </div>
      ))}
      {columns.sheet && (
        <div>
          <dt>{translate('sheets.sheet')}</dt>
          <dd>{columns.sheet}</dd>
        </div>
      )}
    </dl>
  );
}

const counts = ['rows', 'created', 'updated', 'duplicates', 'refused'];
const severities = { completed: 'success', cancelled: 'info', failed: 'error' } as const;

function Progress({ entity, target, to, next, record }: ImportPageProps & { record: Row }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const bytes = Number(record.bytes);
  const fraction = bytes > 0 ? Math.min(1, Number(record.bytes_read) / bytes) : 0;
  const rows = number(record.rows as number);
  const status = String(record.status);
  const hasRefused = Number(record.refused) > 0 && !isRunning(record);
  const isKept = isFileKept(record);
  const running = translate('imports.running', { rows, percent: percent(fraction) });
  return (
    <section className="crud-card import-progress">
      {isRunning(record) ? (
        <>
          <ProgressBar value={status === 'queued' ? undefined : fraction} aria-label={running} />
          <p role="status">
            {status === 'queued' ? translate('imports.waiting') : `${running}. ${translate('imports.leave')}`}
          </p>
        </>
      ) : (
        <Outcome target={target} record={record} />
      )}
      <HiddenRows record={record} />
      <dl className="sheet-counts">
        {counts.map((name) => (
          <div key={name} data-tone={toneOf(name, record)}>
            <dt>{labels.field(name)}</dt>
            <dd className="crud-number">{number(record[name] as number)}</dd>
          </div>
        ))}
      </dl>
      {hasRefused && (
        <p>
          {translate(isKept ? 'imports.fileKept' : 'imports.fileGone', {
            days: number(FILE_DAYS),
          })}
        </p>
      )}
      <div className="crud-actions">
        {status === 'completed' && isKept && next?.(record)}
        {hasRefused && isKept && (
          <DownloadButton
            variant="outlined"
            path={`${entity.path}${record.id}/refused/`}
            fileName={`${shown(record.file_name)}-refused.csv`}
            label={translate('imports.refused')}
          />
        )}
        {!isRunning(record) && (
          <>
            <Button component={Link} to={to}>
              {translate(`imports.${target}.see`)}
            </Button>
            {canWrite(entity, 'create') && (
              <Button component={Link} to={`/${entity.name}/create`}>
                {translate('imports.again')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Rows of the workbook that a filter or a person has hidden. */
function HiddenRows({ record }: { record: Row }) {
  const translate = useTranslate();
  const count = Number(record.hidden_rows);
  if (!(count > 0)) return null;
  const isSkipped = (record.mapping as SheetChoice | null | undefined)?.hidden_rows === 'skip';
  return (
    <Alert severity="info" variant="outlined">
      {translate('sheets.hidden', { smart_count: count, count: number(count) })}{' '}
      {translate(isSkipped ? 'imports.hiddenSkipped' : 'imports.hiddenIncluded')}
    </Alert>
  );
}

const toneOf = (name: string, record: Row): string | undefined => {
  if (name === 'refused' && Number(record.refused) > 0) return 'bad';
  if (name === 'duplicates' && Number(record.duplicates) > 0) return 'warn';
  return name === 'created' || name === 'updated' ? 'good' : undefined;
};

function Outcome({ target, record }: Pick<ImportPageProps, 'target'> & { record: Row }) {
  const translate = useTranslate();
  const status = String(record.status) as keyof typeof severities;
  return (
    <Alert severity={severities[status] ?? 'info'} variant="outlined">
      {status === 'completed' ? translate('imports.completed') : translate(`imports.${target}.${status}`)}
      {record.error ? <div>{translate(String(record.error), { _: String(record.error) })}</div> : null}
    </Alert>
  );
}

function StopButton({ entity, target, record }: ImportPageProps & { record: Row }) {
  const translate = useTranslate();
  const { refetch } = useShowContext();
  if (!canWrite(entity, 'create')) return null;
  return (
    <ConfirmButton
      variant="outlined"
      color="error"
      label={translate('imports.stop')}
      title={translate('imports.stopTitle')}
      danger
      act={async () => {
        await http.json(`${entity.path}${record.id}/cancel/`, { method: 'POST' });
        return undefined;
      }}
      after={() => void refetch()}
      failed="imports.stopFailed"
      uncertain="imports.stopUncertain"
    >
      {translate(`imports.${target}.stopText`)}
    </ConfirmButton>
  );
}
