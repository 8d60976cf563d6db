import type { elsewhere as en } from '../en/elsewhere.ts';

export const elsewhere: typeof en = {
  elsewhere: {
    noAnswer: '%{api} बाट जवाफ आएन। कि त्यहाँ पुग्न सकिएन, कि त्यसले %{origin} बाट आउने अनुरोध स्वीकार गर्दैन।',
  },
};
