import { writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { compileAhead } from '../../scripts/consoleBuild.ts';
import { temporaryFolder } from '../support/folder.ts';

const LONG = `console.log('${'-'.repeat(5000)}');`;
const FILES = {
  'entry.js': `import('./later.js').then(({ later }) => console.log(later())); import('./small.js'); ${LONG}`,
  'later.js': `import './later.css';\nexport const later = () => 'later'; ${LONG}`,
  'later.css': 'p { color: red }',
  'small.js': "export const small = () => 'small';",
};

test('a large chunk begins with the line that has Chromium compile it ahead, and its source map follows', async () => {
  const root = temporaryFolder('compile-');
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(root, name), content);
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [compileAhead()],
    build: { write: false, sourcemap: true, rolldownOptions: { input: join(root, 'entry.js') } },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const marked = chunks.filter(({ code }) => code.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(marked.map(({ name }) => name).sort()).toEqual(['entry', 'later']);
  expect(chunks.some(({ name }) => name === 'small')).toBe(true);
  // Before the code of a chunk that loads a style, Vite puts the list of its files.
  expect(chunks.filter(({ code }) => code.includes('__vite__mapDeps'))).toHaveLength(1);

  const later = chunks.find(({ name }) => name === 'later');
  const lines = later?.code.split('\n') ?? [];
  const line = lines.findIndex((text) => text.includes('`later`'));
  const maps = output.filter((file) => file.type === 'asset');
  const content = maps.find(({ fileName }) => fileName === `${later?.fileName}.map`)?.source;
  const map = new SourceMap(JSON.parse(String(content)) as SourceMapPayload);
  const column = lines[line]?.indexOf('`later`') ?? -1;
  expect(map.findEntry(line, column)).toMatchObject({
    ...{ generatedLine: line, generatedColumn: column },
    ...{ originalLine: 1, originalColumn: FILES['later.js'].split('\n')[1]?.indexOf("'later'") },
  });
});
