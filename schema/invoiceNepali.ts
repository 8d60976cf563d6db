import type { invoiceEnglish } from './invoiceEnglish.ts';
import { serviceNames } from './serviceNames.ts';

/** The words of a tax invoice in Nepali. */
export const invoiceNepali = {
  /** How it was paid. */
  method: {
    wallet: 'वालेट',
    bank: 'बैंक ट्रान्सफर',
    cash: 'नगद',
    cheque: 'चेक',
    ...serviceNames.ne,
  },
  operator: { ntc: 'एनटीसी', ncell: 'एनसेल', smart: 'स्मार्ट सेल', hello: 'हेलो नेपाल', unknown: 'अन्य नम्बर' },
  title: 'कर बीजक %{number}',
  pan: 'स्थायी लेखा नम्बर (PAN): %{pan}',
  number: 'बीजक नम्बर',
  dateBs: 'मिति (वि.सं.)',
  dateAd: 'मिति (ई.सं.)',
  noBsDate: 'थाहा छैन',
  provisional:
    'वि.सं. मिति र आर्थिक वर्ष अस्थायी पात्रोअनुसार हुन्: यो बीजक जारी गर्दा %{year} सालको पात्रो प्रकाशित भएको थिएन।',
  noCalendar:
    'वि.सं. मिति थाहा छैन: यो बीजक जारी गर्दा त्यस सालको पात्रो प्रकाशित भएको थिएन। ई.सं. मिति मान्य हुन्छ। आर्थिक वर्ष अस्थायी हो: जुलाई 17बाट सुरु भएको मानिएको छ।',
  paidBy: 'भुक्तानी माध्यम',
  month: 'महिना (वि.सं.)',
  dueOn: 'बुझाउने अन्तिम मिति',
  buyer: 'खरिदकर्ता',
  serial: 'क्र.सं.',
  particulars: 'विवरण',
  quantity: 'परिमाण',
  amount: 'रकम (रु.)',
  item: {
    topup: 'बल्क एसएमएसका लागि रकम',
    package: 'बल्क एसएमएस प्याकेज: %{name}',
    sms: '%{name}मा पठाइएका एसएमएस, सन्देश भाग',
    viber: '%{name}मा पठाइएका भाइबर सन्देश',
    adjustment: 'मौज्दातको मिलान',
  },
  lineVat: '%{item} (मू.अ.कर %{percent}%)',
  taxable: 'कर लाग्ने रकम',
  vat: 'मू.अ.कर %{percent}%',
  total: 'जम्मा',
  copy: 'सक्कलको प्रतिलिपि (%{count})',
  signature: 'अधिकृत हस्ताक्षर',
  forSeller: '%{name}को तर्फबाट',
} satisfies typeof invoiceEnglish;
