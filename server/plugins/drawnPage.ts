import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Rendered } from '#schema/rendering.ts';

/** Milliseconds after which a drawing is shown without its fonts. */
const FONTS_MS = 400;

/**
 * Shows the drawing once its fonts have come: laid out without them, it would take a browser longer and move when they come. It
 * needs no build, because it is shorter than a request for it.
 */
const SHOW = `{const root=document.getElementById('root'),show=()=>{root.hidden=false};Promise.all(JSON.parse(root.dataset.fonts).map(([font,character])=>document.fonts.load(font,character))).then(show,show);setTimeout(show,${FONTS_MS})}`;

/** The drawing's own styles; and while it is hidden, the body would not keep the margin of what follows. */
const styleOf = ({ css }: Rendered): string => `${css.replaceAll('</', '')}body{display:flow-root}`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A value for an attribute in double quotes. */
const attribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const SHOW_HASH = hashOf(SHOW);

interface Drawn {
  drawing: Rendered;
  /** The user's id. */
  user: string;
  /** How its browser draws it, as it told. */
  look: string;
  /** The style sheets that the drawing needs. */
  sheets: readonly string[];
}

/** The page with the drawing in its root element, hidden until its fonts have come, and with what its browser needs to show it. */
export function drawnPage(html: string, { drawing, user, look, sheets }: Drawn): string {
  const linked = sheets
    .filter((file) => !html.includes(`href="/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const data = { drawn: user, look, fonts: JSON.stringify(drawing.fonts) };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${attribute(value)}"`);
  return html
    .replace('<html lang="en">', () => `<html lang="${drawing.language}" data-theme="${drawing.mode}">`)
    .replace('</head>', () => `${linked.join('')}<style>${styleOf(drawing)}</style></head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" hidden${attributes.join('')}>${drawing.html}</div><script>${SHOW}</script>`,
    );
}

/**
 * Lets the page have its own style and script, and no others (`content-security-policy`), and has the browser fetch first what the
 * drawing waits for (`link`): of what is linked already, and `more`.
 */
export function setDrawnHeaders(reply: FastifyReply, drawing: Rendered, more: readonly string[]): void {
  const policy = String(reply.raw.getHeader('content-security-policy'))
    .replace('style-src ', `style-src ${hashOf(styleOf(drawing))} `)
    .replace('script-src ', `script-src ${SHOW_HASH} `);
  reply.raw.setHeader('content-security-policy', policy);
  const links = [...String(reply.getHeader('link') ?? '').split(', '), ...more].filter(Boolean);
  const isAwaited = (link: string) => /; as=(style|font);/.test(link);
  const [first, then] = [links.filter(isAwaited), links.filter((link) => !isAwaited(link))];
  void reply.header('link', [...first, ...then].join(', '));
}
