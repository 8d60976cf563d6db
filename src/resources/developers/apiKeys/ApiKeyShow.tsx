import { useTranslate } from 'ra-core';
import type { ApiKey } from '#schema/apiKey.ts';
import { grantable } from '#schema/keyPairs.ts';
import { allows } from '#schema/permissions.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { ApiKeyState } from './ApiKeyState.tsx';
import { usePairText } from './pairWords.ts';
import { RevokeButton } from './RevokeButton.tsx';
import './apiKeys.css';

const apiKey = entityOf('settings/api-keys');

const asKey = (record: unknown): ApiKey => record as ApiKey;

/** A key: its rights, allowed addresses, and last use. */
export function ApiKeyShow() {
  const translate = useTranslate();
  const textOf = usePairText();
  const user = useUser();
  return (
    <EntityShow
      entity={apiKey}
      beside={(record) => <ApiKeyState record={asKey(record)} />}
      remove={(record) => <RevokeButton record={asKey(record)} />}
      canEdit={(record) => asKey(record).is_active !== false}
      fields={[
        ...['prefix', 'pairs', 'addresses', 'made_by', 'last_used_at', 'last_used_ip'],
        ...['expires_at', 'revoked_at', 'created_at'],
      ]}
      render={{
        prefix: (record) => <code>{shown(asKey(record).prefix)}…</code>,
        pairs: (record) => {
          const pairs = (asKey(record).pairs ?? []).filter(Array.isArray);
          const allowed = grantable(pairs, user?.role ?? 'customer');
          return (
            <ul className="api-key-pairs">
              {pairs.map((pair) => (
                <li key={pair.join(' ')}>
                  {allows(allowed, pair)
                    ? textOf(pair)
                    : translate('apiKey.notAllowed', { pair: textOf(pair) })}
                </li>
              ))}
            </ul>
          );
        },
        addresses: (record) =>
          asKey(record).addresses?.length === 0
            ? translate('apiKey.anywhere')
            : shown(asKey(record).addresses?.join(', ')),
      }}
    />
  );
}
