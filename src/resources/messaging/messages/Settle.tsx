import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { MessageStatus } from '#schema/message.ts';
import { hasPermission } from '../../../core/access.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';

const answers = ['delivered', 'rejected'] as const satisfies readonly MessageStatus[];
type Answer = (typeof answers)[number];

/** Sets the result of an unknown message by hand: delivered and charged, or rejected and released. */
export function Settle({ uuid, status }: { uuid: string; status: string }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [chosen, setChosen] = useState<Answer>();
  const { isBusy, run } = useAct(
    () => {
      setChosen(undefined);
      refresh();
    },
    'message.settle.failed',
    'message.settle.uncertain',
  );
  if (status !== 'unknown' || !hasPermission(['sms-dispatch', 'post']) || !offers('message-settling'))
    return null;

  const settle = () =>
    run(async () => {
      await http.json(`/v1/sms/dispatch/${uuid}/settle/`, { method: 'POST', body: { status: chosen } });
      return undefined;
    }, chosen);

  return (
    <>
      {answers.map((answer) => (
        <Button key={answer} variant="outlined" onClick={() => setChosen(answer)}>
          {translate(`message.settle.${answer}`)}
        </Button>
      ))}
      {chosen && (
        <ConfirmDialog
          open
          busy={isBusy}
          title={translate('message.settle.title')}
          confirm={translate(`message.settle.${chosen}`)}
          onConfirm={() => void settle()}
          onClose={() => setChosen(undefined)}
        >
          <p>{translate(`message.settle.${chosen}Text`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
