import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { canAccess } from '../../core/access.ts';
import { dashboardDays } from '../../core/entityTable.ts';
import { number, percent } from '../../core/format.ts';
import { useOperatorNames } from '../../core/operatorNames.ts';
import { LinkStatus } from '../operations/operatorLinks/LinkStatus.tsx';

const ROUTE = 'admin/operator-links';

/** The operator links with state, speed and delivery rate. */
export function LinkTable({ links }: { links: DashboardSummary['links'] }) {
  const translate = useTranslate();
  const operators = useOperatorNames();
  const days = number(dashboardDays);
  // What to do in that case is said at the top of the page.
  if (links.length === 0) return null;
  return (
    <section className="dash-card dash-links" aria-labelledby="dash-links">
      <header>
        <h2 id="dash-links">{translate('staff.links')}</h2>
        {canAccess(ROUTE) && <Link to={`/${ROUTE}`}>{translate('dashboard.see_all')}</Link>}
      </header>
      <ul className="dash-list">
        {links.map((link) => (
          <li key={link.uuid}>
            <Link to={`/${ROUTE}/${link.uuid}/show`} className="dash-link">
              <span className="dash-name">{link.name}</span>
              <LinkStatus link={link} />
              <dl>
                <div>
                  <dt>{translate('staff.operators')}</dt>
                  <dd>{operators.list(link.operators)}</dd>
                </div>
                <div>
                  <dt>{translate('staff.per_minute')}</dt>
                  <dd className="crud-number">{number(link.per_minute)}</dd>
                </div>
                <div>
                  <dt>{translate('staff.rate', { count: days })}</dt>
                  <dd className="crud-number">
                    {link.sent > 0
                      ? translate('staff.rate_text', {
                          percent: percent(link.delivered / link.sent),
                          count: number(link.sent),
                        })
                      : translate('staff.rate_none')}
                  </dd>
                </div>
              </dl>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
