import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReportMail } from '#schema/reportMail.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { useAct } from '../../../crud/useAct.ts';
import { usePreferences } from '../../../layout/useUser.ts';

const calendars = ['ad', 'bs'] as const;

/** Whether the reader gets last month's report by mail. Without an answer there is no choice, and the report is whole. */
export function MonthlyMail({ path }: { path: string }) {
  const translate = useTranslate();
  const { calendar: shown } = usePreferences();
  const client = useQueryClient();
  const queryKey = ['report-mail', path];
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => dataOf<ReportMail>(await http.json(path, { signal })),
    enabled: offers('report-mail'),
    retry: false,
  });
  const { isBusy, run } = useAct(() => void refetch());
  if (!data?.email) return null;
  const { calendar, email, can_send } = data;
  const isOn = Boolean(calendar);
  const set = (next: 'ad' | 'bs' | null) =>
    run(async () => {
      const call = next ? { method: 'PUT', body: { calendar: next } } : { method: 'DELETE' };
      client.setQueryData(queryKey, dataOf<ReportMail>(await http.json(path, call)));
      return [next ? 'reports.mail.switchedOn' : 'reports.mail.switchedOff'];
    });
  return (
    <section className="crud-card report-mail" aria-labelledby="report-mail">
      <h2 id="report-mail">{translate('reports.mail.title')}</h2>
      <p>{translate('reports.mail.text', { email })}</p>
      {can_send === false && <Alert severity="warning">{translate('reports.mail.cannot')}</Alert>}
      <div className="report-mail-choice">
        <FormControlLabel
          control={<Switch checked={isOn} disabled={isBusy || (can_send === false && !isOn)} />}
          label={translate('reports.mail.on')}
          onChange={(_, checked) => void set(checked ? (shown === 'ad' ? 'ad' : 'bs') : null)}
        />
        {isOn && (
          <TextField
            select
            size="small"
            label={translate('reports.mail.calendar')}
            value={calendar}
            disabled={isBusy}
            onChange={({ target }) => void set(target.value as 'ad' | 'bs')}
            slotProps={{ select: { native: true } }}
          >
            {calendars.map((one) => (
              <option key={one} value={one}>
                {translate(`reports.mail.${one}`)}
              </option>
            ))}
          </TextField>
        )}
      </div>
    </section>
  );
}
