import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { product } from '#schema/product.ts';

test('only one module has the product’s name, so that a provider’s own replaces it everywhere', () => {
  const files = globSync(['server/**/*.ts', 'schema/**/*.ts', 'src/**/*.{ts,tsx}'], {
    exclude: ['**/node_modules/**'],
  });
  expect(files.length).toBeGreaterThan(700);
  const naming = files.filter((file) => {
    // Comments say what a default is.
    const code = readFileSync(file, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
    return Object.values(product).some((name) => code.includes(name));
  });
  expect(naming).toEqual(['schema/product.ts']);
});
