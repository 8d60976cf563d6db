import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  DataTable,
  Edit,
  type InputHelperTextProps,
  List,
  type ResourceProps,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
} from 'react-admin';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttp } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { csvOf } from '../../../src/crud/exportCsv.ts';
import { defaultExporter } from '../../../src/crud/exporter.ts';
import { InputHelperText } from '../../../src/crud/InputHelperText.tsx';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { Layout } from '../../../src/layout/Layout.tsx';
import { renderAdmin } from '../support/adminConsole.tsx';
import { startApi } from '../support/api.ts';
import { signInCustomer } from '../support/crudConsole.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const record = {
  uuid: ID,
  name: 'Dues',
  body: 'Pay {{amount}}',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};

/** A resource as react-admin's documentation writes it. */
const templates: ResourceProps = {
  name: 'sms/templates',
  list: (
    <List>
      <DataTable>
        <DataTable.Col source="name" />
        <DataTable.Col source="body" />
      </DataTable>
    </List>
  ),
  edit: (
    <Edit mutationMode="pessimistic">
      <SimpleForm>
        <TextInput source="name" />
        <TextInput source="body" />
      </SimpleForm>
    </Edit>
  ),
  show: (
    <Show>
      <SimpleShowLayout>
        <TextField source="name" />
        <TextField source="body" />
      </SimpleShowLayout>
    </Show>
  ),
  recordRepresentation: 'name',
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  signInCustomer();
  api = await startApi(({ url }) => ({
    body: url.includes('?') ? { count: 1, next: null, previous: null, results: [record] } : { data: record },
  }));
});
afterEach(async () => {
  cleanup();
  await api.close();
});

function open(address: string) {
  const http = createHttp({ base: api.base, onUnauthorized: () => undefined });
  const dataProvider = createDataProvider(http);
  const { router } = renderAdmin({ dataProvider, address, resources: [templates], around: Layout });
  return { user: userEvent.setup(), path: () => router.state.location.pathname };
}

/** The page's heading, once it says this and the document's title with it. */
const titled = async (name: string) => {
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe(`${name} · Bulk SMS Console`));
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
};

describe('react-admin’s own views under the console’s shell', () => {
  test('a list has rows, title and a link to each record', async () => {
    const { user, path } = open('/sms/templates');
    await titled('Templates');
    const table = within(await screen.findByRole('table'));
    await user.click(await table.findByText('Dues'));
    await waitFor(() => expect(path()).toBe(`/sms/templates/${ID}/show`));
    await titled('Template Dues');
  });

  test('a list is exported', async () => {
    const { user } = open('/sms/templates');
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:';
    });
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text()).toContain('Dues');
  });

  test('a record is shown', async () => {
    open(`/sms/templates/${ID}/show`);
    await titled('Template Dues');
    expect(screen.getByText('Pay {{amount}}')).toBeTruthy();
  });

  test('a form saves, and says so in the console’s toasts', async () => {
    const { user } = open(`/sms/templates/${ID}`);
    await titled('Template Dues');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Fees');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Fees' }),
    );
    expect(
      await within(screen.getByRole('region', { name: /^Notifications/ })).findByText(/updated/),
    ).toBeTruthy();
  });

  test('they speak Nepali', async () => {
    preferences.set({ language: 'ne' });
    open('/sms/templates');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/[\u0900-\u097f]/);
    expect(await screen.findByRole('button', { name: 'निर्यात' })).toBeTruthy();
  });

  test('their gates are those of every view', async () => {
    signInCustomer((name) => name === 'sms-template-list');
    open('/sms/templates');
    await titled('You do not have access to this page');
  });
});

describe('the build’s export of a stock list', () => {
  test('has a column for each field, and no formula', () => {
    const records = [
      { id: ID, uuid: ID, name: '=HYPERLINK("x")', account: { name: 'Himal' }, groups: ['a', 'b'] },
      { id: ID, uuid: ID, name: 'राम', note: null, rows: [{ line: 1 }] },
    ];
    expect(csvOf(records)).toBe(
      '\ufeffuuid,name,account.name,groups,note,rows\r\n' +
        `${ID},"'=HYPERLINK(""x"")",Himal,"a, b",,\r\n` +
        `${ID},राम,,,,"[{""line"":1}]"\r\n`,
    );
  });

  test('is saved under the resource’s name', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
    await defaultExporter([record], async () => ({}), {} as never, 'sms/templates');
    expect(saved).toHaveBeenCalledOnce();
    expect(document.querySelector('a[download="sms-templates.csv"]')).toBeTruthy();
  });
});

describe('the build’s line below a stock input', () => {
  const line = (props: InputHelperTextProps) => render(<InputHelperText {...props} />).container;

  test.each([
    ['keeps its height without a text', {}, '\u200b'],
    ['says what helps', { helperText: 'Up to 160 letters' }, 'Up to 160 letters'],
    ['is none where none is wanted', { helperText: false }, ''],
    ['says what is wrong instead', { helperText: 'Up to 160 letters', error: 'Required' }, 'Required'],
  ])('%s', (_, props, text) => {
    // The page’s policy lets no text become HTML.
    const made = vi.spyOn(Element.prototype, 'innerHTML', 'set');
    expect(line(props).textContent).toBe(text);
    expect(made).not.toHaveBeenCalled();
  });
});
