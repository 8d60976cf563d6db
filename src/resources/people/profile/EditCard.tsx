import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { SaveContextProvider, useNotify, useTranslate } from 'ra-core';
import { type ReactNode, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Entity } from '#schema/entity.ts';
import { drafts } from '../../../core/drafts.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityForm } from '../../../crud/EntityForm.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { focusField } from '../../../crud/focusField.ts';
import { useFormSave } from '../../../crud/useFormSave.ts';
import { SkeletonWords } from '../../../layout/SkeletonWords.tsx';

/** Tells the page that a card has unsaved changes. */
export type OnDirty = (card: string, isDirty: boolean) => void;

export function Card({
  title,
  action,
  children,
  ref,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
}) {
  const id = useId();
  return (
    <section className="crud-card profile-card" aria-labelledby={id} ref={ref}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

interface Props {
  entity: Entity;
  title: string;
  record: Readonly<Record<string, unknown>> | undefined;
  /** What is known of the record before it has come; its other values have placeholders. */
  known?: Readonly<Record<string, unknown>> | null | undefined;
  /** Shown instead of the values if there is no record. */
  failure?: ReactNode;
  /** Fields to show, in order. */
  fields: readonly string[];
  /** Custom display of a field; undefined for the default. */
  render?(name: string): ReactNode;
  canEdit: boolean;
  write(values: Record<string, unknown>): Promise<unknown>;
  onSaved(made: unknown): void;
  onDirty: OnDirty;
  /** Shown after the values while not editing. */
  below?: ReactNode;
  /** Replaces the generated inputs. */
  inputs?: ReactNode;
}

/** A record's values with inline editing. */
export function EditCard(props: Props) {
  const { entity, title, record, fields, render, onDirty } = props;
  const translate = useTranslate();
  const labels = useLabels(entity);
  const notify = useNotify();
  const draftKey = entity.name;
  // A draft from an expired session is restored together with its form.
  const [isEditing, setEditing] = useState(() => props.canEdit && drafts.read(draftKey) !== undefined);
  const card = useRef<HTMLElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    if (!wasEditing.current && isEditing) focusField(card.current);
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { save, saving } = useFormSave(entity, props.write, (made) => {
    props.onSaved(made);
    setEditing(false);
    notify('crud.form.updated', { type: 'success' });
  });
  const values = record ?? props.known ?? {};
  const hear = useCallback((isDirty: boolean) => onDirty(draftKey, isDirty), [onDirty, draftKey]);

  return (
    <Card
      ref={card}
      title={title}
      action={
        props.canEdit &&
        record &&
        !isEditing && (
          <Button
            ref={edit}
            size="small"
            startIcon={<EditOutlined />}
            aria-label={translate('profile.edit', { name: title })}
            onClick={() => setEditing(true)}
          >
            {translate('crud.show.edit')}
          </Button>
        )
      }
    >
      {!record && props.failure ? (
        <div className="profile-body">{props.failure}</div>
      ) : record && isEditing ? (
        <SaveContextProvider value={{ save, saving, mutationMode: 'pessimistic' }}>
          <EntityForm
            entity={entity}
            mode="update"
            defaults={Object.fromEntries(
              Object.keys(entity.update.shape).map((name) => [name, record[name]]),
            )}
            draftKey={draftKey}
            onCancel={() => setEditing(false)}
            onDirty={hear}
          >
            {props.inputs}
          </EntityForm>
        </SaveContextProvider>
      ) : (
        <dl className="crud-record" aria-busy={!record}>
          {fields.map((name) => (
            <div key={name}>
              <dt>{labels.field(name)}</dt>
              <dd>
                {record || values[name] !== undefined ? (
                  (render?.(name) ?? <FieldValue entity={entity} name={name} record={values} />)
                ) : (
                  <SkeletonWords>{labels.field(name)}</SkeletonWords>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {record && !isEditing && props.below}
    </Card>
  );
}
