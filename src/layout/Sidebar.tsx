import WalletIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import ReportsIcon from '@mui/icons-material/AssessmentOutlined';
import DevelopersIcon from '@mui/icons-material/Code';
import ContactIcon from '@mui/icons-material/ContactsOutlined';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import PackagesIcon from '@mui/icons-material/Inventory2Outlined';
import UserIcon from '@mui/icons-material/PeopleOutlined';
import PrivacyIcon from '@mui/icons-material/PrivacyTipOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SmsIcon from '@mui/icons-material/SmsOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import { useTranslate } from 'ra-core';
import { Fragment, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { number } from '../core/format.ts';
import { activeRoute, type Entry, entriesOf, type Group, isGroup, opensGroup, visibleMenu } from './menu.ts';
import { usePendingPath } from './usePendingPath.ts';
import { useScrollToActive } from './useScrollToActive.ts';
import { useUser } from './useUser.ts';
import { useWaiting } from './useWaiting.ts';
import './sidebar.css';

const icons: Record<string, ReactNode> = {
  'menu.dashboard': <DashboardIcon fontSize="small" />,
  'menu.packages': <PackagesIcon fontSize="small" />,
  'menu.sms': <SmsIcon fontSize="small" />,
  'menu.contact': <ContactIcon fontSize="small" />,
  'menu.wallet': <WalletIcon fontSize="small" />,
  'menu.user': <UserIcon fontSize="small" />,
  'resources.team.name': <UserIcon fontSize="small" />,
  'menu.settings': <SettingsIcon fontSize="small" />,
  'menu.reports': <ReportsIcon fontSize="small" />,
  'menu.developers': <DevelopersIcon fontSize="small" />,
  'menu.privacy': <PrivacyIcon fontSize="small" />,
};

const StaffIcon = lazy(() => import('./StaffIcons.tsx').then((m) => ({ default: m.StaffIcon })));

type Waiting = ReturnType<typeof useWaiting>;

interface ItemProps {
  active?: string;
  /** The entry whose page is loading. */
  pending?: string;
  waiting: Waiting;
  onNavigate?: () => void;
}

/** How many records wait behind an entry or a closed group: a number to see, and in words as the description `id`. */
function Count({ id, count }: { id: string; count: number }) {
  const translate = useTranslate();
  if (count === 0) return null;
  return (
    <>
      <span className="menu-count" aria-hidden="true">
        {number(count)}
      </span>
      <span id={id} hidden>
        {translate('menu.waiting', { smart_count: count, count: number(count) })}
      </span>
    </>
  );
}

const countOf = ({ queue }: Entry, waiting: Waiting): number => (queue && waiting[queue]) ?? 0;

/** `icon`: of an entry that is in no group. */
function EntryLink({
  entry,
  icon,
  active,
  pending,
  waiting,
  onNavigate,
}: ItemProps & { entry: Entry; icon?: ReactNode }) {
  const translate = useTranslate();
  const id = useId();
  const count = countOf(entry, waiting);
  return (
    <li>
      <Link
        to={`/${entry.route}`}
        className="menu-link"
        aria-current={entry.route === active ? 'page' : undefined}
        aria-busy={entry.route === pending || undefined}
        aria-describedby={count > 0 ? id : undefined}
        onClick={onNavigate}
      >
        {icon}
        <span>{translate(entry.label, { smart_count: 2 })}</span>
        <Count id={id} count={count} />
      </Link>
    </li>
  );
}

/**
 * Whether a group is open: while the page belongs to it, unless its user has chosen otherwise on this page. One that `stays`
 * is left as it was when another page is opened.
 */
function useOpen(matches: boolean, stays: boolean) {
  const [choice, setChoice] = useState<boolean>();
  const [matched, setMatched] = useState(matches);
  if (matched !== matches) {
    setMatched(matches);
    setChoice(stays && !matches ? (choice ?? matched) : undefined);
  }
  const open = choice ?? matches;
  return { open, toggle: () => setChoice(!open) };
}

function GroupList({ group, ...props }: ItemProps & { group: Group }) {
  const translate = useTranslate();
  const id = useId();
  const { pathname } = useLocation();
  const { open, toggle } = useOpen(opensGroup(pathname, group), !group.section);
  const count = open ? 0 : group.entries.reduce((sum, entry) => sum + countOf(entry, props.waiting), 0);
  return (
    <li>
      <button
        type="button"
        className="menu-link"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-describedby={count > 0 ? `${id}-count` : undefined}
        onClick={toggle}
      >
        {icons[group.label] ?? (
          <Suspense fallback={<svg className="icon icon-small" aria-hidden="true" />}>
            <StaffIcon label={group.label} />
          </Suspense>
        )}
        <span>{translate(group.label)}</span>
        <Count id={`${id}-count`} count={count} />
        <ExpandIcon fontSize="small" className="menu-arrow" />
      </button>
      <ul id={`${id}-list`} className="menu-entries" hidden={!open}>
        {group.entries.map((entry) => (
          <EntryLink key={entry.route} entry={entry} {...props} />
        ))}
      </ul>
    </li>
  );
}

/** The heading above the first group of a section. */
function SectionHeading({ item, before }: { item: Entry | Group; before: Entry | Group | undefined }) {
  const translate = useTranslate();
  const section = isGroup(item) ? item.section : undefined;
  if (!section || (before && isGroup(before) && before.section === section)) return null;
  return <li className="menu-section">{translate(section)}</li>;
}

/** The menu, filtered by the user's pairs; `onNavigate` closes the drawer on small screens. */
export function Menu({ onNavigate }: { onNavigate?: () => void }) {
  useUser();
  const translate = useTranslate();
  const { pathname } = useLocation();
  const pendingPath = usePendingPath();
  const nav = useRef<HTMLElement>(null);
  const items = visibleMenu();
  const active = activeRoute(pathname, items);
  const waiting = useWaiting(entriesOf(items).some(({ queue }) => queue));
  useScrollToActive(nav, active);
  const pending = pendingPath && activeRoute(pendingPath, items);
  const props = { active, pending, waiting, onNavigate };
  return (
    <nav aria-label={translate('shell.menu')} ref={nav}>
      <ul className="menu">
        {items.map((item, index) => (
          <Fragment key={item.label}>
            <SectionHeading item={item} before={items[index - 1]} />
            {isGroup(item) ? (
              <GroupList group={item} {...props} />
            ) : (
              <EntryLink entry={item} icon={icons[item.label]} {...props} />
            )}
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}
