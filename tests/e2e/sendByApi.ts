import type { World } from './world.ts';

/** Sends a campaign over the API, as who is signed in there (`server.signIn`): as a colleague would in another window. */
export async function sendByApi(
  { server }: Pick<World, 'server'>,
  { numbers, ...campaign }: { name: string; body: string; numbers: readonly string[] },
): Promise<void> {
  const { results } = await server.call<{ results: { uuid: string }[] }>('GET', '/v1/sms/identities/');
  await server.call('POST', '/v1/sms/compose/', {
    ...{ ...campaign, sender: results[0]?.uuid, recipients: { numbers } },
    // In paisa; more than any test's campaign costs.
    max_cost: 100_000,
  });
}
