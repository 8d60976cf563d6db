import { z } from 'zod';
import type { Module } from '../deps.ts';
import { originOf } from '../plugins/auth.ts';
import { barePolicy } from '../plugins/security.ts';
import { digest } from '../services/access/digest.ts';
import { escapeHtml, type Language } from '../services/mail/mailTexts.ts';
import { stopTexts } from '../services/mail/reportTexts.ts';
import { readBrand, serviceName } from '../services/platform/brand.ts';
import { notFound, Problem } from '../services/platform/problem.ts';
import { subscriberOf, UNSUBSCRIBE, unsubscribe } from '../services/reports/reportUnsubscribe.ts';

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 0 auto; padding: 32px 16px;
  color: light-dark(#17222e, #e8eef4); background: light-dark(#f5f7fa, #0e151c); overflow-wrap: anywhere }
h1 { font-size: 1.375rem; margin: 8px 0 }
button { font: inherit; font-weight: 600; min-height: 44px; margin-top: 16px; padding: 8px 20px; border: 0; border-radius: 8px;
  color: #fff; background: #256394; cursor: pointer }
`;
const POLICY = barePolicy(`style-src 'sha256-${digest(STYLE).toString('base64')}'`, "form-action 'self'");

const pageOf = (language: Language, service: string, title: string, body: string): string => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<p>${escapeHtml(service)}</p><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`;

const params = z.object({ user: z.string().max(100), signature: z.string().max(100) });
const config = { access: 'public' as const, rateLimit: { max: 60, timeWindow: '10 minutes' } };
const uuid = z.uuid();

/**
 * The address at which the monthly mail is switched off without signing in. Opening it changes nothing, because programs
 * open links in mails too; its button and the mail program's one click (RFC 8058) send the same POST.
 */
export const reportUnsubscribe: Module = (app, { db }) =>
  app.register(async (scope) => {
    // What is posted says nothing: the address is all that counts.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 10_000 }, (_request, _body, done) =>
        done(null, null),
      );
    for (const method of ['GET', 'POST'] as const)
      scope.route({
        ...{ method, url: `${UNSUBSCRIBE}:user/:signature/`, config, schema: { hide: true, params } },
        async handler(request, reply) {
          const { user, signature } = request.params as z.infer<typeof params>;
          reply
            .header('content-security-policy', POLICY)
            .header('cache-control', 'no-store')
            .header('referrer-policy', 'no-referrer')
            .type('text/html; charset=utf-8');
          const brand = await readBrand(db);
          try {
            if (!uuid.safeParse(user).success) throw notFound();
            const found =
              method === 'POST'
                ? await unsubscribe(db, user, signature, originOf(request))
                : await subscriberOf(db, user, signature);
            const { ask, button, done, doneText } = stopTexts[found.language];
            const body = found.is_on
              ? `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`
              : `<p>${escapeHtml(doneText)}</p>`;
            return pageOf(found.language, serviceName(brand, found.language), found.is_on ? ask : done, body);
          } catch (error) {
            if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
            const both = `<p>${escapeHtml(stopTexts.en.brokenText)}</p><p lang="ne">${escapeHtml(stopTexts.ne.brokenText)}</p>`;
            reply.code(404);
            return pageOf('en', serviceName(brand, 'en'), stopTexts.en.broken, both);
          }
        },
      });
  });
