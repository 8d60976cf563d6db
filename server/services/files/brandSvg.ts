import { BRAND_IMAGE_MAX } from '#schema/brand.ts';
import { type Attributes, attributeText, readXml } from '#schema/sheets/xlsx/xml.ts';
import { Problem } from '../platform/problem.ts';

/** What a logo is made of. Nothing here runs, loads, links or repeats anything. */
const SHAPES = new Set(['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
const PAINTS = new Set(['defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath']);
/** What drawing programs add, which is not drawn: left out with everything inside. */
const UNSEEN = new Set(['title', 'desc', 'metadata', 'namedview', 'perspective', 'grid', 'guide']);
const ATTRIBUTES = new Set(
  [
    'id d x y x1 x2 y1 y2 cx cy r rx ry fx fy width height points transform offset',
    'fill fill-opacity fill-rule clip-rule clip-path opacity color',
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray',
    'stroke-dashoffset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits',
    'vector-effect display visibility',
  ]
    .join(' ')
    .split(' '),
);
const ELEMENTS_MAX = 3000;
const DEPTH_MAX = 50;
/** Characters of the picture as written: one style may stand at thousands of shapes. */
const WRITTEN_MAX = 2 * BRAND_IMAGE_MAX;
/** Numbers, colours, path data, and references within the picture; in particular no other function than these. */
const VALUE =
  /^(?:[\w\s#.,%+-]|(?:rgba?|hsla?|matrix|translate|scale|rotate|skewX|skewY)\([\w\s.,%+-]*\)|url\(#[\w.-]+\))*$/;
const RULE = /(?<![^{}])([^{}]*)\{([^{}]*)\}/g;

const refuse = (detail: string) => new Problem('unsupported_file', detail);
const tooMuch = () => refuse('The SVG has too many parts for a logo. Simplify it, or save it as PNG.');
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** `fill:#fff;stroke:none` as attributes. */
const declared = (style: string): [string, string][] =>
  style
    .split(';')
    .map((part) => part.split(':', 2).map((side) => side.trim()) as [string, string])
    .filter(([name, value]) => name && value !== undefined);

/** A gradient may take its colours from another in the same picture. */
const isReference = (element: string, name: string, value: string): boolean =>
  element.endsWith('Gradient') && /^(xlink:)?href$/.test(name) && /^#[\w.-]+$/.test(value);

/** What the picture's style sheet gives to a class, by attribute. */
type Classes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The attributes that are kept, in which classes and styles are resolved; of two, the more specific one counts. */
function keptOf(element: string, attributes: Attributes, classes: Classes): [string, string][] {
  const own = Object.entries(attributes).map(([name, value]): [string, string] => [
    name,
    attributeText(value).trim(),
  ]);
  const of = (wanted: string) => own.find(([name]) => name === wanted)?.[1] ?? '';
  const styled = [...new Set(of('class').split(/\s+/))].flatMap((name) => [...(classes.get(name) ?? [])]);
  const all = new Map([...own, ...styled, ...declared(of('style'))]);
  return [...all].flatMap(([name, value]): [string, string][] => {
    if (isReference(element, name, value)) return [['href', value]];
    return ATTRIBUTES.has(name) && VALUE.test(value) ? [[name, value]] : [];
  });
}

/** `0 0 100 40`, from the picture's own or its size in pixels. */
function viewBoxOf(attributes: Attributes, isSquare: boolean): string {
  const box = attributeText(attributes.viewBox)
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const side = (text: string | undefined) => Number(attributeText(text).replace(/px$/, ''));
  const found = box.length === 4 ? box : [0, 0, side(attributes.width), side(attributes.height)];
  const [, , width = 0, height = 0] = found;
  if (!found.every(Number.isFinite) || width <= 0 || height <= 0)
    throw refuse('The SVG does not say how large it is. Give it a viewBox, or a width and a height.');
  if (isSquare && width !== height)
    throw refuse('The icon must be square: make the SVG as wide as it is high.');
  return found.join(' ');
}

/** Rules for single classes, as drawing programs write them. */
function readClasses(css: string, classes: Map<string, Map<string, string>>): void {
  for (const [, selectors = '', body = ''] of css.replace(/\/\*.*?(?:\*\/|$)/gs, '').matchAll(RULE)) {
    const known = declared(body).filter(([name]) => ATTRIBUTES.has(name));
    for (const selector of selectors.split(',').map((text) => text.trim())) {
      if (!/^\.[\w-]+$/.test(selector))
        throw refuse('The SVG has styles that cannot be used. Save it with presentation attributes.');
      const name = selector.slice(1);
      classes.set(name, new Map([...(classes.get(name) ?? []), ...known]));
    }
  }
}

/**
 * An SVG written anew from the shapes, colours and gradients in it: no script, link, style sheet, text, filter or outside
 * reference can be left. Throws a Problem with advice if it needs something else, is not well-formed, or not `isSquare` as
 * an icon must be.
 */
export function cleanSvg(bytes: Buffer, { isSquare = false } = {}): Buffer {
  const written: string[] = [];
  const open: string[] = [];
  const classes = new Map<string, Map<string, string>>();
  let skipping = 0;
  let css: string | undefined;
  let count = 0;
  let length = 0;
  const write = (part: string) => {
    length += part.length;
    if (length > WRITTEN_MAX) throw tooMuch();
    written.push(part);
  };
  try {
    readXml(bytes, {
      open(name, attributesOf) {
        if (skipping > 0 || (open.length > 0 && UNSEEN.has(name))) {
          skipping++;
          return;
        }
        if (++count > ELEMENTS_MAX || open.length >= DEPTH_MAX) throw tooMuch();
        if (open.length === 0) {
          if (name !== 'svg') throw refuse('The file is not an SVG.');
          write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBoxOf(attributesOf(), isSquare)}">`);
        } else if (name === 'style') css = '';
        else if (SHAPES.has(name) || PAINTS.has(name)) {
          const kept = keptOf(name, attributesOf(), classes).map(
            ([key, value]) => ` ${key}="${escaped(value)}"`,
          );
          write(`<${name}${kept.join('')}>`);
        } else
          throw refuse(
            `The SVG contains <${name.slice(0, 30)}>, which logos here cannot have. Convert everything to paths, or save it as PNG.`,
          );
        open.push(name);
      },
      close() {
        if (skipping > 0) {
          skipping--;
          return;
        }
        const name = open.pop();
        if (name === 'style') {
          readClasses(css ?? '', classes);
          css = undefined;
        } else if (name) write(`</${name}>`);
      },
      text(text) {
        if (skipping === 0 && css !== undefined) css += text;
      },
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw refuse('The SVG is damaged. Open it, save it again and upload the new file.');
  }
  if (written.length === 0 || open.length > 0) throw refuse('The file is not an SVG.');
  return Buffer.from(written.join(''));
}
