import { config } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { texts as en } from '../i18n/en/auth.ts';
import { texts as ne } from '../i18n/ne/auth.ts';

/** Texts of the public pages in the reader's language, without react-admin. */
export function text(): typeof en.auth {
  const { auth } = preferences.get().language === 'ne' ? ne : en;
  const { brand } = config();
  return brand ? { ...auth, product: brand } : auth;
}
