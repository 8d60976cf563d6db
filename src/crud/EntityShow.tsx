import EditOutlined from '@mui/icons-material/EditOutlined';
import { ShowBase, useCreatePath, useResourceDefinition, useShowContext, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { recordTitle, useLabels } from '../core/labels.ts';
import { Button } from '../layout/Button.tsx';
import { useAfterPaint } from '../start/useAfterPaint.ts';
import { canWrite } from './access.ts';
import { DeleteButton, type Row } from './DeleteButton.tsx';
import { FieldValue, fieldOf } from './fields.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Part } from './Part.tsx';
import { RecordMissing, RecordSkeleton } from './RecordStates.tsx';
import { useIsKnown } from './useSeedRecords.ts';

export interface EntityShowProps {
  entity: Outline;
  /** Names the record; defaults to its title field. */
  title?(record: Row): string;
  /**
   * Names of the fields to show, in order, possibly depending on the record; defaults to all. An empty list shows no card.
   */
  fields?: readonly string[] | ((record: Row) => readonly string[]);
  /** Replaces the name of a field; undefined for its own. */
  label?(name: string, record: Row): string | undefined;
  /** Replaces the default rendering of fields. */
  render?: Readonly<Record<string, (record: Row) => ReactNode>>;
  /** Before Edit and Delete. */
  actions?(record: Row): ReactNode;
  /** Instead of Delete. */
  remove?(record: Row): ReactNode;
  /** Whether this record has an Edit button; defaults to whether there is an edit view. */
  canEdit?(record: Row): boolean;
  /** Next to the title. */
  beside?(record: Row): ReactNode;
  /** Above the fields. */
  before?(record: Row): ReactNode;
  /** Below the fields. */
  after?(record: Row): ReactNode;
  /** Around all of it, with the record in its context. */
  around?(page: ReactNode): ReactNode;
  /** Refetch interval in milliseconds while something is in progress; false otherwise. */
  refetchEvery?(record: Row | undefined): number | false;
}

/** The page of one record. */
export function EntityShow(props: EntityShowProps) {
  const { entity, refetchEvery, around = (page) => page } = props;
  const { id } = useParams();
  const isKnown = useIsKnown(entity.name, id);
  // What is known is shown first: the browser takes its time to send a request, in the same task.
  const isShown = useAfterPaint(true);
  return (
    <ShowBase
      resource={entity.name}
      disableAuthentication
      queryOptions={{
        onError: () => undefined,
        retry: false,
        ...(isKnown && { enabled: isShown }),
        ...(refetchEvery && {
          refetchInterval: (query: { state: { data?: unknown } }) =>
            refetchEvery(query.state.data as Row | undefined),
        }),
      }}
    >
      {around(<ShowPage {...props} />)}
    </ShowBase>
  );
}

function ShowPage({ entity, actions, remove, canEdit, beside, before, after, ...props }: EntityShowProps) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const { hasEdit } = useResourceDefinition({ resource: entity.name });
  const { record, error, refetch } = useShowContext<Row>();
  // The record comes first, because what follows may be a list of its own.
  const isRestDue = useAfterPaint(record !== undefined);
  const what = labels.name(1);
  const back = {
    to: createPath({ resource: entity.name, type: 'list' }),
    label: translate('crud.show.back', { name: labels.inline(2) }),
  };
  if (!record && error)
    return <RecordMissing what={what} error={error} back={back} onRetry={() => void refetch()} />;
  if (!record)
    return (
      <RecordSkeleton
        back={back}
        labels={
          typeof props.fields === 'function' ? undefined : namesOf(entity, props.fields).map(labels.field)
        }
      />
    );
  const place = String(record.id);
  return (
    <>
      <PageHeader
        title={props.title?.(record) ?? recordTitle(entity, record)}
        beside={beside?.(record)}
        back={back}
        actions={
          <>
            {actions?.(record)}
            {hasEdit && canWrite(entity, 'update') && (canEdit?.(record) ?? true) && (
              <Button
                variant="outlined"
                startIcon={<EditOutlined />}
                to={createPath({ resource: entity.name, type: 'edit', id: record.id })}
              >
                {translate('crud.show.edit')}
              </Button>
            )}
            {remove ? remove(record) : <DeleteButton entity={entity} record={record} />}
          </>
        }
      />
      <Part what="crud.part" place={place}>
        <Extra record={record} of={before} />
      </Part>
      <Part what={what} place={place}>
        <RecordFields
          entity={entity}
          record={record}
          fields={typeof props.fields === 'function' ? props.fields(record) : props.fields}
          label={props.label}
          render={props.render}
        />
      </Part>
      {isRestDue && (
        <Part what="crud.part" place={place}>
          <Extra record={record} of={after} />
        </Part>
      )}
    </>
  );
}

/** What a page adds to its record, as a separate component so that its failure does not break the record. */
const Extra = ({ record, of }: { record: Row; of: ((record: Row) => ReactNode) | undefined }): ReactNode =>
  of?.(record);

/** The fields to show, of those that the entity has. */
const namesOf = (entity: Outline, fields?: readonly string[]): string[] =>
  (fields ?? [...Object.keys(entity.fields), 'created_at', 'updated_at']).filter((name) =>
    fieldOf(entity, name),
  );

/** A record's fields as a description list. */
function RecordFields({
  entity,
  record,
  fields,
  label,
  render,
}: Pick<EntityShowProps, 'entity' | 'label' | 'render'> & { record: Row; fields?: readonly string[] }) {
  const labels = useLabels(entity);
  const names = namesOf(entity, fields);
  if (names.length === 0) return null;
  return (
    <dl className="crud-card crud-record">
      {names.map((name) => (
        <div key={name}>
          <dt>{label?.(name, record) ?? labels.field(name)}</dt>
          <dd>{render?.[name]?.(record) ?? <FieldValue entity={entity} name={name} record={record} />}</dd>
        </div>
      ))}
    </dl>
  );
}
