import { useRefresh } from 'ra-core';
import { useState } from 'react';
import { type Done, useAct } from './useAct.ts';
import { useReason } from './useReason.ts';

/**
 * One of several decisions on a record, asked for in a ConfirmDialog whose props are `dialog`. The decision `negative`
 * needs a reason: `reason.field` are the props of its input, with the text `help` below it. `send` sends the decision and
 * returns the success message. The page shows the newest state whatever the answer.
 */
export function useAskedDecision<Decision extends string>({
  negative,
  help,
  send,
}: {
  negative: Decision;
  help: string;
  send(decision: Decision, reason?: string): Promise<Done>;
}) {
  const refresh = useRefresh();
  const reason = useReason(help);
  const [asked, ask] = useState<Decision>();
  const isNegative = asked === negative;
  const close = () => {
    ask(undefined);
    reason.calm();
  };
  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  const decide = () => {
    const why = isNegative ? reason.take() : undefined;
    if (!asked || (isNegative && !why)) return;
    void run(() => send(asked, why));
  };
  const dialog = {
    open: asked !== undefined,
    danger: isNegative,
    busy: isBusy,
    onConfirm: decide,
    onClose: close,
  };
  return { asked, ask, isNegative, reason, dialog };
}
