import { useCreatePath, useResourceDefinition, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../../../core/labels.ts';
import type { ResolvedColumn } from '../../../crud/columns.ts';
import { FieldValue, fieldOf } from '../../../crud/fields.tsx';
import { RecordList, useListTotal } from '../../../crud/RecordList.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import type { VisibleTab } from './tabs.ts';

const NUMERIC = new Set(['integer', 'money', 'price']);

/** An account's records of an entity, newest first, with paging. */
export function Related({ tab, entity, account }: { tab: VisibleTab; entity: Outline; account: string }) {
  const translate = useTranslate();
  const columns = useTabColumns(tab, entity);
  return (
    <RecordList
      entity={entity}
      filter={{ account }}
      what={`accounts.tab.${tab.name}`}
      columns={columns}
      link={false}
      above={<SeeAll entity={entity} account={account} />}
      empty={
        <EmptyState title={translate('accounts.none')} text={translate(`accounts.noneText.${tab.name}`)} />
      }
    />
  );
}

function SeeAll({ entity, account }: { entity: Outline; account: string }) {
  const translate = useTranslate();
  const all = new URLSearchParams({ filter: JSON.stringify({ account }) });
  return (
    <p className="account-related">
      <span className="crud-total">{useListTotal()}</span>
      <Link to={`/${entity.name}?${all}`}>{translate('accounts.seeAll')}</Link>
    </p>
  );
}

function useTabColumns(tab: VisibleTab, entity: Outline): ResolvedColumn[] {
  const labels = useLabels(entity);
  const createPath = useCreatePath();
  const { hasShow } = useResourceDefinition({ resource: entity.name });
  return (tab.columns ?? []).flatMap((name, place): ResolvedColumn[] => {
    const field = fieldOf(entity, name);
    if (!field) return [];
    return [
      {
        name,
        label: labels.field(name),
        sort: false,
        opens: place === 0,
        phone: place === 0 ? 'title' : undefined,
        end: NUMERIC.has(field.kind),
        render: (record) => {
          const own = tab.render?.[name]?.(record);
          // A record's title may be missing, so its first column is the link.
          if (place > 0 || !hasShow) return own;
          const value = own ?? <FieldValue entity={entity} name={name} record={record} inList />;
          const to = createPath({ resource: entity.name, type: 'show', id: record.id });
          return (
            <Link className="crud-title" to={to}>
              {value}
            </Link>
          );
        },
      },
    ];
  });
}
