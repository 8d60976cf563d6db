import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { number } from '../core/format.ts';
import { useLabels } from '../core/labels.ts';
import type { Unapplied } from './ListPagination.tsx';

/** The texts of `NotApplied`, in a file of their own because few lists ever show them. */
export function NotAppliedAlert({
  entity,
  unapplied: { filters, search, order, searched },
}: {
  entity: Outline;
  unapplied: Unapplied;
}) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const what = [
    ...filters.map((name) => labels.field(name)),
    ...(search ? [translate('crud.list.search')] : []),
  ];
  const sentences = [
    searched !== undefined && translate('crud.list.searched', { count: number(searched) }),
    what.length > 0 &&
      translate('crud.list.notFiltered', { what: what.map((name) => `“${name}”`).join(', ') }),
    order && translate('crud.list.notSorted'),
  ].filter((sentence) => sentence !== false);
  // The server ignored the list's own filter, but the list has all its records.
  if (sentences.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" className="crud-not-applied">
      {sentences.join(' ')}
    </Alert>
  );
}
