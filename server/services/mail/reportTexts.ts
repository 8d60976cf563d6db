import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

interface Month {
  month: string;
  sent: string;
  delivered: string;
  failed: string;
  link: string;
}

/** The mail about last month's report. All values are formatted. */
export const reportText: Readonly<Record<Language, (values: Month) => ComposedMail>> = {
  en: ({ month, sent, delivered, failed, link }) => ({
    subject: `Your report for ${month}`,
    lines: [
      `Your report for ${month} is ready. Sent: ${sent}. Delivered: ${delivered}. Failed: ${failed}.`,
      'Sign in to see it by day, operator or sender ID, and to download it:',
      { link, label: 'Open the report' },
      'You get this e-mail each month because you asked for it. You can switch it off at the end of that page.',
    ],
  }),
  ne: ({ month, sent, delivered, failed, link }) => ({
    subject: `${month} को रिपोर्ट`,
    lines: [
      `${month} को रिपोर्ट तयार छ। पठाइएका सन्देश: ${sent}। पुगेका: ${delivered}। नपुगेका: ${failed}।`,
      'दिन, अपरेटर वा प्रेषक नामअनुसार हेर्न र डाउनलोड गर्न साइन इन गर्नुहोस्:',
      { link, label: 'रिपोर्ट हेर्नुहोस्' },
      'तपाईंले माग्नुभएकाले यो इमेल हरेक महिना आउँछ। त्यही पृष्ठको अन्त्यबाट यसलाई बन्द गर्न सक्नुहुन्छ।',
    ],
  }),
};
