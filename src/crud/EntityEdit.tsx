import Alert from '@mui/material/Alert';
import {
  EditBase,
  type TransformData,
  useCreatePath,
  useEditContext,
  useNotify,
  useResourceDefinition,
  useTranslate,
} from 'ra-core';
import type { ReactNode } from 'react';
import type { Entity } from '#schema/entity.ts';
import { recordTitle, useLabels } from '../core/labels.ts';
import { DeleteButton, type Row } from './DeleteButton.tsx';
import { EntityForm, type EntityFormProps } from './EntityForm.tsx';
import { PageHeader } from './PageHeader.tsx';
import { RecordMissing, RecordSkeleton } from './RecordStates.tsx';
import { useRedirectAfterSaving } from './useRedirectAfterSaving.ts';

export interface EntityEditProps {
  entity: Entity;
  fields?: readonly string[];
  /** Names the record; defaults to its title field. */
  title?(record: Row): string;
  /** Why this record cannot be changed, shown instead of the form; undefined if it can. */
  locked?(record: Row): ReactNode;
  /** Selects what is sent from the form's values; defaults to the fields of the entity's update. */
  transform?: TransformData;
  confirm?: EntityFormProps['confirm'];
  /** Replaces the generated inputs. */
  children?: ReactNode;
}

/** The edit page of an entity. */
export function EntityEdit(props: EntityEditProps) {
  const { entity } = props;
  const notify = useNotify();
  const redirect = useRedirectAfterSaving();
  const { hasShow } = useResourceDefinition({ resource: entity.name });
  const onSuccess = (record: { id: string | number }) => {
    notify('crud.form.updated', { type: 'success' });
    redirect(hasShow ? 'show' : 'list', entity.name, record.id, record);
  };
  return (
    <EditBase
      resource={entity.name}
      disableAuthentication
      mutationMode="pessimistic"
      mutationOptions={{ onSuccess }}
      queryOptions={{ onError: () => undefined, retry: false }}
      redirect={false}
      transform={props.transform}
    >
      <EditPage {...props} hasShow={hasShow === true} />
    </EditBase>
  );
}

function EditPage({
  entity,
  hasShow,
  title,
  locked,
  transform: _,
  ...form
}: EntityEditProps & { hasShow: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const { record, error, refetch } = useEditContext<Row>();
  const list = createPath({ resource: entity.name, type: 'list' });
  const back = { to: list, label: translate('crud.show.back', { name: labels.inline(2) }) };
  if (!record && error)
    return <RecordMissing what={labels.name(1)} error={error} back={back} onRetry={() => void refetch()} />;
  if (!record) return <RecordSkeleton back={back} />;
  const reason = locked?.(record);
  const cancelTo = hasShow ? createPath({ resource: entity.name, type: 'show', id: record.id }) : list;
  return (
    <>
      <PageHeader
        title={translate('crud.form.editing', { name: title?.(record) ?? recordTitle(entity, record) })}
        back={back}
        actions={<DeleteButton entity={entity} record={record} />}
      />
      {reason ? (
        <Alert severity="info" variant="outlined">
          {reason}
        </Alert>
      ) : (
        <EntityForm
          entity={entity}
          mode="update"
          cancelTo={cancelTo}
          draftKey={`${entity.name}/${record.id}`}
          {...form}
        />
      )}
    </>
  );
}
