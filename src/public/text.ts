import { config } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { texts as en } from '../i18n/en/auth.ts';
import { texts as ne } from '../i18n/ne/auth.ts';

/** Texts of the public pages in the reader's language, without react-admin. */
export function text(): typeof en.auth {
  const { language } = preferences.get();
  const { auth } = language === 'ne' ? ne : en;
  const { brand, branding } = config();
  return { ...auth, product: brand || auth.product, lead: branding.signIn?.[language] ?? auth.lead };
}

/** What is at the foot of a public page: how to reach the provider, and their terms. */
export function footer(): { text: string; href?: string | undefined }[] {
  const t = text();
  const { email, phone, hours, terms, privacy } = config().branding;
  return [
    { text: email, href: `mailto:${email}` },
    { text: phone },
    { text: hours?.[preferences.get().language] ?? hours?.en },
    { text: terms && t.terms, href: terms },
    { text: privacy && t.privacy, href: privacy },
  ].filter((entry): entry is { text: string } => Boolean(entry.text));
}
