import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { aLink } from '../support/linksData.ts';
import { ADDRESS, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const profiles = () =>
  setup.server.seen.filter(({ url }) => url.startsWith('/v1/autho/user/profile/')).length;

it.each([
  { is_simulator: false, sending: 'none' as const, read: 1 },
  { is_simulator: true, sending: 'simulator' as const, read: 0 },
  { is_simulator: false, sending: undefined, read: 0 },
])(
  'the profile is read again for a first link ($is_simulator, $sending): $read',
  async ({ read, ...given }) => {
    setUser({ ...(getUser() as User), sending: given.sending });
    const link = aLink({ is_simulator: given.is_simulator });
    setup.links = [link];
    setup.open(`${ADDRESS}/${link.uuid}/show`);
    await screen.findByText('Parts per minute');
    await waitFor(() => expect(profiles()).toBe(read));
  },
);
