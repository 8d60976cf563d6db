import type { texts as english } from '../en/mailSettings.ts';

export const texts: typeof english = {
  resources: {
    'admin/settings': {
      fields: {
        host: 'इमेल सर्भर',
        port: 'पोर्ट',
        security: 'इन्क्रिप्सन',
        username: 'प्रयोगकर्ता नाम',
        password: 'पासवर्ड',
        sender_name: 'पठाउनेको नाम',
        sender_address: 'पठाउनेको ठेगाना',
      },
      help: {
        port: 'धेरैजसो STARTTLS सँग 587, वा TLS सँग 465।',
        username: 'खाली: इमेल सर्भरले लगइन माग्दैन।',
        sender_address: 'यस इमेल सर्भरले पठाउन दिने ठेगाना हुनुपर्छ।',
      },
      choices: {
        security: { tls: 'TLS', starttls: 'STARTTLS (अनिवार्य)', none: 'छैन' },
      },
    },
  },
  mailSettings: {
    server: 'इमेल सर्भर',
    serverHelp: 'इमेल यही सर्भरबाट पठाइन्छ। परिवर्तन अर्को इमेलदेखि लागू हुन्छ।',
    none: 'इमेल सर्भर राखिएको छैन, त्यसैले कसैले दर्ता गर्न वा नयाँ पासवर्ड लिन सक्दैन।',
    fixed: 'इमेल सर्भर सर्भरको वातावरणले तोकेको छ (SMTP_URL)। पठाउने: %{sender}',
    passwordHelp: 'गुप्त राखिन्छ र कहिल्यै देखाइँदैन।',
    kept: 'सुरक्षित छ। यही राख्न खाली छोड्नुहोस्।',
    remove: 'इमेल सर्भर हटाउनुहोस्',
    removeTitle: 'इमेल सर्भर हटाउने हो?',
    removeText: 'अब इमेल पठाइँदैन। कसैले दर्ता गर्न वा नयाँ पासवर्ड लिन सक्दैन।',
    test: 'परीक्षण इमेल',
    testHelp: 'सुरक्षित गरिएको इमेल सर्भरबाट तपाईंकै ठेगानामा एउटा इमेल पठाउँछ।',
    sendTest: 'परीक्षण इमेल पठाउनुहोस्',
    result: {
      accepted: 'इमेल सर्भरले %{to} को इमेल %{ms} मिलिसेकेन्डमा लियो। आइपुग्यो कि हेर्नुहोस्।',
      refused: 'इमेल सर्भरले %{to} को इमेल लिएन।',
      unreachable: 'इमेल सर्भरसँग सम्पर्क हुन सकेन।',
    },
    said: 'यसको जवाफ: %{text}',
  },
};
