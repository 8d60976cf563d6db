import type { MailVariable } from './mailTexts.ts';
import { kycReasons } from './reviewReasons.ts';

const same = {
  link: 'https://sms.example.com/…',
  sign_in_link: 'https://sms.example.com/login',
  forgot_link: 'https://sms.example.com/forgot-password',
  stop_link: 'https://sms.example.com/…',
  ...{ code: '123456', time: '2026-11-26 14:05', address: '203.0.113.7', key: 'bsk_4f7a' },
  ...{ amount: 'Rs. 5,000.00', balance: 'Rs. 412.50', threshold: 'Rs. 500.00' },
  ...{ sent: '12,450', delivered: '12,018', failed: '391' },
  ...{ sender: 'HIMAL', number: '2083/84-000123' },
};

/** Values for a preview, in the mail's language; `product` is the service's own name. */
export const mailSamples: Readonly<Record<'en' | 'ne', Record<Exclude<MailVariable, 'product'>, string>>> = {
  en: {
    ...same,
    ...{ month: 'Kartik 2083', due: '17 Mangsir 2083 (2 Dec 2026)' },
    ...{ package: 'Business', campaign: 'Dashain offer', service: 'eSewa', seller: 'Himal Traders' },
    reason: kycReasons[1]?.en ?? '',
  },
  ne: {
    ...same,
    ...{ month: 'कात्तिक 2083', due: '2083 मंसिर 17 (2 डिसेम्बर 2026)' },
    ...{ package: 'बिजनेस', campaign: 'दसैँ अफर', service: 'इसेवा', seller: 'हिमाल ट्रेडर्स' },
    reason: kycReasons[1]?.ne ?? '',
  },
};
