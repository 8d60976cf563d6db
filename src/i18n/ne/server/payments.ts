/** Messages about incoming money. */
export const payments: Readonly<Record<string, string>> = {
  'Only post-paid accounts have a credit limit.': 'पोस्टपेड खाताको मात्र उधारो सीमा हुन्छ।',
  'This account owes %{1}. It can be prepaid once that is paid.':
    'यस खाताले %{1} तिर्न बाँकी छ। त्यो तिरेपछि प्रिपेड बनाउन मिल्छ।',
  'This account owes %{1}. The credit limit cannot be less than that.':
    'यस खाताले %{1} तिर्न बाँकी छ। उधारो सीमा त्योभन्दा कम हुन सक्दैन।',
  // Online payments
  'This payment is already %{1}. Start a new one.': 'यो भुक्तानीमा निर्णय भइसक्यो (%{1})। नयाँ सुरु गर्नुहोस्।',
  'This payment method is not available right now. Your payment stays open. Try again later.':
    'यो भुक्तानी माध्यम अहिले उपलब्ध छैन। तपाईंको भुक्तानी खुला नै रहन्छ। पछि फेरि प्रयास गर्नुहोस्।',
  '%{1} did not accept this payment: %{2}.': '%{1}ले यो भुक्तानी लिएन: %{2}।',
  '%{1} did not accept this payment: %{2}. Nothing was charged. Choose another way to pay.':
    '%{1}ले यो भुक्तानी लिएन: %{2}। केही काटिएको छैन। अर्को तरिकाले तिर्नुहोस्।',
  '%{1} cannot be reached right now. Nothing was charged. Try again in a minute, or choose another payment method.':
    'अहिले %{1}सँग सम्पर्क हुन सकेन। केही काटिएको छैन। एक मिनेटपछि फेरि प्रयास गर्नुहोस्, वा अर्को तरिकाले तिर्नुहोस्।',
  '%{1} is not responding, so we could not confirm this payment. Nothing was changed. Try again in a few minutes.':
    'अहिले %{1}ले जवाफ दिएको छैन, त्यसैले यो भुक्तानी पुष्टि गर्न सकिएन। केही परिवर्तन भएको छैन। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'This payment is still open at %{1} and can be paid. Nothing was changed. If you do not pay it, it is cancelled automatically.':
    'यो भुक्तानी %{1}मा अझै खुला छ र तिर्न मिल्छ। केही परिवर्तन भएको छैन। नतिरेमा यो आफैँ रद्द हुन्छ।',
  '%{1} received a different amount for this payment. Our staff have been notified. Nothing was changed.':
    'यो भुक्तानीमा %{1}ले लिएको रकम मागिएको रकमसँग मिलेन। यो हाम्रा कर्मचारीले मिलाउनेछन्; केही परिवर्तन भएको छैन।',
  '%{1} does not know this payment since its key was replaced. Our staff have been notified. Nothing was changed.':
    'कुञ्जी फेरिएपछि %{1}ले यो भुक्तानी चिन्दैन। यो हाम्रा कर्मचारीले मिलाउनेछन्; केही परिवर्तन भएको छैन।',
  '%{1} is not responding. Nothing was credited. Try again in a few minutes.':
    'अहिले %{1}ले जवाफ दिएको छैन। केही जम्मा गरिएको छैन। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  '%{1} received money that cannot be credited to this payment. See its note. Nothing was credited.':
    '%{1}ले लिएको रकम यो भुक्तानीमा जम्मा गर्न मिल्दैन: टिप्पणी हेर्नुहोस्। केही जम्मा गरिएको छैन।',
  '%{1} has not confirmed this payment. Nothing was credited.':
    '%{1}ले यो भुक्तानी पुष्टि गरेको छैन। केही जम्मा गरिएको छैन।',
  'The payment was refunded by eSewa.': 'इसेवाले रकम फिर्ता गर्‍यो।',
  'The payment was cancelled at eSewa.': 'भुक्तानी इसेवामा रद्द भयो।',
  'There is no payment at eSewa for this request.': 'यो अनुरोधको भुक्तानी इसेवामा छैन।',
  'The payment was refunded by Khalti.': 'खल्तीले रकम फिर्ता गर्‍यो।',
  'The payment page of Khalti has expired.': 'खल्तीको भुक्तानी पृष्ठको म्याद सकियो।',
  'The payment was cancelled at Khalti.': 'भुक्तानी खल्तीमा रद्द भयो।',
  'There is no payment at Khalti for this request.': 'यो अनुरोधको भुक्तानी खल्तीमा छैन।',
  'The payment page was never opened.': 'भुक्तानीको पृष्ठ कहिल्यै खोलिएन।',
  'The payment was not made.': 'भुक्तानी भएन।',

  // Packages and payments
  'This payment method is not available. Choose another one.': 'यो भुक्तानी माध्यम यहाँ उपलब्ध छैन। अर्को छान्नुहोस्।',
  'You have already used this reference. A transfer can be used only once.':
    'यो सन्दर्भ नम्बर तपाईंले पठाइसक्नुभयो। एउटा ट्रान्सफर एक पटक मात्र प्रयोग गर्न मिल्छ।',
  'This package is no longer for sale. Choose another one.': 'यो प्याकेज अब बिक्रीमा छैन। अर्को छान्नुहोस्।',
  'The price of this package has changed. Nothing was bought.': 'यस प्याकेजको मूल्य बदलियो। केही किनिएको छैन।',
  'The payment service gives this payment its number. Nothing was changed.':
    'यस भुक्तानीको नम्बर भुक्तानी सेवाले दिन्छ। केही परिवर्तन भएको छैन।',
  'One person has confirmed this payment already. Nothing was changed.':
    'एक जनाले यो भुक्तानी पुष्टि गरिसक्नुभएको छ। केही परिवर्तन भएको छैन।',
  'Your provider is confirming this payment. Nothing was changed.':
    'तपाईंको सेवा प्रदायकले यो भुक्तानी पुष्टि गर्दै छ। केही परिवर्तन भएको छैन।',
  'This payment was changed after you opened it. Nothing was decided.':
    'तपाईंले पढेपछि यो भुक्तानी बदलिएको छ। कुनै निर्णय भएको छैन।',
  'This payment is already %{1}. Nothing was changed.':
    'यो भुक्तानीमा निर्णय भइसक्यो (%{1})। केही परिवर्तन भएको छैन।',
  'You belong to this account, so you cannot confirm its payments or adjust its wallet. Nothing was changed.':
    'तपाईं यसै खाताको हुनुहुन्छ, त्यसैले यसको भुक्तानी पुष्टि गर्न वा वालेट मिलाउन मिल्दैन। केही परिवर्तन भएको छैन।',
  'You have confirmed this payment. It is above the limit, so a second person must confirm it too.':
    'तपाईंले यो भुक्तानी पुष्टि गर्नुभयो। सीमाभन्दा बढी भएकाले दोस्रो व्यक्तिले पनि पुष्टि गर्नुपर्छ।',
  'You asked for this credit limit, so a second person must confirm it.':
    'यो उधारो सीमा तपाईंले माग्नुभएको हो, त्यसैले दोस्रो व्यक्तिले पुष्टि गर्नुपर्छ।',
  'Replaced by a newer request.': 'यसको ठाउँमा नयाँ अनुरोध आयो।',
  'This credit limit is already %{1}. Nothing was changed.':
    'यो उधारो सीमामा निर्णय भइसक्यो (%{1})। केही बदलिएको छैन।',
  'The account’s terms have changed since this was requested. Reject it, and set the credit limit again.':
    'अनुरोध गरेपछि खाताका सर्त बदलिए। यसलाई अस्वीकार गरेर उधारो सीमा फेरि राख्नुहोस्।',
  'Add the account first. Then set its credit limit.': 'पहिले खाता थप्नुहोस्, त्यसपछि उधारो सीमा राख्नुहोस्।',
  'You asked for this adjustment, so a second person must confirm it.':
    'यो मिलान तपाईंले अनुरोध गर्नुभएको हो, त्यसैले दोस्रो व्यक्तिले पुष्टि गर्नुपर्छ।',
  'This refund is already handled. Nothing was changed.':
    'यो रकम फिर्ता पहिले नै मिलाइसकिएको छ। केही परिवर्तन भएको छैन।',
  'This adjustment is already %{1}. Nothing was changed.':
    'यो मिलानमा निर्णय भइसक्यो (%{1})। केही परिवर्तन भएको छैन।',
  'The minimum top-up is %{1}.': 'कम्तीमा %{1} थप्नुपर्छ।',
  'The maximum top-up is %{1}.': 'एक पटकमा बढीमा %{1} थप्न मिल्छ।',
  'The minimum top-up is Rs. 10.00.': 'कम्तीमा रु. 10.00 थप्नुपर्छ।',
  'This is more than the maximum top-up.': 'एक पटकमा यति धेरै थप्न मिल्दैन।',
};
