import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

interface Month {
  month: string;
  sent: string;
  delivered: string;
  failed: string;
  link: string;
  stop_link: string;
}

/** The mail about last month's report. All values are formatted. */
export const reportText: Readonly<Record<Language, (values: Month) => ComposedMail>> = {
  en: ({ month, sent, delivered, failed, link, stop_link }) => ({
    subject: `Your report for ${month}`,
    lines: [
      `Your report for ${month} is ready. Sent: ${sent}. Delivered: ${delivered}. Failed: ${failed}.`,
      'Sign in to see it by day, operator or sender ID, and to download it:',
      { link, label: 'Open the report' },
      'You get this e-mail each month because you asked for it. To stop it:',
      { link: stop_link, label: 'Stop the monthly e-mail' },
    ],
  }),
  ne: ({ month, sent, delivered, failed, link, stop_link }) => ({
    subject: `${month}को रिपोर्ट`,
    lines: [
      `${month}को रिपोर्ट तयार छ। पठाइएका सन्देश: ${sent}। पुगेका: ${delivered}। नपुगेका: ${failed}।`,
      'दिन, अपरेटर वा प्रेषक नामअनुसार हेर्न र डाउनलोड गर्न साइन इन गर्नुहोस्:',
      { link, label: 'रिपोर्ट हेर्नुहोस्' },
      'तपाईंले माग्नुभएकाले यो इमेल हरेक महिना आउँछ। बन्द गर्न:',
      { link: stop_link, label: 'मासिक इमेल बन्द गर्नुहोस्' },
    ],
  }),
};

/** The page at which the mail is switched off without signing in. */
export const stopTexts: Readonly<
  Record<Language, Record<'ask' | 'button' | 'done' | 'doneText' | 'broken' | 'brokenText', string>>
> = {
  en: {
    ask: 'Stop the monthly report e-mail?',
    button: 'Stop the e-mail',
    done: 'The monthly report e-mail is off',
    doneText: 'You will not get it again. You can switch it on again at the end of Reports.',
    broken: 'This link does not work',
    brokenText:
      'It is incomplete. Open the link in the e-mail again, or switch the e-mail off at the end of Reports.',
  },
  ne: {
    ask: 'मासिक रिपोर्टको इमेल बन्द गर्ने हो?',
    button: 'इमेल बन्द गर्नुहोस्',
    done: 'मासिक रिपोर्टको इमेल बन्द छ',
    doneText: 'अब यो इमेल आउँदैन। रिपोर्ट पृष्ठको अन्त्यबाट फेरि सुरु गर्न सक्नुहुन्छ।',
    broken: 'यो लिङ्क चलेन',
    brokenText: 'लिङ्क अधुरो छ। इमेलको लिङ्क फेरि खोल्नुहोस्, वा रिपोर्ट पृष्ठको अन्त्यबाट इमेल बन्द गर्नुहोस्।',
  },
};
