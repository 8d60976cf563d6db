import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import type { Overseen, OversightSummary } from '#schema/oversight.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { costCell } from '../../../crud/Cost.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { CampaignProgress } from '../campaigns/CampaignProgress.tsx';
import './oversight.css';

const oversight = entityOf('admin/campaigns');

const MOVING = new Set(['preparing', 'sending']);
const asOverseen = (record: unknown): Overseen => record as Overseen;

/** All accounts' campaigns: those that need a decision or attention first. */
export function OversightList() {
  const translate = useTranslate();
  const statusCell = useStatusCell(oversight);
  return (
    <EntityList
      entity={oversight}
      filters={['status', 'account', 'flagged', 'created_at']}
      above={<Wanted />}
      columns={[
        'name',
        'account_name',
        { name: 'sender', hidden: true },
        { name: 'status', render: statusCell },
        {
          name: 'flagged',
          render: (record) => (record.flagged ? <FlagChip campaign={asOverseen(record)} /> : <EmptyValue />),
        },
        { name: 'recipients', hidden: true },
        {
          name: 'progress',
          label: translate('resources.admin/campaigns.fields.progress'),
          render: (record) => <CampaignProgress campaign={asOverseen(record)} />,
        },
        { name: 'cost', render: costCell },
        { name: 'maker', hidden: true },
        { name: 'scheduled_at', hidden: true },
        'created_at',
      ]}
      exportPath={`${oversight.path}export/`}
      empty={{ title: translate('oversight.empty'), text: translate('oversight.emptyText') }}
      refetchEvery={(records) => (records.some(({ status }) => MOVING.has(String(status))) ? 5000 : 15_000)}
    />
  );
}

/** How many wait for approval or are flagged, with links to them. */
function Wanted() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { data, isPending } = useQuery({
    queryKey: [oversight.name, 'summary'],
    queryFn: ({ signal }) =>
      http.json<{ data: OversightSummary }>(`${oversight.path}summary/`, { signal }).then((it) => it.data),
    refetchInterval: 15_000,
  });
  if (!data) return isPending ? <div className="oversight-wanted" /> : null;
  const { waiting, flagged } = data;
  const choices = [
    { key: 'waiting', count: waiting, filter: { status: 'draft', waits_for: 'provider' } },
    { key: 'flagged', count: flagged, filter: { flagged: 'true' } },
  ];
  return (
    <div className="oversight-wanted">
      {choices.map(({ key, count, filter }) => {
        const isOn = Object.entries(filter).every(
          ([name, value]) => String(filterValues[name] ?? '') === value,
        );
        const others = Object.fromEntries(Object.entries(filterValues).filter(([name]) => !(name in filter)));
        return (
          <button
            key={key}
            type="button"
            aria-pressed={isOn}
            data-some={count > 0 || undefined}
            onClick={() => setFilters(isOn ? others : { ...others, ...filter })}
          >
            {translate(`oversight.${key}`, { smart_count: count, count: number(count) })}
          </button>
        );
      })}
    </div>
  );
}

/** Marks a flagged list, with the length of its longest run. */
function FlagChip({ campaign: { flag } }: { campaign: Overseen }) {
  const translate = useTranslate();
  const label = flag
    ? translate('oversight.inARow', { count: number(flag.longest) })
    : translate('oversight.isFlagged');
  return <StatusChip status="flagged" label={label} />;
}
