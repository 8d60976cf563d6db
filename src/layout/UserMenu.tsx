import { useTranslate } from 'ra-core';
import { lazy, Suspense, useId, useState } from 'react';
import { initials } from '../core/format.ts';
import { useOnFirstInteraction } from '../start/useOnFirstInteraction.ts';
import { useUser } from './useUser.ts';

const loadItems = () => import('./UserMenuItems.tsx');
const UserMenuItems = lazy(() => loadItems().then((m) => ({ default: m.UserMenuItems })));

/** The button with the user's name, and its menu. */
export function UserMenu() {
  const translate = useTranslate();
  const user = useUser();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useOnFirstInteraction(loadItems);
  const name = user?.name?.trim() || translate('shell.user');

  return (
    <>
      <button
        type="button"
        className="bar-button user-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="shell-hidden">{translate('shell.user_menu', { name })}</span>
        <span className="disc avatar" aria-hidden="true">
          {initials(name)}
        </span>
        <span className="user-name" aria-hidden="true">
          {name}
        </span>
      </button>
      <Suspense>
        {anchor && <UserMenuItems id={menuId} name={name} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
