import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { number, percent } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { LeaveGuard } from '../../../crud/LeaveGuard.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import { useSerialized } from '../../../start/useSerialized.ts';
import { SheetDrop } from '../sheets/SheetDrop.tsx';
import { SheetPlace } from '../sheets/SheetPlace.tsx';
import {
  SheetCounts,
  SheetMapping,
  SheetPreview,
  SheetProblems,
  SheetWarnings,
} from '../sheets/SheetReview.tsx';
import { choiceOf, type SheetSummary } from '../sheets/types.ts';
import { useSheet } from '../sheets/useSheet.ts';
import { useStart } from './useStart.ts';
import './imports.css';

export interface ImportWizardProps {
  entity: Outline;
  /** The import target; its texts are under `imports.{target}`. */
  target: SheetTarget;
  /** The optional column besides that of the numbers. */
  also: 'name' | 'reason';
  /** Request fields besides file and mapping. */
  values: Readonly<Record<string, unknown>>;
  /** Their inputs. */
  inputs(isDisabled: boolean): ReactNode;
}

/** Imports a file in three steps: choose, check, send. Nothing is sent before the last. */
export function ImportWizard(props: ImportWizardProps) {
  const { entity, target } = props;
  const translate = useTranslate();
  const labels = useLabels(entity);
  const sheet = useSheet(target);
  const { state } = sheet;
  // Another mapping reads the file again; the previous result stays visible meanwhile.
  const summary =
    state.step === 'ready' ? state.summary : state.step === 'reading' ? state.former?.summary : undefined;
  return (
    <>
      <PageHeader
        title={translate(`imports.${target}.title`)}
        back={{
          to: `/${entity.name}`,
          label: translate('crud.show.back', { name: labels.inline(2) }),
        }}
      />
      {summary && (state.step === 'ready' || state.step === 'reading') ? (
        <Review
          {...props}
          sheet={sheet}
          summary={summary}
          name={state.file.name}
          isReading={state.step === 'reading'}
        />
      ) : (
        <SheetDrop sheet={sheet} />
      )}
    </>
  );
}

interface ReviewProps extends ImportWizardProps {
  sheet: ReturnType<typeof useSheet>;
  summary: SheetSummary;
  name: string;
  isReading: boolean;
}

/** Sections rendered one by one, from the top. */
const PARTS = 7;

function Review(props: ReviewProps) {
  const { target, also, values, inputs, sheet, summary, name, isReading } = props;
  const translate = useTranslate();
  const due = useSerialized(PARTS);
  const mapping = {
    phone: summary.mapping.phone,
    [also]: summary.mapping[also] ?? null,
    ...choiceOf(summary),
  };
  const start = useStart(props.entity, summary, { mapping, ...values });
  const mayRun = start.isStarting || start.failure?.isUncertain;
  return (
    <div className="import-review" aria-busy={isReading || due < PARTS}>
      <section className="crud-card">
        <h2>{translate('sheets.columns')}</h2>
        <p>{translate(`imports.${target}.columns`)}</p>
        <SheetWarnings summary={summary} />
        {due > 1 && <SheetPlace summary={summary} sheet={sheet} disabled={start.fraction !== undefined} />}
        {due > 1 && (
          <SheetMapping
            summary={summary}
            onChange={sheet.remap}
            disabled={start.fraction !== undefined || isReading}
            also={also}
          />
        )}
        {due > 2 && <SheetPreview summary={summary} name={name} />}
      </section>
      {due > 3 && (
        <section className="crud-card">
          <h2>{translate('imports.check')}</h2>
          <SheetCounts summary={summary} withClosed={target === 'contacts'} />
          {due > 4 && <SheetProblems summary={summary} name={name} />}
          {due > 5 && inputs(start.fraction !== undefined)}
          {due > 6 && <Start {...props} start={start} />}
        </section>
      )}
      <LeaveGuard
        active
        isOver={start.isOver}
        title={translate(mayRun ? 'imports.leaveTitleUncertain' : 'imports.leaveTitle')}
        text={translate(mayRun ? 'imports.leaveUncertain' : 'imports.leaveText')}
        leave={translate('crud.form.leave')}
        danger
      />
    </div>
  );
}

/** The submit button with progress and errors. */
function Start({
  entity,
  target,
  sheet,
  summary,
  isReading,
  start,
}: ReviewProps & { start: ReturnType<typeof useStart> }) {
  const translate = useTranslate();
  const { failure } = start;
  const isSending = start.fraction !== undefined;
  const uploading = translate('imports.uploading', { percent: percent(start.fraction ?? 0) });
  return (
    <>
      {failure && (
        <FailureAlert failure={failure.error}>
          {translate(failure.isUncertain ? 'imports.startUncertain' : `imports.${target}.startFailed`)}{' '}
          {translate(failure.error.message, { _: failure.error.message })}{' '}
          {failure.isUncertain && <Link to={`/${entity.name}`}>{translate('imports.seeImports')}</Link>}
        </FailureAlert>
      )}
      {isSending && (
        <div role="status">
          <ProgressBar value={start.fraction} aria-label={uploading} />
          <p className="crud-number">{uploading}</p>
        </div>
      )}
      {summary.good === 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('imports.startNone')}
        </Alert>
      )}
      <div className="crud-actions">
        <Button
          variant="contained"
          disabled={isSending || isReading || summary.good === 0}
          onClick={start.start}
        >
          {translate(`imports.${target}.start`, {
            smart_count: summary.good,
            count: number(summary.good),
          })}
        </Button>
        {isSending ? (
          <Button onClick={start.stop} disabled={start.isStarting}>
            {translate('sheets.stop')}
          </Button>
        ) : (
          <Button onClick={sheet.reset}>{translate('sheets.another')}</Button>
        )}
      </div>
    </>
  );
}
