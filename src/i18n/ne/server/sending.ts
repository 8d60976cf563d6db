/** Messages about sending and what it needs: files, contacts, campaigns, API keys, webhooks. */
export const sending: Readonly<Record<string, string>> = {
  // Files and sheets
  'The file is larger than %{1} MB and was not saved. Split it, or remove columns you do not need.':
    'फाइल %{1} MBभन्दा ठूलो छ। केही राखिएको छैन। फाइल टुक्र्याउनुहोस्, वा नचाहिने स्तम्भ हटाउनुहोस्।',
  'Your account has %{1} GB of uploaded files that nothing uses, which is the maximum. The file was not saved. Use the files that are uploaded, or try again later: unused files are deleted after %{2} days.':
    'तपाईंको खातामा प्रयोग नभएका अपलोड %{1} GB पुगेका छन्, योभन्दा बढी राख्न मिल्दैन। यो फाइल राखिएको छैन। पहिले अपलोड भएका फाइल प्रयोग गर्नुहोस्, वा पछि फेरि प्रयास गर्नुहोस्: प्रयोग नभएका फाइल %{2} दिनपछि मेटाइन्छन्।',
  'Send the file as multipart/form-data, in a field named "file".':
    'फाइल multipart/form-data ढाँचामा "file" नाममा पठाउनुहोस्।',
  'The file must be in the field "file", not "%{1}".': 'फाइल "%{1}"मा होइन, "file" नाममा पठाउनुहोस्।',
  'Send one file at a time.': 'एक पटकमा एउटै फाइल पठाउनुहोस्।',
  'There is no file in the field "file".': 'कुनै फाइल आएन।',
  'The file is empty.': 'फाइल खाली छ।',
  'The upload was interrupted or is not valid multipart/form-data. Try again.':
    'अपलोड बीचमै टुट्यो वा ढाँचा मिलेन। फेरि प्रयास गर्नुहोस्।',
  'This file does not exist. Upload it again.': 'यस्तो फाइल छैन। फेरि अपलोड गर्नुहोस्।',
  'The file has column names but no rows below them.': 'फाइलमा स्तम्भका नाम छन् तर तल पङ्क्ति छैनन्।',
  'The uploaded file no longer exists. Upload it again.': 'अपलोड गरिएको फाइल अब छैन। फेरि अपलोड गर्नुहोस्।',
  'You can send %{1} messages a day, and %{2} are already accepted for %{3}. Nothing was sent or charged. Choose another day, or ask an owner of your account for a higher limit.':
    'तपाईं दिनमा %{1} सन्देश पठाउन सक्नुहुन्छ, र %{3}का लागि %{2} पहिले नै स्वीकार भइसकेका छन्। केही पठाइएको वा काटिएको छैन। अर्को दिन छान्नुहोस्, वा खाताका मालिकलाई सीमा बढाउन भन्नुहोस्।',
  'Your account can send %{1} messages a day, and %{2} are already accepted for %{3}. Nothing was sent or charged. Choose another day, or ask your provider for a higher limit.':
    'तपाईंको खाताले दिनमा %{1} सन्देश पठाउन सक्छ, र %{3}का लागि %{2} पहिले नै स्वीकार भइसकेका छन्। केही पठाइएको वा काटिएको छैन। अर्को दिन छान्नुहोस्, वा सेवा प्रदायकलाई सीमा बढाउन भन्नुहोस्।',
  'With this campaign, your account would send more messages today than its daily limit. Resume it on another day, or ask your provider for a higher limit.':
    'यो अभियानसहित आज तपाईंको खाताको दैनिक सीमाभन्दा बढी सन्देश हुन्छन्। अर्को दिन सुचारु गर्नुहोस्, वा सेवा प्रदायकलाई सीमा बढाउन भन्नुहोस्।',
  'With this campaign, your account would send more messages today than its daily limit. Approve it on another day, or ask your provider for a higher limit.':
    'यो अभियानसहित आज तपाईंको खाताको दैनिक सीमाभन्दा बढी सन्देश हुन्छन्। अर्को दिन स्वीकृत गर्नुहोस्, वा सेवा प्रदायकलाई सीमा बढाउन भन्नुहोस्।',
  'With this campaign, your account would send more messages on that day than its daily limit. Choose another day, or ask your provider for a higher limit.':
    'यो अभियानसहित त्यस दिन तपाईंको खाताको दैनिक सीमाभन्दा बढी सन्देश हुन्छन्। अर्को दिन छान्नुहोस्, वा सेवा प्रदायकलाई सीमा बढाउन भन्नुहोस्।',
  'Enter a time from which and one until which nothing is sent, in 24 hours.':
    'कति बजेदेखि कति बजेसम्म सन्देश नपठाउने हो, 24 घण्टाको समयमा लेख्नुहोस्।',
  'Your provider does not accept urgent campaigns.': 'तपाईंको सेवा प्रदायकले जरुरी अभियान स्वीकार गर्दैन।',
  'Your account can send %{1} urgent messages a day, and %{2} are already accepted for %{3}. Send this campaign without "urgent", choose another day, or ask your provider for a higher limit.':
    'तपाईंको खाताले दिनमा %{1} जरुरी सन्देश पठाउन सक्छ, र %{3}का लागि %{2} पहिले नै स्वीकार भइसकेका छन्। यो अभियान “जरुरी” नछानी पठाउनुहोस्, अर्को दिन छान्नुहोस्, वा सेवा प्रदायकसँग बढी सीमा माग्नुहोस्।',
  'With this campaign, your account would send more urgent messages on that day than your provider allows. Choose another day.':
    'यो अभियानसहित त्यस दिन तपाईंको खाताबाट सेवा प्रदायकले दिएको सीमाभन्दा बढी जरुरी सन्देश जान्छन्। अर्को दिन छान्नुहोस्।',
  // Viber
  'There is no price for Viber messages yet. Ask your provider, or send an SMS.':
    'भाइबर सन्देशको मूल्य अहिलेसम्म तोकिएको छैन। सेवा प्रदायकलाई सोध्नुहोस्, वा एसएमएस पठाउनुहोस्।',
  'This Viber identity does not exist.': 'यस्तो भाइबर पहिचान छैन।',
  'This Viber identity is not approved.': 'यो भाइबर पहिचान स्वीकृत छैन।',
  'The Viber identity of this campaign no longer exists.': 'यस अभियानको भाइबर पहिचान अब छैन।',
  'The text has %{1} characters. A Viber message can have up to %{2}.':
    'पाठमा %{1} अक्षर छन्। भाइबर सन्देशमा बढीमा %{2} हुन सक्छ।',
  'Only a message over Viber has this.': 'यो भाइबर सन्देशका लागि मात्र हो।',
  'The server is being updated, and cannot send over Viber yet. Nothing was sent or charged. Try again in ten minutes.':
    'सर्भर अद्यावधिक हुँदै छ, र अहिले भाइबरबाट पठाउन सक्दैन। केही पठाइएको वा काटिएको छैन। दस मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'An urgent message can have up to %{1} recipients.': 'जरुरी सन्देश बढीमा %{1} प्रापकलाई जान्छ।',
  'The file has %{1} columns. The maximum is %{2}. Remove columns you do not need.':
    'फाइलमा %{1} स्तम्भ छन्। बढीमा %{2} पढ्न सकिन्छ। नचाहिने हटाउनुहोस्।',
  'The file has no column "%{1}".': 'फाइलमा "%{1}" नामको स्तम्भ छैन।',
  'A quotation mark (") in row %{1} is not closed. Correct it and upload the file again.':
    'पङ्क्ति %{1}मा खुलेको उद्धरण चिह्न (") बन्द भएको छैन। सच्याएर फाइल फेरि अपलोड गर्नुहोस्।',
  'Row %{1} contains a character that cannot be stored, such as NUL. Remove it and upload the file again.':
    'पङ्क्ति %{1}को एउटा कोषमा राख्न नमिल्ने चिह्न (जस्तै NUL) छ। त्यो हटाएर फाइल फेरि अपलोड गर्नुहोस्।',
  'In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'Excelमा "Save as"मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'No known operator has numbers that begin with %{1}.': '%{1}बाट सुरु हुने नम्बरको अपरेटर थाहा छैन।',
  'The workbook does not contain this sheet. It has: %{1}.': 'फाइलमा त्यो पाना छैन। यी छन्: %{1}।',
  'Row %{1} is empty or missing, so it cannot be the row with the column names.':
    'पङ्क्ति %{1} खाली छ वा छैन, त्यसैले त्यसमा स्तम्भका नाम छैनन्।',
  'Row %{1} has more than %{2} columns. Remove columns you do not need.':
    'पङ्क्ति %{1}मा %{2}भन्दा बढी स्तम्भ छन्, जुन पढ्न सकिँदैन। नचाहिने हटाउनुहोस्।',
  'Row %{1} is longer than %{2} characters. Shorten its cells and upload the file again.':
    'पङ्क्ति %{1}मा %{2}भन्दा बढी अक्षर छन्। कोषहरू छोटो बनाएर फाइल फेरि अपलोड गर्नुहोस्।',
  'This is a file of another format, such as .xlsb or .vcf. Save it as .xlsx or CSV UTF-8.':
    'यो अर्को ढाँचाको फाइल (.xlsb, .vcf) हो। .xlsx वा CSV UTF-8मा सुरक्षित गर्नुहोस्।',
  'This is an OpenDocument file (.ods). Save it as .xlsx or CSV UTF-8.':
    'यो OpenDocument फाइल (.ods) हो। .xlsx वा CSV UTF-8मा सुरक्षित गर्नुहोस्।',
  'This is an HTML, XML or RTF document, despite its name. Open it in a spreadsheet program and save it as .xlsx or CSV UTF-8.':
    'नाम जे भए पनि यो HTML, XML वा RTF कागजात हो। यसलाई स्प्रेडसिट प्रोग्राममा खोली .xlsx वा CSV UTF-8मा सुरक्षित गर्नुहोस्।',
  'The file is damaged: only part of it is UTF-8 text. In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'फाइल बिग्रिएको छ: यसको केही भाग मात्र UTF-8 पाठ हो। Excelमा "Save as"मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'The file is not a text file. In Excel choose "Save as" and the type "CSV UTF-8 (Comma delimited)", then upload that file.':
    'यो पाठ फाइल होइन। Excelमा "Save as"मा गई "CSV UTF-8 (Comma delimited)" छान्नुहोस् र त्यही फाइल अपलोड गर्नुहोस्।',
  'The Excel file is too large. Save it as "CSV UTF-8 (Comma delimited)" and upload that. A CSV file can be larger.':
    'Excel फाइल पढ्न नसकिने गरी ठूलो छ। "CSV UTF-8 (Comma delimited)"मा सुरक्षित गरी त्यही अपलोड गर्नुहोस्: CSV अझ ठूलो हुन सक्छ।',
  'The Excel file cannot be read. It may be damaged or protected by a password. Save it again as .xlsx or CSV UTF-8.':
    'Excel फाइल पढ्न सकिएन; बिग्रिएको वा पासवर्डले बन्द गरिएको हुन सक्छ। .xlsx वा CSV UTF-8मा फेरि सुरक्षित गर्नुहोस्।',
  'This is an old Excel file (.xls) or is protected by a password. Save it as .xlsx without a password, or as CSV UTF-8.':
    'यो पुरानो Excel फाइल (.xls) हो, वा पासवर्डले बन्द गरिएको छ। पासवर्डबिना .xlsx वा CSV UTF-8मा सुरक्षित गर्नुहोस्।',

  // Contacts, groups, blacklist, templates
  'Answered "%{1}" to %{2}.': '%{2}लाई "%{1}" भनेर जवाफ पठाइयो।',
  'The reason is longer than %{1} characters.': 'कारण %{1} अक्षरभन्दा लामो छ।',
  'This number is already on the blacklist.': 'यो नम्बर कालोसूचीमा पहिले नै छ।',
  'A contact with this number already exists.': 'यस नम्बरको सम्पर्क पहिले नै छ।',
  'A group with this name already exists.': 'यस नामको समूह पहिले नै छ।',
  'A template with this name already exists.': 'यस नामको टेम्प्लेट पहिले नै छ।',
  'This group does not exist.': 'यस्तो समूह छैन।',
  'The number is missing.': 'नम्बर छैन।',
  'Enter a phone number.': 'फोन नम्बर लेख्नुहोस्।',
  'The spreadsheet has rounded this number, and its last digits are lost. Format the column as text and enter it again.':
    'स्प्रेडसिटले यो नम्बरका अङ्क घटाएको छ, अन्तिम अङ्क हराएका छन्। स्तम्भलाई पाठ बनाई फेरि राख्नुहोस्।',
  'The number has too few digits; a mobile number of Nepal has ten.':
    'नम्बरमा अङ्क कम छन्; नेपालको मोबाइल नम्बर दस अङ्कको हुन्छ।',
  'The number has too many digits; a mobile number of Nepal has ten.':
    'नम्बरमा अङ्क बढी छन्; नेपालको मोबाइल नम्बर दस अङ्कको हुन्छ।',
  'The operator of this number has not approved the sender ID.': 'यस नम्बरको अपरेटरले प्रेषक नाम स्वीकृत गरेको छैन।',
  'A landline cannot receive SMS.': 'ल्यान्डलाइनमा एसएमएस जाँदैन।',
  'Only Nepal mobile numbers (+977) can be used.': 'नेपालका (+977) मोबाइल नम्बरमा मात्र पठाउन मिल्छ।',
  'The import has already ended and cannot be cancelled.': 'आयात सकिइसक्यो; रद्द गर्ने केही छैन।',
  'The import is still running. Skipped rows can be downloaded when it has ended.':
    'आयात चलिरहेको छ। सकिएपछि छाडिएका पङ्क्ति डाउनलोड गर्न मिल्छ।',
  'Something went wrong on the server. Records already imported are kept. Start the import again.':
    'सर्भरले यो काम पूरा गर्न सकेन। त्यतिन्जेल आयात भएका रेकर्ड रहन्छन्। आयात फेरि सुरु गर्नुहोस्।',
  'The header "%{1}…" is longer than %{2} characters. Shorten it and upload the file again.':
    'स्तम्भको नाम "%{1}…" %{2} अक्षरभन्दा लामो छ। छोट्याएर फाइल फेरि अपलोड गर्नुहोस्।',
  'The row has more cells than the header. Check for a comma inside a cell without quotes.':
    'पङ्क्तिमा स्तम्भभन्दा बढी कोष छन्। कुनै कोषभित्र उद्धरण चिह्नबिना अल्पविराम छ कि?',
  'The name is longer than %{1} characters.': 'नाम %{1} अक्षरभन्दा लामो छ।',
  '"%{1}" is longer than %{2} characters.': '"%{1}" %{2} अक्षरभन्दा लामो छ।',
  'The row has %{1} filled columns besides name and number. A contact can have %{2}.':
    'पङ्क्तिमा नाम र नम्बरबाहेक %{1} स्तम्भ भरिएका छन्; एउटा सम्पर्कमा %{2} वटा रहन्छन्।',

  '%{1} imports are already queued. Nothing was started. Wait until one of them has ended.':
    '%{1} आयात पहिले नै पर्खाइमा छन्। केही सुरु भएको छैन। एउटा नसकिएसम्म पर्खनुहोस्।',

  // Sending
  'Required: the cost shown by the check, or max_cost.': 'जाँचमा देखिएको खर्च, वा max_cost चाहिन्छ।',
  'This path sends. To see what it would cost, use POST %{1} without dry_run. Nothing was sent.':
    'यो ठेगानाले पठाउँछ। खर्च हेर्न dry_run नलेखी POST %{1} प्रयोग गर्नुहोस्। केही पठाइएको छैन।',
  'This sender ID does not exist.': 'यस्तो प्रेषक नाम छैन।',
  'This sender ID is suspended. Choose another one, or ask your provider.':
    'यो प्रेषक नाम निलम्बनमा छ। अर्को छान्नुहोस्, वा सेवा प्रदायकलाई सोध्नुहोस्।',
  'The sender ID of this campaign is suspended. The campaign can be resumed when your provider has restored it.':
    'यस अभियानको प्रेषक नाम निलम्बनमा छ। सेवा प्रदायकले फुकुवा गरेपछि अभियान सुचारु गर्न सकिन्छ।',
  'Its sender ID was suspended.': 'यसको प्रेषक नाम निलम्बन गरिएको थियो।',
  'This sender ID is not approved.': 'यो प्रेषक नाम स्वीकृत भएको छैन।',
  'The messages of this campaign were removed because of their age, so the failed ones are no longer known.':
    'यो अभियानका सन्देश पुराना भएकाले हटाइए: कसलाई पुगेन, अब थाहा छैन।',
  'The sender ID of this campaign no longer exists.': 'यस अभियानको प्रेषक नाम अब छैन।',
  'No value for %{1}.': '%{1}को मान छैन।',
  'The text has %{1} parts. The maximum is %{2}.': 'सन्देश %{1} भागको हुन्छ; बढीमा %{2} भाग मिल्छ।',
  'The text is blank. Write a message.': 'सन्देश खाली छ। केही लेख्नुहोस्।',
  'A placeholder has no name. Write it between the brackets, such as {{name}}, or delete the brackets.':
    'प्लेसहोल्डरको नाम छैन। कोष्ठकभित्र नाम लेख्नुहोस्, जस्तै {{name}}, वा कोष्ठक मेटाउनुहोस्।',
  'The text has a character that may not be sent: %{1}. Delete it.':
    'पाठमा पठाउन नमिल्ने अक्षर छ: %{1}। त्यसलाई मेटाउनुहोस्।',
  'The text has a character that is not allowed: %{1}. Delete it.':
    'पाठमा राख्न नमिल्ने अक्षर छ: %{1}। त्यसलाई मेटाउनुहोस्।',
  'The text has a character that may not be sent: %{1}.': 'पाठमा पठाउन नमिल्ने अक्षर छ: %{1}।',
  'The value of %{1} has a character that may not be sent: %{2}.': '%{1}को मानमा पठाउन नमिल्ने अक्षर छ: %{2}।',
  'This check does not exist.': 'यस्तो जाँच छैन।',
  'This check has expired. Check the cost again.': 'जाँच पुरानो भयो। खर्च फेरि जाँच्नुहोस्।',
  'The server is being updated. Nothing was changed. Try again in a minute.':
    'सर्भर अद्यावधिक हुँदै छ। केही पनि बदलिएको छैन। एक मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'These messages are already being sent again. Nothing was sent twice.':
    'यी सन्देश फेरि पठाइँदै छन्। केही पनि दुई पटक पठाइएको छैन।',
  'This campaign was already sent. Nothing was sent again.': 'यो पठाइसकिएको छ। फेरि केही पठाइएको छैन।',
  'The check was made for another text, sender ID or list. Check the cost again.':
    'यो जाँच अर्को सन्देश, प्रेषक नाम वा सूचीको हो। खर्च फेरि जाँच्नुहोस्।',
  'There are no recipients: all were excluded.': 'पठाउने कोही छैन: सबै प्रापक छाडिए।',
  'The cost has changed since you checked it. Nothing was sent or charged.':
    'तपाईंले जाँचेपछि खर्च बदलियो। केही पठाइएको वा काटिएको छैन।',
  'No operator is connected. Nothing was sent or charged.': 'कुनै अपरेटर जोडिएको छैन। केही पठाइएको वा काटिएको छैन।',
  'This campaign is a test, and the operator simulator is off. Nothing was sent. Reject it, or start the simulator.':
    'यो परीक्षण हो, र सिमुलेटर बन्द छ। केही पठाइएको छैन। अस्वीकार गर्नुहोस्, वा सिमुलेटर चलाउनुहोस्।',
  'No operator is connected now, so this would only be a test. Nothing was sent or charged.':
    'अब कुनै अपरेटर जोडिएको छैन: यो परीक्षण मात्र हुनेछ। केही पठाइएको वा काटिएको छैन।',
  'An operator was connected after you checked, so this would be sent to real phones. Nothing was sent or charged.':
    'तपाईंले जाँचेपछि अपरेटर जोडियो: यो वास्तविक फोनमा जानेछ। केही पठाइएको वा काटिएको छैन।',
  'The balance is too low. Nothing was sent or charged.': 'मौज्दात पुगेन। केही पठाइएको वा काटिएको छैन।',
  'The balance is too low. Nothing was charged.': 'मौज्दात पुगेन। केही काटिएको छैन।',
  'Page numbers end at row 1,000,000. Use the next page, or filter the list.':
    'पृष्ठ नम्बरबाट 10,00,000 पङ्क्तिसम्म मात्र पुगिन्छ। एक-एक पृष्ठ गर्दै अघि बढ्नुहोस्, वा छान्नुहोस्।',
  'Only a campaign that is sending can be paused.': 'पठाइँदै गरेको अभियान मात्र रोक्न मिल्छ।',
  'With this campaign, more messages would be sent today than your provider allows without approval. Resume it on another day, or cancel it and send it again.':
    'यो अभियानसहित आज स्वीकृतिबिना पठाउन मिल्ने सीमाभन्दा बढी सन्देश हुन्छ। अर्को दिन सुचारु गर्नुहोस्, वा रद्द गरेर फेरि पठाउनुहोस्।',
  'Only a paused campaign can be resumed.': 'रोकिएको अभियान मात्र सुचारु गर्न मिल्छ।',
  'Only a campaign whose sending has not started can be scheduled for another time.':
    'पठाउन सुरु नभएको अभियानको समय मात्र सार्न मिल्छ।',
  'This time has passed. Choose a later one.': 'यो समय बितिसक्यो। पछिको समय छान्नुहोस्।',
  'With this campaign, more messages would be sent on that day than your provider allows without approval. Choose another day.':
    'यो अभियानसहित त्यस दिन स्वीकृतिबिना पठाउन मिल्ने सीमाभन्दा बढी सन्देश हुन्छ। अर्को दिन छान्नुहोस्।',
  'With this campaign, more messages would be sent today than your account allows without the approval of a colleague. Resume it on another day, or cancel it and send it again.':
    'यो अभियानसहित आज सहकर्मीको स्वीकृतिबिना पठाउन मिल्ने सीमाभन्दा बढी सन्देश हुन्छ। अर्को दिन सुचारु गर्नुहोस्, वा रद्द गरेर फेरि पठाउनुहोस्।',
  'With this campaign, more messages would be sent on that day than your account allows without the approval of a colleague. Choose another day.':
    'यो अभियानसहित त्यस दिन सहकर्मीको स्वीकृतिबिना पठाउन मिल्ने सीमाभन्दा बढी सन्देश हुन्छ। अर्को दिन छान्नुहोस्।',
  'You created this campaign, so a colleague must decide.':
    'यो अभियान तपाईंले बनाउनुभएको हो, त्यसैले सहकर्मीले निर्णय गर्नुपर्छ।',
  'A colleague of its creator must approve this campaign first. You can reject it now.':
    'पहिले यो अभियानलाई बनाउनेका सहकर्मीको स्वीकृति चाहिन्छ। अहिले नै अस्वीकार भने गर्न सकिन्छ।',
  'This campaign has ended and cannot be cancelled.': 'यो अभियान सकिइसक्यो; रद्द गर्न मिल्दैन।',

  // API keys and webhooks
  'Enter addresses such as 203.0.113.7, or networks such as 203.0.113.0/24.':
    '203.0.113.7 जस्तो ठेगाना, वा 203.0.113.0/24 जस्तो नेटवर्क लेख्नुहोस्।',
  'Choose at least one permission.': 'कुञ्जीले गर्न सक्ने कम्तीमा एउटा कुरा छान्नुहोस्।',
  'You can give a key only permissions that you have yourself.':
    'कुञ्जीलाई तपाईं आफैँले गर्न सक्ने कुरा मात्र दिन मिल्छ।',
  'Choose a time in the future.': 'आउने समय छान्नुहोस्।',
  'You already have %{1} keys. Revoke one you do not need.': 'पहिले नै %{1} कुञ्जी छन्। नचाहिने एउटा खारेज गर्नुहोस्।',
  'This key was already created: “%{1}”, which starts with %{2}. Its secret was shown only then. Revoke it, and create another key.':
    'यो कुञ्जी पहिले नै बनाइसकिएको छ: “%{1}”, जुन %{2}बाट सुरु हुन्छ। यसको गोप्य कुञ्जी त्यति बेला मात्र देखाइएको थियो। यसलाई खारेज गरेर अर्को कुञ्जी बनाउनुहोस्।',
  'This key is already revoked. Nothing was changed.': 'यो कुञ्जी पहिले नै खारेज भइसक्यो। केही परिवर्तन भएको छैन।',
  'This API key is unknown, expired or revoked.': 'यो एपीआई कुञ्जी चिनिएन, म्याद सकियो वा खारेज गरिएको छ।',
  'Send the whole API key in this header: “Authorization: Token bsk_...”.':
    'पूरै एपीआई कुञ्जी यो हेडरमा पठाउनुहोस्: “Authorization: Token bsk_...”।',
  "This API key cannot be used from %{1}. Add this address to the key's allowed addresses.":
    'यो एपीआई कुञ्जी %{1} ठेगानाबाट चलाउन मिल्दैन। कुञ्जीका अनुमति भएका आईपी ठेगानामा थप्नुहोस्।',
  'The cost is higher than max_cost. Nothing was sent or charged.':
    'यसको खर्च max_costभन्दा बढी छ। केही पठाइएको वा काटिएको छैन।',
  'Enter an address such as https://example.com/webhook.': 'https://example.com/webhook जस्तो ठेगाना लेख्नुहोस्।',
  'The address contains a line break or another invisible character. Type it again.':
    'ठेगानामा नयाँ हरफ वा नदेखिने अरू कुनै अक्षर छ। फेरि टाइप गर्नुहोस्।',
  'Choose port 443, or 1024 or higher.': 'पोर्ट 443 वा 1024 र त्यसभन्दा माथिको छान्नुहोस्।',
  'The address is longer than %{1} characters.': 'ठेगाना %{1} अक्षरभन्दा लामो छ।',
  'Choose at least one event.': 'कम्तीमा एउटा घटना छान्नुहोस्।',
  'The address must begin with https://.': 'ठेगाना https:// बाट सुरु हुनुपर्छ।',
  'The address is in a private network. Use a public address.':
    'यो ठेगाना निजी नेटवर्कको हो। सार्वजनिक ठेगानामा मात्र पठाइन्छ।',
  'You already have %{1} webhooks. Delete one you do not need.': 'पहिले नै %{1} वेबहुक छन्। नचाहिने एउटा हटाउनुहोस्।',
  'There is nothing to retry: this was delivered, or was a test.':
    'फेरि पठाउने केही छैन: यो पुगिसक्यो, वा परीक्षण थियो।',
  'It is being sent now. Wait a moment.': 'यो अहिले पठाइँदै छ। एकछिन पर्खनुहोस्।',
  'The webhook is switched off. Switch it on first.': 'वेबहुक बन्द छ। पहिले चालु गर्नुहोस्।',
  'The webhook was switched off.': 'वेबहुक बन्द गरियो।',
  'The host name was not found.': 'ठेगानाको नाम भेटिएन।',
  'The host name could not be looked up.': 'ठेगानाको नाम खोज्न सकिएन।',
  'The connection was refused.': 'ठेगानाले जडान लिएन।',
  'The connection was closed before a response.': 'जवाफ आउनुअघि नै जडान टुट्यो।',
  'The server cannot be reached.': 'ठेगानामा पुग्न सकिएन।',
  'No response within 10 seconds.': '10 सेकेन्डभित्र जवाफ आएन।',
  'The server’s certificate is not valid.': 'ठेगानाको प्रमाणपत्र मिलेन।',
  'The response could not be read.': 'बुझ्न सकिने जवाफ आएन।',
  'The server responded with %{1}. Redirects are not followed.': 'जवाफ %{1} आयो: अर्को ठेगानामा पठाइँदैन।',
  'The server responded with %{1}. Only 200 to 299 counts as delivered.':
    'जवाफ %{1} आयो; 200देखि 299 मात्र पुगेको मानिन्छ।',

  // The free trial
  'Your account is approved, so the free trial has ended. Nothing was sent. Use your own sender ID.':
    'तपाईंको खाता स्वीकृत भइसक्यो, त्यसैले निःशुल्क परीक्षण सकियो। केही पठाइएको छैन। आफ्नै प्रेषक नाम प्रयोग गर्नुहोस्।',
  'Your provider does not offer free trial messages. Nothing was sent.':
    'तपाईंको सेवा प्रदायकले निःशुल्क सन्देश दिँदैन। केही पठाइएको छैन।',
  'No operator is connected yet, so no trial message would arrive. Nothing was sent.':
    'अझै कुनै अपरेटर जोडिएको छैन, त्यसैले निःशुल्क सन्देश पुग्दैन। केही पठाइएको छैन।',
  'A trial message can have %{1} parts; this one has %{2}. Shorten it.':
    'निःशुल्क सन्देश बढीमा %{1} भागको हुन्छ; यसमा %{2} भाग छन्। छोटो पार्नुहोस्।',
  'You have used all %{1} free messages. Complete the steps on the dashboard to send more.':
    'सबै %{1} निःशुल्क सन्देश सकिए। अरू पठाउन ड्यासबोर्डका चरण पूरा गर्नुहोस्।',
  'Confirm your mobile number first. Nothing was sent.': 'पहिले आफ्नो मोबाइल नम्बर पुष्टि गर्नुहोस्। केही पठाइएको छैन।',
  'Too many codes were sent to this number today. Try again tomorrow.':
    'यो नम्बरमा आज धेरै कोड पठाइयो। भोलि फेरि प्रयास गर्नुहोस्।',
  'Your number is already confirmed, and it cannot be changed for the trial.':
    'तपाईंको नम्बर पुष्टि भइसक्यो, र निःशुल्क परीक्षणमा त्यो बदल्न मिल्दैन।',
  'You have requested all codes. Ask your provider for help.':
    'माग्न मिल्ने सबै कोड मागिसक्नुभयो। सेवा प्रदायकसँग सहयोग माग्नुहोस्।',
  'A code was sent a moment ago. Request another one in %{1} seconds.':
    'भर्खरै कोड पठाइएको छ। अर्को कोड %{1} सेकेन्डपछि माग्नुहोस्।',
  'This code is not correct or has expired. Use the code from the latest message, or request a new one.':
    'कोड मिलेन, वा अब प्रयोग गर्न मिल्दैन। सबैभन्दा पछिल्लो सन्देश हेर्नुहोस्, वा नयाँ कोड माग्नुहोस्।',
  'This number has already been used for a free trial with another account. Use your own number, or complete the steps on the dashboard.':
    'यो नम्बर अर्को खाताको निःशुल्क परीक्षणमा प्रयोग भइसक्यो। आफ्नै नम्बर राख्नुहोस्, वा ड्यासबोर्डका चरण पूरा गर्नुहोस्।',
};
