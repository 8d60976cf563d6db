/** In a page, as source: how a font face is called here, and those that have loaded. */
export const FACES = `const faceName = ({ family, weight, unicodeRange }) =>
    family.replaceAll('"', '') + ' ' + weight + ' ' + unicodeRange.split(/[-,]/)[0];
  const loadedFaces = () => [...document.fonts].filter(({ status }) => status === 'loaded').map(faceName);`;
