import { useTranslate } from 'ra-core';
import { useDeferredValue, useMemo } from 'react';
import { CostEstimate } from './CostEstimate.tsx';
import type { Draft } from './draft.ts';
import { PhonePreview } from './PhonePreview.tsx';
import type { FirstRecipient } from './useFirstRecipient.ts';

/** The message on a phone, and what it will cost; both follow once the typed character is shown. */
export function WritePreview({
  draft,
  first,
  isEstimated,
}: {
  draft: Draft;
  first: FirstRecipient;
  isEstimated: boolean;
}) {
  const translate = useTranslate();
  const body = useDeferredValue(draft.body);
  const { numbers, groups, sheet, channel, fallback } = draft;
  const estimated = useMemo(
    () => ({ numbers, groups, sheet, body, channel, fallback }),
    [numbers, groups, sheet, body, channel, fallback],
  );
  return (
    <aside className="compose-aside">
      <h2>{translate('text.preview')}</h2>
      <PhonePreview
        sender={channel === 'viber' ? draft.viberName : draft.senderName}
        body={body}
        values={first.values}
        of={first.of}
      />
      {isEstimated && <CostEstimate draft={estimated} values={first.values} />}
    </aside>
  );
}
