import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useRedirect, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { AccountExport } from '#schema/accountExport.ts';
import { EXPORT_DAYS } from '#schema/exportDays.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';

const accountExport = entityOf('settings/exports');

/** Starts an export after asking, and opens its page; nothing for who may not. */
export function StartButton() {
  const translate = useTranslate();
  const redirect = useRedirect();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(
    () => {
      setAsking(false);
      refresh();
    },
    ({ message }) => translate('exports.startFailed', { reason: translate(message, { _: message }) }),
  );
  if (!canWrite(accountExport, 'create')) return null;
  const start = () =>
    run(async () => {
      const { data } = await http.json<{ data: AccountExport }>(accountExport.path, {
        method: 'POST',
        body: {},
      });
      redirect('show', accountExport.name, data.uuid);
      return ['exports.started'];
    });
  return (
    <>
      <Button variant="contained" startIcon={<FileDownloadOutlined />} onClick={() => setAsking(true)}>
        {translate('exports.start')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={isBusy}
        title={translate('exports.startTitle')}
        confirm={translate('exports.start')}
        onConfirm={() => void start()}
        onClose={() => setAsking(false)}
      >
        {translate('exports.startText', { days: number(EXPORT_DAYS) })}
      </ConfirmDialog>
    </>
  );
}
