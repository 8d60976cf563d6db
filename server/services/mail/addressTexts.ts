import { ADDRESS_HOURS } from '#schema/addressChange.ts';
import { beforeSuffix, type ComposedMail } from '#schema/mailTemplate.ts';
import type { Language } from './mailTexts.ts';

/** The mail to a new address. The address may be a stranger's, so the mail contains nothing about the account. */
export const addressMail: Record<Language, (product: string, link: string) => ComposedMail> = {
  en: (product, link) => ({
    subject: 'Confirm your new e-mail address',
    lines: [
      `Someone asked to use this e-mail address for their account at ${product}. If it was you, or your provider for you, confirm it here:`,
      { link, label: 'Confirm this address' },
      `The link works once, for ${ADDRESS_HOURS} hours. Your previous address stays in use until you confirm. After that you are signed out everywhere and sign in with this address.`,
      'If you do not recognise this request, ignore this e-mail. Nothing changes unless the link is opened and confirmed.',
    ],
  }),
  ne: (product, link) => ({
    subject: 'नयाँ इमेल ठेगाना पुष्टि गर्नुहोस्',
    lines: [
      `कसैले ${beforeSuffix(product)}को आफ्नो खातामा यो इमेल ठेगाना राख्न खोजेको छ। त्यो तपाईं आफैँ वा तपाईंका लागि सेवा प्रदायक हो भने यहाँ पुष्टि गर्नुहोस्:`,
      { link, label: 'यो ठेगाना पुष्टि गर्नुहोस्' },
      `यो लिङ्क एक पटक मात्र र ${ADDRESS_HOURS} घण्टासम्म चल्छ। त्यतिन्जेल पुरानै ठेगाना रहन्छ। त्यसपछि तपाईं सबै ठाउँबाट साइन आउट हुनुहुन्छ र यही ठेगानाले साइन इन गर्नुहुन्छ।`,
      'तपाईंलाई यसबारे थाहा छैन भने केही गर्नुपर्दैन: यो लिङ्क नखोली केही बदलिँदैन।',
    ],
  }),
};

/** Replaces a password link while those are blocked; `time` is when they work again, in Nepal time. */
export const heldMail: Record<Language, (time: string) => ComposedMail> = {
  en: (time) => ({
    subject: 'You cannot reset your password yet',
    lines: [
      `Your provider recently changed the e-mail address of your account. To protect the account, you can request a password link after ${time} (Nepal time).`,
      'Your current password still works.',
    ],
  }),
  ne: (time) => ({
    subject: 'नयाँ पासवर्डका लागि केही समय पर्खनुहोस्',
    lines: [
      `सेवा प्रदायकले तपाईंको खाताको इमेल ठेगाना केही समयअघि बदलेको छ। खाताको सुरक्षाका लागि नयाँ पासवर्ड राख्ने लिङ्क ${time} (नेपाली समय)पछि मात्र पठाइन्छ। त्यसपछि माग्नुहोस्।`,
      'त्यतिन्जेल अहिलेकै पासवर्ड चल्छ।',
    ],
  }),
};
