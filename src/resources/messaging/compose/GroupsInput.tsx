import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useGetList, useGetMany, useTranslate } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ContactGroup } from '#schema/contactGroup.ts';
import { canAccess } from '../../../core/access.ts';
import { number } from '../../../core/format.ts';
import { useSettled } from '../../../core/useSettled.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import type { RecipientsProps } from './draft.ts';

const PAGE = 50;
const SEARCH_FROM = 9;
type Group = ContactGroup & { id: string };

/** Contact groups to choose from, with how many contacts each has. */
export function GroupsInput({ draft, edit, errors }: RecipientsProps) {
  const translate = useTranslate();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { data, total, error, isPending, refetch } = useGetList<Group>(
    'contact/groups',
    {
      pagination: { page: 1, perPage: PAGE },
      sort: { field: 'name', order: 'ASC' },
      filter: search ? { q: search } : {},
    },
    { onError: () => undefined },
  );
  const chosen = useGetMany<Group>(
    'contact/groups',
    { ids: draft.groups },
    { enabled: draft.groups.length > 0 },
  );
  if (error && !data)
    return <LoadFailure what="compose.tabs.groups" error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton variant="rounded" height={120} />;
  if (total === 0 && !search) {
    return (
      <p className="sms-quiet">
        {translate('compose.groupsNone')}{' '}
        {canAccess('contact/groups', 'create') && (
          <Link to="/contact/groups/create">{translate('compose.groupsNoneAction')}</Link>
        )}
      </p>
    );
  }
  const found = new Set(data?.map(({ id }) => id));
  const elsewhere = draft.groups.length > 0 ? (chosen.data ?? []) : [];
  const shown = [
    ...elsewhere.filter((group): group is Group => Boolean(group) && !found.has(group.id)),
    ...(data ?? []),
  ];
  const toggle = (id: string, isChosen: boolean) =>
    edit({ groups: isChosen ? [...draft.groups, id] : draft.groups.filter((other) => other !== id) });
  return (
    <div className="compose-way">
      {((total ?? 0) >= SEARCH_FROM || search !== '') && (
        <TextField
          id="compose-groups-search"
          type="search"
          label={translate('compose.groupsSearch')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          sx={{ maxWidth: 360 }}
          fullWidth
        />
      )}
      <fieldset className="compose-groups">
        <legend className="crud-hidden">{translate('compose.tabs.groups')}</legend>
        {shown.map((group) => (
          <FormControlLabel
            key={group.id}
            control={
              <Checkbox
                size="small"
                checked={draft.groups.includes(group.id)}
                onChange={(_, isChosen) => toggle(group.id, isChosen)}
              />
            }
            label={
              <span className="compose-group">
                {group.name}
                <span className="sms-quiet">
                  {translate('compose.groupCount', { smart_count: group.count, count: number(group.count) })}
                </span>
              </span>
            }
          />
        ))}
        {data?.length === 0 && <p className="sms-quiet">{translate('compose.groupsNoMatch')}</p>}
      </fieldset>
      {errors.groups && <p className="sms-bad">{translate(errors.groups, { _: errors.groups })}</p>}
    </div>
  );
}
