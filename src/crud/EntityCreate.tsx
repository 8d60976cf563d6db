import { CreateBase, useCreatePath, useNotify, useResourceDefinition, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '#schema/entity.ts';
import { recordTitle, useLabels } from '../core/labels.ts';
import type { Row } from './DeleteButton.tsx';
import { EntityForm, type EntityFormProps } from './EntityForm.tsx';
import { PageHeader } from './PageHeader.tsx';
import { useRedirectAfterSaving } from './useRedirectAfterSaving.ts';

export interface EntityCreateProps {
  entity: Entity;
  variant?: EntityFormProps['variant'];
  title?: string;
  defaults?: Record<string, unknown>;
  fields?: readonly string[];
  /** Label of the button, if it does more than save. */
  submit?: string;
  confirm?: EntityFormProps['confirm'];
  /** Translation key of the success message, with the record's `name`; defaults to "added". */
  created?: string;
  /** What to know before filling in the form, above it. */
  intro?: ReactNode;
  /** Replaces the generated inputs. */
  children?: ReactNode;
}

/** The create page of an entity. */
export function EntityCreate({ entity, title, created, intro, ...form }: EntityCreateProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const notify = useNotify();
  const redirect = useRedirectAfterSaving();
  const { hasShow } = useResourceDefinition({ resource: entity.name });
  const list = createPath({ resource: entity.name, type: 'list' });
  const onSuccess = (record: Row) => {
    const name = created ? recordTitle(entity, record) : labels.name(1);
    notify(created ?? 'crud.form.created', { type: 'success', messageArgs: { name } });
    redirect(hasShow && record.id !== '' ? 'show' : 'list', entity.name, record.id, record);
  };
  return (
    <CreateBase resource={entity.name} disableAuthentication mutationOptions={{ onSuccess }}>
      <PageHeader
        title={title ?? translate('crud.list.add', { name: labels.inline(1) })}
        back={{ to: list, label: translate('crud.show.back', { name: labels.inline(2) }) }}
      />
      {intro}
      <EntityForm
        entity={entity}
        mode="create"
        cancelTo={list}
        draftKey={`${entity.name}/create`}
        {...form}
      />
    </CreateBase>
  );
}
