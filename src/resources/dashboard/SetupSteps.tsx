import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { canAccess } from '../../core/access.ts';
import { entityOf } from '../../core/entities.ts';
import { number, priceInRupees } from '../../core/format.ts';
import { http } from '../../core/http.ts';
import { offers } from '../../core/offers.ts';
import { Checklist, type ChecklistItem } from '../../crud/Checklist.tsx';
import { type Done, useAct } from '../../crud/useAct.ts';
import './setupSteps.css';

const productPricing = entityOf('admin/product-pricing');

type Setup = NonNullable<DashboardSummary['setup']>;
type DefaultPrice = NonNullable<Setup['default_price']>;

/** The steps that are done in the settings; their route, and the feature of a server that has it. */
const places = {
  brand: { path: '/admin/settings/brand', feature: 'brand-settings' },
  tax: { path: '/admin/settings/billing', feature: 'billing-settings' },
  payments: { path: '/admin/settings/billing', feature: 'billing-settings' },
  mail: { path: '/admin/settings/mail', feature: 'mail-settings' },
} as const;

/** Where the next action with the operator is. */
const operatorPlaces = {
  none: { route: 'admin/operator-links', action: 'create' },
  down: { route: 'admin/operator-links', action: 'list' },
  // The provider's own account has no money, so a customer sends the first message.
  untested: { route: 'admin/accounts', action: 'list' },
} as const;

/** What a new provider still has to set up, for administrators. */
export function SetupSteps({ setup, onChange }: { setup: Setup; onChange(): void }) {
  const translate = useTranslate();
  const link = (route: string, action: string, label: string): ChecklistItem['action'] =>
    canAccess(route, action) && (
      <Link to={action === 'list' ? `/${route}` : `/${route}/${action}`}>{translate(label)}</Link>
    );
  const inSettings = (key: keyof typeof places): ChecklistItem => ({
    key,
    title: translate(`setup.${key}`),
    text: translate(`setup.${key}Text`),
    state: setup[key] ? 'done' : 'open',
    action: canAccess('admin/settings', 'list') && offers(places[key].feature) && (
      <Link to={places[key].path}>{translate(`setup.${key}Do`)}</Link>
    ),
  });
  const { operator } = setup;
  const isTested = operator === 'tested';
  const place = isTested ? undefined : operatorPlaces[operator];
  const items: ChecklistItem[] = [
    ...(setup.secrets === false
      ? [
          {
            key: 'secrets',
            title: translate('setup.secrets'),
            text: translate('setup.secretsText'),
            state: 'open' as const,
          },
        ]
      : []),
    inSettings('brand'),
    {
      key: 'operator',
      title: translate('setup.operator'),
      text: translate(`setup.operatorText.${operator}`),
      state: isTested ? 'done' : 'open',
      // Without a customer the last step comes first.
      action:
        place &&
        (operator !== 'untested' || setup.customer) &&
        link(place.route, place.action, `setup.operatorDo.${operator}`),
    },
    {
      key: 'price',
      title: translate('setup.price'),
      text: priceText(translate, setup),
      state: setup.price ? 'done' : 'open',
      action: (
        <>
          {setup.default_price && <KeepPrice of={setup.default_price} onKept={onChange} />}
          {link('admin/product-pricing', 'create', 'setup.priceDo')}
        </>
      ),
    },
    inSettings('tax'),
    inSettings('payments'),
    inSettings('mail'),
    {
      key: 'customer',
      title: translate('setup.customer'),
      text: translate('setup.customerText'),
      state: setup.customer ? 'done' : 'open',
      action: link('admin/accounts', 'create', 'setup.customerDo'),
    },
  ];
  const done = items.filter(({ state }) => state === 'done').length;
  return (
    <section className="dash-card dash-setup" aria-labelledby="dash-setup">
      <h2 id="dash-setup">{translate('setup.title')}</h2>
      <p className="dash-quiet">
        {translate('dashboard.start_done', { done: number(done), total: number(items.length) })}
      </p>
      <Checklist items={items} />
    </section>
  );
}

const priceText = (
  translate: ReturnType<typeof useTranslate>,
  { price, default_price: now }: Setup,
): string =>
  now
    ? translate(price ? 'setup.priceDone' : 'setup.priceNow', { price: priceInRupees(now.price) })
    : translate('setup.priceText');

/** Confirms the price that the server started with, for a provider who does not want another. */
function KeepPrice({ of: { uuid, price }, onKept }: { of: DefaultPrice; onKept(): void }) {
  const translate = useTranslate();
  const { isBusy, run } = useAct(onKept);
  if (!canAccess('admin/product-pricing', 'create') || !offers('price-confirmation')) return null;
  const keep = async (): Promise<Done> => {
    await http.json(`${productPricing.path}${uuid}/confirm/`, { method: 'POST' });
    return ['setup.priceKept', { price: priceInRupees(price) }];
  };
  return (
    <Button className="setup-keep" loading={isBusy} onClick={() => void run(keep)}>
      {translate('setup.priceKeep', { price: priceInRupees(price) })}
    </Button>
  );
}
