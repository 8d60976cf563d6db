import { useTranslate } from 'ra-core';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import { fieldOf } from './fields.tsx';

type Order = 'ASC' | 'DESC';
type Words = Record<Order, string>;

const entered: Words = { ASC: 'oldest', DESC: 'newest' };
const timed: Words = { ASC: 'earliest', DESC: 'latest' };
const counted: Words = { ASC: 'lowest', DESC: 'highest' };
const spelled: Words = { ASC: 'aToZ', DESC: 'zToA' };

function wordsFor(entity: Outline, name: string): Words {
  if (name === 'created_at') return entered;
  switch (fieldOf(entity, name)?.kind) {
    case 'date':
    case 'datetime':
      return timed;
    case 'integer':
    case 'money':
    case 'price':
    case 'phone':
      return counted;
    default:
      // A day of consumption is a date in a field of text.
      return name === 'day' ? timed : spelled;
  }
}

/**
 * Names an order of a list by what comes first: `Created, newest first`, `Balance, lowest first`, `Name, A to Z`. The label
 * defaults to the field's.
 */
export function useSortName(entity: Outline): (name: string, order: Order, label?: string) => string {
  const translate = useTranslate();
  const labels = useLabels(entity);
  return (name, order, label = labels.field(name)) =>
    translate(`crud.list.${wordsFor(entity, name)[order]}`, { field: label });
}
