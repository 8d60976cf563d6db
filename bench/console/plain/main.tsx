/** What react-admin gives by itself: the same list of the same records, from the same server. */
import {
  Admin,
  type AuthProvider,
  BooleanField,
  Datagrid,
  type DataProvider,
  DateField,
  fetchUtils,
  type GetListParams,
  type GetOneParams,
  List,
  type RaRecord,
  Resource,
  SearchInput,
  Show,
  SimpleShowLayout,
  TextField,
} from 'react-admin';
import { createRoot } from 'react-dom/client';

type Found = { uuid: string };

const ask = async (path: string, options: fetchUtils.Options = {}) => {
  const user = { authenticated: true, token: `Token ${localStorage.getItem('token')}` };
  return (await fetchUtils.fetchJson(path, { ...options, user })).json;
};
const withId = (found: Found): RaRecord => ({ ...found, id: found.uuid });

const reading = {
  async getList(_: string, { pagination, sort, filter }: GetListParams) {
    const { page = 1, perPage = 25 } = pagination ?? {};
    const ordering = `${sort?.order === 'DESC' ? '-' : ''}${sort?.field}`;
    const query = new URLSearchParams({ page: String(page), page_size: String(perPage), ordering });
    if (filter.q) query.set('search', filter.q);
    const { results, count } = await ask(`/v1/core/contacts/?${query}`);
    return { data: results.map(withId), total: count };
  },
  getOne: async (_: string, { id }: GetOneParams) => ({
    data: withId((await ask(`/v1/core/contacts/${id}/`)).data),
  }),
};

const authProvider: AuthProvider = {
  async login({ username, password }) {
    const body = JSON.stringify({ email: username, password });
    const { json } = await fetchUtils.fetchJson('/v1/login/', { method: 'POST', body });
    localStorage.setItem('token', json.data.token);
  },
  logout: async () => localStorage.removeItem('token'),
  checkAuth: async () => {
    if (!localStorage.getItem('token')) throw new Error();
  },
  checkError: async () => {},
  getPermissions: async () => undefined,
};

const ContactList = () => (
  <List
    filters={[<SearchInput key="q" source="q" alwaysOn />]}
    perPage={25}
    sort={{ field: 'created_at', order: 'DESC' }}
  >
    <Datagrid rowClick="show">
      <TextField source="name" />
      <TextField source="phone" />
      <TextField source="operator" />
      <BooleanField source="is_active" />
    </Datagrid>
  </List>
);

const ContactShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="name" />
      <TextField source="phone" />
      <TextField source="operator" />
      <BooleanField source="is_active" />
      <DateField source="created_at" />
    </SimpleShowLayout>
  </Show>
);

createRoot(document.getElementById('root') as HTMLElement).render(
  <Admin
    dataProvider={reading as unknown as DataProvider}
    authProvider={authProvider}
    requireAuth
    disableTelemetry
  >
    <Resource name="contact" list={ContactList} show={ContactShow} />
  </Admin>,
);
