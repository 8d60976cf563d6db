import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslate } from 'ra-core';
import { memo, useState } from 'react';
import { canAccess } from '../../../core/access.ts';
import { number } from '../../../core/format.ts';
import type { Errors, RecipientsProps } from './draft.ts';
import { GroupsInput } from './GroupsInput.tsx';
import { NumbersInput } from './NumbersInput.tsx';
import { SheetInput } from './SheetInput.tsx';
import { useRecipientSummary } from './useRecipientSummary.ts';
import type { SheetUpload } from './useSheetUpload.ts';

const ways = ['numbers', 'groups', 'file'] as const;
type Way = (typeof ways)[number];

const wayOf = (errors: Errors): Way | undefined =>
  errors.numbers ? 'numbers' : errors.groups ? 'groups' : errors.sheet || errors.columns ? 'file' : undefined;

/** Three ways to add recipients. Each keeps its own input; the campaign goes to all of them. */
export const RecipientsCard = memo(function RecipientsCard(props: RecipientsProps & { upload: SheetUpload }) {
  const { draft, errors } = props;
  const translate = useTranslate();
  const [chosen, setChosen] = useState<Way>(
    draft.numbers || (draft.groups.length === 0 && !draft.sheet)
      ? 'numbers'
      : draft.sheet
        ? 'file'
        : 'groups',
  );
  const [shownErrors, setShownErrors] = useState(errors);
  const faulty = wayOf(errors);
  if (errors !== shownErrors) {
    setShownErrors(errors);
    if (faulty && faulty !== chosen) setChosen(faulty);
  }
  const { plan, pasted, counts, list: known } = useRecipientSummary(draft);
  const list = known.map(([key, count]) => translate(key, { smart_count: count, count: number(count) }));
  const offered = ways.filter((way) => way !== 'groups' || canAccess('contact/groups'));

  return (
    <section className="crud-card compose-card" aria-labelledby="compose-recipients">
      <h2 id="compose-recipients">{translate('compose.recipients')}</h2>
      <p className="sms-quiet">{translate('compose.recipientsText')}</p>
      <Tabs
        value={chosen}
        onChange={(_, way: Way) => setChosen(way)}
        aria-labelledby="compose-recipients"
        className="compose-tabs"
      >
        {offered.map((way) => {
          const label = translate(`compose.tabs.${way}`);
          return (
            <Tab
              key={way}
              value={way}
              id={`compose-tab-${way}`}
              aria-controls={`compose-panel-${way}`}
              label={
                <span>
                  {label}
                  {counts[way] > 0 && <b className="compose-badge">{number(counts[way])}</b>}
                </span>
              }
            />
          );
        })}
      </Tabs>
      <div role="tabpanel" id={`compose-panel-${chosen}`} aria-labelledby={`compose-tab-${chosen}`}>
        {chosen === 'numbers' && <NumbersInput {...props} pasted={pasted} plan={plan} />}
        {chosen === 'groups' && <GroupsInput {...props} />}
        {chosen === 'file' && <SheetInput {...props} />}
      </div>
      {errors.recipients && (
        <p className="sms-bad">{translate(errors.recipients, { _: errors.recipients })}</p>
      )}
      <p className="compose-summary" role="status">
        {list.length > 0
          ? translate('compose.summary', { list: list.join(' + ') })
          : translate('compose.summaryNone')}
      </p>
    </section>
  );
});
