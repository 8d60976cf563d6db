import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import './checklist.css';

export interface ChecklistItem {
  key: string;
  title: string;
  /** One sentence: what the step is for, or what it waits for. */
  text: ReactNode;
  /** `waiting`: this person has done their part, and somebody else decides. */
  state: 'done' | 'waiting' | 'open';
  /** The one next action, or two to choose from; nothing for a step that is done. */
  action?: ReactNode;
}

const icons = {
  done: CheckCircleRounded,
  waiting: ScheduleRounded,
  open: RadioButtonUncheckedRounded,
} as const;

/** Steps in order, each with its state and at most one action. */
export function Checklist({ items }: { items: readonly ChecklistItem[] }) {
  const translate = useTranslate();
  return (
    <ol className="checklist">
      {items.map(({ key, title, text, state, action }) => {
        const Icon = icons[state];
        return (
          <li key={key} data-step={key} data-state={state}>
            <Icon aria-hidden="true" />
            <div>
              <strong>{title}</strong> <small>{translate(`crud.steps.${state}`)}</small>
              {text && <p>{text}</p>}
            </div>
            {state !== 'done' && action && <div className="checklist-action">{action}</div>}
          </li>
        );
      })}
    </ol>
  );
}
