import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
// Loads before there is a document, as the two above.
import '@emotion/styled';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import type { Rendered, RenderJob } from '#schema/rendering.ts';
import { App, prefetch, routes } from '../App.tsx';
import { startProfile } from '../authProvider/profile.ts';
import { forgetAhead } from '../core/ahead.ts';
import { storePrefix } from '../core/look.ts';
import { PREFERENCES, preferences } from '../core/preferences.ts';
import { routeOf } from '../core/route.ts';
import { getUser } from '../core/session.ts';
import { loadBase } from '../i18n/texts.ts';
import { themeProperties } from '../layout/palette.ts';
import { firstKey, startList } from '../start/firstList.ts';
import { drawnFonts } from '../start/fonts.ts';
import { openPage } from './browser.ts';

/** What stands for what is still to come: code, texts or rows. */
const UNFINISHED = /<!--\$[!?]-->|crud-list" aria-busy="true"/;

/**
 * The page of a list as a browser with this look would first draw it: the same console, with the same start as src/main.ts.
 * Undefined if something of it is missing, such as rows because the browser would ask for others.
 */
export async function renderList(job: RenderJob): Promise<Rendered | undefined> {
  const { look, written } = job;
  const url = new URL(job.url);
  const own = { ...look.store, [firstKey(routeOf(url.pathname))]: job.path };
  const stored = Object.entries(own).map(([key, value]) => [storePrefix(job.user) + key, value]);
  // What was written for another user must not be drawn for this one.
  forgetAhead();
  openPage({
    url,
    written,
    look,
    stored: { ...Object.fromEntries(stored), [PREFERENCES]: look.preferences },
  });
  preferences.reload();
  const { language, mode } = preferences.get();
  await Promise.all([startProfile(), loadBase(language), prefetch(url.pathname)]);
  // The modules keep the user of the page before until they can read another.
  if (getUser()?.uuid !== job.user) return undefined;
  // With `compat`, Emotion keeps its styles instead of writing elements for them, which the page's policy forbids.
  const cache = Object.assign(createCache({ key: 'css' }), { compat: true as const });
  const draw = async () => {
    // A list that its user may not read, or that would be requested.
    if ((await startList(url)) === undefined) return '';
    const router = createMemoryRouter(routes, { initialEntries: [url.pathname] });
    return renderToString(
      <CacheProvider value={cache}>
        <App router={router} />
      </CacheProvider>,
    );
  };
  let html = await draw();
  // Code that the first drawing asked for is there for the second.
  if (UNFINISHED.test(html)) html = await draw();
  if (html === '' || UNFINISHED.test(html)) return undefined;
  const theme = themeProperties(mode).map(([name, value]) => `${name}:${value}`);
  const emotions = Object.values(cache.inserted).filter((rules) => typeof rules === 'string');
  const styled = withoutStyleAttributes(html);
  const css = [`:root{${theme.join(';')}}`, ...emotions, ...styled.rules].join('');
  return { html: styled.html, language, mode, css, fonts: drawnFonts(language) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" };

/**
 * The same markup with rules in place of style attributes, which the page's policy forbids in markup. They lose to what React sets later,
 * and win over other rules.
 */
function withoutStyleAttributes(html: string): { html: string; rules: string[] } {
  const texts: string[] = [];
  const without = html.replace(/ style="([^"]*)"/g, (_, text: string) => {
    if (!texts.includes(text)) texts.push(text);
    return ` data-style="${texts.indexOf(text)}"`;
  });
  const rules = texts.map((text, index) => {
    const declarations = text.replace(/&(\w+|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity);
    return `${`[data-style="${index}"]`.repeat(3)}{${declarations}}`;
  });
  return { html: without, rules };
}
