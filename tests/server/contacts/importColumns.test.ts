import { expect, test } from 'vitest';
import { mapping, setUpImports } from './contactImportSetup.ts';

const setup = setUpImports();

test('an import tells all columns of its file, so that a campaign to its contacts can use them', async () => {
  const sheet = 'Name,Mobile,City\nSita,9841234567,Pokhara\n';
  const { body } = await setup.start(sheet, { mapping: { ...mapping, columns: ['made up'] } });
  expect(body.data.mapping).toMatchObject({ ...mapping, columns: ['Name', 'Mobile', 'City'] });
  expect((await setup.find(body.data.uuid)).mapping.columns).toEqual(['Name', 'Mobile', 'City']);
});
