import TextField from '@mui/material/TextField';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { type LinkKind, linkOf, operatorLink } from '#schema/operatorLink.ts';
import { operators } from '#schema/phone.ts';
import { useLabels } from '../../../core/labels.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { ChecksInput } from '../../../crud/ChecksInput.tsx';
import { inputFor } from '../../../crud/inputs.tsx';
import { isOfRequests } from './isOfRequests.ts';
import './links.css';

/** The kind of the link in the form, and whether only its routing and pace can be changed. */
export const LinkForm = createContext<{ kind: LinkKind; isFixed: boolean }>({ kind: 'smpp', isFixed: false });

export type Name = keyof typeof operatorLink.fields;

/** The input of a field of the form's kind of link. */
export function Field({
  name,
  disabled,
  autoFocus,
}: {
  name: Name;
  disabled?: boolean;
  autoFocus?: boolean;
}) {
  const translate = useTranslate();
  const { kind } = useContext(LinkForm);
  const given = linkOf[kind].fields[name];
  if (!given) return null;
  const { input, ...rest } = given;
  // The choice is optional in the API; the form always sends it.
  const field = given.kind === 'choice' || !input ? rest : given;
  const Input = inputFor(field.kind);
  const texts = {
    label: translate(`links.requests.${name}`, { _: '' }),
    help: translate(`links.requestsHelp.${name}`, { _: '' }),
  };
  return (
    <Input
      entity={operatorLink}
      texts={kind === 'http' && isOfRequests(name) ? texts : undefined}
      name={name}
      field={field}
      disabled={disabled === true}
      autoFocus={autoFocus === true}
    />
  );
}

/** A field of the connection, which cannot be changed if it comes from the server's environment. */
export function ConnectionField({ name }: { name: Name }) {
  return <Field name={name} disabled={useContext(LinkForm).isFixed} />;
}

/** Fields under a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="link-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Never filled from the record, which has none: what is typed here replaces the stored one. */
export function Password({ isNew }: { isNew: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(operatorLink);
  const isHttp = useContext(LinkForm).kind === 'http';
  const { field, fieldState, id } = useInput({ source: 'password' });
  const error = fieldState.error?.message;
  const keep = translate(isHttp ? 'linkForms.keep_secret' : 'links.keep_password');
  const help = isNew ? isHttp && translate('linkForms.secret_text') : keep;
  return (
    <TextField
      id={id}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      type="password"
      label={isHttp ? translate('linkForms.secret') : labels.field('password')}
      helperText={error ? <ValidationError error={error} /> : help || undefined}
      error={Boolean(error)}
      slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      fullWidth
    />
  );
}

export function OperatorsInput() {
  const labels = useLabels(operatorLink);
  const { name } = useOperatorNames();
  return (
    <ChecksInput
      source="operators"
      label={labels.field('operators')}
      help={labels.help('operators')}
      groups={[{ checks: operators.map((value) => ({ value, label: name(value) })) }]}
    />
  );
}
