import type { StartedPayment } from '#schema/paymentReference.ts';
import { allowLeaving, leaveTo } from '../../../core/session.ts';

type Checkout = NonNullable<StartedPayment['checkout']>;

/**
 * Leaves the console for the payment page: sends the service's form, or opens its address. Drafts are kept; the service
 * returns to /wallet/online/{uuid}. Throws for an address that is not a web page.
 */
export function goToCheckout({ url, fields }: Checkout): void {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`${protocol} is no page to pay on`);
  if (!fields) {
    leaveTo(href);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = href;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  allowLeaving();
  form.submit();
  // The browser has read it; it must not be in the page when the user comes Back.
  form.remove();
}
