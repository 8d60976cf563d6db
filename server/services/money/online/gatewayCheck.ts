import { randomUUID } from 'node:crypto';
import type { GatewayCheck } from '#schema/billingSettings.ts';
import { type Gateway, GatewayDown, GatewayKeysRefused } from './gateway.ts';

/**
 * Asks a service about a payment that does not exist. `detail` is what it said. That it knows no such payment is the right
 * answer; eSewa says so whatever the secret is, because its question has no key.
 */
export async function checkGateway(gateway: Gateway): Promise<GatewayCheck> {
  const uuid = randomUUID();
  // Khalti's numbers of payments have 22 letters and digits.
  const probe = { uuid, amount: 1000, item: 'check', gatewayId: uuid.replaceAll('-', '').slice(0, 22) };
  const began = performance.now();
  const answered = (result: GatewayCheck['result'], detail: string): GatewayCheck => ({
    ...{ result, detail },
    ms: Math.round(performance.now() - began),
  });
  try {
    const { word } = await gateway.status(probe);
    return answered('ok', word);
  } catch (error) {
    if (!(error instanceof GatewayDown)) throw error;
    return answered(error instanceof GatewayKeysRefused ? 'refused' : 'unreachable', error.message);
  }
}
