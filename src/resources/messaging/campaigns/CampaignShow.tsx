import { useRefresh, useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { MessageText } from '../../../crud/MessageText.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { CampaignActions } from './CampaignActions.tsx';
import { CampaignNotes } from './CampaignNotes.tsx';
import { ColleagueDecision } from './ColleagueDecision.tsx';
import { encodingField } from './encodingField.tsx';
import { Money } from './Money.tsx';
import { Announcement, Outcomes } from './Outcomes.tsx';
import { pollEvery } from './progress.ts';
import { Results, ResultsOverTime } from './Results.tsx';

const campaign = entityOf('sms');

const asCampaign = (record: unknown): Campaign => record as Campaign;

/** A campaign's page: progress while sending, then delivery results. */
export function CampaignShow() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const statusCell = useStatusCell(campaign);
  return (
    <EntityShow
      entity={campaign}
      refetchEvery={(record) => pollEvery(record && asCampaign(record))}
      beside={statusCell}
      actions={(record) => <CampaignActions campaign={asCampaign(record)} onDone={refresh} />}
      before={(record) => (
        <div className="campaign">
          <Announcement campaign={asCampaign(record)} />
          <CampaignNotes campaign={asCampaign(record)} />
          <ColleagueDecision key={`decision ${record.id}`} campaign={asCampaign(record)} />
          <Outcomes campaign={asCampaign(record)} />
          <Results key={String(record.id)} campaign={asCampaign(record)} />
          <div className="campaign-grid">
            <section className="crud-card campaign-card" aria-labelledby="campaign-text">
              <h2 id="campaign-text">{translate('campaign.text')}</h2>
              <MessageText
                entity={campaign}
                uuid={String(record.uuid)}
                text={shown(record.body)}
                className="sms-bubble"
              />
            </section>
            <Money campaign={asCampaign(record)} />
          </div>
        </div>
      )}
      // Last, because only its answer tells whether there is one.
      after={(record) => <ResultsOverTime key={String(record.id)} campaign={asCampaign(record)} />}
      render={{ encoding: encodingField }}
      fields={({ urgent, colleague_at, channel }) => [
        ...(canAccess('admin/accounts') ? ['account'] : []),
        ...(channel === 'viber' ? ['channel', 'viber', 'fallback_minutes'] : []),
        ...['sender', 'encoding', 'recipients', 'parts', ...(urgent ? ['urgent'] : [])],
        ...['created_at', 'scheduled_at', 'started_at', 'finished_at'],
        ...(colleague_at ? ['maker', 'colleague_by', 'colleague_at'] : []),
      ]}
    />
  );
}
