import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { number, percent } from '../../../core/format.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import { SheetDrop } from '../../contacts/sheets/SheetDrop.tsx';
import { SheetPlace } from '../../contacts/sheets/SheetPlace.tsx';
import {
  SheetCounts,
  SheetMapping,
  SheetPreview,
  SheetProblems,
  SheetWarnings,
} from '../../contacts/sheets/SheetReview.tsx';
import type { SheetSummary } from '../../contacts/sheets/types.ts';
import type { RecipientsProps } from './draft.ts';
import { UsedSheet } from './UsedSheet.tsx';
import type { SheetUpload } from './useSheetUpload.ts';

/** A file of recipients: chosen and read in the browser, uploaded, and its columns assigned to placeholders. */
export function SheetInput(props: RecipientsProps & { upload: SheetUpload }) {
  const { draft, errors, upload } = props;
  const translate = useTranslate();
  const { state } = upload.sheet;
  const summary =
    state.step === 'ready' ? state.summary : state.step === 'reading' ? state.former?.summary : undefined;
  return (
    <div className="compose-way">
      {draft.sheet ? (
        <UsedSheet {...props} sheet={draft.sheet} />
      ) : summary && (state.step === 'ready' || state.step === 'reading') ? (
        <Review
          upload={upload}
          summary={summary}
          name={state.file.name}
          isReading={state.step === 'reading'}
        />
      ) : (
        <SheetDrop sheet={upload.sheet} />
      )}
      {!draft.sheet && errors.sheet && (
        <p className="sms-bad">{translate(errors.sheet, { _: errors.sheet })}</p>
      )}
    </div>
  );
}

function Review({
  upload,
  summary,
  name,
  isReading,
}: {
  upload: SheetUpload;
  summary: SheetSummary;
  name: string;
  isReading: boolean;
}) {
  const translate = useTranslate();
  const { sheet, fraction, failure } = upload;
  const isUploading = fraction !== undefined;
  const progress = translate('compose.uploading', { name, percent: percent(fraction ?? 0) });
  return (
    <div className="compose-way" aria-busy={isReading}>
      <SheetWarnings summary={summary} />
      <SheetPlace summary={summary} sheet={sheet} disabled={isUploading} />
      <SheetMapping summary={summary} onChange={sheet.remap} disabled={isUploading || isReading} />
      <SheetPreview summary={summary} name={name} />
      <SheetCounts summary={summary} />
      <SheetProblems summary={summary} name={name} />
      {failure && (
        <FailureAlert failure={failure} quiet>
          {translate('compose.uploadFailed')} {translate(failure.message, { _: failure.message })}
        </FailureAlert>
      )}
      {isUploading && (
        <div role="status">
          <ProgressBar value={fraction} aria-label={progress} />
          <p className="crud-number">{progress}</p>
        </div>
      )}
      <div className="crud-actions">
        {isUploading ? (
          <Button onClick={upload.stop}>{translate('sheets.stop')}</Button>
        ) : (
          <>
            <Button
              variant="contained"
              disabled={isReading || summary.good === 0 || summary.mapping.phone === null}
              onClick={() => upload.use(summary, name)}
            >
              {translate('compose.useSheet', { smart_count: summary.good, count: number(summary.good) })}
            </Button>
            <Button onClick={sheet.reset}>{translate('sheets.another')}</Button>
          </>
        )}
      </div>
    </div>
  );
}
