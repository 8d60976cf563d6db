import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './built.ts';
import type { Ours } from './ours.ts';
import { serve } from './serve.ts';
import { DEMO } from './setting.ts';
import type { Site } from './site.ts';

const SIGN_IN = {
  user: 'input[name=username]',
  password: 'input[name=password]',
  submit: 'button[type=submit]',
};

/** Plain react-admin on our server's API, with the same records. */
export async function startPlain(ours: Ours): Promise<Site> {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  const version = JSON.parse(manifest).dependencies['react-admin'] as string;
  const served = await serve(await built('plain'), ours.server.url);
  return {
    name: `react-admin ${version}`,
    list: `${served.url}/#/contact`,
    signIn: { ...SIGN_IN, page: `${served.url}/#/login`, pair: ours.signIn.pair },
    search: 'input[name=q]',
    sort: 'thead [role=button]',
    rows: 'tbody tr',
    opener: 'td:nth-child(2)',
    record: (text) => `() => /\\/show$/.test(location.hash)
      && document.querySelector('.RaShow-card')?.textContent.includes(${JSON.stringify(text)})`,
    close: served.close,
  };
}

/** react-admin's own demo, built by the user: `folder` has its index.html. Its data is generated in the page. */
export async function startDemo(folder: string): Promise<Site> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`There is no index.html in ${folder}.`);
  const served = await serve(folder);
  return {
    name: DEMO,
    list: `${served.url}/#/customers`,
    signIn: { ...SIGN_IN, page: `${served.url}/#/login`, pair: ['demo', 'demo'] },
    search: 'input[name=q]',
    sort: 'thead [role=button]',
    rows: 'tbody tr',
    opener: 'td:nth-child(3)',
    record: () => `() => /customers\\/\\d+/.test(location.hash)
      && document.querySelector('input[name=last_name]')?.value`,
    close: served.close,
  };
}
