/** What the console needs of the trial (trial.ts) before it needs zod. */

export const TRIAL = '/v1/sms/trial/';

/** The most parts of one of its messages. */
export const TRIAL_PARTS = 3;

/**
 * What is added with a verified number, to try things with. The contacts are inactive, so that no campaign goes to their
 * numbers, which are examples.
 */
export const trialSamples = {
  en: {
    template: {
      name: 'Sample: appointment',
      body: 'Dear {{name}}, your appointment is on {{day}} at {{time}}. Himal Clinic',
    },
    contacts: [
      { name: 'Sita Sharma', phone: '+9779841000017', attributes: { day: 'Sunday', time: '11:00' } },
      { name: 'Ram Yadav', phone: '+9779801000025', attributes: { day: 'Monday', time: '14:30' } },
      { name: 'Gita Rai', phone: '+9779851000033', attributes: { day: 'Friday', time: '9:15' } },
    ],
  },
  ne: {
    template: {
      name: 'नमुना: भेट्ने समय',
      body: 'प्रिय {{name}}, तपाईंको समय {{day}} {{time}} बजे हो। हिमाल क्लिनिक',
    },
    contacts: [
      { name: 'सीता शर्मा', phone: '+9779841000017', attributes: { day: 'आइतबार', time: '11:00' } },
      { name: 'राम यादव', phone: '+9779801000025', attributes: { day: 'सोमबार', time: '14:30' } },
      { name: 'गीता राई', phone: '+9779851000033', attributes: { day: 'शुक्रबार', time: '9:15' } },
    ],
  },
} as const;
