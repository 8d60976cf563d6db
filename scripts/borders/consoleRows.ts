import { contract, type Row } from './row.ts';

const react = ['react', 'react-dom', 'react-router-dom'];
const screens = [
  ...react,
  '@hookform/resolvers',
  '@mui/icons-material',
  '@mui/material',
  '@tanstack/react-query',
  'ra-core',
  'react-hook-form',
  'zod',
];
/** What every domain of the console may import. */
export const base = [
  ...contract,
  'src/authProvider/**',
  'src/core/**',
  'src/crud/**',
  'src/i18n',
  'src/layout/**',
  'src/start/**',
];
export const texts = ['src/i18n/en/**', 'src/i18n/ne/**'];

export const sheets = 'src/resources/contacts/sheets/**';
/** The console's domains, and what else each may import. Any other import between domains is forbidden. */
const domains: Readonly<Record<string, readonly string[]>> = {
  billing: [],
  contacts: [sheets],
  dashboard: ['operations'],
  developers: [],
  messaging: [sheets],
  operations: [],
  people: ['billing'],
  search: [],
};
const domain = (name: string): string => `src/resources/${name}/**`;
export const allDomains = [...Object.keys(domains).map(domain), sheets];

/** The console, from the entry point down to modules without an interface. It talks to the server only over HTTP. */
export const consoleRows: Readonly<Record<string, Row>> = {
  'src/main.ts': {
    imports: [
      'src/App.tsx',
      'src/authProvider/**',
      'src/core/**',
      'src/i18n',
      'src/layout/**',
      'src/public/**',
      'src/public/text.ts',
      'src/start/**',
    ],
    packages: [],
  },
  'src/App.tsx': {
    imports: [...base, 'src/dataProvider/**', ...allDomains],
    packages: [...react, 'react-admin'],
  },
  ...Object.fromEntries(
    Object.entries(domains).map(([name, others]): [string, Row] => [
      domain(name),
      {
        imports: [...base, ...others.map((other) => (other in domains ? domain(other) : other))],
        packages: [...screens, ...(name === 'people' ? ['qrcode.react'] : [])],
      },
    ]),
  ),
  [sheets]: { imports: [...base, 'schema/sheets/xlsx'], packages: [...screens, 'fflate'] },
  'src/crud/**': {
    imports: [...contract, 'src/core/**', 'src/i18n', 'src/layout/**', 'src/start/**'],
    packages: screens,
  },
  'src/layout/**': {
    imports: [
      ...contract,
      'src/authProvider/**',
      'src/core/**',
      'src/dataProvider/**',
      'src/i18n',
      'src/public/Logo.tsx',
      'src/public/text.ts',
      'src/start/**',
    ],
    packages: [...screens, '@zag-js/react', '@zag-js/toast'],
  },
  'src/layout/AdminUI.tsx': { imports: [], packages: ['@mui/material', 'ra-core', 'react', 'react-admin'] },
  'src/public/text.ts': { imports: ['src/core/**', ...texts], packages: [] },
  'src/public/Logo.tsx': { imports: ['src/core/**'], packages: ['react'] },
  // The sign-in page does not load the shell.
  'src/public/**': {
    imports: [
      ...contract,
      'src/authProvider/**',
      'src/core/**',
      'src/public/Logo.tsx',
      'src/public/text.ts',
      ...texts,
    ],
    packages: ['react', 'react-dom', 'zod'],
  },
  // What exists only to show the first screen sooner.
  'src/start/**': {
    imports: [...contract, 'src/core/**', 'src/i18n', 'src/public/**', 'src/public/text.ts'],
    packages: ['@mui/material', 'ra-core', 'react', 'react-dom', 'react-router-dom'],
  },
  // What the server runs to draw lists for browsers; nothing of the console imports it.
  'src/serverRender/**': {
    imports: [
      ...contract,
      'src/App.tsx',
      'src/authProvider/**',
      'src/core/**',
      'src/i18n',
      'src/layout/**',
      'src/start/**',
    ],
    packages: ['@emotion/cache', '@emotion/react', '@emotion/styled', 'react-dom', 'react-router-dom'],
  },
  // Providers have no interface.
  'src/authProvider/**': {
    imports: [...contract, 'src/core/**'],
    packages: ['@simplewebauthn/browser', 'ra-core'],
  },
  'src/dataProvider/**': {
    imports: [...contract, 'src/core/**'],
    packages: ['ra-core', 'ra-data-simple-rest'],
  },
  'src/i18n': {
    imports: [...contract, 'src/core/**', ...texts],
    packages: ['ra-core', 'ra-i18n-polyglot', 'ra-language-english'],
  },
  'src/i18n/en/**': { imports: contract, packages: [] },
  'src/i18n/ne/**': { imports: [...contract, 'src/i18n/en/**'], packages: ['ra-core'] },
  // No interface, and no imports from the rest of the console.
  'src/core/**': { imports: contract, packages: ['js-cookie', 'ra-core', 'react'] },
};
