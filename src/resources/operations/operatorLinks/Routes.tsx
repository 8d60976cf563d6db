import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { type OperatorRoute, ROUTES, type RouteLink } from '#schema/routing.ts';
import { http } from '../../../core/http.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { shownPrefix } from '../numberPlan/shownPrefix.ts';
import { whyRoute } from './whyRoute.ts';
import './routing.css';

const EVERY = 3000;

/** For each operator the links that serve it, in the order in which they take over, and what each does now. */
export function Routes() {
  const translate = useTranslate();
  const id = useId();
  const { name } = useOperatorNames();
  const { data, error, refetch } = useQuery({
    queryKey: ['operatorRoutes'],
    queryFn: async ({ signal }) => (await http.json<{ data: OperatorRoute[] }>(ROUTES, { signal })).data,
    refetchInterval: EVERY,
  });
  if (error && !data)
    return <LoadFailure what="routing.byOperator" error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section className="crud-card routing" aria-labelledby={id}>
      <h2 id={id}>{translate('routing.byOperator')}</h2>
      {data.map(({ operator, prefixes, links }) => (
        <section key={operator} className="routing-operator" aria-label={name(operator)}>
          <h3>
            {name(operator)} <Standing links={links} />
          </h3>
          <p>{prefixes.map(shownPrefix).join(', ')}</p>
          <dl className="routing-links">
            {links.filter(isServing).map((link) => (
              <div key={link.uuid} data-route={link.route}>
                <dt>{link.name}</dt>
                <dd>{whyRoute(translate, link, name(operator), false)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  );
}

const isServing = ({ route }: RouteLink): boolean => route !== 'operator' && route !== 'tests';

/** Whether the first links of an operator take its messages, others had to take over, or none does. */
function Standing({ links }: { links: readonly RouteLink[] }) {
  const translate = useTranslate();
  const serving = links.filter(isServing);
  const takes = serving.filter(({ route }) => route === 'takes');
  const first = Math.min(...serving.map(({ priority }) => priority));
  const standing =
    takes.length === 0 ? 'none' : takes.some(({ priority }) => priority === first) ? 'first' : 'failover';
  const status = { none: 'down', first: 'bound', failover: 'paused' }[standing];
  return <StatusChip status={status} label={translate(`routing.standing.${standing}`)} />;
}
