import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { number } from '../../core/format.ts';
import { useAge } from './Age.tsx';
import { type Queue, useQueue } from './useQueue.ts';
import './reviews.css';

/** Above a list: how many records wait, for how long, and a link to the oldest. */
export function QueueNote({ queue }: { queue: Queue }) {
  const translate = useTranslate();
  const age = useAge();
  const { left, oldest } = useQueue(queue);
  // Its place is kept, so that the list does not move when it comes.
  if (left === undefined) return <div className="review-note" />;
  return (
    <div className="review-note">
      <p role="status">
        {oldest
          ? translate('reviews.waiting', {
              smart_count: left,
              count: number(left),
              age: age(oldest[queue.since]),
            })
          : translate('reviews.nothingWaits')}
      </p>
      {oldest && (
        <Button
          component={Link}
          to={queue.to(String(oldest.id))}
          state={{ fromQueue: true }}
          variant="contained"
          startIcon={<PlayArrowRounded />}
        >
          {translate('reviews.start')}
        </Button>
      )}
    </div>
  );
}
