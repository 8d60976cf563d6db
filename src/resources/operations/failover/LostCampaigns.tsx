import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Failover } from '#schema/failover.ts';
import { number, rupees } from '../../../core/format.ts';
import { When } from '../../../crud/When.tsx';

/** Lost campaigns that had been accepted, each with its account and how much of it was sent. */
export function LostCampaigns({ campaigns }: Pick<Failover, 'campaigns'>) {
  const translate = useTranslate();
  return (
    <section className="crud-card crud-pad" aria-labelledby="failover-campaigns">
      <h2 id="failover-campaigns">{translate('failover.campaigns')}</h2>
      {campaigns.length === 0 ? (
        <p>{translate('failover.noCampaigns')}</p>
      ) : (
        <>
          <p>{translate('failover.campaignsText')}</p>
          <ul className="failover-list">
            {campaigns.map(({ uuid, name, account, recipients, cost, accepted_at, handed }) => (
              <li key={uuid}>
                <b>{name ?? uuid}</b>
                <dl>
                  <Fact term="account">{account ?? translate('failover.unknownFact')}</Fact>
                  {recipients !== null && <Fact term="recipients">{number(recipients)}</Fact>}
                  <Fact term="handed">{number(handed)}</Fact>
                  {cost !== null && <Fact term="cost">{rupees(cost)}</Fact>}
                  {accepted_at && (
                    <Fact term="accepted">
                      <When iso={accepted_at} />
                    </Fact>
                  )}
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <div>
      <dt>{translate(`failover.fact.${term}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
