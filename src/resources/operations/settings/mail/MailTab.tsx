import { useQuery } from '@tanstack/react-query';
import { type MailSettings, mailServer } from '#schema/mailSettings.ts';
import { http } from '../../../../core/http.ts';
import { LoadFailure } from '../../../../crud/LoadFailure.tsx';
import { PageSkeleton } from '../../../../layout/PageSkeleton.tsx';
import { MailServerForm } from './MailServerForm.tsx';
import { MailTexts } from './MailTexts.tsx';
import { TestMail } from './TestMail.tsx';
import '../billing/billing.css';

/** /admin/settings/mail: the mail server, the sender, a test mail, and the texts of all mails. */
export function MailTab() {
  const { data, error, refetch } = useQuery({
    queryKey: [mailServer.path],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: MailSettings }>(mailServer.path, { signal })).data,
  });
  if (!data && !error) return <PageSkeleton />;
  if (!data) return <LoadFailure what="settings.tabs.mail" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="billing-settings">
      <MailServerForm current={data} onChanged={() => void refetch()} />
      {data.sender && <TestMail />}
      <MailTexts />
    </div>
  );
}
