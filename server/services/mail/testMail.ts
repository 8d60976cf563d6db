import { randomUUID } from 'node:crypto';
import type { MailTest } from '#schema/mailSettings.ts';
import type { BrandValues } from '../platform/brand.ts';
import { smtpTransport } from './mail.ts';
import type { MailServer } from './mailServer.ts';
import { type Language, renderMail } from './mailTexts.ts';

const texts: Record<Language, { subject: string; line: string }> = {
  en: {
    subject: 'Test e-mail',
    line: 'This e-mail was sent from the mail settings. If you can read it, e-mail works.',
  },
  ne: {
    subject: 'परीक्षण इमेल',
    line: 'यो इमेल सेटिङबाट पठाइएको हो। यो पढ्न सक्नुभयो भने इमेल चलिरहेको छ।',
  },
};

/** Sends a mail at once, past the outbox, and answers what the mail server said. */
export async function sendTestMail(
  server: MailServer,
  to: string,
  language: Language,
  brand: BrandValues,
): Promise<MailTest> {
  const transport = smtpTransport(server.url, server.from);
  const began = performance.now();
  const answered = (result: MailTest['result'], detail: string): MailTest => ({
    ...{ result, to, detail },
    ms: Math.round(performance.now() - began),
  });
  const { subject, line } = texts[language];
  try {
    await transport.send({
      ...renderMail(language, brand, { subject, lines: [line] }),
      to,
      id: randomUUID(),
    });
    return answered('accepted', '');
  } catch (error) {
    const { responseCode, message } = error as Error & { responseCode?: number };
    return answered(responseCode ? 'refused' : 'unreachable', message.slice(0, 500));
  } finally {
    transport.close();
  }
}
