import type { Outline } from '#schema/outline.ts';
import type { PlacedColumn } from './columnPlaces.ts';
import type { Row } from './DeleteButton.tsx';

/** No column is as narrow as a shorter word: its own name is longer. */
const SHORT = 5;

/**
 * The rows to draw first: those that fit on the screen, and of the others those that may need wider columns, which would move
 * if they came later.
 */
export function firstRows(
  { fields }: Outline,
  columns: readonly PlacedColumn[],
  data: readonly Row[],
  room: number,
): readonly Row[] {
  const fitting = data.slice(0, room);
  const needs = columns.map(({ name, end }) => {
    const kind = fields[name]?.kind;
    const isNew = (row: Row) => fitting.every((other) => other[name] !== row[name]);
    // A value does not tell how long its label is.
    if (kind === 'choice' || kind === 'boolean') return isNew;
    // Names come later, to a width of their own (LateNames.tsx).
    if (kind === 'reference' || kind === 'references') return () => false;
    // The longest number, or the longest word without digits: dates and ids are equally wide.
    const length = (row: Row) =>
      Math.max(
        0,
        ...(String(row[name] ?? '').match(end ? /.+/ : /[^\s\d-]+/g) ?? []).map((word) => word.length),
      );
    const most = Math.max(...data.map(length));
    return end
      ? (row: Row) => length(row) === most && fitting.every((other) => length(other) < most)
      : // A word with a letter less may be wider.
        (row: Row) => length(row) >= Math.max(SHORT, most - 1) && isNew(row);
  });
  return data.filter((row, index) => index < room || needs.some((isNeeded) => isNeeded(row)));
}
