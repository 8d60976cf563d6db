import { useTranslate } from 'ra-core';
import { memo } from 'react';
import { digits } from '../../../core/format.ts';

const steps = [
  ['write', 'compose.stepWrite'],
  ['check', 'compose.stepCheck'],
] as const;

/** The current step: writing, or checking before sending. */
export const Steps = memo(function Steps({ current }: { current: 'write' | 'check' }) {
  const translate = useTranslate();
  return (
    <ol className="compose-steps" aria-label={translate('compose.steps')}>
      {steps.map(([name, key], index) => (
        <li key={name} aria-current={name === current ? 'step' : undefined}>
          <span aria-hidden="true">{digits(String(index + 1))}</span>
          {translate(key)}
        </li>
      ))}
    </ol>
  );
});
