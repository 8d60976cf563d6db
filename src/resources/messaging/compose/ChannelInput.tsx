import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { number } from '../../../core/format.ts';
import { useUser } from '../../../layout/useUser.ts';
import type { CardProps } from './draft.ts';
import { FALLBACK_CHOICES } from './fallback.ts';
import { useViber } from './useViber.ts';

type Shown = 'channel' | 'viber' | 'viberName' | 'fallback';

/** SMS or Viber, the Viber identity and the fallback; nothing for accounts without an approved identity. */
export function ChannelInput({ draft, edit, errors }: CardProps<Shown>) {
  const translate = useTranslate();
  const identities = useViber()?.identities;
  const { channel, viber, viberName } = draft;
  const isKnown = useUser()?.viber === true || channel === 'viber';
  const named = identities ?? [{ uuid: viber, name: viberName }];
  const first = identities?.find(({ name }) => name === viberName) ?? identities?.[0];
  const isGone = identities !== undefined && !identities.some(({ uuid }) => uuid === viber);
  // A draft or a copied campaign may have an identity that is gone, or only its name.
  useEffect(() => {
    if (channel !== 'viber' || !isGone) return;
    edit(first ? { viber: first.uuid, viberName: first.name } : { channel: 'sms', viber: '', viberName: '' });
  }, [channel, isGone, first, edit]);
  if (!(identities ? identities.length > 0 : isKnown)) return null;
  return (
    <div className="compose-channel" aria-busy={!identities}>
      <h3 id="compose-channel">{translate('compose.channel')}</h3>
      <RadioGroup
        row
        aria-labelledby="compose-channel"
        value={channel}
        onChange={(_, value) =>
          edit(
            value === 'viber' && first
              ? { channel: 'viber', viber: first.uuid, viberName: first.name }
              : { channel: 'sms' },
          )
        }
      >
        <FormControlLabel value="sms" control={<Radio />} label={translate('compose.channelSms')} />
        <FormControlLabel
          value="viber"
          disabled={!identities}
          control={<Radio />}
          label={translate('compose.channelViber')}
        />
      </RadioGroup>
      {channel === 'viber' && (
        <>
          <TextField
            id="compose-viber"
            select
            label={translate('compose.viberIdentity')}
            value={viber}
            onChange={({ target }) =>
              edit({
                viber: target.value,
                viberName: named.find(({ uuid }) => uuid === target.value)?.name ?? '',
              })
            }
            error={Boolean(errors.viber)}
            helperText={
              errors.viber
                ? translate(errors.viber, { _: errors.viber })
                : translate('compose.viberIdentityHelp')
            }
            slotProps={{ select: { native: true } }}
            sx={{ maxWidth: 360 }}
            fullWidth
          >
            {named.map(({ uuid, name }) => (
              <option key={uuid} value={uuid}>
                {name}
              </option>
            ))}
          </TextField>
          <Fallback draft={draft} edit={edit} errors={errors} />
        </>
      )}
    </div>
  );
}

const isOffered = (fallback: string): boolean =>
  fallback === 'none' || (FALLBACK_CHOICES as readonly string[]).includes(fallback);

function Fallback({ draft: { fallback }, edit, errors }: CardProps<'fallback'>) {
  const translate = useTranslate();
  const isOther = !isOffered(fallback);
  const help = errors.fallback ? translate(errors.fallback, { _: errors.fallback }) : undefined;
  return (
    <>
      <TextField
        id="compose-fallback"
        select
        label={translate('compose.fallback')}
        value={isOther ? 'other' : fallback}
        onChange={({ target }) => edit({ fallback: target.value === 'other' ? '' : target.value })}
        error={!isOther && Boolean(errors.fallback)}
        helperText={(!isOther && help) || translate('compose.fallbackHelp')}
        slotProps={{ select: { native: true } }}
        sx={{ maxWidth: 360 }}
        fullWidth
      >
        <option value="none">{translate('compose.fallbackNone')}</option>
        {FALLBACK_CHOICES.map((minutes) => (
          <option key={minutes} value={minutes}>
            {translate('compose.fallbackAfter', {
              smart_count: Number(minutes),
              count: number(Number(minutes)),
            })}
          </option>
        ))}
        <option value="other">{translate('compose.fallbackOther')}</option>
      </TextField>
      {isOther && (
        <TextField
          id="compose-minutes"
          label={translate('compose.fallbackMinutes')}
          value={fallback}
          onChange={({ target }) => edit({ fallback: target.value.trim() })}
          error={Boolean(errors.fallback)}
          helperText={help}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } }}
          sx={{ maxWidth: 200 }}
        />
      )}
    </>
  );
}
