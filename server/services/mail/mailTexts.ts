import { brandColors } from '#schema/brandColor.ts';
import { beforeSuffix, type ComposedMail, type Line } from '#schema/mailTemplate.ts';
import { CODE_MINUTES, LINK_MINUTES } from '#schema/signup.ts';
import { INVITATION_DAYS } from '#schema/users.ts';
import { type BrandValues, serviceName } from '../platform/brand.ts';

interface Texts {
  code(product: string, code: string): ComposedMail;
  known(signIn: string, forgot: string): ComposedMail;
  /** `by`: who has given the access. */
  invited(product: string, link: string, forgot: string, by: 'provider' | 'colleague'): ComposedMail;
  reset(product: string, link: string): ComposedMail;
  changed(forgot: string): ComposedMail;
}

export type Language = 'en' | 'ne';

// Mails never contain text from customers' forms, because they may go to a stranger.
export const accessTexts: Record<Language, Texts> = {
  en: {
    code: (product, code) => ({
      subject: `Your code for ${product}`,
      lines: [
        'Enter this code on the registration page:',
        { code },
        `The code works for ${CODE_MINUTES} minutes. A newer code replaces it.`,
        'If you did not register, ignore this e-mail: no account is created without the code. Do not share the code. We never ask for it.',
      ],
    }),
    known: (signIn, forgot) => ({
      subject: 'Someone tried to register with your address',
      lines: [
        'Someone tried to register with this e-mail address, which already has an account. Nothing was changed.',
        'If it was you, sign in:',
        { link: signIn, label: 'Sign in' },
        'If you have forgotten your password, reset it:',
        { link: forgot, label: 'Reset password' },
        'If it was not you, there is nothing to do.',
      ],
    }),
    invited: (product, link, forgot, by) => ({
      subject: `Your access to ${product}`,
      lines: [
        by === 'provider'
          ? `Your provider has given you access to ${product}. Choose your password here:`
          : `A colleague has given you access to your organisation’s account in ${product}. Choose your password here:`,
        { link, label: 'Choose your password' },
        `The link works once, for ${INVITATION_DAYS} days. After that, request another one:`,
        { link: forgot, label: 'Request a link' },
        'If you do not recognise this, ignore this e-mail: nobody can sign in without a password.',
      ],
    }),
    reset: (product, link) => ({
      subject: `A new password for ${product}`,
      lines: [
        'Choose a new password here:',
        { link, label: 'Choose a new password' },
        `The link works once, for ${LINK_MINUTES} minutes. It signs you out everywhere.`,
        'If you did not request this, ignore this e-mail. Your password does not change.',
      ],
    }),
    changed: (forgot) => ({
      subject: 'Your password was changed',
      lines: [
        'The password of your account was changed with a link we sent to you. You were signed out everywhere.',
        'If it was not you, reset your password immediately and contact your provider:',
        { link: forgot, label: 'Reset password' },
      ],
    }),
  },
  ne: {
    code: (product, code) => ({
      subject: `${beforeSuffix(product)}को कोड`,
      lines: [
        'दर्ता गरिरहेको पृष्ठमा यो कोड हाल्नुहोस्:',
        { code },
        `यो कोड ${CODE_MINUTES} मिनेटसम्म मात्र चल्छ। नयाँ कोड आएपछि पुरानो चल्दैन।`,
        'तपाईंले दर्ता गर्नुभएको होइन भने केही गर्नुपर्दैन: यो कोडबिना खाता बन्दैन। कोड अरू कसैलाई नदिनुहोस्; हामी पनि कहिल्यै सोध्दैनौँ।',
      ],
    }),
    known: (signIn, forgot) => ({
      subject: 'कसैले तपाईंको इमेल ठेगानाबाट दर्ता गर्न खोज्यो',
      lines: [
        'यो इमेल ठेगानाको खाता पहिले नै छ, तर कसैले यही ठेगानाबाट फेरि दर्ता गर्न खोज्यो। केही पनि बदलिएको छैन।',
        'त्यो तपाईं नै हुनुहुन्छ भने साइन इन गर्नुहोस्:',
        { link: signIn, label: 'साइन इन गर्नुहोस्' },
        'पासवर्ड बिर्सनुभएको छ भने नयाँ पासवर्ड माग्नुहोस्:',
        { link: forgot, label: 'पासवर्ड बिर्सनुभयो?' },
        'त्यो तपाईं हुनुहुन्न भने केही गर्नुपर्दैन।',
      ],
    }),
    invited: (product, link, forgot, by) => ({
      subject: `${beforeSuffix(product)}मा तपाईंको पहुँच`,
      lines: [
        by === 'provider'
          ? `सेवा प्रदायकले तपाईंलाई ${beforeSuffix(product)}मा पहुँच दिएको छ। यहाँ आफ्नो पासवर्ड राख्नुहोस्:`
          : `एक सहकर्मीले तपाईंलाई ${beforeSuffix(product)}मा आफ्नो संस्थाको खातामा पहुँच दिएका छन्। यहाँ आफ्नो पासवर्ड राख्नुहोस्:`,
        { link, label: 'आफ्नो पासवर्ड राख्नुहोस्' },
        `यो लिङ्क एक पटक मात्र र ${INVITATION_DAYS} दिनसम्म चल्छ। त्यसपछि अर्को लिङ्क माग्नुहोस्:`,
        { link: forgot, label: 'लिङ्क माग्नुहोस्' },
        'यस्तो पहुँचबारे तपाईंलाई थाहा छैन भने केही गर्नुपर्दैन: पासवर्डबिना कसैले साइन इन गर्न सक्दैन।',
      ],
    }),
    reset: (product, link) => ({
      subject: `${beforeSuffix(product)}को नयाँ पासवर्ड`,
      lines: [
        'यहाँबाट नयाँ पासवर्ड राख्नुहोस्:',
        { link, label: 'नयाँ पासवर्ड राख्नुहोस्' },
        `यो लिङ्क एक पटक मात्र र ${LINK_MINUTES} मिनेटसम्म चल्छ। पासवर्ड बदलेपछि तपाईं सबै ठाउँबाट साइन आउट हुनुहुनेछ।`,
        'तपाईंले माग्नुभएको होइन भने केही गर्नुपर्दैन: पासवर्ड जस्ताको तस्तै रहन्छ।',
      ],
    }),
    changed: (forgot) => ({
      subject: 'तपाईंको पासवर्ड बदलियो',
      lines: [
        'हामीले इमेलमा पठाएको लिङ्कबाट तपाईंको खाताको पासवर्ड बदलिएको छ। तपाईं सबै ठाउँबाट साइन आउट हुनुभएको छ।',
        'त्यो तपाईं हुनुहुन्न भने तुरुन्तै नयाँ पासवर्ड माग्नुहोस् र सेवा प्रदायकलाई खबर गर्नुहोस्:',
        { link: forgot, label: 'पासवर्ड बिर्सनुभयो?' },
      ],
    }),
  },
};

