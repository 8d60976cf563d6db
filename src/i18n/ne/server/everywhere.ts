/** Messages used in many places. */
export const everywhere: Readonly<Record<string, string>> = {
  'This record was changed after you opened it. Nothing was saved. Reload it and try again.':
    'तपाईंले खोलेपछि यो रेकर्ड परिवर्तन भएको छ। केही पनि सुरक्षित भएन। फेरि खोलेर प्रयास गर्नुहोस्।',
  'The header If-Match must be the updated_at of the record in double quotes.':
    'हेडर If-Match रेकर्डको updated_at हुनुपर्छ, दोहोरो उद्धरण चिह्नभित्र।',
  'The outbox is shown only on the machine that the server runs on.':
    'पठाइएका इमेल सर्भर चलेकै मेसिनमा मात्र देखाइन्छ।',
  'This address cannot be read: a % needs two hexadecimal digits after it, as in %20.':
    'यो ठेगाना पढ्न सकिएन: “%”पछि दुई हेक्साडेसिमल अङ्क चाहिन्छ, जस्तै %20।',
  'A part of this address is too long.': 'यस ठेगानाको एउटा भाग धेरै लामो छ।',
  'This address cannot be read.': 'यो ठेगाना पढ्न सकिएन।',
  'The request took too long to arrive.': 'अनुरोध आइपुग्न धेरै समय लाग्यो।',
  'The address and headers are longer than 16 kB.': 'ठेगाना र हेडर 16 किलोबाइटभन्दा लामा छन्।',
  'This is not an HTTP request.': 'यो HTTP अनुरोध होइन।',
  // Messages of the console itself if the server gave none (section 8 of the specification)
  'Something went wrong!': 'केही गडबड भयो!',
  'Error while fetching profile data': 'प्रोफाइल ल्याउँदा त्रुटि भयो',
  'Internal Server Error': 'सर्भरमा त्रुटि भयो',
  'The server took too long to answer. Try again in a few minutes.':
    'सर्भरले जवाफ दिन धेरै समय लगायो। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'The server’s answer could not be read (status %{1}). Please contact support.':
    'सर्भरको जवाफ पढ्न सकिएन (स्थिति %{1})। कृपया सहायता केन्द्रमा सम्पर्क गर्नुहोस्।',

  // Everywhere
  'You do not have the permission to do this.': 'यो काम गर्ने अनुमति तपाईंलाई छैन।',
  'Sign in to continue.': 'अघि बढ्न साइन इन गर्नुहोस्।',
  'This request did not come from the console. Reload the page and try again.':
    'यो अनुरोध कन्सोलबाट आएको होइन। पृष्ठ फेरि खोलेर प्रयास गर्नुहोस्।',
  'This record does not exist.': 'यस्तो रेकर्ड छैन।',
  'Nothing was found at this address.': 'यहाँ केही छैन।',
  'This was set when the record was created and cannot be changed.':
    'यो रेकर्ड बनाउँदा राखिएको हो र परिवर्तन गर्न सकिँदैन।',
  'This field does not exist.': 'यस्तो विवरण हुँदैन।',
  'Some fields are not correct.': 'केही विवरण मिलेनन्।',
  'The body is not JSON.': 'अनुरोध JSON ढाँचामा छैन।',
  'The body is empty; JSON was expected.': 'अनुरोध खाली छ; JSON चाहिन्छ।',
  'The body must be JSON.': 'अनुरोध JSON ढाँचामा हुनुपर्छ।',
  'The body is too large.': 'अनुरोध धेरै ठूलो भयो।',
  'The text contains a character that cannot be stored, such as NUL. Nothing was changed.':
    'पाठमा राख्न नमिल्ने चिह्न (जस्तै NUL) छ। केही परिवर्तन भएको छैन।',
  'Something went wrong on the server. Nothing was changed. Try again, or contact support with the request ID.':
    'सर्भरले यो काम गर्न सकेन। केही परिवर्तन भएको छैन। फेरि प्रयास गर्नुहोस्, वा सहायता केन्द्रलाई सन्दर्भ नम्बर दिनुहोस्।',
  'The server is currently not available. Try again in a few seconds.':
    'सर्भर अहिले उपलब्ध छैन। केही सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  'The server is currently not available. Nothing was changed. Try again in a few seconds.':
    'सर्भर अहिले उपलब्ध छैन। केही परिवर्तन भएको छैन। केही सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  'The server stopped being available while it did this, so it may or may not be done. Check that before you try again.':
    'यो काम गर्दागर्दै सर्भर उपलब्ध रहेन, त्यसैले काम भएको हुन सक्छ वा नभएको पनि। फेरि प्रयास गर्नुअघि जाँच्नुहोस्।',
  'Too many requests. Try again in %{1} seconds.': 'अनुरोध धेरै भए। %{1} सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  'Too many requests. Try again in %{1} minutes.': 'अनुरोध धेरै भए। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'Say which records to delete, with at least one filter.': 'कुन रेकर्ड मेटाउने भन्नुहोस्; कम्तीमा एउटा फिल्टर चाहिन्छ।',
  'This cursor does not belong to this list.': 'यो स्थान यस सूचीको होइन। सूची फेरि खोल्नुहोस्।',
  'This Idempotency-Key was used for another request. Nothing was done.':
    'यही अनुरोध नम्बर अर्को कामका लागि प्रयोग भइसकेको छ। केही गरिएको छैन।',
  'An Idempotency-Key has 1 to %{1} characters.': 'अनुरोध नम्बर 1देखि %{1} अक्षरको हुन्छ।',
  'This request is still in progress. Wait for its answer.': 'यही अनुरोधमा काम भइरहेको छ। जवाफ नआएसम्म पर्खनुहोस्।',
};
