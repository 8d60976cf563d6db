/** A reason that staff can choose: stored in English, shown to the customer in their language. */
export interface ReviewReason {
  en: string;
  ne: string;
}

/** Common reasons for rejecting an identity verification. */
export const kycReasons: readonly ReviewReason[] = [
  {
    en: 'The picture of the document is not readable. Take it again in daylight, with all four corners.',
    ne: 'कागजातको तस्बिर पढ्न सकिएन। दिनको उज्यालोमा, चारै कुना देखिने गरी फेरि खिच्नुहोस्।',
  },
  {
    en: 'The name differs from the document. Write it exactly as on the document.',
    ne: 'नाम कागजातसँग मिलेन। कागजातमा भए जस्तै लेख्नुहोस्।',
  },
  {
    en: 'The portrait is not the person of the document. Upload a recent photo of that person.',
    ne: 'फोटो कागजातको व्यक्तिसँग मिलेन। त्यही व्यक्तिको हालसालैको फोटो राख्नुहोस्।',
  },
  {
    en: 'The document has expired. Submit one that is valid.',
    ne: 'कागजातको म्याद सकिएको छ। म्याद भएको कागजात पेस गर्नुहोस्।',
  },
  {
    en: 'The PAN certificate does not belong to this company. Upload the right one.',
    ne: 'प्यान प्रमाणपत्र यो कम्पनीको होइन। सही प्रमाणपत्र राख्नुहोस्।',
  },
];

/** Common reasons for rejecting a payment. */
export const paymentReasons: readonly ReviewReason[] = [
  {
    en: 'No payment with this number has reached us. Check the number and ask again.',
    ne: 'यो नम्बरको भुक्तानी हामीकहाँ आइपुगेको छैन। नम्बर जाँचेर फेरि अनुरोध गर्नुहोस्।',
  },
  {
    en: 'The amount that reached us differs. Ask again with the amount that you paid.',
    ne: 'हामीकहाँ आएको रकम फरक छ। तिर्नुभएको रकम लेखेर फेरि अनुरोध गर्नुहोस्।',
  },
  {
    en: 'This transfer has been credited already.',
    ne: 'यो ट्रान्सफर पहिले नै जम्मा गरिसकिएको छ।',
  },
  {
    en: 'The receipt is not readable. Ask again with a clear picture of it.',
    ne: 'रसिद पढ्न सकिएन। रसिदको प्रस्ट तस्बिर राखेर फेरि अनुरोध गर्नुहोस्।',
  },
];

/** Common reasons for rejecting a sender ID. */
export const senderReasons: readonly ReviewReason[] = [
  {
    en: 'Upload a document that shows that this name is yours.',
    ne: 'यो नाम तपाईंको हो भन्ने देखिने कागजात राख्नुहोस्।',
  },
  {
    en: 'This name belongs to somebody else. Choose one of your own.',
    ne: 'यो नाम अरू कसैको हो। आफ्नै नाम छान्नुहोस्।',
  },
  {
    en: 'This name can be mistaken for another one. Choose a name that cannot.',
    ne: 'यो नाम अर्कैको जस्तो देखिन्छ। त्यस्तो नदेखिने नाम छान्नुहोस्।',
  },
  {
    en: 'Say more exactly what you are going to send under this name.',
    ne: 'यो नामबाट के पठाउनुहुन्छ, अझ प्रस्ट लेख्नुहोस्।',
  },
];

export const reviewReasons: readonly ReviewReason[] = [...kycReasons, ...paymentReasons, ...senderReasons];

/** Translates a reason from the list; any other text is returned unchanged. */
export const reasonIn = (language: 'en' | 'ne', reason: string): string =>
  reviewReasons.find(({ en }) => en === reason)?.[language] ?? reason;
