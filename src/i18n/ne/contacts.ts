import type { texts as english } from '../en/contacts.ts';

export const texts: typeof english = {
  resources: {
    contact: {
      fields: {
        name: 'नाम',
        phone: 'फोन',
        operator: 'अपरेटर',
        groups: 'समूह',
        attributes: 'थप मानहरू',
        is_active: 'सक्रिय',
      },
      help: {
        phone: 'दस अङ्क, जस्तै 9841234567। खाली ठाउँ, ड्यास, +977 र नेपाली अङ्क पनि हुन्छ।',
        groups: 'एउटै सम्पर्क धेरै समूहमा हुन सक्छ।',
        attributes: 'तपाईंका आफ्नै स्तम्भ, जुन सन्देशमा {{city}} जस्तै प्रयोग गर्न सकिन्छ।',
        is_active: 'समूहमा पठाउँदा निष्क्रिय सम्पर्कले सन्देश पाउँदैन।',
      },
    },
    'contact/groups': {
      fields: { name: 'नाम', count: 'सम्पर्कहरू' },
    },
    'contact/imports': {
      fields: {
        file: 'फाइल',
        file_name: 'फाइल',
        mapping: 'स्तम्भहरू',
        groups: 'थपिने समूहहरू',
        status: 'अवस्था',
        bytes: 'आकार',
        bytes_read: 'पढिएको',
        rows: 'पङ्क्ति',
        created: 'नयाँ',
        updated: 'अद्यावधिक',
        duplicates: 'दोहोरिएका',
        refused: 'छाडिएका',
        hidden_rows: 'स्प्रेडसिटमा लुकेका',
        error: 'त्रुटि',
        finished_at: 'सकिएको समय',
      },
    },
  },
  contacts: {
    tabs: { label: 'सम्पर्कहरू' },
    empty: 'अहिलेसम्म सम्पर्क छैन',
    emptyText: 'सम्पर्क भनेका तपाईंले सन्देश पठाउने मानिस हुन्। आफूसँग भएको फाइल आयात गर्नुहोस्, वा एक-एक गरी थप्नुहोस्।',
    emptyTextAlone: 'सम्पर्क भनेका तपाईंले सन्देश पठाउने मानिस हुन्। तिनलाई एक-एक गरी थप्नुहोस्।',
    groups: {
      empty: 'अहिलेसम्म समूह छैन',
      emptyText: 'समूह भए एकैचोटि धेरै सम्पर्कलाई पठाउन सकिन्छ। एउटै सम्पर्क धेरै समूहमा हुन सक्छ।',
      open: 'सम्पर्क हेर्नुहोस्',
      export: 'यसका सम्पर्क निर्यात गर्नुहोस्',
    },
  },
};
