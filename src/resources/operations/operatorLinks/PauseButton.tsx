import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { RowAction } from '../../../crud/RowAction.tsx';
import { useAct } from '../../../crud/useAct.ts';

const operatorLink = entityOf('admin/operator-links');

/** Pauses a link after asking, or resumes it. The page shows the newest state whatever the answer. */
export function PauseButton({ link, compact = false }: { link: OperatorLink; compact?: boolean }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const queries = useQueryClient();
  const operators = useOperatorNames();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAsking(false);
    refresh();
    void queries.invalidateQueries({ queryKey: ['dashboard-summary'] });
  });
  if (!canWrite(operatorLink, 'update')) return null;
  const { uuid, name } = link;
  const is_active = link.is_active !== false;
  const action = is_active ? 'pause' : 'resume';
  const label = translate(`links.${action}`);
  const Icon = is_active ? PauseRounded : PlayArrowRounded;

  const act = () =>
    run(async () => {
      await http.json(`${operatorLink.path}${uuid}/${action}/`, { method: 'POST', body: {} });
      return [is_active ? 'links.paused_done' : 'links.resumed_done', { name }];
    });
  const press = () => (is_active ? setAsking(true) : void act());

  return (
    <>
      {compact ? (
        <RowAction icon={Icon} label={label} of={name} disabled={isBusy} onClick={press} />
      ) : (
        <Button
          variant={is_active ? 'outlined' : 'contained'}
          startIcon={<Icon />}
          loading={isBusy && !isAsking}
          onClick={press}
        >
          {label}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        busy={isBusy}
        title={translate('links.pause_title', { name })}
        confirm={translate('links.pause')}
        onConfirm={() => void act()}
        onClose={() => setAsking(false)}
      >
        <p>{translate('links.pause_text', { operators: operators.list(link.operators) })}</p>
      </ConfirmDialog>
    </>
  );
}
