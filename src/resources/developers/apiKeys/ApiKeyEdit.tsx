import { apiKey } from '#schema/apiKey.ts';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { AddressesInput } from './AddressesInput.tsx';

const { name } = apiKey.fields;
const NameInput = inputFor(name.kind);

/** Renames a key and changes its allowed addresses. Its rights cannot be changed; create another key for that. */
export const ApiKeyEdit = () => (
  <EntityEdit entity={apiKey}>
    <NameInput entity={apiKey} name="name" field={name} />
    <AddressesInput />
  </EntityEdit>
);
