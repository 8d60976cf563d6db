import { useTranslate } from 'ra-core';
import { Fragment } from 'react';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../../../core/labels.ts';
import { useSortName } from '../../../crud/useSortName.ts';
import { AuditValue } from './AuditValue.tsx';

/** The position in a list. The number of rows is next to the filter. */
const paging = new Set(['page', 'page_size', 'cursor']);

/** The query of a list that was read, exported or deleted: its filters and order, in words. */
export function ListFilter({ entity, filter }: { entity: Outline; filter: Record<string, unknown> }) {
  const translate = useTranslate();
  const filters = Object.entries(filter).filter(([name]) => !paging.has(name));
  const nameOf = useQueryNames(entity);
  const page = Number(filter.page ?? 1);
  if (filters.length === 0 && page === 1) return <>{translate('audit.noFilter')}</>;
  return (
    <dl className="audit-filter">
      {filters.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <QueryValue entity={entity} name={name} value={value} />
          </dd>
        </Fragment>
      ))}
      {page > 1 && (
        <>
          <dt>{translate('audit.page')}</dt>
          <dd>
            <AuditValue entity={undefined} name="page" value={page} />
          </dd>
        </>
      )}
    </dl>
  );
}

const fieldName = (name: string): string => name.replace(/__(in|gte|lte)$/, '');

function useQueryNames(entity: Outline) {
  const translate = useTranslate();
  const labels = useLabels(entity);
  return (name: string): string => {
    if (name === 'search') return translate('crud.list.search');
    if (name === 'ordering') return translate('crud.list.sortBy');
    const plain = fieldName(name);
    if (plain === 'uuid') return translate('resources.admin/audit-log.fields.record');
    const field = labels.field(plain);
    if (name.endsWith('__gte')) return translate('crud.list.from', { field });
    if (name.endsWith('__lte')) return translate('crud.list.until', { field });
    return field;
  };
}

function QueryValue({ entity, name, value }: { entity: Outline; name: string; value: unknown }) {
  const sortName = useSortName(entity);
  if (name === 'ordering') {
    const text = String(value);
    return <>{sortName(text.replace(/^-/, ''), text.startsWith('-') ? 'DESC' : 'ASC')}</>;
  }
  const field = fieldName(name);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one, at) => (
    <Fragment key={String(one)}>
      {at > 0 && ', '}
      <AuditValue entity={entity} name={field} value={one} />
    </Fragment>
  ));
}
