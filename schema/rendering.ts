/** What the server and the thread in which it draws lists (src/serverRender/) tell each other, and what a browser tells them. */
import { z } from 'zod';

/**
 * What the first drawing of a list depends on in a browser, besides its address, its user and its rows: whatever else the shell
 * or a list reads of a browser while React renders belongs here.
 */
export const look = z.object({
  /** The stored preferences, as text. */
  preferences: z.string(),
  /** The media queries of a list that match. */
  media: z.array(z.string()),
  isMac: z.boolean(),
  /** Of the window, in pixels. */
  height: z.number().min(0).max(10_000),
  /** react-admin's own entries that a list is drawn with, by key without the user's prefix. */
  store: z.record(z.string(), z.string()),
});
export type Look = Readonly<z.infer<typeof look>>;

/**
 * What a page of the console, or an answer to signing in, has of a list, so that the list need not ask: the path that it would
 * request, and the answer.
 */
export interface WrittenList {
  path: string;
  page: object;
  /** How the browser draws it, if it says so: as text, which it compares, and read. */
  look: { told: string; read: Look } | undefined;
}

/** A page to be drawn. */
export interface RenderJob {
  /** Its whole address. */
  url: string;
  /** Its user's id. */
  user: string;
  /** What it is written with, as JSON, by the id of its element. */
  written: Readonly<Record<'config' | 'user' | 'list', string>>;
  /** The path of the request that `written.list` answers. */
  path: string;
  look: Look;
}

/** The markup of a page, and what the document needs for it. */
export interface Rendered {
  html: string;
  language: 'en' | 'ne';
  mode: string;
  /** Its theme, and what of its styles is in no sheet. */
  css: string;
  /** Its fonts, each with a character, as for `document.fonts.load`. */
  fonts: readonly (readonly [font: string, character: string])[];
}

export type RenderRequest = RenderJob & { id: number };

/** Nothing was `rendered` if the page cannot be drawn without its browser. */
export interface RenderAnswer {
  id: number;
  rendered?: Rendered | undefined;
  error?: string;
}
