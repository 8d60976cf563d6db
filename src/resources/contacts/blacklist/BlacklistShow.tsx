import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { reasonText } from './EntryText.tsx';

const blacklistNumber = entityOf('settings/blacklist');

/** One blacklisted number: the reason, and at whose request. */
export function BlacklistShow() {
  const translate = useTranslate();
  return (
    <EntityShow
      entity={blacklistNumber}
      render={{
        reason: ({ reason }) =>
          typeof reason === 'string' && reason !== '' ? reasonText(translate, reason) : undefined,
      }}
    />
  );
}
