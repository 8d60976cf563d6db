import { z } from 'zod';
import { showsOutbox } from '../config.ts';
import type { Module } from '../deps.ts';
import { isLocal } from '../plugins/loopback.ts';
import { barePolicy } from '../plugins/security.ts';
import { digest } from '../services/access/digest.ts';
import { type OutboxMail, outboxMails } from '../services/mail/mail.ts';
import { escapeHtml } from '../services/mail/mailTexts.ts';
import { Problem } from '../services/platform/problem.ts';
import { simulatedCodes } from '../services/sending/trialCodes.ts';

const query = z.object({ to: z.string().max(254).optional() });

/**
 * A mail's text with clickable addresses. Without a PUBLIC_URL, links use the host under which this page was opened, which
 * may differ from the mail's.
 */
const linked = (text: string, isHere: boolean): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const safe = escapeHtml(part);
      if (index % 2 === 0) return safe;
      const href = isHere ? new URL(part).pathname : part;
      return `<a href="${escapeHtml(href)}">${safe}</a>`;
    })
    .join('');

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kathmandu',
});

const article = ({ to, subject, text, created_at }: OutboxMail, isHere: boolean): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)} · <time datetime="${created_at}">${time.format(new Date(created_at))}</time> (Nepal time)</p>
<pre>${linked(text, isHere)}</pre>
</article>`;

const STYLE = `
:root { color-scheme: light dark; --quiet: light-dark(#526172, #a2b2c2); --line: light-dark(#e2e7ee, #283644) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 24px 16px;
  color: light-dark(#17222e, #e8eef4); background: light-dark(#f5f7fa, #0e151c) }
h1 { margin: 0; font-size: 1.5rem } h2 { margin: 0; font-size: 1.0625rem }
p { margin: 4px 0 0; color: var(--quiet); overflow-wrap: anywhere } a { color: light-dark(#256394, #7fb6da) }
article { margin-top: 16px; padding: 16px; border: 1px solid var(--line); border-radius: 12px;
  background: light-dark(#fff, #151f29) }
article p { font-size: .875rem } pre { margin: 12px 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
`;
/** The page needs only its style. */
const POLICY = barePolicy(`style-src 'sha256-${digest(STYLE).toString('base64')}'`);

const page = (mails: readonly OutboxMail[], isHere: boolean): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Outbox of the demonstration</title>
<style>${STYLE}</style></head><body>
<h1>Outbox of the demonstration</h1>
<p>No SMTP_URL is set: mail does not leave this machine and is shown here, newest first. Reload for newer ones.</p>
${mails.map((mail) => article(mail, isHere)).join('\n') || '<p>Nothing was mailed yet. Register, or ask for a new password.</p>'}
</body></html>
`;

/**
 * GET /dev/outbox: the demonstration's mail, for people and (Accept: application/json) programs on this machine. It
 * contains codes and password links, so everybody else gets `forbidden`.
 */
export const outbox: Module = (app, { config, db }) => {
  if (!showsOutbox(config)) return;
  app.get(
    '/dev/outbox',
    { config: { access: 'public' }, schema: { hide: true, querystring: query } },
    async (request, reply) => {
      if (!isLocal(request)) {
        throw new Problem('forbidden', 'The outbox is shown only on the machine that the server runs on.');
      }
      const { to } = request.query;
      const [sent, codes] = await Promise.all([outboxMails(db, to), simulatedCodes(db, to)]);
      const mails = [...sent, ...codes].sort((a, b) => b.created_at.localeCompare(a.created_at));
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      const wantsJson = /\bapplication\/json\b/.test(request.headers.accept ?? '');
      if (wantsJson) return { count: mails.length, next: null, previous: null, results: mails };
      reply.header('content-security-policy', POLICY);
      return reply.type('text/html; charset=utf-8').send(page(mails, !config.PUBLIC_URL));
    },
  );
};
