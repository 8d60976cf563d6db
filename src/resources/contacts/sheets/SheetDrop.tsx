import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type DragEvent, startTransition, useEffect, useId, useRef, useState } from 'react';
import { number, percent } from '../../../core/format.ts';
import { ProgressBar } from '../../../layout/ProgressBar.tsx';
import type { SheetProgress } from './types.ts';
import type { FollowProgress, useSheet } from './useSheet.ts';
import './sheets.css';

const ACCEPT =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function Reading({ label, follow }: { label: string; follow: FollowProgress }) {
  const translate = useTranslate();
  const [{ rows, fraction }, setProgress] = useState<SheetProgress>({ rows: 0, fraction: 0 });
  useEffect(() => follow((progress) => startTransition(() => setProgress(progress))), [follow]);
  return (
    <>
      <ProgressBar value={fraction} aria-label={label} />
      <p className="crud-number" role="status">
        {translate('sheets.readingRows', { rows: number(rows), percent: percent(fraction) })}
      </p>
    </>
  );
}

/** Chooses or drops a file, shows the reading progress, and why it could not be read. */
export function SheetDrop({ sheet }: { sheet: ReturnType<typeof useSheet> }) {
  const translate = useTranslate();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const { state } = sheet;

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) sheet.choose(file);
  };

  if (state.step === 'reading') {
    const reading = translate('sheets.reading', { name: state.file.name });
    return (
      <div className="sheet-drop">
        <strong>{reading}</strong>
        <Reading label={reading} follow={state.follow} />
        <Button onClick={sheet.stop}>{translate('sheets.stop')}</Button>
      </div>
    );
  }
  return (
    <>
      {state.step === 'failed' && (
        <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
          <strong>{state.file.name}</strong>
          <br />
          {translate(`sheets.failures.${state.error.code}`, { row: number(state.error.row ?? 0) })}
        </Alert>
      )}
      {state.step === 'none' && state.stopped && (
        <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
          {translate('sheets.stopped')}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        className="sheet-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <UploadFileOutlined aria-hidden="true" style={{ fontSize: 36, color: 'var(--accent-text)' }} />
        <span>{translate(isOver ? 'sheets.dropNow' : 'sheets.drop')}</span>
        <Button variant="contained" aria-describedby={hint} onClick={() => input.current?.click()}>
          {translate('sheets.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={ACCEPT}
          hidden
          aria-label={translate('sheets.choose')}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) sheet.choose(file);
          }}
        />
        <p id={hint}>{translate('sheets.hint')}</p>
      </div>
    </>
  );
}
