import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { managesTeamPair } from '#schema/permissions.ts';
import type { TeamApproval } from '#schema/teamApproval.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';
import { TeamApprovalDialog } from './TeamApprovalDialog.tsx';
import './team.css';

const path = `${entityOf('team').path}approval/`;
const queryKey = ['team', 'approval'];
/** A limit whose sentence is as long as most. */
const USUAL = 1000;

/** From how many recipients a day on a colleague must approve campaigns, with its dialog for those who may change it. */
export function TeamApprovalNote() {
  const translate = useTranslate();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { data, isPending } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      http.json<{ data: TeamApproval }>(path, { signal }).then((answer) => answer.data),
  });
  if (!data && !isPending) return null;
  const above = data?.above ?? null;
  const limitOf = (count: number) => translate('approval.limitAbove', { above: number(count) });
  const text = !above
    ? translate(above === 0 ? 'approval.limitEvery' : 'approval.limitNone')
    : limitOf(above);
  return (
    <section className="crud-card team-approval" aria-labelledby="team-approval" aria-busy={!data}>
      <div>
        <h2 id="team-approval">{translate('approval.limit')}</h2>
        {/* Its longest text always has room, so that the list stays where it is whichever comes. */}
        <p data-longest={limitOf(above || USUAL)}>
          <span>{data ? text : <SkeletonWords>{text}</SkeletonWords>}</span>
        </p>
      </div>
      {hasPermission(managesTeamPair) && (
        <Button variant="outlined" disabled={!data} onClick={() => setOpen(true)}>
          {translate('approval.change')}
        </Button>
      )}
      {isOpen && (
        <TeamApprovalDialog
          path={path}
          above={above}
          onSaved={(saved) => queries.setQueryData(queryKey, saved)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}
