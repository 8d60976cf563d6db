import { writeFileSync } from 'node:fs';
import { browser } from './demo.mjs';

/** Size of a thumbnail in relation to its page, by the page's width: a phone's is larger, so that it can be read. */
const SCALES = { 390: 0.8, 768: 0.6, 1024: 0.55, 1440: 0.5 };
/** Largest height of a thumbnail in pixels of the sheet. */
const ROW = 720;

/** Largest height of a page's picture in CSS pixels: what is below it does not fit its row. */
export const heightAt = (width) => Math.floor(ROW / SCALES[width]);

const STYLE = `
body { margin: 0; padding: 16px; width: max-content; background: #888; font: 16px/1.4 sans-serif; color: #fff }
h1 { margin: 0 0 8px; font-size: 20px }
section { display: flex; gap: 12px; align-items: start; margin-bottom: 12px }
p, figcaption { margin: 0 0 4px }
figure { margin: 0 }
.grid { display: grid; justify-content: start }
img { display: block }`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `taken`: the picture's own width, if it does not show the whole page. */
const thumbnail = ({ width, content, taken = width, scale = SCALES[width] }) =>
  `<img width="${taken * scale}" alt="" src="data:image/jpeg;base64,${content.toString('base64')}">`;

const row = ({ look, pictures }) => `
<p>${look.language}, ${look.mode}: ${pictures.map(({ width }) => `${width} px`).join(', ')}</p>
<section>${pictures.map(thumbnail).join('')}</section>`;

const figure = (picture) =>
  `<figure><figcaption>${picture.caption}</figcaption>${thumbnail(picture)}</figure>`;

/** In a page: its size in CSS pixels. */
const sizeOf = () => {
  const { width, height } = document.body.getBoundingClientRect();
  return { x: 0, y: 0, width, height, scale: 1 };
};

/** Puts pictures together as one sheet. */
export async function createMontage() {
  const page = await browser.newPage({ viewport: { width: 2200, height: 800 } });
  return {
    /** Writes a sheet of `rows`, one a look with its pictures side by side, as a JPEG to `path`. */
    async write(path, title, rows) {
      await page.setContent(`<style>${STYLE}</style><h1>${escaped(title)}</h1>${rows.map(row).join('')}`);
      await page.locator('body').screenshot({ path, type: 'jpeg', quality: 75 });
    },
    /** Writes a sheet of pictures with captions, so many side by side, as a WebP to `path`. */
    async writeGrid(path, title, pictures, columns) {
      await page.setContent(
        `<style>${STYLE}</style><h1>${escaped(title)}</h1>
        <section class="grid" style="grid-template-columns: repeat(${columns}, auto)">${pictures.map(figure).join('')}</section>`,
      );
      // Playwright itself writes no WebP.
      const tools = await page.context().newCDPSession(page);
      const options = { format: 'webp', quality: 60, captureBeyondViewport: true };
      const { data } = await tools.send('Page.captureScreenshot', {
        ...options,
        clip: await page.evaluate(sizeOf),
      });
      await tools.detach();
      writeFileSync(path, Buffer.from(data, 'base64'));
    },
  };
}
