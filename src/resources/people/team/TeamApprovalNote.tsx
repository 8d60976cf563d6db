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
import { TeamApprovalDialog } from './TeamApprovalDialog.tsx';
import './team.css';

const path = `${entityOf('team').path}approval/`;
const queryKey = ['team', 'approval'];

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
  // As high as the note, which would move the list.
  if (!data) return isPending ? <div className="crud-card team-approval" aria-busy="true" /> : null;
  const { above } = data;
  return (
    <section className="crud-card team-approval" aria-labelledby="team-approval">
      <div>
        <h2 id="team-approval">{translate('approval.limit')}</h2>
        <p>
          {above === null
            ? translate('approval.limitNone')
            : above === 0
              ? translate('approval.limitEvery')
              : translate('approval.limitAbove', { above: number(above) })}
        </p>
      </div>
      {hasPermission(managesTeamPair) && (
        <Button variant="outlined" onClick={() => setOpen(true)}>
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
