import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useGetList, useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { isStaff } from '#schema/permissions.ts';
import { mayDo } from '../access.ts';
import { PageHeader } from '../crud/PageHeader.tsx';
import { StatusChip } from '../crud/StatusChip.tsx';
import { dateTime, money, number } from '../format.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { useUser } from '../layout/useUser.ts';
import './Dashboard.css';

type Row = Campaign & { id: string };

const RUNNING = ['preparing', 'sending', 'paused'];
/** How often running campaigns are asked about, in milliseconds. */
const POLL = 10_000;
const latestFirst = { field: 'created_at', order: 'DESC' } as const;

interface FigureProps {
  label: string;
  value?: string;
  to?: string;
  action?: string;
  note?: string;
}

function Figure({ label, value, to, action, note }: FigureProps) {
  return (
    <section className="dash-card dash-figure">
      <h2>{label}</h2>
      <p>{value ?? <Skeleton width={120} />}</p>
      {to && <Link to={to}>{action}</Link>}
      {note && <small className="dash-quiet">{note}</small>}
    </section>
  );
}

const many = (total: number | undefined, more?: boolean) =>
  total === undefined ? undefined : number(total) + (more ? '+' : '');

function Running() {
  const translate = useTranslate();
  const { total } = useGetList<Row>(
    'sms',
    { pagination: { page: 1, perPage: 1 }, filter: { status: RUNNING } },
    { refetchInterval: (query) => (query.state.data?.total ? POLL : false) },
  );
  const search = new URLSearchParams({ filter: JSON.stringify({ status: RUNNING }) });
  return (
    <Figure
      label={translate('dashboard.running')}
      value={many(total)}
      note={total === 0 ? translate('dashboard.running_none') : undefined}
      {...(total && { to: `/sms?${search}`, action: translate('dashboard.see_all') })}
    />
  );
}

function Contacts() {
  const translate = useTranslate();
  const { total } = useGetList('contact', { pagination: { page: 1, perPage: 1 } });
  return (
    <Figure
      label={translate('dashboard.contacts')}
      value={many(total)}
      to="/contact"
      action={translate('dashboard.see_all')}
    />
  );
}

function Line({ campaign }: { campaign: Row }) {
  const translate = useTranslate();
  const { status, recipients, delivered } = campaign;
  return (
    <li>
      <Link to={`/sms/${campaign.id}/show`} className="dash-line">
        <span className="dash-name">{campaign.name}</span>
        <StatusChip status={status} label={translate(`dashboard.status.${status}`)} />
        <span className="dash-quiet">
          {translate('dashboard.recipients_text', { count: number(recipients) })}
          {delivered > 0 && ` · ${translate('dashboard.delivered_text', { count: number(delivered) })}`}
        </span>
        <time className="dash-quiet" dateTime={campaign.created_at}>
          {dateTime(campaign.created_at)}
        </time>
      </Link>
    </li>
  );
}

function Step({ to, title, text }: { to: string; title: string; text: string }) {
  return (
    <li>
      <Link to={to} className="dash-step">
        <strong>{title}</strong>
        <span>{text}</span>
      </Link>
    </li>
  );
}

/** The next step while there is no campaign: for who may send, how to get there. */
function FirstSteps({ staff }: { staff: boolean }) {
  const translate = useTranslate();
  if (staff || !mayDo('sms/bulk-sms'))
    return <EmptyState title={translate('dashboard.nothing')} text={translate('dashboard.nothing_text')} />;
  return (
    <section className="dash-card">
      <h2 className="dash-start">{translate('dashboard.start')}</h2>
      <p className="dash-quiet">{translate('dashboard.start_text')}</p>
      <ol className="dash-steps">
        {mayDo('contact', 'create') && (
          <Step
            to="/contact"
            title={translate('dashboard.step_contacts')}
            text={translate('dashboard.step_contacts_text')}
          />
        )}
        <Step
          to="/sms/bulk-sms"
          title={translate('dashboard.step_send')}
          text={translate('dashboard.step_send_text')}
        />
      </ol>
    </section>
  );
}

function Recent({ staff }: { staff: boolean }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useGetList<Row>('sms', {
    pagination: { page: 1, perPage: 6 },
    sort: latestFirst,
  });
  if (data?.length === 0) return <FirstSteps staff={staff} />;
  let content: ReactNode;
  if (isPending)
    content = [1, 2, 3].map((line) => <Skeleton key={line} variant="rounded" height={44} sx={{ m: 2 }} />);
  else if (error)
    content = (
      <EmptyState
        title={translate('dashboard.recent_failed')}
        text={error.message}
        action={<Button onClick={() => refetch()}>{translate('shell.try_again')}</Button>}
      />
    );
  else
    content = (
      <ul className="dash-list">
        {data?.map((campaign) => (
          <Line key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    );
  return (
    <section className="dash-card dash-recent" aria-busy={isPending}>
      <header>
        <h2>{translate('dashboard.recent')}</h2>
        <Link to="/sms">{translate('dashboard.see_all')}</Link>
      </header>
      {content}
    </section>
  );
}

/** Open to every signed-in user; each part of it asks for its own pair. */
export function Dashboard() {
  const translate = useTranslate();
  const user = useUser();
  if (!user) return null;
  const staff = isStaff(user.role);
  const campaigns = mayDo('sms');
  return (
    <>
      <PageHeader
        title={translate('menu.dashboard')}
        actions={
          mayDo('sms/bulk-sms') && (
            <Button component={Link} to="/sms/bulk-sms" variant="contained">
              {translate('dashboard.send')}
            </Button>
          )
        }
      />
      <p className="dash-lead">
        {translate('dashboard.greeting', { name: user.name?.trim() || translate('shell.user') })}
        {campaigns && ` ${translate(staff ? 'dashboard.lead_staff' : 'dashboard.lead_customer')}`}
      </p>
      <div className="dash-figures">
        {!staff && (
          <Figure
            label={translate('dashboard.balance')}
            value={money(user.wallet?.balance ?? 0)}
            {...(mayDo('wallet/history') && {
              to: '/wallet/history',
              action: translate('dashboard.balance_history'),
            })}
          />
        )}
        {campaigns && <Running />}
        {!staff && mayDo('contact') && <Contacts />}
      </div>
      {campaigns ? <Recent staff={staff} /> : <EmptyState title={translate('dashboard.no_access')} />}
    </>
  );
}
