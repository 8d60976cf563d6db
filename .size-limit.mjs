/**
 * What each page may fetch in JavaScript, and each large part of the build, compressed with Brotli as the server sends
 * it. A page is what index.html links and what its screen imports statically, with English texts; what is fetched
 * after the first rows, or when it is used, is not counted. Raise a limit only with what it buys in the commit.
 */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const linked = [...readFileSync('dist/index.html', 'utf8').matchAll(/src="\/(assets\/[^"]+\.js)"/g)];

/** The manifest's entry of a part (scripts/consoleBuild.ts) or of a module that is fetched when it is needed. */
function entry(name) {
  const key = Object.keys(manifest).find(
    (key) => manifest[key].file.endsWith('.js') && (key === name || manifest[key].name === name),
  );
  if (!key) throw new Error(`The build has no "${name}": .size-limit.mjs names what is no longer there.`);
  return key;
}

/** The files of a page with these parts. */
function page(...names) {
  const files = new Set(linked.map(([, file]) => `dist/${file}`));
  const visit = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(`dist/${file}`) && !linked.some(([, first]) => first === file)) return;
    files.add(`dist/${file}`);
    for (const next of imports) if (!files.has(`dist/${manifest[next].file}`)) visit(next);
  };
  for (const name of names) visit(entry(name));
  return [...files];
}

const screen = (module, ...texts) =>
  page(
    'react',
    'requests',
    'shell',
    'src/i18n/english.ts',
    module,
    ...texts.map((name) => `src/i18n/en/${name}.ts`),
  );
const part = (name) => [`dist/${manifest[entry(name)].file}`];

export default [
  { name: 'page: sign in, until it is used', path: page(), limit: '9.5 kB' },
  { name: 'page: sign in', path: page('react'), limit: '70.9 kB' },
  { name: 'page: register', path: page('react', 'src/public/Register.tsx'), limit: '105 kB' },
  {
    name: 'page: a list (contacts)',
    path: screen('src/resources/contacts/contacts/ContactList.tsx', 'contacts'),
    limit: '222.9 kB',
  },
  {
    name: 'page: dashboard',
    path: screen('src/resources/dashboard/Dashboard.tsx', 'dashboard', 'links', 'setup'),
    // 0.2 kB of it keep parts of pages in place until they have come (LateNames.tsx, useKnownLinks.ts).
    limit: '255.4 kB',
  },
  {
    name: 'page: a record (contact)',
    path: screen('src/resources/contacts/contacts/ContactShow.tsx', 'contacts', 'blacklist', 'messaging'),
    limit: '246.5 kB',
  },
  {
    name: 'page: a form (contact)',
    path: screen('src/resources/contacts/contacts/ContactForms.tsx', 'contacts'),
    limit: '343.1 kB',
  },
  {
    name: 'page: compose',
    path: screen('src/resources/messaging/compose/ComposePage.tsx', 'compose', 'sheets'),
    limit: '382.6 kB',
  },
  { name: 'part: react and the sign-in page', path: part('react'), limit: '62 kB' },
  { name: 'part: start', path: part('start'), limit: '9.5 kB' },
  { name: 'part: shell', path: part('shell'), limit: '106.1 kB' },
  // 0.06 kB of it keep the space of names that come after their rows (LateNames.tsx).
  { name: 'part: list', path: part('list'), limit: '24.3 kB' },
  // With room for the names and fields of a few more entities (docs/adding-an-entity.md).
  { name: 'part: texts, English', path: part('src/i18n/english.ts'), limit: '6 kB' },
  { name: 'part: texts, Nepali', path: part('src/i18n/nepali.ts'), limit: '28 kB' },
  // Workers are built by themselves and are not in the manifest.
  { name: 'worker: sheets', path: 'dist/assets/sheetWorker-*.js', limit: '7 kB' },
  { name: 'worker: Excel files', path: 'dist/assets/workbookFile-*.js', limit: '38 kB' },
].map((check) => ({ ...check, brotli: true }));
