import type { ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

type CampaignNotice = 'campaign-waits' | 'campaign-approved' | 'campaign-rejected' | 'campaign-stopped';
type SecurityNotice = 'two-factor-on' | 'two-factor-off' | 'two-factor-removed';
type WebhookNotice = 'webhook-off';
type MoneyNotice = 'low-balance';
/** To staff, about a task that waits for one of them (mail/refundMails.ts). */
type TaskNotice = 'refund-task';
export type NoticeKind = CampaignNotice | SecurityNotice | WebhookNotice | MoneyNotice | TaskNotice;

type Notices<Kind extends string, Values extends string[]> = Record<
  Language,
  Record<Kind, (...values: Values) => ComposedMail>
>;

/**
 * A campaign that waits for a colleague, to those who may approve it; and the decision on a campaign, to its account's
 * users: they know its name, and who decided wrote the reason.
 */
export const campaignNotices: Notices<CampaignNotice, [name: string, reason: string, link: string]> = {
  en: {
    'campaign-waits': (name, _, link) => ({
      subject: `Waiting for your approval: ${name}`,
      lines: [
        `The campaign "${name}" of a colleague needs your approval before it is sent. Its cost is held until you decide.`,
        'Approve it, or reject it with a reason:',
        { link, label: 'Open the campaign' },
      ],
    }),
    'campaign-approved': (name, _, link) => ({
      subject: `Approved: ${name}`,
      lines: [
        `Your campaign "${name}" was approved. It is sent now, or at the scheduled time.`,
        { link, label: 'Open the campaign' },
      ],
    }),
    'campaign-rejected': (name, reason, link) => ({
      subject: `Not approved: ${name}`,
      lines: [
        `Your campaign "${name}" was not approved. Nothing was sent, and its cost was released to your wallet and packages.`,
        `Reason: ${reason}`,
        'Correct this and send the campaign again, or contact your provider.',
        { link, label: 'Open the campaign' },
      ],
    }),
    'campaign-stopped': (name, reason, link) => ({
      subject: `Stopped: ${name}`,
      lines: [
        `Your provider has stopped your campaign "${name}". Unsent messages are cancelled, and their cost was released to your wallet and packages.`,
        `Reason: ${reason}`,
        { link, label: 'Open the campaign' },
      ],
    }),
  },
  ne: {
    'campaign-waits': (name, _, link) => ({
      subject: `तपाईंको स्वीकृति चाहियो: ${name}`,
      lines: [
        `तपाईंको सहकर्मीको अभियान "${name}" पठाउनुअघि तपाईंको स्वीकृति चाहिन्छ। निर्णय नभएसम्म यसको रकम रोक्का रहन्छ।`,
        'स्वीकृत गर्नुहोस्, वा कारण दिएर अस्वीकार गर्नुहोस्:',
        { link, label: 'अभियान हेर्नुहोस्' },
      ],
    }),
    'campaign-approved': (name, _, link) => ({
      subject: `स्वीकृत भयो: ${name}`,
      lines: [
        `तपाईंको अभियान "${name}" स्वीकृत भयो। यो अहिले वा तपाईंले छानेको समयमा पठाइन्छ।`,
        { link, label: 'अभियान हेर्नुहोस्' },
      ],
    }),
    'campaign-rejected': (name, reason, link) => ({
      subject: `स्वीकृत भएन: ${name}`,
      lines: [
        `तपाईंको अभियान "${name}" स्वीकृत भएन। केही पठाइएन, र यसका लागि रोकिएको सबै रकम तपाईंको वालेट र प्याकेजमा फर्कियो।`,
        `कारण: ${reason}`,
        'यो मिलाएर अभियान फेरि पठाउनुहोस्, वा सेवा प्रदायकलाई सोध्नुहोस्।',
        { link, label: 'अभियान हेर्नुहोस्' },
      ],
    }),
    'campaign-stopped': (name, reason, link) => ({
      subject: `रोकियो: ${name}`,
      lines: [
        `सेवा प्रदायकले तपाईंको अभियान "${name}" रोक्यो। अझै नपठाइएका सन्देश पठाइने छैनन्, र तिनको रकम तपाईंको वालेट र प्याकेजमा फर्कियो।`,
        `कारण: ${reason}`,
        { link, label: 'अभियान हेर्नुहोस्' },
      ],
    }),
  },
};

/** A webhook was switched off; sent to its creator. Without its address, which should not be in a mail. */
export const webhookNotices: Notices<WebhookNotice, [link: string]> = {
  en: {
    'webhook-off': (link) => ({
      subject: 'A webhook was switched off',
      lines: [
        'One of your webhooks has failed for five days and was switched off. It no longer receives events. Your messages are still sent.',
        'Correct its URL, test it and switch it on again:',
        { link, label: 'Open the webhook' },
      ],
    }),
  },
  ne: {
    'webhook-off': (link) => ({
      subject: 'वेबहुक बन्द गरियो',
      lines: [
        'तपाईंको एउटा वेबहुक पाँच दिनदेखि असफल भएकाले बन्द गरियो। अब त्यसमा कुनै घटना पठाइँदैन। तपाईंका सन्देश भने पहिलेजस्तै पठाइन्छन्।',
        'यसको ठेगाना मिलाउनुहोस्, जाँच्नुहोस् र फेरि चालु गर्नुहोस्:',
        { link, label: 'वेबहुक हेर्नुहोस्' },
      ],
    }),
  },
};

/** An account has less left than its threshold, to its users who may see the balance. Amounts are formatted. */
export const moneyNotices: Notices<MoneyNotice, [left: string, below: string, link: string]> = {
  en: {
    'low-balance': (left, below, link) => ({
      subject: `Low balance: ${left}`,
      lines: [
        `Your account has ${left} left, which is less than ${below}. When it is used up, campaigns are not accepted.`,
        { link, label: 'Top up' },
      ],
    }),
  },
  ne: {
    'low-balance': (left, below, link) => ({
      subject: `मौज्दात कम छ: ${left}`,
      lines: [
        `तपाईंको खातामा ${left} बाँकी छ, जुन ${below}भन्दा कम हो। यो सकिएपछि नयाँ अभियान पठाउन मिल्दैन।`,
        { link, label: 'रकम थप्नुहोस्' },
      ],
    }),
  },
};

/** A change of a user's two-factor sign-in, to that user. */
export const securityNotices: Notices<SecurityNotice, [forgot: string]> = {
  en: {
    'two-factor-on': (forgot) => ({
      subject: 'Two-factor sign-in is on',
      lines: [
        'From now on, you need a second step after your password to sign in: a code from your authenticator app, or a passkey.',
        'If it was not you, reset your password immediately and contact your provider:',
        { link: forgot, label: 'Reset password' },
      ],
    }),
    'two-factor-off': (forgot) => ({
      subject: 'Two-factor sign-in is off',
      lines: [
        'Two-factor sign-in was turned off for your account. You now need only your password to sign in.',
        'If it was not you, reset your password immediately and contact your provider:',
        { link: forgot, label: 'Reset password' },
      ],
    }),
    'two-factor-removed': (forgot) => ({
      subject: 'Your provider removed your second factor',
      lines: [
        'An administrator removed the second factor of your account. You need only your password to sign in until you set it up again in your profile.',
        'If you did not request this, contact your provider and choose a new password:',
        { link: forgot, label: 'Reset password' },
      ],
    }),
  },
  ne: {
    'two-factor-on': (forgot) => ({
      subject: 'दुई चरणको साइन इन सुरु भयो',
      lines: [
        'अबदेखि तपाईंको खातामा साइन इन गर्दा पासवर्डपछि दोस्रो चरण पनि चाहिन्छ: प्रमाणीकरण एपको कोड वा पासकी।',
        'यो तपाईं हुनुहुन्न भने तुरुन्तै नयाँ पासवर्ड माग्नुहोस् र सेवा प्रदायकलाई खबर गर्नुहोस्:',
        { link: forgot, label: 'पासवर्ड बिर्सनुभयो?' },
      ],
    }),
    'two-factor-off': (forgot) => ({
      subject: 'दुई चरणको साइन इन बन्द भयो',
      lines: [
        'तपाईंको खाताको दुई चरणको साइन इन बन्द गरियो। अब साइन इन गर्न पासवर्ड मात्र चाहिन्छ।',
        'यो तपाईं हुनुहुन्न भने तुरुन्तै नयाँ पासवर्ड माग्नुहोस् र सेवा प्रदायकलाई खबर गर्नुहोस्:',
        { link: forgot, label: 'पासवर्ड बिर्सनुभयो?' },
      ],
    }),
    'two-factor-removed': (forgot) => ({
      subject: 'सेवा प्रदायकले तपाईंको दोस्रो चरण हटायो',
      lines: [
        'प्रशासकले तपाईंको खाताको दोस्रो चरण हटायो। प्रोफाइलमा फेरि नराखेसम्म साइन इन गर्न पासवर्ड मात्र चाहिन्छ।',
        'तपाईंले यो माग्नुभएको होइन भने सेवा प्रदायकलाई खबर गर्नुहोस् र नयाँ पासवर्ड राख्नुहोस्:',
        { link: forgot, label: 'पासवर्ड बिर्सनुभयो?' },
      ],
    }),
  },
};
