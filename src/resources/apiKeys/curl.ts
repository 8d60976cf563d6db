import { apiUrl } from '../../config.ts';

/**
 * A command that is ready to be pasted: what a message from this sender would cost; without one the names to
 * send from; for a key that may not send, whom it acts for. None of them sends or costs anything.
 */
export function curlOf(secret: string, sends: boolean, sender: string | undefined): string {
  const base = apiUrl() || window.location.origin;
  const header = `-H 'Authorization: Token ${secret}'`;
  if (!sends) return `curl '${base}/v1/autho/user/profile/' \\\n  ${header}`;
  if (!sender) return `curl '${base}/v1/sms/identities/' \\\n  ${header}`;
  const body = {
    ...{ name: 'First try', sender, body: 'Namaste!', recipients: { numbers: ['9841000001'] } },
    dry_run: true,
  };
  return [
    `curl '${base}/v1/sms/compose/' \\`,
    `  ${header} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ].join('\n');
}
