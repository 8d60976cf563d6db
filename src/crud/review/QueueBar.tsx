import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { number } from '../../core/format.ts';
import type { Row } from '../DeleteButton.tsx';
import { Age } from './Age.tsx';
import { type Queue, useQueue } from './useQueue.ts';
import { useShortcut } from './useShortcut.ts';
import './reviews.css';

/** On a record's page: how long it has waited, how many are left, and a link to the next, also with Alt+N. */
export function QueueBar({ queue, record }: { queue: Queue; record: Row }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { fromQueue?: boolean } | null };
  const { left, next } = useQueue(queue, record);
  const isPending = record.status === 'pending';
  const to = next && queue.to(String(next.id));
  useShortcut('KeyN', to ? () => navigate(to, { state: { fromQueue: true } }) : undefined);

  // Coming from the previous record, start at the top.
  const comesFromQueue = state?.fromQueue === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record
  useEffect(() => {
    const heading = comesFromQueue ? document.querySelector<HTMLElement>('main h1') : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [record.id]);

  return (
    <div className="review-note">
      <p>
        {isPending && (
          <>
            <Age since={record[queue.since]} inWords />
            {' · '}
          </>
        )}
        {left !== undefined &&
          (left > 0
            ? translate('reviews.left', { smart_count: left, count: number(left) })
            : translate('reviews.nothingWaits'))}
      </p>
      {to && (
        <Button
          component={Link}
          to={to}
          state={{ fromQueue: true }}
          endIcon={<ArrowForwardRounded />}
          aria-keyshortcuts="Alt+N"
        >
          {translate('reviews.next')}
        </Button>
      )}
    </div>
  );
}
