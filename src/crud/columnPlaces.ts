import type { Kind, Outline } from '#schema/outline.ts';
import type { Place, ResolvedColumn } from './columns.ts';
import { fieldOf } from './fields.tsx';

export interface PlacedColumn extends ResolvedColumn {
  /** Missing if a row of two lines has no room for it. */
  place?: Place;
  /** Whether its value needs its label in a row of two lines. */
  isLabelled: boolean;
  /** The least width of the table in rem at which the column is shown; missing if it always is. */
  from?: number;
}

const statuses = new Set(['status', 'state', 'kyc_status', 'is_active']);
const amounts = new Set<Kind | undefined>(['money', 'price']);
const times = new Set<Kind | undefined>(['date', 'datetime']);

/** Which columns a row of two lines shows: those that the list names, and otherwise by their fields. */
function placesOf(entity: Outline, columns: readonly ResolvedColumn[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const { name, phone } of columns) if (phone) places.set(name, phone);
  const take = (place: Place, isIt: (name: string, kind?: Kind) => boolean) => {
    if ([...places.values()].includes(place)) return;
    const found = columns.find(
      ({ name, phone }) => phone !== false && !places.has(name) && isIt(name, fieldOf(entity, name)?.kind),
    );
    if (found) places.set(found.name, place);
  };
  take('title', (name) => name === entity.title);
  take('title', () => true);
  take('status', (name) => statuses.has(name));
  take('figure', (_, kind) => amounts.has(kind));
  take('figure', (_, kind) => kind === 'integer');
  take('date', (name) => name === 'created_at');
  // Days of consumption are fields of text.
  take('date', (name, kind) => times.has(kind) || name === 'day');
  // A place that is left takes the next column that fits in.
  take('status', () => true);
  take('figure', (_, kind) => kind !== 'longText');
  take('date', (_, kind) => kind !== 'longText');
  return places;
}

/** Whether a value says nothing without its column's name. What a list renders itself, has its unit or is a status. */
function needsLabel(
  { name, render }: ResolvedColumn,
  place: Place | undefined,
  kind: Kind | undefined,
): boolean {
  if (render || place === 'title') return false;
  if (kind === 'integer') return true;
  if (kind === 'boolean') return name !== 'is_active';
  if (amounts.has(kind)) return place !== 'figure';
  // Days that the server states are fields of text: `due_on`.
  return (times.has(kind) || name.endsWith('_on')) && name !== 'created_at';
}

/** About how wide a column is at least, in rem: its longest words in usual data, and its padding. */
const widths: Partial<Record<Kind, number>> = {
  integer: 4.5,
  boolean: 5,
  choice: 5.5,
  datetime: 6,
  date: 6,
  price: 6,
  text: 6,
  money: 7,
  reference: 7,
  references: 7,
  email: 8,
  phone: 9.5,
  longText: 9,
};
const OTHER = 7;
const TITLE = 8;
const STATUS = 7;
/** The padding at both ends, the checkbox, and the actions. */
const ENDS = 1.5;
const CHECK = 2.75;
const ACTIONS = 4;

/** The widths at which CSS shows further columns (listTable.css), in rem. */
export const STEPS = [27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60] as const;

const ranks: Record<Place, number> = { title: 0, status: 1, figure: 2, date: 3 };
const REST = 4;

/**
 * Gives each column its place in a row of two lines, and the width of the table from which it is shown. Title, status and the
 * column that opens the row always are; the others come in the order of their priority: the list's own (`Column.priority`), the
 * schema's (`priority` of a field), and by default the figure, the date, and the others from left to right. No column waits for
 * room if records have no page, which would show it.
 */
export function placeColumns(
  entity: Outline,
  columns: readonly ResolvedColumn[],
  { hasPage, isSelectable, hasActions }: { hasPage: boolean; isSelectable: boolean; hasActions: boolean },
): PlacedColumn[] {
  const places = placesOf(entity, columns);
  const rank = ({ name, priority, opens }: ResolvedColumn) => {
    const place = places.get(name);
    if (opens) return ranks.title;
    return priority ?? fieldOf(entity, name)?.priority ?? (place ? ranks[place] : REST);
  };
  const widthOf = ({ name, width: own }: ResolvedColumn) => {
    if (own) return own;
    const place = places.get(name);
    if (place === 'status' && statuses.has(name)) return STATUS;
    const width = widths[fieldOf(entity, name)?.kind ?? 'attributes'] ?? OTHER;
    // A number has no place to break.
    return place === 'title' && width !== widths.phone ? TITLE : width;
  };
  const from = new Map<string, number>();
  let used = ENDS + (isSelectable ? CHECK : 0) + (hasActions ? ACTIONS : 0);
  for (const column of [...columns].sort((a, b) => rank(a) - rank(b))) {
    used += widthOf(column);
    if (!hasPage || rank(column) <= ranks.status || used <= STEPS[0]) continue;
    from.set(column.name, STEPS.find((step) => used <= step) ?? STEPS[STEPS.length - 1] ?? 0);
  }
  return columns.map((column) => {
    const place = places.get(column.name);
    const isLabelled = needsLabel(column, place, fieldOf(entity, column.name)?.kind);
    return { ...column, place, isLabelled, from: from.get(column.name) };
  });
}
