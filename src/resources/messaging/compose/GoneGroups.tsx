import Alert from '@mui/material/Alert';
import { useGetMany, useTranslate } from 'ra-core';
import { memo, useEffect, useState } from 'react';
import type { ContactGroup } from '#schema/contactGroup.ts';
import { number } from '../../../core/format.ts';
import type { Draft } from './draft.ts';

interface GoneGroupsProps {
  groups: readonly string[];
  /** What the server said of the groups at the last check. */
  problem: string | undefined;
  /** An earlier request with these groups may have been accepted: they are left as they are until the server refuses them. */
  isUncertain: boolean;
  edit(change: Partial<Draft>): void;
}

/** Takes groups that have been deleted out of the draft, where nobody could see or remove them, and says so. */
export const GoneGroups = memo(function GoneGroups({ groups, problem, isUncertain, edit }: GoneGroupsProps) {
  const translate = useTranslate();
  const [count, setCount] = useState(0);
  const { data, isFetching, refetch } = useGetMany<ContactGroup & { id: string }>(
    'contact/groups',
    { ids: [...groups] },
    { enabled: groups.length > 0 },
  );
  useEffect(() => {
    if (problem) void refetch();
  }, [problem, refetch]);
  useEffect(() => {
    if (!data || isFetching || groups.length === 0 || (isUncertain && !problem)) return;
    const found = new Set(data.map((group) => group?.id));
    const left = groups.filter((id) => found.has(id));
    if (left.length === groups.length) return;
    setCount((former) => former + groups.length - left.length);
    edit({ groups: left });
  }, [data, isFetching, groups, problem, isUncertain, edit]);
  if (count === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" onClose={() => setCount(0)}>
      {translate('compose.missing.groups', { smart_count: count, count: number(count) })}
    </Alert>
  );
});
