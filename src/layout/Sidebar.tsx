import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import AdministrationIcon from '@mui/icons-material/AdminPanelSettingsOutlined';
import DevelopersIcon from '@mui/icons-material/Code';
import ContactIcon from '@mui/icons-material/ContactsOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import PackagesIcon from '@mui/icons-material/Inventory2Outlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SmsIcon from '@mui/icons-material/SmsOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { activeRoute, type Entry, type Group, isGroup, opensGroup, visibleMenu } from './menu.ts';
import { useUser } from './useUser.ts';
import './sidebar.css';

const icons: Record<string, ReactNode> = {
  'menu.dashboard': <DashboardIcon fontSize="small" />,
  'menu.packages': <PackagesIcon fontSize="small" />,
  'menu.sms': <SmsIcon fontSize="small" />,
  'menu.contact': <ContactIcon fontSize="small" />,
  'menu.wallet': <WalletIcon fontSize="small" />,
  'menu.user': <UserIcon fontSize="small" />,
  'menu.settings': <SettingsIcon fontSize="small" />,
  'menu.developers': <DevelopersIcon fontSize="small" />,
  'menu.administration': <AdministrationIcon fontSize="small" />,
};

interface ItemProps {
  active?: string;
  onNavigate?: () => void;
}

function EntryLink({ entry, active, onNavigate }: ItemProps & { entry: Entry }) {
  const translate = useTranslate();
  return (
    <li>
      <Link
        to={`/${entry.route}`}
        className="menu-link"
        aria-current={entry.route === active ? 'page' : undefined}
        onClick={onNavigate}
      >
        {icons[entry.label]}
        <span>{translate(entry.label, { smart_count: 2 })}</span>
      </Link>
    </li>
  );
}

function GroupList({ group, active, onNavigate }: ItemProps & { group: Group }) {
  const translate = useTranslate();
  const listId = useId();
  const { pathname } = useLocation();
  const matches = opensGroup(pathname, group);
  const [open, setOpen] = useState(matches);
  useEffect(() => {
    if (matches) setOpen(true);
  }, [matches]);
  return (
    <li>
      <button
        type="button"
        className="menu-link"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        {icons[group.label]}
        <span>{translate(group.label)}</span>
        <ExpandIcon fontSize="small" className="menu-arrow" />
      </button>
      <ul id={listId} className="menu-entries" hidden={!open}>
        {group.entries.map((entry) => (
          <EntryLink key={entry.route} entry={entry} active={active} onNavigate={onNavigate} />
        ))}
      </ul>
    </li>
  );
}

/** The menu, filtered by the user's pairs; `onNavigate` closes the drawer on small screens. */
export function Menu({ onNavigate }: { onNavigate?: () => void }) {
  useUser();
  const translate = useTranslate();
  const { pathname } = useLocation();
  const items = visibleMenu();
  const active = activeRoute(pathname, items);
  return (
    <nav aria-label={translate('shell.menu')}>
      <ul className="menu">
        {items.map((item) =>
          isGroup(item) ? (
            <GroupList key={item.label} group={item} active={active} onNavigate={onNavigate} />
          ) : (
            <EntryLink key={item.label} entry={item} active={active} onNavigate={onNavigate} />
          ),
        )}
      </ul>
    </nav>
  );
}
