import type { otherOrigin as en } from '../en/otherOrigin.ts';

export const otherOrigin: typeof en = {
  otherOrigin: {
    noAnswer: '%{api}बाट जवाफ आएन। कि त्यहाँ पुग्न सकिएन, कि त्यसले %{origin}बाट आउने अनुरोध स्वीकार गर्दैन।',
  },
};
