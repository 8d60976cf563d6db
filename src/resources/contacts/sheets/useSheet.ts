import { useTranslate } from 'ra-core';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { SheetChoice } from '#schema/sheets/sheetChoice.ts';
import { SheetError } from '#schema/sheets/sheetError.ts';
import type { SheetTarget } from '#schema/sheets/targetCheck.ts';
import { readSheet } from './readSheet.ts';
import type { Mapping, ReportTexts, RowProblem, SheetProgress, SheetSummary } from './types.ts';

/** Subscribes to the reading progress until the returned function is called, so that only its display re-renders. */
export type FollowProgress = (listener: (progress: SheetProgress) => void) => () => void;

export type SheetState =
  | { step: 'none'; stopped?: boolean }
  | { step: 'reading'; file: File; choice: SheetChoice; former?: Former; follow: FollowProgress }
  | { step: 'failed'; file: File; error: SheetError }
  | Former;

/** The last file that was read; kept while it is read again. */
interface Former {
  step: 'ready';
  file: File;
  summary: SheetSummary;
  choice: SheetChoice;
  /** Why the file chosen after it cannot be read. */
  error?: SheetError;
}

const problems: readonly RowProblem[] = [
  ...(['empty', 'not-a-number', 'rounded', 'too-short', 'too-long'] as const),
  ...(['landline', 'foreign', 'too-many-cells', 'duplicate'] as const),
  ...(['name-too-long', 'value-too-long', 'too-many-values', 'reason-too-long'] as const),
];

type Translate = (key: string, options?: object) => string;

/** Texts of the report of unusable rows, in the user's language. */
const reportTexts = (translate: Translate): ReportTexts => ({
  row: translate('sheets.row'),
  reason: translate('sheets.reason'),
  problems: Object.fromEntries(
    problems.map((p) => [p, translate(`sheets.problems.${p}`, { column: '%{column}' })]),
  ) as Record<RowProblem, string>,
});

/** The chosen file of recipients or import rows: read, read again with another mapping, abort, clear. */
export function useSheet(target?: SheetTarget) {
  const translate = useTranslate();
  const [state, setState] = useState<SheetState>({ step: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  return useMemo(() => {
    // A transition, so that the page stays responsive while it re-renders.
    const show = (next: SheetState) => startTransition(() => setState(next));
    const read = async (file: File, choice: SheetChoice = {}, mapping?: Mapping, former?: Former) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const followers = new Set<(progress: SheetProgress) => void>();
      const follow: FollowProgress = (listener) => {
        followers.add(listener);
        return () => followers.delete(listener);
      };
      const reading: SheetState = { step: 'reading', file, choice, follow, ...(former && { former }) };
      // The choice itself must be visible immediately.
      if (former) setState(reading);
      else show(reading);
      const isCurrent = () => running.current === controller && !controller.signal.aborted;
      try {
        const summary = await readSheet(file, {
          mapping,
          choice,
          target,
          texts: reportTexts(translate),
          signal: controller.signal,
          onProgress: (progress) => {
            for (const listener of followers) listener(progress);
          },
        });
        if (isCurrent()) show({ step: 'ready', file, summary, choice });
      } catch (error) {
        if (!isCurrent()) return;
        const known = error instanceof SheetError ? error : new SheetError('unreadable');
        // The new choice cannot be read; the previous one still can.
        show(former ? { ...former, error: known } : { step: 'failed', file, error: known });
      }
    };

    return {
      state,
      choose: (file: File) => void read(file),
      remap: (mapping: Mapping) => {
        if (state.step === 'ready') void read(state.file, state.choice, mapping, state);
      },
      /** Reads another part of the file. Hiding rows keeps the columns; another header changes them. */
      place: (change: SheetChoice) => {
        const former = state.step === 'reading' ? state.former : state.step === 'ready' ? state : undefined;
        if (!former || (state.step !== 'reading' && state.step !== 'ready')) return;
        const mapping = change.hidden_rows ? former.summary.mapping : undefined;
        void read(state.file, { ...state.choice, ...change }, mapping, former);
      },
      stop: () => {
        running.current?.abort();
        setState({ step: 'none', stopped: true });
      },
      reset: () => {
        running.current?.abort();
        setState({ step: 'none' });
      },
    };
  }, [state, translate, target]);
}
