import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { entityOf } from '../../../core/entities.ts';
import { dateTime, number } from '../../../core/format.ts';
import { shown } from '../../../core/labels.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { useTestMode } from '../../../layout/TestModeBar.tsx';
import { applies } from './applies.ts';
import { CallbackAddress } from './CallbackAddress.tsx';
import { isOfRequests } from './isOfRequests.ts';
import { LinkCosts } from './LinkCosts.tsx';
import { LinkStatus } from './LinkStatus.tsx';
import { PauseButton } from './PauseButton.tsx';
import { whyDown } from './whyDown.ts';

const operatorLink = entityOf('admin/operator-links');

const smppFields = ['host', 'port', 'tls', 'tls_name', 'system_id', 'system_type'].concat(
  ...['bind_mode', 'long_messages', 'message_ids'],
);
const httpFields = Object.keys(operatorLink.fields).filter((name) => name.startsWith('http_'));

const EVERY = 2000;
const asLink = (record: unknown): OperatorLink => record as OperatorLink;

/** One link: its settings and state. */
export function OperatorLinkShow() {
  const translate = useTranslate();
  const operators = useOperatorNames();
  return (
    <EntityShow
      entity={operatorLink}
      refetchEvery={() => EVERY}
      beside={(record) => <LinkStatus link={asLink(record)} />}
      actions={(record) => <PauseButton link={asLink(record)} />}
      before={(record) => <Notes link={asLink(record)} />}
      after={(record) => (
        <>
          {asLink(record).http_receipts === 'callback' && <CallbackAddress link={asLink(record)} />}
          <LinkCosts link={asLink(record)} />
        </>
      )}
      label={(name, record) =>
        asLink(record).kind === 'http' && isOfRequests(name) ? translate(`links.requests.${name}`) : undefined
      }
      render={{
        operators: (record) => operators.list(asLink(record).operators),
        rate: (record) => {
          const { rate } = asLink(record);
          return rate === 0 ? translate('links.no_rate') : number(rate);
        },
        port: (record) => shown(asLink(record).port),
        shares: (record) => <Shares link={asLink(record)} />,
        last_error: (record) => {
          const { last_error, last_error_at } = asLink(record);
          return last_error && last_error_at ? `${last_error}, ${dateTime(last_error_at)}` : undefined;
        },
      }}
      fields={(record) => [
        ...['operators', 'priority', ...(asLink(record).weight ? ['weight'] : []), 'window', 'rate'],
        ...['since', 'in_flight', 'per_minute', 'workers'],
        ...['shares', 'last_error', 'kind', ...(asLink(record).channel ? ['channel'] : []), 'managed_by'],
        ...(asLink(record).kind === 'http'
          ? httpFields.filter((name) => record[name] !== '' && applies(name, record))
          : smppFields),
        ...['login_set_at', 'created_at', 'updated_at'],
      ]}
    />
  );
}

/** How the servers that run it share its window and rate. */
function Shares({ link: { shares } }: { link: OperatorLink }) {
  const translate = useTranslate();
  if (shares.length === 0) return null;
  return (
    <ul className="link-shares">
      {shares.map(({ worker, window, rate }) => (
        <li key={worker}>
          {translate(rate === null || window === 0 ? 'links.share' : 'links.share_rated', {
            worker: number(worker),
            window: number(window),
            rate: number(rate, 2),
          })}
        </li>
      ))}
    </ul>
  );
}

/** What a link's state means, and what to do. */
function Notes({ link }: { link: OperatorLink }) {
  const translate = useTranslate();
  const { state, reason, is_active, managed_by, is_simulator } = link;
  const isTest = useTestMode() !== null;
  // A first link ends the test mode, which every page names until the profile is read again.
  useEffect(() => {
    if (isTest && !is_simulator) void refreshProfile();
  }, [isTest, is_simulator]);
  return (
    <div className="link-above">
      {is_active === false && (
        <Alert severity="warning" variant="outlined">
          {translate('links.paused_note')}
        </Alert>
      )}
      {state === 'down' && (
        <Alert severity="error" variant="outlined">
          {whyDown(translate, 'links.down_note', reason ?? '')}
        </Alert>
      )}
      {state === 'unknown' && (
        <Alert severity="warning" variant="outlined">
          {translate('links.unknown_note')}
        </Alert>
      )}
      {is_simulator && (
        <Alert severity="warning" variant="outlined">
          {translate('links.simulator_note')}
        </Alert>
      )}
      {managed_by === 'environment' && !is_simulator && (
        <Alert severity="info" variant="outlined">
          {translate('links.environment_note')}
        </Alert>
      )}
    </div>
  );
}
