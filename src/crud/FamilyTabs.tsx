import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router-dom';
import { canAccess } from '../core/access.ts';
import { entities } from '../core/entities.ts';
import { TabStrip } from './TabStrip.tsx';

/**
 * Tabs of lists whose routes share a prefix (`contact`, `contact/groups`), limited to what the user may see and the
 * server offers; none for a single list.
 */
export function FamilyTabs({ root, label }: { root: string; label: string }) {
  const translate = useTranslate();
  const family = entities.filter(
    ({ name }) => (name === root || name.startsWith(`${root}/`)) && canAccess(name, 'list'),
  );
  if (family.length < 2) return null;
  return (
    <TabStrip label={label}>
      {family.map(({ name }) => (
        <NavLink key={name} to={`/${name}`} end>
          {translate(`resources.${name}.name`, { smart_count: 2, _: name })}
        </NavLink>
      ))}
    </TabStrip>
  );
}
