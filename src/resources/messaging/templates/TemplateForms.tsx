import { useInput, useTranslate, ValidationError } from 'ra-core';
import { template } from '#schema/template.ts';
import { EntityCreate } from '../../../crud/EntityCreate.tsx';
import { EntityEdit } from '../../../crud/EntityEdit.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { BodyInput } from '../compose/BodyInput.tsx';
import { PhonePreview } from '../compose/PhonePreview.tsx';
import './templates.css';

const NameInput = inputFor(template.fields.name.kind);

/** Values that every contact has, and one that imports often bring. */
const names = ['name', 'phone'];

function Inputs({ autoFocus }: { autoFocus?: boolean }) {
  return (
    <>
      <NameInput entity={template} name="name" field={template.fields.name} autoFocus={autoFocus} />
      <Body />
    </>
  );
}

function Body() {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source: 'body', parse: (text: string) => text });
  const error = fieldState.error?.message;
  const body = typeof field.value === 'string' ? field.value : '';
  return (
    <div className="template-body">
      <BodyInput
        id={id}
        value={body}
        onChange={field.onChange}
        onBlur={field.onBlur}
        inputRef={field.ref}
        names={names}
        error={error && <ValidationError error={error} />}
      />
      <div>
        <h2>{translate('text.preview')}</h2>
        <PhonePreview sender={translate('template.sender')} body={body} />
      </div>
    </div>
  );
}

export const TemplateCreate = () => (
  <EntityCreate entity={template}>
    <Inputs autoFocus />
  </EntityCreate>
);

export const TemplateEdit = () => (
  <EntityEdit entity={template}>
    <Inputs />
  </EntityEdit>
);