export interface Message {
  subject: string;
  text: string;
  html: string;
  /** Where the mail program switches such mail off, by a POST without signing in (RFC 8058). */
  unsubscribe?: string;
  /** Files that are sent with it; they are not kept. */
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const asText = (line: Line): string =>
  typeof line === 'string' ? line : 'code' in line ? `    ${line.code}` : line.link;

function asHtml(line: Line, color: string): string {
  if (typeof line === 'string')
    return `<p style="margin:0 0 16px">${escapeHtml(line).replace(/\n/g, '<br>')}</p>`;
  if ('code' in line) {
    const style = 'margin:0 0 16px;font-size:28px;font-weight:600;letter-spacing:4px';
    return `<p style="${style}">${escapeHtml(line.code)}</p>`;
  }
  const [href, label] = [escapeHtml(line.link), escapeHtml(line.label)];
  return `<p style="margin:0 0 16px"><a href="${href}" style="color:${color}">${label}</a></p>`;
}

/** The end of every mail: the service's name, then whom to ask. */
export const signature = (brand: BrandValues, language: Language): string[] =>
  [
    serviceName(brand, language),
    brand.support_email,
    brand.support_phone,
    (language === 'ne' ? brand.support_hours_ne : null) ?? brand.support_hours_en,
  ].filter((line) => line !== null);

/** A mail as plain text and as HTML without external resources, signed by the service. */
export function renderMail(
  language: Language,
  brand: BrandValues,
  { subject, lines }: ComposedMail,
): Message {
  const signed = signature(brand, language);
  const color = brand.brand_color ? brandColors(brand.brand_color).light['accent-text'] : '#256394';
  const body = lines.map((line) => asHtml(line, color)).join('\n');
  return {
    subject,
    text: `${lines.map(asText).join('\n\n')}\n\n-- \n${signed.join('\n')}\n`,
    html: `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;color:#17222e;max-width:36em;margin:24px">
${body}
<p style="margin:24px 0 0;color:#526172;font-size:14px">${signed.map(escapeHtml).join('<br>')}</p>
</body></html>
`,
  };
}
