import { useStore } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '#schema/entity.ts';
import type { Row } from './DeleteButton.tsx';
import { fieldOf } from './fields.tsx';
import { useLabels } from './labels.ts';

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

const defaultColumns = (entity: Entity): string[] => [
  ...Object.keys(entity.fields).filter((name) => entity.fields[name]?.list),
  'created_at',
];

/** The columns of a list and which of them the reader wants to see; the choice is remembered. */
export function useColumns(entity: Entity, columns: readonly (string | Column)[] = defaultColumns(entity)) {
  const labels = useLabels(entity);
  const given = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
  const initiallyHidden = given.filter((column: Column) => column.hidden).map((column) => column.name);
  const [hidden, setHidden] = useStore<string[]>(`${entity.name}.hiddenColumns`, initiallyHidden);
  const all = given.map((column: Column): ResolvedColumn => {
    const field = fieldOf(entity, column.name);
    return {
      name: column.name,
      label: column.label ?? labels.field(column.name),
      sort: column.sort ?? field?.sort ?? false,
      end: column.end ?? numeric.has(field?.kind ?? ''),
      render: column.render,
    };
  });
  const isShown = (name: string) => !hidden.includes(name);
  return {
    all,
    shown: all.filter((column) => isShown(column.name)),
    isShown,
    toggle: (name: string) =>
      setHidden(isShown(name) ? [...hidden, name] : hidden.filter((other) => other !== name)),
  };
}
