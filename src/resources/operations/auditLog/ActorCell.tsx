import { useTranslate } from 'ra-core';
import type { AuditEntry } from '#schema/auditEntry.ts';
import { Email } from '../../../crud/fields.tsx';

/** Who did it: a person by name and address, an anonymous visitor, or the server itself. */
export function ActorCell({ entry, inList }: { entry: AuditEntry; inList?: boolean }) {
  const translate = useTranslate();
  const { actor, actor_name, actor_email, acting_as_name, acting_as, api_key, api_key_name, ip } = entry;
  if (!actor) return <span className="audit-quiet">{translate(ip ? 'audit.nobody' : 'audit.server')}</span>;
  return (
    <span className="audit-who">
      <span>{actor_name ?? actor}</span>
      {actor_email && (
        <small>
          <Email address={actor_email} />
        </small>
      )}
      {inList && acting_as && (
        <small className="audit-acting">
          {translate('audit.actingAs', { name: acting_as_name ?? acting_as.slice(0, 8) })}
        </small>
      )}
      {api_key && <small>{translate('audit.withKey', { name: api_key_name ?? api_key.slice(0, 8) })}</small>}
    </span>
  );
}
