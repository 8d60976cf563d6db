import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { Logo } from '../public/Logo.tsx';
import { Menu } from './Sidebar.tsx';

/** The menu on screens without room for a sidebar. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      sx={{ display: { lg: 'none' } }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': translate('shell.menu'),
          sx: { width: '100%' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', p: 1, pl: 2.5 }}>
        <Logo />
        <IconButton
          aria-label={translate('shell.close_menu')}
          onClick={onClose}
          sx={{ width: 40, height: 40 }}
        >
          <CloseIcon />
        </IconButton>
      </Box>
      <Menu onNavigate={onClose} />
    </Drawer>
  );
}
