import { useTranslate } from 'ra-core';
import type { Failover } from '#schema/failover.ts';
import { When } from '../../../crud/When.tsx';

/** Processes that ran before and have not reported: nobody knows what they had sent. */
export function MissingProcesses({ processes }: { processes: Failover['missing'] }) {
  const translate = useTranslate();
  return (
    <section className="crud-card crud-pad" aria-labelledby="failover-missing">
      <h2 id="failover-missing">{translate('failover.missing')}</h2>
      <p>{translate('failover.missingText')}</p>
      <ul className="failover-list">
        {processes.map(({ role, host, pid, seen_at }) => (
          <li key={`${host} ${pid}`}>
            <b>{translate(`failover.role.${role}`, { _: role })}</b>
            <span>{translate('failover.process', { host, pid })}</span>
            <span>
              {translate('failover.seen')} <When iso={seen_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
