import { useGetList, useTranslate } from 'ra-core';
import { number } from '../../format.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { RecentCampaigns, RUNNING } from './campaigns.tsx';
import { Figure } from './Figure.tsx';

/** How often running campaigns are asked about, in milliseconds. */
const POLL = 10_000;

function Running() {
  const translate = useTranslate();
  const { total } = useGetList(
    'sms',
    { pagination: { page: 1, perPage: 1 }, filter: { status: RUNNING } },
    { refetchInterval: (query) => (query.state.data?.total ? POLL : false) },
  );
  const search = new URLSearchParams({ filter: JSON.stringify({ status: RUNNING }) });
  return (
    <Figure
      label={translate('dashboard.running')}
      value={total === undefined ? undefined : number(total)}
      {...(total === 0 && { note: translate('dashboard.running_none') })}
      {...(total && { to: `/sms?${search}`, action: translate('dashboard.see_all') })}
    />
  );
}

/** The campaigns of all customers, for who may see them. */
export function StaffDashboard() {
  const translate = useTranslate();
  return (
    <>
      <div className="dash-figures">
        <Running />
      </div>
      <RecentCampaigns
        empty={
          <EmptyState title={translate('dashboard.nothing')} text={translate('dashboard.nothing_text')} />
        }
      />
    </>
  );
}
