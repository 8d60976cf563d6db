import { useTranslate } from 'ra-core';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { hasPermission } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { canWrite } from '../../../crud/access.ts';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { Breakable } from '../../../crud/fields.tsx';
import { NoOperator } from '../../../crud/NoOperator.tsx';
import { useSummary } from '../../../layout/useSummary.ts';
import { DatabaseAlert } from './DatabaseAlert.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import { PauseButton } from './PauseButton.tsx';
import { Queue, QueueSkeleton } from './Queue.tsx';
import { RouteCheck } from './RouteCheck.tsx';
import { Routes } from './Routes.tsx';
import { useKnownLinks } from './useKnownLinks.ts';

const operatorLink = entityOf('admin/operator-links');

const EVERY = 3000;
const asLink = (record: unknown): OperatorLink => record as OperatorLink;

/** The links, their state and throughput; above them what waits to be sent, and below them which one takes what. */
export function OperatorLinkList() {
  const translate = useTranslate();
  const operators = useOperatorNames();
  const canChange = canWrite(operatorLink, 'update');
  const { data: { links = [], queue, database } = {}, isLoading } = useSummary();
  const knownLinks = useKnownLinks();
  const hasLinks = links.length > 0;
  return (
    <>
      <EntityList
        entity={operatorLink}
        tabs={
          <div className="link-above">
            <DatabaseAlert database={database} />
            {/* Not shown for an empty list, which says it itself. */}
            {knownLinks.length > 0 && <NoOperator links={knownLinks} />}
          </div>
        }
        above={
          (queue || isLoading) && (
            <div className="link-above">{queue ? <Queue queue={queue} /> : <QueueSkeleton />}</div>
          )
        }
        columns={[
          { name: 'name', render: (record) => <Name name={asLink(record).name} /> },
          { name: 'state', render: (record) => <LinkStatus link={asLink(record)} /> },
          { name: 'operators', render: (record) => operators.list(asLink(record).operators) },
          'priority',
          'window',
          {
            name: 'rate',
            render: (record) => {
              const { rate } = asLink(record);
              return rate === 0 ? translate('links.no_rate') : number(rate);
            },
          },
          { name: 'per_minute', phone: 'figure' },
          { name: 'kind', hidden: true },
          { name: 'host', hidden: true },
          { name: 'port', hidden: true },
          { name: 'created_at', hidden: true },
        ]}
        filters={['is_active']}
        rowActions={
          canChange
            ? (record) => (
                <span className="link-actions">
                  <PauseButton link={asLink(record)} compact />
                  <DeleteConfirmed
                    entity={operatorLink}
                    record={record}
                    name={asLink(record).name}
                    compact
                    // Without its last link the provider is in test mode again, which every page names.
                    onDeleted={() => void refreshProfile()}
                  >
                    <p>{translate('links.delete_text')}</p>
                  </DeleteConfirmed>
                </span>
              )
            : undefined
        }
        refetchEvery={() => EVERY}
        empty={{ title: translate('links.no_operator'), text: translate('links.nobody') }}
      />
      {hasLinks && offers('link-routes') && hasPermission(operatorLink.read) && (
        <div className="link-below">
          <RouteCheck />
          <Routes />
        </div>
      )}
    </>
  );
}

/** Characters that a phone's row has room for beside the figure. */
const SHORT = 13;

/** A name, which has the line to itself on phones if it is long: names of links often differ at their ends. */
const Name = ({ name }: { name: string }) =>
  name?.length > SHORT ? (
    <span className="link-name">
      <Breakable text={name} at={/(?<=@)/} />
    </span>
  ) : (
    name
  );
