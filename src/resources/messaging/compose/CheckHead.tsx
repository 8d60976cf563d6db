import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { dateTime } from '../../../core/format.ts';
import type { Checked } from './draft.ts';

/** The heading of the last step, which takes the focus: nothing is sent yet, and when it would be. */
export function CheckHead({ request, offer }: Checked) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const at = request.scheduled_at;
  return (
    <div className="compose-check-head">
      <h2 ref={heading} tabIndex={-1}>
        {translate('plan.title')}
      </h2>
      <p className="sms-quiet">
        {offer.uncertain ? null : `${translate('plan.nothingSent')} `}
        {at ? translate('compose.scheduledFor', { time: dateTime(at) }) : translate('compose.sendsNow')}
      </p>
    </div>
  );
}
