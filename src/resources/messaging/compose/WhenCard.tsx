import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslate } from 'ra-core';
import { lazy, memo, Suspense } from 'react';
import { URGENT_MAX } from '#schema/compose.ts';
import { number, today } from '../../../core/format.ts';
import { joined } from '../../../crud/moment.ts';
import { useSmsConfig } from '../../../crud/useSmsConfig.ts';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import type { CardProps } from './draft.ts';

const MomentInput = lazy(() =>
  import('../../../crud/MomentInput.tsx').then((m) => ({ default: m.MomentInput })),
);

/** When to send: now or at a time in Nepal; and whether it is urgent. */
export const WhenCard = memo(function WhenCard({
  draft,
  edit,
  errors,
}: CardProps<'when' | 'at' | 'isUrgent'>) {
  const translate = useTranslate();
  const most = useSmsConfig()?.urgent_max ?? URGENT_MAX;
  // A draft from before a provider stopped urgent campaigns can still be changed.
  const isOffered = most > 0 || draft.isUrgent;
  return (
    <section className="crud-card compose-card" aria-labelledby="compose-when">
      <h2 id="compose-when">{translate('compose.when')}</h2>
      <RadioGroup
        row
        aria-labelledby="compose-when"
        value={draft.when}
        onChange={(_, when) =>
          edit(
            when === 'later' ? { when, at: draft.at || joined({ day: today(), time: '' }) } : { when: 'now' },
          )
        }
      >
        <FormControlLabel value="now" control={<Radio />} label={translate('compose.now')} />
        <FormControlLabel value="later" control={<Radio />} label={translate('compose.later')} />
      </RadioGroup>
      {draft.when === 'later' && (
        <Suspense fallback={<Skeleton variant="rounded" height="11rem" />}>
          <MomentInput
            id="compose-at"
            label={translate('compose.atDay')}
            min={today()}
            at={draft.at}
            onChange={(at) => edit({ at })}
            error={Boolean(errors.at)}
            help={errors.at && translate(errors.at, { _: errors.at })}
          />
        </Suspense>
      )}
      {isOffered && (
        <>
          <FormControlLabel
            control={
              <Checkbox
                id="compose-urgent"
                checked={draft.isUrgent}
                onChange={(_, isUrgent) => edit({ isUrgent })}
                slotProps={{
                  input: {
                    'aria-describedby': 'compose-urgent-help',
                    'aria-invalid': Boolean(errors.urgent),
                  },
                }}
              />
            }
            label={translate('compose.urgent')}
          />
          <p id="compose-urgent-help" className={errors.urgent ? 'sms-bad' : 'sms-quiet'}>
            {errors.urgent
              ? translate(errors.urgent, { _: errors.urgent })
              : translate('compose.urgentHelp', { count: number(most) })}
          </p>
        </>
      )}
    </section>
  );
});
