import { useStore } from 'ra-core';
import type { ReactNode } from 'react';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import type { Row } from './DeleteButton.tsx';
import { fieldOf } from './fields.tsx';

/** Where a column is in a row of two lines: title and figure in the first, status and date in the second. */
export type Place = 'title' | 'figure' | 'status' | 'date';

/** A column of a list, where the generated one is not enough. */
export interface Column {
  /** A field name, or any other name for a column without a field. */
  name: string;
  /** Header text; defaults to the field's label. */
  label?: string;
  render?(record: Row): ReactNode;
  sort?: boolean;
  /** Align right, for numbers. */
  end?: boolean;
  /** Has the link that opens the row, and so is always shown, as the title column is. */
  opens?: boolean;
  /** Hidden until the user shows it. */
  hidden?: boolean;
  /** About how wide it is at least, in rem, where that is not what columns of its kind need. */
  width?: number;
  /** How long it stays where the table is narrow, for a column without a field, or unlike its field (schema/outline.ts). */
  priority?: number;
  /** Its place in a row of two lines, which phones show; false for none. The default is in columnPlaces.ts. */
  phone?: Place | false;
}

export type ResolvedColumn = Required<Pick<Column, 'name' | 'label' | 'sort' | 'end'>> &
  Pick<Column, 'render' | 'opens' | 'width' | 'priority' | 'phone'>;

const numeric = new Set(['integer', 'money', 'price']);

const defaultColumns = (entity: Outline): string[] => [
  ...Object.keys(entity.fields).filter((name) => entity.fields[name]?.list),
  'created_at',
];

/** The columns in the order that the user chose; new columns keep their place in the list. */
export function inOrder<C extends { name: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const sorted = order
    .map((name) => columns.find((column) => column.name === name))
    .filter((column) => column !== undefined);
  columns.forEach((column, index) => {
    if (!order.includes(column.name)) sorted.splice(index, 0, column);
  });
  return sorted;
}

/** Row density, one setting for all lists. */
export type Density = 'comfortable' | 'compact';
export const useDensity = () => useStore<Density>('lists.density', 'comfortable');

/**
 * The columns of a list: which are visible, and in which order. The choice is stored per user. The title column is always
 * shown, and so is the one that opens the row.
 */
export function useColumns(entity: Outline, columns: readonly (string | Column)[] = defaultColumns(entity)) {
  const labels = useLabels(entity);
  const given = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
  const initiallyHidden = given.filter((column: Column) => column.hidden).map((column) => column.name);
  const [hidden, setHidden] = useStore<string[]>(`${entity.name}.hiddenColumns`, initiallyHidden);
  const [order, setOrder] = useStore<string[]>(`${entity.name}.columnOrder`, []);
  const resolved = given.map((column: Column): ResolvedColumn => {
    const field = fieldOf(entity, column.name);
    return {
      name: column.name,
      label: column.label ?? labels.field(column.name),
      sort: column.sort ?? field?.sort ?? false,
      end: column.end ?? numeric.has(field?.kind ?? ''),
      render: column.render,
      opens: column.opens,
      width: column.width,
      priority: column.priority,
      phone: column.phone,
    };
  });
  const all = inOrder(resolved, order);
  const title = (all.find(({ name }) => name === entity.title) ?? all[0])?.name;
  const isFixed = (name: string) => name === title || all.some((one) => one.name === name && one.opens);
  const isShown = (name: string) => isFixed(name) || !hidden.includes(name);
  return {
    all,
    shown: all.filter((column) => isShown(column.name)),
    isShown,
    isFixed,
    toggle: (name: string) =>
      setHidden(isShown(name) ? [...hidden, name] : hidden.filter((other) => other !== name)),
    /** Moves a column one place to the left (-1) or right (1). */
    move(name: string, step: 1 | -1) {
      const names = all.map((column) => column.name);
      const at = names.indexOf(name);
      const other = names[at + step];
      if (other === undefined) return;
      names[at] = other;
      names[at + step] = name;
      setOrder(names);
    },
    isChanged: order.length > 0 || [...hidden].sort().join() !== [...initiallyHidden].sort().join(),
    reset() {
      setOrder([]);
      setHidden(initiallyHidden);
    },
  };
}
