import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router-dom';
import { mayDo } from '../core/access.ts';
import { entities } from '../core/entities.ts';
import './crud.css';

/** Tabs of the lists whose routes begin alike (`contact`, `contact/groups`), as far as the user may see them. */
export function FamilyTabs({ root, label }: { root: string; label: string }) {
  const translate = useTranslate();
  const family = entities.filter(
    ({ name }) => (name === root || name.startsWith(`${root}/`)) && mayDo(name, 'list'),
  );
  return (
    <nav className="crud-tabs" aria-label={label}>
      {family.map(({ name }) => (
        <NavLink key={name} to={`/${name}`} end>
          {translate(`resources.${name}.name`, { smart_count: 2, _: name })}
        </NavLink>
      ))}
    </nav>
  );
}
