import { config } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { hasEnded, isForeignHere } from '../core/session.ts';
import { texts as en } from '../i18n/en/auth.ts';
import { texts as ne } from '../i18n/ne/auth.ts';

/** Texts of the public pages in the reader's language, without react-admin. */
export function text(): typeof en.auth {
  const { language } = preferences.get();
  const { auth } = language === 'ne' ? ne : en;
  const { brand, branding } = config();
  const usual = branding.signIn?.[language] ?? auth.lead;
  const lead = hasEnded() ? auth.ended : isForeignHere() ? auth.foreign : usual;
  return { ...auth, product: brand || auth.product, lead };
}

interface Entry {
  text: string;
  href?: string | undefined;
}
const given = (entries: Partial<Entry>[]): Entry[] =>
  entries.filter((entry): entry is Entry => Boolean(entry.text));

/** How to reach the provider: e-mail, phone and hours. */
export function support(): Entry[] {
  const { email, phone, hours } = config().branding;
  return given([
    { text: email, href: `mailto:${email}` },
    { text: phone },
    { text: hours?.[preferences.get().language] ?? hours?.en },
  ]);
}

/** What is at the foot of a public page: how to reach the provider, and their terms. */
export function footer(): Entry[] {
  const t = text();
  const { terms, privacy } = config().branding;
  return [
    ...support(),
    ...given([
      { text: terms && t.terms, href: terms },
      { text: privacy && t.privacy, href: privacy },
    ]),
  ];
}
