import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { useLayoutEffect, useRef } from 'react';
import { PASTED_MAX } from '#schema/compose.ts';
import { number } from '../../../core/format.ts';
import type { Errors } from './draft.ts';
import { errorKeys } from './errors.ts';

const inPanel = '[role="tabpanel"]';
/** Where the field of an error is; the first one that is marked, otherwise the first. */
const fields: Record<keyof Errors, string> = {
  name: '#compose-name',
  sender: '#compose-sender',
  viber: '#compose-viber',
  fallback: ':is(#compose-minutes, #compose-fallback)[aria-invalid="true"]',
  body: '#compose-body',
  recipients: `${inPanel} :is(textarea, input, select, button)`,
  numbers: '#compose-numbers',
  groups: `${inPanel} :is(input, a)`,
  sheet: `${inPanel} :is([aria-invalid="true"], button, input)`,
  columns: `${inPanel} [aria-invalid="true"]`,
  at: '.moment-input [aria-invalid="true"]',
  urgent: '#compose-urgent',
};
/** The tab of an error of one way to choose recipients. */
const tabs: Partial<Record<keyof Errors, string>> = {
  numbers: 'numbers',
  groups: 'groups',
  sheet: 'file',
  columns: 'file',
};

function goTo(key: keyof Errors): void {
  const tab = document.getElementById(`compose-tab-${tabs[key]}`);
  if (tab?.getAttribute('aria-selected') === 'false') tab.click();
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`.compose-write ${fields[key]}`)?.focus());
}

/**
 * A message's errors at the top of the form, with a link to each field. It receives the focus with each `attempt` to continue,
 * so that a screen reader reads it.
 */
export function ErrorSummary({ errors, attempt }: { errors: Errors; attempt: number }) {
  const translate = useTranslate();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt anew
  useLayoutEffect(() => box.current?.focus(), [attempt]);
  const list = errorKeys.filter((key) => errors[key] !== undefined);
  if (list.length === 0) return null;
  return (
    <Alert ref={box} tabIndex={-1} severity="error" variant="outlined" className="compose-errors">
      <AlertTitle>{translate('compose.errorsTitle')}</AlertTitle>
      <ul>
        {list.map((key) => (
          <li key={key}>
            <a
              href={`#compose-${key}`}
              onClick={(event) => {
                event.preventDefault();
                goTo(key);
              }}
            >
              {translate(errors[key] as string, { _: errors[key], max: number(PASTED_MAX) })}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
