import { expect, it } from 'vitest';
import type { ContactImport } from '#schema/contactImport.ts';
import { draftOfImport } from '../../../src/resources/messaging/compose/prefill.ts';
import { uuid } from '../support/messagingConsole.tsx';

const anImport = (mapping: ContactImport['mapping']): ContactImport => ({
  ...{
    uuid: uuid(5),
    file: uuid(6),
    file_name: 'a.csv',
    groups: [],
    status: 'completed',
    error: null,
    mapping,
  },
  ...{ rows: 2, created: 2, updated: 0, duplicates: 0, refused: 0, bytes: 1, bytes_read: 1, hidden_rows: 0 },
  ...{ finished_at: null, created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' },
});

it('every column of an imported file can take the place of a placeholder', () => {
  const mapping = { phone: 'Mobile', name: 'Name', columns: ['Name', 'Mobile', 'City'] };
  expect(draftOfImport(anImport(mapping)).sheet).toMatchObject({
    columns: ['Mobile', 'Name', 'City'],
    choice: {},
  });
});

it('of a server that does not tell them, the columns that were read can', () => {
  expect(draftOfImport(anImport({ phone: 'Mobile', name: 'Name' })).sheet?.columns).toEqual([
    'Mobile',
    'Name',
  ]);
});
