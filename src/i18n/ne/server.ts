/**
 * The server's own sentences in Nepali, keyed by the English; `%{1}` and `%{2}` stand for what the server
 * puts in. tests/console/serverSentences.test.ts reads the server's source and names what is missing here.
 */
export const server: Readonly<Record<string, string>> = {
  // What the console itself says where the server gave no sentence (the specification's section 8)
  'Something went wrong!': 'केही गडबड भयो!',
  'Error while fetching profile data': 'प्रोफाइल ल्याउँदा त्रुटि भयो',
  'Internal Server Error': 'सर्भरमा त्रुटि भयो',
  'The server took too long to answer. Try again in a few minutes.':
    'सर्भरले जवाफ दिन धेरै समय लगायो। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',

  // Online payments
  'This payment is %{1} already. Start a new one.': 'यो भुक्तानी %{1} भइसकेको छ। नयाँ सुरु गर्नुहोस्।',
  'This way of paying is not offered here any more.': 'यसरी तिर्ने सुविधा अब यहाँ छैन।',
  '%{1} did not take this payment: %{2}.': '%{1} ले यो भुक्तानी लिएन: %{2}।',
  '%{1} did not take this payment: %{2}. Nothing was charged. Choose another way to pay.':
    '%{1} ले यो भुक्तानी लिएन: %{2}। केही काटिएको छैन। अर्को तरिकाले तिर्नुहोस्।',
  '%{1} cannot be reached just now. Nothing was charged. Try again in a minute, or choose another way to pay.':
    'अहिले %{1} सँग सम्पर्क हुन सकेन। केही काटिएको छैन। एक मिनेटपछि फेरि प्रयास गर्नुहोस्, वा अर्को तरिकाले तिर्नुहोस्।',
  '%{1} does not answer just now, so it is not known whether this payment was made. Nothing was changed. Try again in a few minutes.':
    'अहिले %{1} ले जवाफ दिएको छैन, त्यसैले यो भुक्तानी भयो कि भएन थाहा छैन। केही परिवर्तन भएको छैन। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'This payment is still open at %{1} and may be paid. Nothing was changed. If you do not pay it, it is cancelled by itself.':
    'यो भुक्तानी %{1} मा अझै खुला छ र तिर्न मिल्छ। केही परिवर्तन भएको छैन। नतिरेमा यो आफैँ रद्द हुन्छ।',
  '%{1} has taken money for this payment that is not the amount asked for. Our staff settle it; nothing was changed.':
    'यो भुक्तानीमा %{1} ले लिएको रकम मागिएको रकमसँग मिलेन। यो हाम्रा कर्मचारीले मिलाउनेछन्; केही परिवर्तन भएको छैन।',
  '%{1} does not answer just now. Nothing was credited. Try again in a few minutes.':
    'अहिले %{1} ले जवाफ दिएको छैन। केही जम्मा गरिएको छैन। केही मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  '%{1} has taken money that this payment cannot be credited with: see its note. Nothing was credited.':
    '%{1} ले लिएको रकम यो भुक्तानीमा जम्मा गर्न मिल्दैन: टिप्पणी हेर्नुहोस्। केही जम्मा गरिएको छैन।',
  '%{1} does not say that this payment is paid. Nothing was credited.':
    '%{1} ले यो भुक्तानी तिरिएको भनेको छैन। केही जम्मा गरिएको छैन।',
  'The payment was refunded by eSewa.': 'eSewa ले रकम फिर्ता गर्‍यो।',
  'The payment was cancelled at eSewa.': 'भुक्तानी eSewa मा रद्द भयो।',
  'There is no payment at eSewa for this request.': 'यो अनुरोधको भुक्तानी eSewa मा छैन।',
  'The payment was refunded by Khalti.': 'Khalti ले रकम फिर्ता गर्‍यो।',
  'The payment page of Khalti has expired.': 'Khalti को भुक्तानी पृष्ठको म्याद सकियो।',
  'The payment was cancelled at Khalti.': 'भुक्तानी Khalti मा रद्द भयो।',
  'There is no payment at Khalti for this request.': 'यो अनुरोधको भुक्तानी Khalti मा छैन।',
  'The payment page was never opened.': 'भुक्तानीको पृष्ठ कहिल्यै खोलिएन।',
  'The payment was not made.': 'भुक्तानी भएन।',

  // Everywhere
  'You do not have the permission to do this.': 'यो काम गर्ने अनुमति तपाईंलाई छैन।',
  'Sign in to go on.': 'अघि बढ्न साइन इन गर्नुहोस्।',
  'This request did not come from the console. Reload the page and try again.':
    'यो अनुरोध कन्सोलबाट आएको होइन। पृष्ठ फेरि खोलेर प्रयास गर्नुहोस्।',
  'There is no such record.': 'यस्तो अभिलेख छैन।',
  'There is nothing here.': 'यहाँ केही छैन।',
  'There is no such field.': 'यस्तो विवरण हुँदैन।',
  'Some fields are not right.': 'केही विवरण मिलेनन्।',
  'The body is not JSON.': 'अनुरोध JSON ढाँचामा छैन।',
  'The body is empty; JSON was expected.': 'अनुरोध खाली छ; JSON चाहिन्छ।',
  'The body must be JSON.': 'अनुरोध JSON ढाँचामा हुनुपर्छ।',
  'The body is too large.': 'अनुरोध धेरै ठूलो भयो।',
  'The text holds a character that cannot be stored, such as NUL. Nothing was changed.':
    'पाठमा राख्न नमिल्ने चिह्न (जस्तै NUL) छ। केही परिवर्तन भएको छैन।',
  'The server failed to do this. Nothing was changed. Try again, or give support the request id.':
    'सर्भरले यो काम गर्न सकेन। केही परिवर्तन भएको छैन। फेरि प्रयास गर्नुहोस्, वा सहयोग केन्द्रलाई सन्दर्भ नम्बर दिनुहोस्।',
  'Too many requests. Try again in %{1} seconds.': 'अनुरोध धेरै भए। %{1} सेकेन्डपछि फेरि प्रयास गर्नुहोस्।',
  'Say which records to delete, with at least one filter.':
    'कुन अभिलेख मेटाउने भन्नुहोस्; कम्तीमा एउटा फिल्टर चाहिन्छ।',
  'The cursor is not one of this list.': 'यो स्थान यस सूचीको होइन। सूची फेरि खोल्नुहोस्।',
  'This Idempotency-Key was used for another request. Nothing was done.':
    'यही अनुरोध नम्बर अर्को कामका लागि प्रयोग भइसकेको छ। केही गरिएको छैन।',
  'An Idempotency-Key has 1 to %{1} characters.': 'अनुरोध नम्बर १ देखि %{1} अक्षरको हुन्छ।',
  'This very request is being worked on. Wait for its answer.':
    'यही अनुरोधमा काम भइरहेको छ। जवाफ नआएसम्म पर्खनुहोस्।',

  // Signing in, registering, passwords
  'Signed out.': 'साइन आउट भयो।',
  'The e-mail address or the password is not right.': 'इमेल ठेगाना वा पासवर्ड मिलेन।',
  'The old password is not right.': 'अहिलेको पासवर्ड मिलेन।',
  'This server sends no mail. Ask the provider to set a new password for you.':
    'यो सर्भरले इमेल पठाउँदैन। नयाँ पासवर्ड राखिदिन सेवा प्रदायकलाई भन्नुहोस्।',
  'If an account has this address, a link is on its way to it.':
    'यस ठेगानाको खाता छ भने त्यसमा एउटा लिङ्क पठाइएको छ।',
  'The password was changed. Sign in with it.': 'पासवर्ड बदलियो। नयाँ पासवर्डले साइन इन गर्नुहोस्।',
  'This link cannot be used: it is not whole, too old, or was used already. Ask for a new one.':
    'यो लिङ्क प्रयोग गर्न मिल्दैन: अधुरो छ, पुरानो भयो, वा प्रयोग भइसक्यो। नयाँ लिङ्क माग्नुहोस्।',
  'If the address can be used, a code is on its way to it.':
    'यो ठेगाना प्रयोग गर्न मिल्ने भए त्यसमा एउटा कोड पठाइएको छ।',
  'This server sends no mail, so nobody can register. Ask the provider.':
    'यो सर्भरले इमेल पठाउँदैन, त्यसैले दर्ता हुन मिल्दैन। सेवा प्रदायकसँग सोध्नुहोस्।',
  'The code is not right, or it can no longer be used. Look at the newest mail, or ask for a new code.':
    'कोड मिलेन, वा अब प्रयोग गर्न मिल्दैन। सबैभन्दा पछिल्लो इमेल हेर्नुहोस्, वा नयाँ कोड माग्नुहोस्।',
  'This address has an account already. Sign in, or ask for a new password.':
    'यस ठेगानाको खाता पहिल्यै छ। साइन इन गर्नुहोस्, वा नयाँ पासवर्ड माग्नुहोस्।',
  'Too many mails went to this address within an hour. Try again in %{1} minutes.':
    'एक घण्टाभित्र यस ठेगानामा धेरै इमेल पठाइयो। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'A mail went to this address a moment ago. Ask for another in %{1} seconds.':
    'यस ठेगानामा भर्खरै इमेल पठाइएको छ। %{1} सेकेन्डपछि फेरि माग्नुहोस्।',
  'Use at least %{1} characters.': 'कम्तीमा %{1} अक्षर राख्नुहोस्।',
  'Choose a password that is not your name or your e-mail address.':
    'आफ्नो नाम वा इमेल ठेगानाबाहेक अर्को पासवर्ड राख्नुहोस्।',
  'This is not an e-mail address.': 'यो इमेल ठेगाना होइन।',
  'This is not a mobile number of Nepal.': 'यो नेपालको मोबाइल नम्बर होइन।',
  'The code has %{1} digits.': 'कोड %{1} अङ्कको हुन्छ।',

  // Files and sheets
  'The file is larger than %{1} MB. Nothing was kept. Split it, or remove columns that are not needed.':
    'फाइल %{1} MB भन्दा ठूलो छ। केही राखिएको छैन। फाइल टुक्र्याउनुहोस्, वा नचाहिने स्तम्भ हटाउनुहोस्।',
  'Send the file as multipart/form-data, in a field named "file".':
    'फाइल multipart/form-data ढाँचामा "file" नाममा पठाउनुहोस्।',
  'The file must be in the field "file", not "%{1}".': 'फाइल "%{1}" मा होइन, "file" नाममा पठाउनुहोस्।',
  'Send one file at a time.': 'एक पटकमा एउटै फाइल पठाउनुहोस्।',
  'There is no file in the field "file".': 'कुनै फाइल आएन।',
  'The file is empty.': 'फाइल खाली छ।',
  'The upload broke off or is not proper multipart/form-data. Try again.':
    'अपलोड बीचमै टुट्यो वा ढाँचा मिलेन। फेरि प्रयास गर्नुहोस्।',
  'There is no such file. Upload it again.': 'यस्तो फाइल छैन। फेरि अपलोड गर्नुहोस्।',
  'The sheet is empty.': 'सिट खाली छ।',
  'The sheet has a header, but no row below it.': 'सिटमा स्तम्भका नाम छन् तर तल पङ्क्ति छैनन्।',
  'The uploaded file is no longer kept. Upload it again.': 'अपलोड गरिएको फाइल अब छैन। फेरि अपलोड गर्नुहोस्।',
  'The uploaded sheet is not there any more. Upload it again.': 'अपलोड गरिएको सिट अब छैन। फेरि अपलोड गर्नुहोस्।',
  'The sheet has %{1} columns; at most %{2} can be read. Remove those that are not needed.':
    'सिटमा %{1} स्तम्भ छन्; बढीमा %{2} पढ्न सकिन्छ। नचाहिने हटाउनुहोस्।',
  'The sheet has no column "%{1}".': 'सिटमा "%{1}" नामको स्तम्भ छैन।',
  'A quote (") that opens in line %{1} of the file is not closed as it should be. Correct it and upload the file again.':
    'फाइलको हरफ %{1} मा खुलेको उद्धरण चिह्न (") बन्द भएको छैन। सच्याएर फाइल फेरि अपलोड गर्नुहोस्।',
  'In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'एक्सेलमा "Save as" मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'The file is not UTF-8 text. In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'फाइल UTF-8 मा छैन। एक्सेलमा "Save as" मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'The file is not a text file. In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'यो पाठ फाइल होइन। एक्सेलमा "Save as" मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'The Excel file is too large to be read. Save it as "CSV UTF-8 (Comma delimited)" and upload that: a CSV may be larger.':
    'एक्सेल फाइल पढ्न नसकिने गरी ठूलो छ। "CSV UTF-8 (Comma delimited)" मा सुरक्षित गरी त्यही अपलोड गर्नुहोस्: CSV अझ ठूलो हुन सक्छ।',
  'The Excel file cannot be read; it may be damaged or locked by a password. Save it again as .xlsx or CSV UTF-8.':
    'एक्सेल फाइल पढ्न सकिएन; बिग्रिएको वा पासवर्डले बन्द गरिएको हुन सक्छ। .xlsx वा CSV UTF-8 मा फेरि सुरक्षित गर्नुहोस्।',
  'This is an old Excel file (.xls), or one that a password locks. Save it as .xlsx without a password, or as CSV UTF-8.':
    'यो पुरानो एक्सेल फाइल (.xls) हो, वा पासवर्डले बन्द गरिएको छ। पासवर्डबिना .xlsx वा CSV UTF-8 मा सुरक्षित गर्नुहोस्।',

  // Contacts, groups, blacklist, templates
  'Answered "%{1}" to %{2}.': '%{2} लाई "%{1}" भनेर जवाफ पठाइयो।',
  'The reason is longer than %{1} characters.': 'कारण %{1} अक्षरभन्दा लामो छ।',
  'This number is on the blacklist already.': 'यो नम्बर कालोसूचीमा पहिल्यै छ।',
  'There is a contact with this number already.': 'यस नम्बरको सम्पर्क पहिल्यै छ।',
  'There is a group of this name already.': 'यस नामको समूह पहिल्यै छ।',
  'There is a template of this name already.': 'यस नामको टेम्प्लेट पहिल्यै छ।',
  'There is no such group.': 'यस्तो समूह छैन।',
  'There is no number.': 'नम्बर छैन।',
  'This is not a phone number.': 'यो फोन नम्बर होइन।',
  'The number has too few digits; a mobile number of Nepal has ten.':
    'नम्बरमा अङ्क कम छन्; नेपालको मोबाइल नम्बर दस अङ्कको हुन्छ।',
  'The number has too many digits; a mobile number of Nepal has ten.':
    'नम्बरमा अङ्क बढी छन्; नेपालको मोबाइल नम्बर दस अङ्कको हुन्छ।',
  'A landline gets no SMS.': 'ल्यान्डलाइनमा एसएमएस जाँदैन।',
  'Only mobile numbers of Nepal (+977) can be sent to.': 'नेपालका (+977) मोबाइल नम्बरमा मात्र पठाउन मिल्छ।',
  'The import has ended already; there is nothing to cancel.': 'आयात सकिइसक्यो; रद्द गर्ने केही छैन।',
  'The import is still running. Its refused rows can be had when it has ended.':
    'आयात चलिरहेको छ। सकिएपछि अस्वीकृत पङ्क्ति पाइन्छ।',
  'The server failed to do this. What was imported until then stays. Start the import again.':
    'सर्भरले यो काम पूरा गर्न सकेन। त्यतिन्जेल आयात भएका सम्पर्क रहन्छन्। आयात फेरि सुरु गर्नुहोस्।',
  'The header "%{1}…" is longer than %{2} characters. Shorten it and upload the file again.':
    'स्तम्भको नाम "%{1}…" %{2} अक्षरभन्दा लामो छ। छोट्याएर फाइल फेरि अपलोड गर्नुहोस्।',
  'The row has more cells than the header. Is a comma within a cell, without quotes?':
    'पङ्क्तिमा स्तम्भभन्दा बढी कोष छन्। कुनै कोषभित्र उद्धरण चिह्नबिना अल्पविराम छ कि?',
  'The name is longer than %{1} characters.': 'नाम %{1} अक्षरभन्दा लामो छ।',
  '"%{1}" is longer than %{2} characters.': '"%{1}" %{2} अक्षरभन्दा लामो छ।',
  'The row fills %{1} columns beside name and number; a contact keeps %{2}.':
    'पङ्क्तिमा नाम र नम्बरबाहेक %{1} स्तम्भ भरिएका छन्; एउटा सम्पर्कमा %{2} वटा रहन्छन्।',

  '%{1} imports are waiting already. Nothing was started. Wait until one of them has ended.':
    '%{1} आयात पहिल्यै पालोमा छन्। केही सुरु भएको छैन। एउटा नसकिएसम्म पर्खनुहोस्।',

  // Accounts, documents, sender names
  'This file is not a document. Upload a PDF, JPEG or PNG.':
    'यो कागजातको फाइल होइन। PDF, JPEG वा PNG अपलोड गर्नुहोस्।',
  'This file is not a picture. Upload a JPEG or PNG.': 'यो तस्बिर होइन। JPEG वा PNG अपलोड गर्नुहोस्।',
  'A PAN has 9 digits.': 'प्यान ९ अङ्कको हुन्छ।',
  'KYC has proved this. To change it, write to support.':
    'यो विवरण केवाईसीबाट प्रमाणित भइसक्यो। बदल्न सहयोग केन्द्रमा लेख्नुहोस्।',
  'What KYC has proved of an account stays as it is. Nothing was changed.':
    'केवाईसीबाट प्रमाणित विवरण बदल्न मिल्दैन। केही परिवर्तन भएको छैन।',
  'Your account has this sender name already, or has asked for it.':
    'तपाईंको खातामा यो प्रेषक नाम पहिल्यै छ, वा मागिसकिएको छ।',
  'This sender identity is %{1} already. Nothing was changed.':
    'यस प्रेषक नामको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
  'Use 3 to 11 letters (A to Z) and digits, without spaces.':
    '३ देखि ११ अक्षर (A देखि Z) र अङ्क राख्नुहोस्, खाली ठाउँ नराखी।',

  'The %{1} is damaged or not complete. Open it, save it again, and upload the new file.':
    '%{1} बिग्रिएको वा अधुरो छ। खोलेर फेरि सुरक्षित गर्नुहोस् र नयाँ फाइल अपलोड गर्नुहोस्।',
  'The picture has too many pixels. Make it smaller or take a photo of it, and upload that.':
    'तस्बिर धेरै ठूलो छ। सानो बनाउनुहोस् वा फेरि फोटो खिचेर अपलोड गर्नुहोस्।',
  'The file holds an archive behind the document. Open it, save it again, and upload the new file.':
    'कागजातपछाडि अर्को फाइल लुकेको छ। खोलेर फेरि सुरक्षित गर्नुहोस् र नयाँ फाइल अपलोड गर्नुहोस्।',
  'The file is larger than %{1} MB, which a document may not be. Nothing was kept. Save it smaller, or take a photo of it.':
    'फाइल %{1} MB भन्दा ठूलो छ, कागजात त्यति ठूलो हुन मिल्दैन। केही राखिएको छैन। सानो बनाएर सुरक्षित गर्नुहोस्, वा फोटो खिच्नुहोस्।',
  'This file is a document, not a sheet. Upload a CSV or Excel (.xlsx) file.':
    'यो कागजात हो, सिट होइन। CSV वा एक्सेल (.xlsx) फाइल अपलोड गर्नुहोस्।',
  'The file is neither an Excel workbook (.xlsx) nor a CSV text file, and no PDF, JPEG or PNG either.':
    'यो फाइल एक्सेल (.xlsx) वा CSV होइन, PDF, JPEG वा PNG पनि होइन।',
  'This picture is in a format of newer phones (HEIC) that not everybody can open. Save it as JPEG and upload that.':
    'यो तस्बिर नयाँ फोनको ढाँचा (HEIC) मा छ, जुन सबैले खोल्न सक्दैनन्। JPEG मा सुरक्षित गरी अपलोड गर्नुहोस्।',
  'This kind of picture cannot be used. Save it as JPEG or PNG and upload that.':
    'यस्तो तस्बिर प्रयोग गर्न मिल्दैन। JPEG वा PNG मा सुरक्षित गरी अपलोड गर्नुहोस्।',

  // KYC
  'Write it in English letters, as on the document.': 'कागजातमा जस्तै अङ्ग्रेजी अक्षरमा लेख्नुहोस्।',
  'Write it in Nepali letters, as on the document.': 'कागजातमा जस्तै नेपाली अक्षरमा लेख्नुहोस्।',
  'Write the number as on the document: digits, English letters, hyphens and slashes.':
    'नम्बर कागजातमा जस्तै लेख्नुहोस्: अङ्क, अङ्ग्रेजी अक्षर, ड्यास र धर्को।',
  'Only a person of %{1} years or more can be verified.': '%{1} वर्ष पुगेका व्यक्तिको मात्र प्रमाणीकरण हुन्छ।',
  'Check the year of birth.': 'जन्मेको साल जाँच्नुहोस्।',
  'The date of issue is in the future.': 'जारी मिति आउन बाँकी छ।',
  'Check the year of issue.': 'जारी भएको साल जाँच्नुहोस्।',
  'The date of issue is before the date of birth.': 'जारी मिति जन्म मितिभन्दा अघिको छ।',
  'This document is for companies. Choose another one.': 'यो कागजात कम्पनीका लागि हो। अर्को छान्नुहोस्।',
  'There is no such province.': 'यस्तो प्रदेश छैन।',
  'There is no such district.': 'यस्तो जिल्ला छैन।',
  'This district is not in that province. Choose it again.': 'यो जिल्ला त्यस प्रदेशमा पर्दैन। फेरि छान्नुहोस्।',
  'This municipality is not in that district. Choose it again.': 'यो पालिका त्यस जिल्लामा पर्दैन। फेरि छान्नुहोस्।',
  'This municipality has %{1} wards.': 'यस पालिकामा %{1} वडा छन्।',
  'Your KYC is %{1} already. Nothing was changed.': 'तपाईंको केवाईसीको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
  'This KYC is %{1} already. Nothing was changed.': 'यस केवाईसीको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',

  // Sending
  'Required: the cost that the plan showed.': 'जाँचमा देखिएको खर्च चाहिन्छ।',
  'There is no such sender identity.': 'यस्तो प्रेषक नाम छैन।',
  'This sender identity is not approved.': 'यो प्रेषक नाम स्वीकृत भएको छैन।',
  'The sender identity of this campaign is there no more.': 'यस अभियानको प्रेषक नाम अब छैन।',
  'There is no value for %{1}.': '%{1} को मान छैन।',
  'The text makes %{1} parts; %{2} are the most.': 'सन्देश %{1} भागको हुन्छ; बढीमा %{2} भाग मिल्छ।',
  'There is no such plan.': 'यस्तो जाँच छैन।',
  'The plan has expired. Check the cost again.': 'जाँच पुरानो भयो। खर्च फेरि जाँच्नुहोस्।',
  'This plan has been sent already. Nothing was sent again.': 'यो पठाइसकिएको छ। फेरि केही पठाइएको छैन।',
  'The plan was made for another text, sender or list. Check the cost again.':
    'यो जाँच अर्को सन्देश, प्रेषक वा सूचीको हो। खर्च फेरि जाँच्नुहोस्।',
  'There is nobody to send to: every recipient was refused.': 'पठाउने कोही छैन: सबै प्रापक छाडिए।',
  'The cost has changed since you checked it. Nothing was sent or charged.':
    'तपाईंले जाँचेपछि खर्च बदलियो। केही पठाइएको वा काटिएको छैन।',
  'The balance is not enough. Nothing was sent or charged.': 'मौज्दात पुगेन। केही पठाइएको वा काटिएको छैन।',
  'The balance is not enough. Nothing was charged.': 'मौज्दात पुगेन। केही काटिएको छैन।',
  'Only a campaign that is sending can be paused.': 'पठाइँदै गरेको अभियान मात्र रोक्न मिल्छ।',
  'Only a paused campaign can be resumed.': 'रोकिएको अभियान मात्र सुचारु गर्न मिल्छ।',
  'This campaign has ended; it cannot be cancelled.': 'यो अभियान सकिइसक्यो; रद्द गर्न मिल्दैन।',

  // Packages and payments
  'This way of paying is not offered here. Choose another one.':
    'यो भुक्तानी माध्यम यहाँ उपलब्ध छैन। अर्को छान्नुहोस्।',
  'You have sent this reference already. One transfer pays once.':
    'यो सन्दर्भ नम्बर तपाईंले पठाइसक्नुभयो। एउटा रकमान्तरणले एक पटक मात्र तिर्छ।',
  'This package is not for sale any more. Choose another one.': 'यो प्याकेज अब बिक्रीमा छैन। अर्को छान्नुहोस्।',
  'The price of this package has changed. Nothing was bought.': 'यस प्याकेजको मूल्य बदलियो। केही किनिएको छैन।',
  'This payment is %{1} already. Nothing was changed.': 'यस भुक्तानीको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
  'The least top-up is 10.00.': 'कम्तीमा 10.00 थप्नुपर्छ।',
  'This is more than one top-up may be.': 'एक पटकमा यति धेरै थप्न मिल्दैन।',
};
