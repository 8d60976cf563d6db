import CloseRounded from '@mui/icons-material/CloseRounded';
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded';
import { useDeleteMany, useListContext, useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Outline } from '#schema/outline.ts';
import { answeredUntil } from '../core/answeredUntil.ts';
import { number } from '../core/format.ts';
import { offersAction } from '../core/offersAction.ts';
import { Button } from '../layout/Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import type { Row } from './DeleteButton.tsx';
import { deleteProgress } from './deleteProgress.ts';
import { failureText } from './failureText.ts';
import type { ListMeta } from './ListPagination.tsx';
import { useLeaving } from './useLeaving.ts';

export interface BulkActionsProps {
  entity: Outline;
  filter?: Record<string, unknown>;
  totalText: string;
  isAllMatching: boolean;
  onAllMatching(all: boolean): void;
}

/**
 * The selection and its actions, which act on what is counted here and nothing else. Selecting the rows of this page
 * differs from selecting all that match; the latter asks first.
 */
export function BulkActions({ entity, filter, totalText, isAllMatching, onAllMatching }: BulkActionsProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const list = useListContext<Row>();
  const { data = [], total = 0, onUnselectItems, filterValues, meta } = list;
  const leaving = useLeaving(entity.name);
  const [deleteMany] = useDeleteMany(entity.name, undefined, leaving.options);
  const [isAsking, setAsking] = useState(false);
  const pageIds = data.map((record) => record.id);
  // A row that left the page, because somebody else deleted or changed it, is not acted on unseen.
  const selectedIds = pageIds.filter((id) => list.selectedIds.includes(id));
  if (selectedIds.length === 0 && !isAllMatching) return null;

  // A server that ignores filters would delete everything.
  const isIgnored = (meta as Partial<ListMeta> | undefined)?.unapplied !== undefined;
  // While other rows are loading, the count is still that of the former ones.
  const isOutdated = list.isPlaceholderData === true;
  const isPageSelected = selectedIds.length === pageIds.length;
  const count = isAllMatching ? totalText : number(selectedIds.length);
  // If the server deletes one record per request, "all that match" is not offered, and deleting takes time.
  const isAtOnce = offersAction(entity.name, 'bulk');
  const clear = () => {
    onUnselectItems();
    onAllMatching(false);
  };

  const remove = () => {
    setAsking(false);
    leaving.begin(isAllMatching ? pageIds : selectedIds);
    const progress = deleteProgress(translate, selectedIds.length);
    const filters: Record<string, unknown> = { ...filterValues, ...filter };
    // What came after the list is not among those that are counted.
    const until = answeredUntil(entity.name);
    if (until && !(Date.parse(String(filters.created_at__lte)) < Date.parse(until)))
      filters.created_at__lte = until;
    // The API refuses to delete without a filter; this one explicitly says "all".
    const matching = Object.keys(filters).length > 0 ? filters : { created_at__gte: '1970-01-01T00:00:00Z' };
    // Others may have deleted some meanwhile, and a large list is not counted to its end.
    const onAnswer = (answer: unknown) => {
      const deleted = (answer as { data?: { deleted?: unknown } } | undefined)?.data?.deleted;
      if (typeof deleted !== 'number' || number(deleted) === count) return;
      notify('crud.bulk.deleted', { type: 'info', messageArgs: { count: number(deleted) } });
    };
    deleteMany(
      entity.name,
      isAllMatching
        ? { ids: pageIds, meta: { filter: matching, onAnswer } }
        : { ids: selectedIds, ...(!isAtOnce && { meta: progress }) },
      {
        mutationMode: 'undoable',
        onSuccess: () => {
          clear();
          notify('crud.bulk.deleted', { type: 'info', undoable: true, messageArgs: { count } });
        },
        onError: (error) => {
          const reason = failureText(error);
          const text = progress.failed(translate(reason, { _: reason }));
          notify(text, { type: 'error', messageArgs: { _: text, cause: reason } });
        },
      },
    );
  };

  return (
    <div className="crud-bulk" role="status">
      <button
        type="button"
        className="crud-icon"
        aria-label={translate('crud.bulk.unselect')}
        onClick={clear}
      >
        <CloseRounded fontSize="small" />
      </button>
      <span>
        {isAllMatching
          ? translate('crud.bulk.matchingSelected', { total: totalText })
          : isPageSelected
            ? translate('crud.bulk.pageSelected', { count })
            : translate('crud.bulk.selected', { count })}
      </span>
      {isAtOnce && isPageSelected && !isAllMatching && total > selectedIds.length && !isIgnored && (
        <Button size="small" disabled={isOutdated} onClick={() => onAllMatching(true)}>
          {translate('crud.bulk.selectMatching', { total: totalText })}
        </Button>
      )}
      <Button
        size="small"
        color="error"
        variant="outlined"
        startIcon={<DeleteOutlineRounded />}
        disabled={isOutdated}
        onClick={isAllMatching ? () => setAsking(true) : remove}
      >
        {translate('crud.bulk.delete')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        danger
        title={translate('crud.bulk.deleteMatching', { total: totalText })}
        confirm={translate('crud.bulk.deleteMatchingConfirm', { total: totalText })}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {translate('crud.bulk.deleteMatchingText')}
      </ConfirmDialog>
    </div>
  );
}
