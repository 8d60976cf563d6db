import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

/** Areas may share a branch, as in src/i18n/merge.ts. */
function merge(all, area) {
  for (const [key, value] of Object.entries(area))
    all[key] = typeof value === 'object' ? merge(all[key] ?? {}, value) : value;
  return all;
}

/** The console's texts in a language: what reads one by its key, with values in its placeholders. */
export async function textsIn(language) {
  const folder = join(root, 'src/i18n', language);
  const all = {};
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts')))
    for (const area of Object.values(await import(join(folder, file))))
      if (typeof area === 'object' && !Array.isArray(area)) merge(all, area);
  return (key, values = {}) => {
    const text = key.split('.').reduce((branch, name) => branch?.[name], all);
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text.replaceAll(/%\{(\w+)\}/g, (_, name) => values[name] ?? '');
  };
}
