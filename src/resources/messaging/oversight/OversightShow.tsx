import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Overseen } from '#schema/oversight.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { dateTime, digits, number } from '../../../core/format.ts';
import { shown, spaced } from '../../../core/labels.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { MessageText } from '../../../crud/MessageText.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { TestNote, useStatusCell } from '../../../crud/TestChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { useUser } from '../../../layout/useUser.ts';
import { encodingField } from '../campaigns/encodingField.tsx';
import { Money } from '../campaigns/Money.tsx';
import { Announcement, Outcomes } from '../campaigns/Outcomes.tsx';
import { pollEvery } from '../campaigns/progress.ts';
import { OversightActions } from './OversightActions.tsx';
import './oversight.css';

const oversight = entityOf('admin/campaigns');

const asOverseen = (record: unknown): Overseen => record as Overseen;

/** One campaign of any account: its content, progress, why it is flagged, and the decisions of staff. */
export function OversightShow() {
  const translate = useTranslate();
  const statusCell = useStatusCell(oversight);
  return (
    <EntityShow
      entity={oversight}
      refetchEvery={(record) => pollEvery(record && asOverseen(record))}
      beside={statusCell}
      before={(record) => <Body key={String(record.id)} campaign={asOverseen(record)} />}
      fields={({ urgent, colleague_at, channel }) => [
        ...[
          'account_name',
          'maker',
          'sender',
          ...(channel === 'viber' ? ['channel', 'viber', 'fallback_minutes'] : []),
          'encoding',
          'recipients',
          'parts',
          ...(urgent ? ['urgent'] : []),
        ],
        ...[
          'created_at',
          'scheduled_at',
          'started_at',
          'finished_at',
          ...(colleague_at ? ['colleague_by', 'colleague_at'] : []),
        ],
        ...['decided_by', 'decided_at'],
      ]}
      render={{
        encoding: encodingField,
        account_name: ({ account, account_name }) => <AccountLink uuid={account} name={account_name} />,
      }}
      after={() => <p className="oversight-note">{translate('oversight.logged')}</p>}
    />
  );
}

function Body({ campaign }: { campaign: Overseen }) {
  const translate = useTranslate();
  return (
    <div className="campaign">
      <Announcement campaign={campaign} />
      <TestNote campaign={campaign} />
      <State campaign={campaign} />
      <Unapproved campaign={campaign} />
      <OversightActions campaign={campaign} />
      <Flag campaign={campaign} />
      <div className="campaign-grid">
        <section className="crud-card campaign-card" aria-labelledby="oversight-text">
          <h2 id="oversight-text">{translate('campaign.text')}</h2>
          <MessageText
            entity={oversight}
            uuid={campaign.uuid}
            text={shown(campaign.body)}
            className="sms-bubble"
          />
        </section>
        <Money campaign={campaign} />
      </div>
      <Outcomes campaign={campaign} />
    </div>
  );
}

/** What the state means for staff. */
function State({ campaign }: { campaign: Overseen }) {
  const translate = useTranslate();
  const user = useUser();
  const { status, held, error, scheduled_at } = campaign;
  const reason = error && translate('campaign.because', { reason: serverText(error) });
  if (status === 'draft') {
    return (
      <Alert severity="warning" variant="outlined">
        <AlertTitle>{translate('oversight.waits')}</AlertTitle>
        {translate(
          campaign.user === user?.uuid
            ? 'oversight.waitsOwn'
            : campaign.waits_for === 'colleague'
              ? 'oversight.waitsColleague'
              : 'oversight.waitsText',
        )}{' '}
        {scheduled_at && translate('oversight.waitsTime', { time: dateTime(scheduled_at) })}
      </Alert>
    );
  }
  if (status === 'paused') {
    return (
      <Alert severity="warning" variant="outlined">
        {/* A pause that no person made has a reason. */}
        {translate(
          held ? 'oversight.held' : error ? 'oversight.pausedBySender' : 'oversight.pausedByCustomer',
        )}{' '}
        {reason}
      </Alert>
    );
  }
  if (reason && (status === 'failed' || status === 'cancelled')) {
    return (
      <Alert severity="error" variant="outlined">
        {translate(status === 'failed' ? 'oversight.wasRejected' : 'oversight.wasStopped')} {reason}
      </Alert>
    );
  }
  return null;
}

/** Which operators have not approved the sender ID, so that messages wait. */
function Unapproved({ campaign: { sender, unapproved_by } }: { campaign: Overseen }) {
  const translate = useTranslate();
  const operators = useOperatorNames();
  if (!unapproved_by?.length) return null;
  const senders = new URLSearchParams({ filter: JSON.stringify({ q: sender }) });
  return (
    <Alert severity="warning" variant="outlined">
      {translate('oversight.unapprovedBy', { sender, operators: operators.list(unapproved_by) })}{' '}
      {canAccess('admin/sender-identities') && (
        <Link to={`/admin/sender-identities?${senders}`}>{translate('oversight.seeSender')}</Link>
      )}
    </Alert>
  );
}

const phone = (text: string): string => digits(spaced(text));

/** Why the list is flagged: its longest runs of consecutive numbers. */
function Flag({ campaign: { flag, recipients } }: { campaign: Overseen }) {
  const translate = useTranslate();
  if (!flag) return null;
  return (
    <section className="crud-card campaign-card" aria-labelledby="oversight-flag">
      <div className="campaign-head">
        <h2 id="oversight-flag">{translate('oversight.flagTitle')}</h2>
        <StatusChip status="flagged" label={translate('oversight.isFlagged')} />
      </div>
      <p className="oversight-text">
        {translate('oversight.flagText', {
          numbers: number(flag.numbers),
          total: number(recipients),
          longest: number(flag.longest),
          smart_count: flag.count,
          count: number(flag.count),
          threshold: number(flag.threshold),
        })}
      </p>
      <ul className="oversight-runs" aria-label={translate('oversight.runs')}>
        {flag.runs.map(({ first, last, numbers }) => (
          <li key={first}>
            <span>
              <span className="crud-number">{phone(first)}</span> –{' '}
              <span className="crud-number">{phone(last)}</span>
            </span>
            <b>{translate('oversight.runNumbers', { smart_count: numbers, count: number(numbers) })}</b>
          </li>
        ))}
      </ul>
      {flag.count > flag.runs.length && (
        <p className="oversight-text">
          {translate('oversight.moreRuns', { count: number(flag.runs.length) })}
        </p>
      )}
    </section>
  );
}
