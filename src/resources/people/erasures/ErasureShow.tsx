import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { ERASURE_STEPS } from '#schema/erased.ts';
import type { Erasure } from '#schema/erasure.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import { isUnderWay } from './isUnderWay.ts';
import './erasures.css';

const erasure = entityOf('settings/erasures');
const POLL = 1000;

/** One erasure: its progress, then what was erased and what stays. */
export const ErasureShow = () => (
  <EntityShow
    entity={erasure}
    fields={({ everywhere }) => [
      ...['contacts', 'messages', 'blacklisted', 'files', 'exports', 'records'],
      ...(everywhere === true ? ['everywhere'] : []),
      ...['created_at', 'finished_at'],
    ]}
    beside={(record) => <FieldValue entity={erasure} name="status" record={record} />}
    before={(record) => <State record={record} />}
    refetchEvery={(record) => (isUnderWay(record) ? POLL : false)}
  />
);

const severities = { waiting: 'info', completed: 'success', failed: 'error' } as const;

function State({ record }: { record: Row }) {
  const translate = useTranslate();
  const { status, steps, waiting, error } = record as unknown as Erasure;
  if (status === 'queued' || status === 'running') {
    const text = translate(`erasures.${status}`, { done: number(steps), all: number(ERASURE_STEPS) });
    return (
      <section className="crud-card erasure-progress">
        <ProgressBar value={steps / ERASURE_STEPS} aria-label={text} />
        <p role="status">{text}</p>
      </section>
    );
  }
  // Of an API that has other states, the chip says which one it is.
  if (!Object.hasOwn(severities, String(status))) return null;
  return (
    <Alert severity={severities[status]} variant="outlined" sx={{ mb: 2 }}>
      {status === 'failed' && error
        ? translate(error, { _: error })
        : translate(`erasures.${status}`, { smart_count: waiting, count: number(waiting) })}
      {status === 'completed' && <div>{translate('erasures.kept')}</div>}
    </Alert>
  );
}
