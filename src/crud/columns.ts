import { useStore } from 'ra-core';
import type { ReactNode } from 'react';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import type { Row } from './DeleteButton.tsx';
import { fieldOf } from './fields.tsx';

/** A column of a list, where the generated one is not enough. */
export interface Column {
  /** Field name, or any other word for a column that is no field. */
  name: string;
  /** Text of the head; the field's label otherwise. */
  label?: string;
  render?(record: Row): ReactNode;
  sort?: boolean;
  /** Numbers stand at the end of the cell. */
  end?: boolean;
  /** Not shown until the reader chooses it. */
  hidden?: boolean;
}

export type ResolvedColumn = Required<Pick<Column, 'name' | 'label' | 'sort' | 'end'>> &
  Pick<Column, 'render'>;

const numeric = new Set(['integer', 'money', 'price']);

const defaultColumns = (entity: Outline): string[] => [
  ...Object.keys(entity.fields).filter((name) => entity.fields[name]?.list),
  'created_at',
];

/** The columns in the order that a reader chose; one that is new since then stands where the list has it. */
export function inOrder<C extends { name: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const sorted = order
    .map((name) => columns.find((column) => column.name === name))
    .filter((column) => column !== undefined);
  columns.forEach((column, index) => {
    if (!order.includes(column.name)) sorted.splice(index, 0, column);
  });
  return sorted;
}

/** How close the rows of lists stand; one choice for all lists. */
export type Density = 'comfortable' | 'compact';
export const useDensity = () => useStore<Density>('lists.density', 'comfortable');

/**
 * The columns of a list, which of them the reader wants to see, and in which order; the choice is remembered for
 * each user. The one that names the record stays.
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
    };
  });
  const all = inOrder(resolved, order);
  const title = (all.find(({ name }) => name === entity.title) ?? all[0])?.name;
  const isShown = (name: string) => name === title || !hidden.includes(name);
  return {
    all,
    shown: all.filter((column) => isShown(column.name)),
    isShown,
    isFixed: (name: string) => name === title,
    toggle: (name: string) =>
      setHidden(isShown(name) ? [...hidden, name] : hidden.filter((other) => other !== name)),
    /** Moves a column one place towards the start (-1) or the end (1). */
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
