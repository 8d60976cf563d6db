import type { texts as en } from '../en/documents.ts';

export const texts: typeof en = {
  document: {
    choose: 'फाइल छान्नुहोस्',
    replace: 'बदल्नुहोस्',
    drop: 'बढीमा %{most}को फोटो (JPEG, PNG) वा PDF यहाँ तानेर छोड्नुहोस्, वा छान्नुहोस्।',
    dropNow: 'अपलोड गर्न छोड्नुहोस्',
    uploading: 'अपलोड हुँदै, %{percent}',
    uploaded: '%{size}, अपलोड भयो',
    kept: 'अपलोड भएको कागजात',
    remove: 'कागजात हटाउनुहोस्',
    stop: 'अपलोड रोक्नुहोस्',
    failed: 'अपलोड पूरा भएन। फेरि प्रयास गर्नुहोस्।',
    wrongKind: '%{name} फोटो (JPEG, PNG) वा PDF होइन। अर्को फाइल छान्नुहोस्।',
    isEmpty: '%{name} खाली छ। अर्को फाइल छान्नुहोस्।',
    tooLarge: '%{name} धेरै ठूलो छ। बढीमा %{most}को फाइल राख्नुहोस्।',
    wait: 'कागजात अझै अपलोड हुँदै छ। नसकिएसम्म पर्खनुहोस्।',
    dropPicture: 'बढीमा %{most}को फोटो (JPEG, PNG) यहाँ तानेर छोड्नुहोस्, वा छान्नुहोस्।',
    camera: 'फोटो खिच्नुहोस्',
    notPicture: '%{name} फोटो (JPEG, PNG) होइन। अर्को फाइल छान्नुहोस्।',
    notDocument: 'नाम जे भए पनि %{name}भित्र फोटो (JPEG, PNG) वा PDF छैन। अर्को फाइल छान्नुहोस्।',
    enlarge: 'ठूलो गरी हेर्नुहोस्',
    close: 'बन्द गर्नुहोस्',
    save: 'सुरक्षित गर्नुहोस्',
    notShown: 'यस प्रकारको फाइल देखाउन मिल्दैन।',
  },
};
