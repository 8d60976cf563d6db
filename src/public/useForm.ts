import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { HttpError } from '../core/http.ts';
import { failureText, fieldText } from './accountText.ts';

type Errors = Record<string, string>;

/** The first error of each field, by the request's own schema. */
function wrongIn(schema: z.ZodType, values: object): Errors {
  const { error } = schema.safeParse(values);
  const found: Errors = {};
  for (const { path, message } of error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

interface Settings<V> {
  initial: V;
  schema: z.ZodType;
  /** The values that the schema checks and `send` receives, from what was typed. */
  body?: (values: V) => object;
  /** Resolves when it is done; an error is shown, next to its field if it names one. */
  send: (values: V) => Promise<void>;
  /** The field to focus if the server refuses without naming one. */
  blamed: keyof V & string;
}

/**
 * The state of a form that is checked only when it is sent, and sent once however often the button is
 * pressed. Errors are kept untranslated, so that they follow the language.
 */
export function useForm<V extends Record<string, string>>({
  initial,
  schema,
  body = (values) => values,
  send,
  blamed,
}: Settings<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  /** Shows the errors, and focuses the first field with one. */
  const refuse = (wrong: Errors, why?: unknown) => {
    flushSync(() => {
      setErrors(wrong);
      setFailure(why);
      setBusy(false);
    });
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    const first =
      fields.find(({ name }) => Object.hasOwn(wrong, name)) ?? fields.find(({ name }) => name === blamed);
    first?.focus();
    if (name(first) === blamed) first?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current) return;
    const wrong = wrongIn(schema, body(values));
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    sending.current = true;
    setBusy(true);
    setErrors({});
    setFailure(undefined);
    try {
      await send(values);
      setBusy(false);
    } catch (why) {
      const named = why instanceof HttpError ? why.body.errors : undefined;
      const known = Object.entries(named ?? {}).filter(([field]) => Object.hasOwn(values, field));
      const found = Object.fromEntries(known.map(([field, messages]) => [field, messages[0] ?? '']));
      refuse(found, known.length > 0 ? undefined : why);
    } finally {
      sending.current = false;
    }
  };

  const set = (field: keyof V & string, value: string) => {
    setValues((former) => ({ ...former, [field]: value }));
    setErrors(({ [field]: _, ...others }) => others);
  };

  return {
    values,
    busy,
    alert: failure === undefined ? '' : failureText(failure),
    set,
    /** The props for the field with this name. */
    field: (field: keyof V & string) => ({
      name: field,
      value: values[field],
      error: errors[field] === undefined ? '' : fieldText(errors[field]),
      onChange: (value: string) => set(field, value),
    }),
    form: { ref: form, onSubmit: submit, noValidate: true, 'aria-busy': busy },
  };
}

const name = (input: HTMLInputElement | undefined): string | undefined => input?.name;
