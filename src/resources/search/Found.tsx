import { useResourceDefinitions, useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { shownStatus } from '#schema/campaignState.ts';
import type { SearchResults } from '#schema/search.ts';
import { canAccess } from '../../core/access.ts';
import { entityOf } from '../../core/entities.ts';
import { number, rupees } from '../../core/format.ts';
import { spaced, useLabels } from '../../core/labels.ts';
import { StatusChip } from '../../crud/StatusChip.tsx';
import { When } from '../../crud/When.tsx';

const account = entityOf('admin/accounts');
const campaign = entityOf('sms');
const message = entityOf('sms/dispatch');
const paymentReference = entityOf('wallet/topup-history');
const user = entityOf('users');

/** The results by kind; each line links to its record. Without a text they are of a former one. */
export function Found({ results, text }: { results: SearchResults; text: string | undefined }) {
  const translate = useTranslate();
  const definitions = useResourceDefinitions();
  const labels = {
    user: useLabels(user),
    account: useLabels(account),
    campaign: useLabels(campaign),
    message: useLabels(message),
    payment: useLabels(paymentReference),
  };
  const { users, accounts, campaigns, messages, payments, phone } = results;
  /** A record's page, in the first of these resources that has one for this user. */
  const pageOf = (uuid: string, ...resources: string[]) => {
    const found = resources.find((name) => definitions[name]?.hasShow && canAccess(name, 'show'));
    return found && `/${found}/${uuid}/show`;
  };
  const accountPage = (uuid: string, tab = '') => `/admin/accounts/${uuid}/show${tab && `?tab=${tab}`}`;
  const q = text && (phone ?? text);

  return (
    <div className="search-found" data-stale={text === undefined || undefined}>
      {users && (
        <Section title={translate('search.users')} section={users} list="users" q={q}>
          {users.results.map(({ uuid, name, email, phone: number, role, is_active, account: owner }) => (
            <Line key={uuid} to={pageOf(uuid, 'users') ?? accountPage(owner.uuid, 'users')} title={name}>
              <span>{email}</span>
              {number && <span className="crud-number">{spaced(number)}</span>}
              <span>{owner.name}</span>
              {role !== 'customer' && <span>{labels.user.choice('role', role)}</span>}
              {is_active === false && (
                <StatusChip status="inactive" label={labels.user.choice('is_active', 'inactive')} />
              )}
            </Line>
          ))}
        </Section>
      )}
      {accounts && (
        <Section title={translate('search.accounts')} section={accounts} list="admin/accounts" q={q}>
          {accounts.results.map(({ uuid, name, pan, kyc_status: kyc, is_active }) => (
            <Line key={uuid} to={accountPage(uuid)} title={name}>
              {pan && <span className="crud-number">{pan}</span>}
              {kyc !== 'none' && (
                <span>
                  {labels.account.field('kyc_status')}: {labels.account.choice('kyc_status', kyc)}
                </span>
              )}
              {is_active === false && (
                <StatusChip status="inactive" label={labels.account.choice('is_active', 'inactive')} />
              )}
            </Line>
          ))}
        </Section>
      )}
      {messages && phone && (
        <Section
          title={translate('search.messages', { phone: spaced(phone) })}
          section={messages}
          list="sms/dispatch"
          q={q}
        >
          {messages.results.map(({ uuid, campaign: name, status, created_at, account: owner }) => (
            <Line key={uuid} to={pageOf(uuid, 'sms/dispatch')} title={name}>
              <StatusChip status={status} label={labels.message.choice('status', status)} />
              <When iso={created_at} />
              <span>{owner.name}</span>
            </Line>
          ))}
        </Section>
      )}
      {campaigns && (
        <Section
          title={translate('search.campaigns')}
          section={campaigns}
          list={canAccess('admin/campaigns') ? 'admin/campaigns' : 'sms'}
          q={text}
        >
          {campaigns.results.map(({ uuid, name, recipients, created_at, account: owner, ...campaign }) => (
            <Line key={uuid} to={pageOf(uuid, 'admin/campaigns', 'sms')} title={name}>
              <StatusChip
                status={shownStatus(campaign)}
                label={labels.campaign.choice('status', shownStatus(campaign))}
              />
              <span>
                {translate('search.recipients', { smart_count: recipients, count: number(recipients) })}
              </span>
              <When iso={created_at} />
              <span>{owner.name}</span>
            </Line>
          ))}
        </Section>
      )}
      {payments && (
        <Section
          title={translate('search.payments')}
          section={payments}
          list="admin/payment-references"
          q={text}
        >
          {payments.results.map(({ uuid, reference, amount, method, status, created_at, account: owner }) => (
            <Line
              key={uuid}
              to={pageOf(uuid, 'admin/payment-references') ?? accountPage(owner.uuid, 'payments')}
              title={reference ?? ''}
            >
              <StatusChip status={status} label={labels.payment.choice('status', status)} />
              <span className="crud-number">{rupees(amount)}</span>
              <span>{translate(`payments.method.${method}`)}</span>
              <When iso={created_at} />
              <span>{owner.name}</span>
            </Line>
          ))}
        </Section>
      )}
    </div>
  );
}

function Section({
  title,
  section,
  list,
  q,
  children,
}: {
  title: string;
  section: { results: readonly unknown[]; more: boolean };
  /** The route of the list with all results. */
  list: string;
  /** Undefined if the results are of a former text. */
  q: string | undefined;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  if (section.results.length === 0) return null;
  const all = new URLSearchParams({ filter: JSON.stringify({ q }) });
  return (
    <section className="crud-card search-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {section.more && q && canAccess(list) && (
          <Link to={`/${list}?${all}`} aria-label={translate('search.seeAllOf', { section: title })}>
            {translate('search.seeAll')}
          </Link>
        )}
      </header>
      <ul>{children}</ul>
    </section>
  );
}

/** A record by name, with what distinguishes it from others of that name. */
function Line({ to, title, children }: { to: string | undefined; title: string; children: ReactNode }) {
  const content = (
    <>
      <strong>{title}</strong>
      <span className="search-more">{children}</span>
    </>
  );
  return <li>{to ? <Link to={to}>{content}</Link> : <div className="search-line">{content}</div>}</li>;
}
