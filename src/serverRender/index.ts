import type { Rendered, RenderJob } from '#schema/rendering.ts';
import { standInForBrowser, standInForDocument } from './browser.ts';

standInForBrowser();
const loaded = import('./renderList.tsx').then(({ renderList }) => {
  standInForDocument();
  return renderList;
});

/** Draws a list (renderList.tsx). As in a browser, the console's modules hold one user at a time: wait for one drawing before the next. */
export const renderList = async (job: RenderJob): Promise<Rendered | undefined> => (await loaded)(job);
