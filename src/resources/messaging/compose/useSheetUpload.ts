import { useEffect, useMemo, useRef, useState } from 'react';
import { asFailure, type HttpError } from '../../../core/http.ts';
import { uploadFile } from '../../../core/upload.ts';
import { choiceOf, type SheetSummary } from '../../contacts/sheets/types.ts';
import { useSheet } from '../../contacts/sheets/useSheet.ts';
import type { Draft } from './draft.ts';

const SAMPLE = 5;

/** The sheet of the page: read here first, then uploaded when the writer says that it is the one. */
export function useSheetUpload(edit: (change: Partial<Draft>) => void) {
  const sheet = useSheet();
  const [fraction, setFraction] = useState<number>();
  const [failure, setFailure] = useState<HttpError>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return useMemo(() => {
    const use = async (summary: SheetSummary, name: string) => {
      if (running.current || summary.mapping.phone === null) return;
      const controller = new AbortController();
      running.current = controller;
      setFailure(undefined);
      setFraction(0);
      try {
        const data = await uploadFile(summary.upload, {
          onProgress: setFraction,
          signal: controller.signal,
        });
        const { good, bad, duplicates, rows, columns, sample } = summary;
        edit({
          sheet: {
            reference: data.uuid,
            name,
            columns,
            sample: sample.slice(0, SAMPLE),
            rows,
            counts: { good, bad, duplicates },
            phone: summary.mapping.phone,
            columnFor: {},
            choice: choiceOf(summary),
          },
        });
        sheet.reset();
      } catch (error) {
        if (!controller.signal.aborted) setFailure(asFailure(error));
      } finally {
        running.current = undefined;
        setFraction(undefined);
      }
    };

    return {
      sheet,
      use: (summary: SheetSummary, name: string) => void use(summary, name),
      stop: () => running.current?.abort(),
      fraction,
      failure,
      /** A sheet is chosen, but not used yet. */
      isPending: sheet.state.step === 'reading' || sheet.state.step === 'ready',
    };
  }, [sheet, fraction, failure, edit]);
}

export type SheetUpload = ReturnType<typeof useSheetUpload>;
