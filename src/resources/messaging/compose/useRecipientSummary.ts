import { useGetMany } from 'ra-core';
import type { ContactGroup } from '#schema/contactGroup.ts';
import { useNumberPlan } from '../../../crud/useSmsConfig.ts';
import type { Draft } from './draft.ts';
import { readNumbers } from './numbers.ts';

const keys = {
  numbers: 'compose.summaryNumbers',
  groups: 'compose.summaryGroups',
  file: 'compose.summaryFile',
} as const;

/**
 * Number of usable recipients in a draft for each source that has any: a text's key, which takes the count, and the count.
 * Invalid and repeated numbers are not counted; of a file whose phone column was changed all rows are.
 */
export function useRecipientSummary(draft: Pick<Draft, 'numbers' | 'groups' | 'sheet'>) {
  const plan = useNumberPlan();
  const pasted = readNumbers(draft.numbers, plan);
  const { data: groups } = useGetMany<ContactGroup & { id: string }>(
    'contact/groups',
    { ids: draft.groups },
    { enabled: draft.groups.length > 0 },
  );
  const inGroups =
    draft.groups.length > 0 ? (groups?.reduce((sum, group) => sum + (group?.count ?? 0), 0) ?? 0) : 0;
  const { sheet } = draft;
  const counts = {
    numbers: pasted.good,
    groups: inGroups,
    file: sheet ? (sheet.counts?.good ?? sheet.rows) : 0,
  };
  const list = (['numbers', 'groups', 'file'] as const)
    .filter((way) => counts[way] > 0)
    .map((way) => [keys[way], counts[way]] as const);
  return { plan, pasted, counts, list };
}
