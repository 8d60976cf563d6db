import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { useRefresh, useTranslate } from 'ra-core';
import type { AccountExport } from '#schema/accountExport.ts';
import { EXPORT_DAYS } from '#schema/exportDays.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import type { Done } from '../../../crud/useAct.ts';
import { useRedirectAfterSaving } from '../../../crud/useRedirectAfterSaving.ts';

const accountExport = entityOf('settings/exports');

/** Starts an export after a confirmation, and opens its page. Not rendered without the permission. */
export function StartButton() {
  const translate = useTranslate();
  const redirect = useRedirectAfterSaving();
  const refresh = useRefresh();
  if (!canWrite(accountExport, 'create')) return null;
  const start = async (): Promise<Done> => {
    const { data } = await http.json<{ data: AccountExport }>(accountExport.path, {
      method: 'POST',
      body: {},
    });
    redirect('show', accountExport.name, data.uuid);
    return ['exports.started'];
  };
  return (
    <ConfirmButton
      variant="contained"
      startIcon={<FileDownloadOutlined />}
      label={translate('exports.start')}
      title={translate('exports.startTitle')}
      act={start}
      after={refresh}
      failed="exports.startFailed"
      uncertain="exports.startUncertain"
    >
      {translate('exports.startText', { days: number(EXPORT_DAYS) })}
    </ConfirmButton>
  );
}
