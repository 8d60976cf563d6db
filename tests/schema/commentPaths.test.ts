import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const files = ['bench', 'deploy', 'docs', 'schema', 'scripts', 'server', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(dist|node_modules)\//.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
/** Every file's path, and the ends of it that a comment may name it by. */
const known = new Set(
  files.flatMap((file) => file.split('/').map((_, start, parts) => parts.slice(start).join('/'))),
);

/** A path with a folder and a file of ours in a comment that starts a line or follows code. */
const comment = /(?:^\s*(?:\/\*)?\*|\/\/\s|\/\*).*/;
const path = /(?<![\w@./-])(?:[\w-]+\/)+[\w-]+\.(?:tsx?|mjs|css|sql|sh)\b/g;

test('a file that a comment names is there', () => {
  const sources = files.filter((file) =>
    /^(bench|schema|scripts|server|src)\/.*\.(tsx?|mjs|css)$/.test(file),
  );
  const named = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        [...(comment.exec(line)?.[0] ?? '').matchAll(path)].map(([name]) => ({
          name,
          at: `${file}:${index + 1}`,
        })),
      ),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !known.has(name)).map(({ name, at }) => `${at}: ${name}`)).toEqual([]);
});
