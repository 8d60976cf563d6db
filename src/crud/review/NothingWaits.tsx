import TaskAltRounded from '@mui/icons-material/TaskAltRounded';
import { useTranslate } from 'ra-core';
import { NoRows } from '../ListStates.tsx';

interface Props {
  /** Removes the filter that a queue's list begins with. */
  onShowAll(): void;
}

/** In place of a queue's rows while nothing in it waits. */
function NothingWaits({ onShowAll }: Props) {
  const translate = useTranslate();
  return (
    <NoRows
      icon={<TaskAltRounded />}
      title={translate('reviews.done')}
      text={translate('reviews.doneText')}
      label={translate('reviews.showAll')}
      onMore={onShowAll}
    />
  );
}

/** For `EntityList`. */
export const nothingWaits = (onShowAll: Props['onShowAll']) => <NothingWaits onShowAll={onShowAll} />;
