import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

export type DecisionKind = 'kyc-decided' | 'payment-decided' | 'sender-decided';

interface DecisionTexts {
  /** A verification; `reason` is null if it was approved. */
  kyc(reason: string | null, link: string): ComposedMail;
  topup(amount: string, link: string): ComposedMail;
  package(amount: string, name: string, link: string): ComposedMail;
  refused(amount: string, reason: string, link: string): ComposedMail;
  /** An online payment that was not made, according to its service. */
  ended(amount: string, link: string): ComposedMail;
  sender(name: string, reason: string | null, link: string): ComposedMail;
  suspended(name: string, reason: string, link: string): ComposedMail;
  restored(name: string, reason: string, link: string): ComposedMail;
}

/** The decision on a customer's request. Reasons are written by staff; names are letters and digits, or the provider's. */
export const decisionTexts: Record<Language, DecisionTexts> = {
  en: {
    kyc: (reason, link) =>
      reason === null
        ? {
            subject: 'Your identity is verified',
            lines: [
              'We have reviewed your documents and verified your identity. You do not need to do anything.',
              { link, label: 'See your verification' },
            ],
          }
        : {
            subject: 'Your documents were not accepted',
            lines: [
              'We have reviewed your documents and could not accept them.',
              `Reason: ${reason}`,
              'Correct your details and submit again. Your previous entries are filled in.',
              { link, label: 'Correct and submit again' },
            ],
          },
    topup: (amount, link) => ({
      subject: `Top-up of ${amount} confirmed`,
      lines: [
        `We have received your payment of ${amount} and added it to your wallet.`,
        { link, label: 'See the payment' },
      ],
    }),
    package: (amount, name, link) => ({
      subject: `Package ${name} activated`,
      lines: [
        `We have received your payment of ${amount}. You can now use the package ${name}. Its validity starts today.`,
        { link, label: 'See the payment' },
      ],
    }),
    refused: (amount, reason, link) => ({
      subject: `Payment of ${amount} rejected`,
      lines: [
        `Your payment of ${amount} was rejected. Nothing was credited.`,
        `Reason: ${reason}`,
        { link, label: 'See the payment' },
      ],
    }),
    ended: (amount, link) => ({
      subject: `Payment of ${amount} was not made`,
      lines: [
        `The payment service reports that your payment of ${amount} was not made. Nothing was credited. You can start a new payment at any time.`,
        { link, label: 'See the payment' },
      ],
    }),
    sender: (name, reason, link) =>
      reason === null
        ? {
            subject: `Sender ID ${name} approved`,
            lines: [`You can now send with the sender ID ${name}.`, { link, label: 'See your sender IDs' }],
          }
        : {
            subject: `Sender ID ${name} not approved`,
            lines: [
              `The sender ID ${name} was not approved.`,
              `Reason: ${reason}`,
              'You can correct this and request the sender ID again, or request another one.',
              { link, label: 'See your sender IDs' },
            ],
          },
    suspended: (name, reason, link) => ({
      subject: `Sender ID ${name} suspended`,
      lines: [
        `The sender ID ${name} is suspended. You cannot send with it until we restore it. Campaigns that use it are paused.`,
        `Reason: ${reason}`,
        { link, label: 'See your sender IDs' },
      ],
    }),
    restored: (name, reason, link) => ({
      subject: `Sender ID ${name} restored`,
      lines: [
        `You can send with the sender ID ${name} again. Campaigns that were paused stay paused until you resume them.`,
        `Reason: ${reason}`,
        { link, label: 'See your sender IDs' },
      ],
    }),
  },
  ne: {
    kyc: (reason, link) =>
      reason === null
        ? {
            subject: 'तपाईंको पहिचान प्रमाणित भयो',
            lines: [
              'तपाईंका कागजात जाँचिए र पहिचान प्रमाणित भयो। अब केही गर्नुपर्दैन।',
              { link, label: 'विवरण हेर्नुहोस्' },
            ],
          }
        : {
            subject: 'तपाईंका कागजात स्वीकृत भएनन्',
            lines: [
              'तपाईंका कागजात जाँचिए, तर स्वीकृत भएनन्।',
              `कारण: ${reason}`,
              'यो सच्याएर फेरि पेस गर्नुहोस्। तपाईंले दिनुभएको विवरण भरिएकै छ।',
              { link, label: 'सच्याएर फेरि पेस गर्नुहोस्' },
            ],
          },
    topup: (amount, link) => ({
      subject: `${amount}को टपअप पुष्टि भयो`,
      lines: [
        `तपाईंको ${amount}को भुक्तानी हामीकहाँ आइपुग्यो र तपाईंको वालेटमा जम्मा भयो।`,
        { link, label: 'भुक्तानी हेर्नुहोस्' },
      ],
    }),
    package: (amount, name, link) => ({
      subject: `प्याकेज ${name} तपाईंको भयो`,
      lines: [
        `तपाईंको ${amount}को भुक्तानी हामीकहाँ आइपुग्यो। प्याकेज ${name} तपाईंको भयो र यसका दिन अहिलेदेखि सुरु हुन्छन्।`,
        { link, label: 'भुक्तानी हेर्नुहोस्' },
      ],
    }),
    refused: (amount, reason, link) => ({
      subject: `${amount}को भुक्तानी अस्वीकृत भयो`,
      lines: [
        `तपाईंको ${amount}को भुक्तानी अस्वीकृत भयो। केही जम्मा गरिएको छैन।`,
        `कारण: ${reason}`,
        { link, label: 'भुक्तानी हेर्नुहोस्' },
      ],
    }),
    ended: (amount, link) => ({
      subject: `${amount}को भुक्तानी भएन`,
      lines: [
        `तपाईंको ${amount}को भुक्तानी भएन भनी भुक्तानी सेवाले जनायो। केही जम्मा गरिएको छैन। जुनसुकै बेला नयाँ सुरु गर्न सक्नुहुन्छ।`,
        { link, label: 'भुक्तानी हेर्नुहोस्' },
      ],
    }),
    sender: (name, reason, link) =>
      reason === null
        ? {
            subject: `प्रेषक नाम ${name} स्वीकृत भयो`,
            lines: [`अबदेखि ${name} नामबाट सन्देश पठाउन सक्नुहुन्छ।`, { link, label: 'प्रेषक नामहरू हेर्नुहोस्' }],
          }
        : {
            subject: `प्रेषक नाम ${name} स्वीकृत भएन`,
            lines: [
              `प्रेषक नाम ${name} स्वीकृत भएन।`,
              `कारण: ${reason}`,
              'यो मिलाएर फेरि अनुरोध गर्न वा अर्को प्रेषक नामका लागि अनुरोध गर्न सक्नुहुन्छ।',
              { link, label: 'प्रेषक नामहरू हेर्नुहोस्' },
            ],
          },
    suspended: (name, reason, link) => ({
      subject: `प्रेषक नाम ${name} निलम्बन गरियो`,
      lines: [
        `प्रेषक नाम ${name} निलम्बन गरिएको छ। फुकुवा नभएसम्म यसबाट सन्देश पठाउन मिल्दैन। यो नाम प्रयोग गर्ने अभियानहरू रोकिएका छन्।`,
        `कारण: ${reason}`,
        { link, label: 'प्रेषक नामहरू हेर्नुहोस्' },
      ],
    }),
    restored: (name, reason, link) => ({
      subject: `प्रेषक नाम ${name}को निलम्बन फुकुवा भयो`,
      lines: [
        `अब ${name} नामबाट फेरि सन्देश पठाउन सक्नुहुन्छ। रोकिएका अभियान तपाईंले सुचारु नगरेसम्म रोकिएकै रहन्छन्।`,
        `कारण: ${reason}`,
        { link, label: 'प्रेषक नामहरू हेर्नुहोस्' },
      ],
    }),
  },
};
