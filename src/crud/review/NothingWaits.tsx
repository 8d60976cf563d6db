import TaskAltRounded from '@mui/icons-material/TaskAltRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { EmptyState } from '../../layout/EmptyState.tsx';

interface Props {
  /** Removes the filter that a queue's list begins with. */
  onShowAll(): void;
}

/** In place of a queue's rows while nothing in it waits. */
function NothingWaits({ onShowAll }: Props) {
  const translate = useTranslate();
  return (
    <div role="status" className="crud-divided">
      <EmptyState
        icon={<TaskAltRounded />}
        title={translate('reviews.done')}
        text={translate('reviews.doneText')}
        action={
          <Button variant="outlined" onClick={onShowAll}>
            {translate('reviews.showAll')}
          </Button>
        }
      />
    </div>
  );
}

/** For `EntityList`. */
export const nothingWaits = (onShowAll: Props['onShowAll']) => <NothingWaits onShowAll={onShowAll} />;
