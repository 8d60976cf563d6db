import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { shownStatus } from '#schema/campaignState.ts';
import type { Outline } from '#schema/outline.ts';
import { useLabels } from '../core/labels.ts';
import { StatusChip } from './StatusChip.tsx';
import './testChip.css';

/** Marks what was sent only to the operator simulator. */
export function TestChip() {
  const translate = useTranslate();
  return <StatusChip status="test" label={translate('campaign.test')} />;
}

/** What it means that a campaign is a test. */
export function TestNote({ campaign: { test, cost } }: { campaign: Pick<Campaign, 'test' | 'cost'> }) {
  const translate = useTranslate();
  if (!test) return null;
  return (
    <Alert severity="warning" variant="outlined">
      {translate('campaign.testText')} {cost === 0 && translate('campaign.testFree')}
    </Alert>
  );
}

/** The `status` cell of a list and of a page title; also marks tests. */
export function useStatusCell(entity: Outline) {
  const labels = useLabels(entity);
  return (record: Readonly<Record<string, unknown>>) => {
    const status = shownStatus(record as { status: unknown });
    return (
      <span className="tested-status">
        <StatusChip status={status} label={labels.choice('status', status)} />
        {record.test === true && <TestChip />}
      </span>
    );
  };
}
