import { cleanup } from '@testing-library/react';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, vi } from 'vitest';
import { apiKey } from '#schema/apiKey.ts';
import { webhook, webhookDelivery } from '#schema/webhook.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ApiKeyCreate } from '../../../src/resources/developers/apiKeys/ApiKeyCreate.tsx';
import { ApiKeyEdit } from '../../../src/resources/developers/apiKeys/ApiKeyEdit.tsx';
import { ApiKeyList } from '../../../src/resources/developers/apiKeys/ApiKeyList.tsx';
import { ApiKeyShow } from '../../../src/resources/developers/apiKeys/ApiKeyShow.tsx';
import { WebhookCreate } from '../../../src/resources/developers/webhooks/WebhookCreate.tsx';
import { WebhookList } from '../../../src/resources/developers/webhooks/WebhookList.tsx';
import { WebhookShow } from '../../../src/resources/developers/webhooks/WebhookShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';

export const times = { created_at: '2026-03-04T20:00:00Z', updated_at: '2026-03-04T20:00:00Z' };
const resources: ResourceProps[] = [
  {
    ...{ name: apiKey.name, list: <ApiKeyList />, show: <ApiKeyShow /> },
    ...{ create: <ApiKeyCreate />, edit: <ApiKeyEdit /> },
  },
  {
    name: webhook.name,
    list: <WebhookList />,
    show: <WebhookShow />,
    create: <WebhookCreate />,
    edit: <p />,
  },
  { name: webhookDelivery.name, list: <p>deliveries</p> },
];

/** A server whose answers each test gives, and the pages of API keys and webhooks. */
export function setUpDevelopers() {
  let answer: (asked: Asked) => Answer;
  let api: Awaited<ReturnType<typeof startApi>>;
  const open = (address: string) => renderConsole(resources, address, api.base);
  const posts = () => api.asked.filter(({ method }) => method === 'POST');
  beforeEach(async () => {
    sessionStorage.clear();
    preferences.set({ language: 'en', calendar: 'ad' });
    signInCustomer();
    api = await startApi((asked) => answer(asked));
    pointTo(api.base);
  });

  afterEach(async () => {
    cleanup();
    vi.restoreAllMocks();
    await api.close();
  });

  return {
    get answer() {
      return answer;
    },
    set answer(value) {
      answer = value;
    },
    get api() {
      return api;
    },
    open,
    posts,
  };
}
