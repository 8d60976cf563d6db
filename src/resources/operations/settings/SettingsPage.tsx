import { useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { offers } from '../../../core/offers.ts';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { TabStrip } from '../../../crud/TabStrip.tsx';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { NotFound } from '../../../layout/StatePages.tsx';
import { settingsTabs } from './index.tsx';
import './settings.css';

/** /admin/settings and the tabs below it: settings of the whole server, for administrators. */
export function SettingsPage() {
  const translate = useTranslate();
  const { '*': path = '' } = useParams();
  const tabs = settingsTabs.filter(({ feature }) => offers(feature));
  const tab = tabs.find((other) => other.path === path.replace(/\/+$/, ''));
  if (!tab) return <NotFound />;
  const labelOf = (path: string) => translate(`settings.tabs.${path || 'sending'}`);
  return (
    <div className="settings">
      <PageHeader title={`${translate('settings.title')}: ${labelOf(tab.path)}`} />
      <p>{translate('settings.lead')}</p>
      <TabStrip label={translate('settings.title')}>
        {tabs.map(({ path: to }) => (
          <NavLink key={to} to={`/admin/settings${to && `/${to}`}`} end>
            {labelOf(to)}
          </NavLink>
        ))}
      </TabStrip>
      <Suspense fallback={<PageSkeleton />}>{tab.view}</Suspense>
    </div>
  );
}
