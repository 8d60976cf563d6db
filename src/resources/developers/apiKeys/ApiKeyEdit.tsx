import { apiKey } from '#schema/apiKey.ts';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { AddressesInput } from './AddressesInput.tsx';

const { name } = apiKey.fields;
const NameInput = inputFor(name.kind);

/** Renames a key and changes where it may be used from. What it may do stays: for that, make another. */
export const ApiKeyEdit = () => (
  <EntityEdit entity={apiKey}>
    <NameInput entity={apiKey} name="name" field={name} />
    <AddressesInput />
  </EntityEdit>
);
