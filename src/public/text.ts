import { auth as en } from '../i18n/en/auth.ts';
import { auth as ne } from '../i18n/ne/auth.ts';
import { preferences } from '../preferences.ts';

/** Texts of the public pages in the reader's language, without react-admin's machinery. */
export const text = (): typeof en.auth => (preferences.get().language === 'ne' ? ne : en).auth;
