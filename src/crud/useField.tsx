import { useInput, useTranslate, ValidationError } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity, Field } from '#schema/entity.ts';
import { useLabels } from '../core/labels.ts';

/** Props of a form input for one field of the entity. */
export interface InputProps {
  entity: Entity;
  name: string;
  field: Field;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Replaces the field's own texts. */
  texts?: { label: string; help: string } | undefined;
}

/** Everything that a form input needs: value, texts, error. */
export function useField(
  { entity, name, field, texts }: InputProps,
  options: { format?: null; parse?: null } = {},
) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const asIs = (value: unknown) => value;
  const keepText = (value: unknown) => value;
  const input = useInput({
    source: name,
    ...(options.format === null ? { format: asIs } : {}),
    parse: options.parse === null ? asIs : keepText,
  });
  const isOptional = isNullish(field);
  const error = input.fieldState.error?.message;
  const hint = (texts?.help ?? labels.help(name)) || undefined;
  const help: ReactNode = error ? <ValidationError error={error} /> : hint;
  const isAmount = field.kind === 'money' || field.kind === 'price';
  const plain = texts?.label ?? labels.field(name);
  // An amount that is shown says its currency itself; one that is typed does not.
  const named = isAmount ? translate('crud.form.inRupees', { field: plain }) : plain;
  const label = `${named}${isOptional ? ` ${translate('crud.form.optional')}` : ''}`;
  return { ...input, label, help, invalid: Boolean(error), isOptional, labels };
}

/** Whether a record may leave this field empty; lists and booleans always have a value. */
function isNullish(field: Field): boolean {
  if (field.kind === 'boolean') return false;
  const schema = field.input ?? field.schema;
  return schema.safeParse(null).success || schema.safeParse(undefined).success;
}
