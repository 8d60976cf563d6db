import { expect, test } from 'vitest';
import type { Erasure } from '#schema/erasure.ts';
import type { UploadedFile } from '#schema/file.ts';
import { holdWorkbooks } from '../../support/heldWorkbooks.ts';
import { sheetData, workbookOf } from '../../support/xlsx.ts';
import { PATH, setUpErasure } from './erasureSetup.ts';

const setup = setUpErasure();
const { erase, record } = setup;

const rowsOf = (...numbers: string[]) => sheetData([['name', 'phone'], ...numbers.map((n) => ['Sita', n])]);
/** How many files an erasure deletes when this one is there. */
async function erasedOf(content: string | Buffer, name: string): Promise<number> {
  const { status, text } = await setup.world.upload<{ data: UploadedFile }>(content, name);
  expect(status, text).toBe(201);
  const done = await record((await erase()).body.data.uuid);
  expect(done.status).toBe('completed');
  return done.files;
}

test.each([
  ['an empty sheet', ''],
  ['a sheet with too many columns', `<row>${'<c><v>1</v></c>'.repeat(120)}</row>`],
])('a number is found in a workbook behind %s', async (_, between) => {
  const others = { Sheet1: rowsOf('9841000001'), Sheet2: between };
  expect(await erasedOf(workbookOf(others), 'without.xlsx')).toBe(0);
  expect(await erasedOf(workbookOf({ ...others, Sheet3: rowsOf(setup.local) }), 'with.xlsx')).toBe(1);
});

test('a file that cannot be read to its end is deleted, because the number may be in it', async () => {
  const broken = { Sheet1: rowsOf('9841000001'), Sheet2: '<row r="2"/><row r="1"/>' };
  expect(await erasedOf(workbookOf(broken), 'broken.xlsx')).toBe(1);
  const lines = 'Ram,9841000001\n'.repeat(20_000);
  expect(await erasedOf(`name,phone\n${lines}`, 'whole.csv')).toBe(0);
  expect(await erasedOf(`name,phone\n${lines}"Sita,${setup.local}\n`, 'broken.csv')).toBe(1);
});

test('a workbook whose turn has not come is waited for, not passed over', async () => {
  const { status } = await setup.world.upload(workbookOf({ Sheet1: rowsOf(setup.local) }), 'list.xlsx');
  expect(status).toBe(201);
  const release = await holdWorkbooks();
  const erasing = erase();
  // The steps before the one that reads files.
  const steps = async () =>
    (await setup.world.call<{ results: Erasure[] }>('customer', 'GET', PATH)).body.results[0]?.steps;
  await expect.poll(steps).toBe(3);
  await release();
  expect(await record((await erasing).body.data.uuid)).toMatchObject({ status: 'completed', files: 1 });
});
