import Avatar from '@mui/material/Avatar';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useId, useState } from 'react';
import { initials } from '../format.ts';
import { useAfterwards } from './useAfterwards.ts';
import { useUser } from './useUser.ts';

const loadItems = () => import('./UserMenuItems.tsx');
const UserMenuItems = lazy(() => loadItems().then((m) => ({ default: m.UserMenuItems })));

/** The button with the user's name, and the menu that it opens. */
export function UserMenu() {
  const translate = useTranslate();
  const user = useUser();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useAfterwards(loadItems);
  const name = user?.name?.trim() || translate('shell.user');

  return (
    <>
      <ButtonBase
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ borderRadius: '20px', p: '4px', gap: 1, '&:hover': { bgcolor: 'var(--tint)' } }}
      >
        <span className="shell-hidden">{translate('shell.user_menu', { name })}</span>
        <Avatar
          aria-hidden
          sx={{
            width: 32,
            height: 32,
            fontSize: '0.8125rem',
            fontWeight: 600,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
          }}
        >
          {initials(name)}
        </Avatar>
        <Typography
          component="span"
          aria-hidden
          variant="body2"
          noWrap
          sx={{ display: { xs: 'none', md: 'block' }, maxWidth: 160, pr: 1, fontWeight: 500 }}
        >
          {name}
        </Typography>
      </ButtonBase>
      <Suspense>
        {anchor && <UserMenuItems id={menuId} name={name} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
