import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

type Text = (service: string, amount: string, link: string) => ComposedMail;

/** A refund that an online service reports, to staff. The account's name is left out: its customer could write anything. */
export const refundTexts: Record<Language, { full: Text; part: Text }> = {
  en: {
    full: (service, amount, link) => ({
      subject: `Refund to handle: a payment of ${amount}`,
      lines: [
        `${service} has refunded a payment of ${amount}.`,
        'No balance was changed. Adjust the wallet if it has to be, then mark the refund as handled.',
        { link, label: 'Open the refunds' },
      ],
    }),
    part: (service, amount, link) => ({
      subject: `Refund to handle: a payment of ${amount}`,
      lines: [
        `${service} has refunded a part of a payment of ${amount}. It does not say how much.`,
        'No balance was changed. Adjust the wallet if it has to be, then mark the refund as handled.',
        { link, label: 'Open the refunds' },
      ],
    }),
  },
  ne: {
    full: (service, amount, link) => ({
      subject: `मिलाउनुपर्ने रकम फिर्ता: ${amount}को भुक्तानी`,
      lines: [
        `${service}ले ${amount}को भुक्तानी फिर्ता गरेको छ।`,
        'कुनै मौज्दात फेरिएको छैन। चाहिए वालेट मिलाउनुहोस्, अनि रकम फिर्ता मिलाइएको जनाउनुहोस्।',
        { link, label: 'रकम फिर्ता हेर्नुहोस्' },
      ],
    }),
    part: (service, amount, link) => ({
      subject: `मिलाउनुपर्ने रकम फिर्ता: ${amount}को भुक्तानी`,
      lines: [
        `${service}ले ${amount}को भुक्तानीको केही भाग फिर्ता गरेको छ। कति हो, त्यो खुलाएको छैन।`,
        'कुनै मौज्दात फेरिएको छैन। चाहिए वालेट मिलाउनुहोस्, अनि रकम फिर्ता मिलाइएको जनाउनुहोस्।',
        { link, label: 'रकम फिर्ता हेर्नुहोस्' },
      ],
    }),
  },
};
