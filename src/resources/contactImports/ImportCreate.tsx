import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import { contactImport } from '#schema/contactImport.ts';
import { useLabels } from '../../crud/labels.ts';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { ReferencePicker } from '../../crud/ReferencePicker.tsx';
import { number, percent } from '../../format.ts';
import { SheetDrop } from '../../sheets/SheetDrop.tsx';
import {
  SheetCounts,
  SheetMapping,
  SheetPreview,
  SheetProblems,
  SheetWarnings,
} from '../../sheets/SheetReview.tsx';
import type { SheetSummary } from '../../sheets/types.ts';
import { useSheet } from '../../sheets/useSheet.ts';
import { startImport } from './startImport.ts';
import './imports.css';

/** Brings contacts in from a sheet: choose, check, send, in that order, with nothing sent before the last. */
export function ImportCreate() {
  const translate = useTranslate();
  const labels = useLabels(contactImport);
  const sheet = useSheet();
  const { state } = sheet;
  const [groups, setGroups] = useState<string[]>([]);
  // Another mapping reads the sheet anew; what was known of it stays in view meanwhile.
  const summary =
    state.step === 'ready' ? state.summary : state.step === 'reading' ? state.before : undefined;
  return (
    <>
      <PageHeader
        title={translate('contacts.wizard.title')}
        back={{
          to: `/${contactImport.name}`,
          label: translate('crud.show.back', {
            name: labels.inline(2),
          }),
        }}
      />
      {summary && (state.step === 'ready' || state.step === 'reading') ? (
        <Review
          sheet={sheet}
          summary={summary}
          name={state.file.name}
          isReading={state.step === 'reading'}
          groups={groups}
          onGroups={setGroups}
        />
      ) : (
        <SheetDrop sheet={sheet} />
      )}
    </>
  );
}

interface ReviewProps {
  sheet: ReturnType<typeof useSheet>;
  summary: SheetSummary;
  name: string;
  isReading: boolean;
  groups: string[];
  onGroups(groups: string[]): void;
}

function Review({ sheet, summary, name, isReading, groups, onGroups }: ReviewProps) {
  const translate = useTranslate();
  const start = useStart(summary, groups);
  const isSending = start.fraction !== undefined;
  return (
    <div className="import-review" aria-busy={isReading}>
      <section className="crud-card">
        <h2>{translate('sheets.columns')}</h2>
        <p>{translate('sheets.columnsText')}</p>
        <SheetWarnings summary={summary} />
        <SheetMapping summary={summary} onChange={sheet.remap} disabled={isSending || isReading} />
        <SheetPreview summary={summary} name={name} />
      </section>
      <section className="crud-card">
        <h2>{translate('contacts.wizard.check')}</h2>
        <SheetCounts summary={summary} />
        <SheetProblems summary={summary} name={name} />
        <ReferencePicker
          of="contact/groups"
          creatable
          label={translate('contacts.wizard.groups')}
          help={translate('contacts.wizard.groupsHelp')}
          value={groups}
          onChange={onGroups}
          disabled={isSending}
        />
        {start.failure !== undefined && (
          <Alert severity="error" variant="outlined">
            {translate('contacts.wizard.startFailed')} {start.failure}
          </Alert>
        )}
        {isSending && (
          <div role="status">
            <LinearProgress
              variant="determinate"
              value={Math.round((start.fraction ?? 0) * 100)}
              aria-label={translate('contacts.wizard.uploading', { percent: percent(start.fraction ?? 0) })}
            />
            <p className="crud-number">
              {translate('contacts.wizard.uploading', { percent: percent(start.fraction ?? 0) })}
            </p>
          </div>
        )}
        {summary.good === 0 && (
          <Alert severity="warning" variant="outlined">
            {translate('contacts.wizard.startNone')}
          </Alert>
        )}
        <div className="crud-actions">
          <Button
            variant="contained"
            disabled={isSending || isReading || summary.good === 0}
            onClick={start.start}
          >
            {translate('contacts.wizard.start', { smart_count: summary.good, count: number(summary.good) })}
          </Button>
          {isSending ? (
            <Button onClick={start.stop}>{translate('sheets.stop')}</Button>
          ) : (
            <Button onClick={sheet.reset}>{translate('sheets.another')}</Button>
          )}
        </div>
      </section>
    </div>
  );
}

/** Sends the sheet once, however often the button is pressed; trying again neither uploads nor imports twice. */
function useStart(summary: SheetSummary, groups: readonly string[]) {
  const navigate = useNavigate();
  const [fraction, setFraction] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const uploaded = useRef<string>(undefined);
  const attempt = useRef({ order: '', key: '' });
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const order = JSON.stringify([summary.mapping, groups]);
    if (attempt.current.order !== order) attempt.current = { order, key: uuidv7() };
    setFailure(undefined);
    setFraction(0);
    try {
      const record = await startImport(
        { summary, groups, idempotencyKey: attempt.current.key, uploaded: uploaded.current },
        {
          onProgress: setFraction,
          onUploaded: (reference) => {
            uploaded.current = reference;
          },
          signal: controller.signal,
        },
      );
      navigate(`/${contactImport.name}/${record.uuid}/show`);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof Error ? error.message : '');
      setFraction(undefined);
    } finally {
      running.current = undefined;
    }
  };
  return { start: () => void start(), stop: () => running.current?.abort(), fraction, failure };
}
