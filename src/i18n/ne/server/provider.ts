import { reviewReasons } from '#schema/reviewReasons.ts';

/** Messages for the provider’s staff: catalogue, reviews, oversight, accounts, operator links. */
export const provider: Readonly<Record<string, string>> = {
  // Mail settings
  'This e-mail was sent from the mail settings. If you can read it, e-mail works.':
    'यो इमेल सेटिङबाट पठाइएको हो। यो पढ्न सक्नुभयो भने इमेल चलिरहेको छ।',
  'Enter the name of a server, such as mail.example.com.': 'सर्भरको नाम लेख्नुहोस्, जस्तै mail.example.com।',
  'Enter a port from 1 to 65535.': '1देखि 65535सम्मको पोर्ट लेख्नुहोस्।',
  'Enter the password of this user name.': 'यस प्रयोगकर्ता नामको पासवर्ड लेख्नुहोस्।',
  'Enter the password again. It is required when host or port change, or when the e-mail is no longer encrypted.':
    'पासवर्ड फेरि लेख्नुहोस्: होस्ट वा पोर्ट बदल्दा, वा इमेल इन्क्रिप्ट नगर्ने बनाउँदा यो सोधिन्छ।',
  'E-mail needs PUBLIC_URL in the server’s environment: links in e-mails lead there.':
    'इमेलका लागि सर्भरको वातावरणमा PUBLIC_URL चाहिन्छ: इमेलका लिङ्क त्यहीँ पुग्छन्।',
  'The server’s environment sets the mail server and the sender, so they cannot be changed here.':
    'इमेल सर्भर र पठाउने सर्भरको वातावरणले तोकेको छ, त्यसैले यहाँबाट बदल्न मिल्दैन।',
  'No mail server is set yet. Save one, then send a test e-mail.':
    'इमेल सर्भर राखिएको छैन। पहिले सुरक्षित गर्नुहोस्, अनि परीक्षण इमेल पठाउनुहोस्।',
  // Texts of mails
  'The subject must be one line.': 'विषय एउटै हरफको हुनुपर्छ।',
  'This e-mail has no %{1}. These variables can be used: %{2}.':
    'यस इमेलमा %{1} छैन। यी चर प्रयोग गर्न सकिन्छ: %{2}।',
  'Write a variable with two braces on each side: %{1}.': 'चरलाई दुवैतिर दुई-दुई कोष्ठले घेर्नुहोस्: %{1}।',
  '%{1} can only be used in the body, not in the subject.': '%{1} मुख्य पाठमा मात्र राख्न मिल्छ, विषयमा होइन।',
  'Put the link on a separate line, as in [Open](%{1}).': 'लिङ्कलाई छुट्टै हरफमा राख्नुहोस्, जस्तै [खोल्नुहोस्](%{1})।',
  'The body must contain %{1}.': 'मुख्य पाठमा %{1} हुनुपर्छ।',
  // Secrets of both
  'The saved secret cannot be decrypted with this server’s SECRET_KEY. Set the key it was saved with, or enter the secret again.':
    'सुरक्षित गोप्य कुरा यस सर्भरको SECRET_KEYले खोल्न सकेन। सुरक्षित गर्दाको कुञ्जी राख्नुहोस्, वा फेरि लेख्नुहोस्।',
  // Billing settings
  'Enter 4 to 40 digits and letters.': '4देखि 40 अङ्क र अक्षर लेख्नुहोस्।',
  'The amount must be at least Rs. 10.': 'रकम कम्तीमा रु. 10 हुनुपर्छ।',
  'The amount must be at most Rs. 1,00,00,000.': 'रकम बढीमा रु. 1,00,00,000 हुन सक्छ।',
  'Enter the nine digits of the PAN.': 'प्यानका नौ अङ्क लेख्नुहोस्।',
  'Each method can be listed once.': 'हरेक माध्यम एक पटक मात्र राख्न मिल्छ।',
  'The largest top-up must not be below the smallest.': 'सबैभन्दा ठूलो टपअप सबैभन्दा सानोभन्दा कम हुन मिल्दैन।',
  'Enter 1 to 90 days.': '1देखि 90सम्मको दिन लेख्नुहोस्।',
  'Enter a percentage from 0 to 99.99.': '0देखि 99.99सम्मको प्रतिशत लेख्नुहोस्।',
  'The last day is before the first.': 'अन्तिम दिन पहिलो दिनभन्दा अघि छ।',
  'At most %{1} days at a time.': 'एक पटकमा बढीमा %{1} दिन।',
  'At most two decimals.': 'दशमलवपछि बढीमा दुई अङ्क।',
  'A rate cannot change in the past. The earliest day is %{1}.':
    'बितेको दिनको दर बदल्न मिल्दैन। सबैभन्दा चाँडो %{1}देखि।',
  'Enter a fiscal year such as 2083/84.': '2083/84 जस्तो आर्थिक वर्ष लेख्नुहोस्।',
  'Up to 12 letters, digits, points, hyphens and slashes.':
    'बढीमा 12 वटा अङ्ग्रेजी अक्षर, अङ्क, थोप्लो, योजक चिह्न र छड्के धर्का।',
  'The first number must be 1 or more.': 'पहिलो नम्बर 1 वा बढी हुनुपर्छ।',
  'The first number must be at most 99,99,999.': 'पहिलो नम्बर बढीमा 99,99,999 हुन सक्छ।',
  'Only the series of %{1} and %{2} can be set.': '%{1} र %{2}को मात्र नम्बर तोक्न मिल्छ।',
  'The invoices of %{1} have begun, so their numbering cannot change.':
    '%{1}का बीजक सुरु भइसके, त्यसैले तिनको नम्बर बदल्न मिल्दैन।',
  'Enter the merchant code.': 'मर्चेन्ट कोड लेख्नुहोस्।',
  'Enter the secret key.': 'गोप्य कुञ्जी लेख्नुहोस्।',
  'This is too short for a secret key.': 'गोप्य कुञ्जी यति छोटो हुँदैन।',
  'The server’s environment sets the keys of this service, so they cannot be changed here.':
    'यस सेवाको कुञ्जी सर्भरको वातावरणले तोकेको छ, त्यसैले यहाँबाट बदल्न मिल्दैन।',
  'Online payments need PUBLIC_URL in the server’s environment: the service sends people back to it.':
    'अनलाइन भुक्तानीका लागि सर्भरको वातावरणमा PUBLIC_URL चाहिन्छ: सेवाले मानिसलाई त्यहीँ फर्काउँछ।',
  'Open payments at this service: %{1}. Only this merchant can say whether they were paid. Wait until they are settled, or reject them under Credit Requests. Nothing was changed.':
    'यस सेवामा खुला भुक्तानी: %{1}। तिनको भुक्तानी भयो कि भएन भन्ने यही मर्चेन्टले मात्र बताउन सक्छ। टुङ्गो नलागेसम्म पर्खनुहोस्, वा “रकम थप अनुरोध”मा अस्वीकार गर्नुहोस्। केही परिवर्तन भएको छैन।',
  'This service has no keys yet. Save them, then check.':
    'यस सेवाको कुञ्जी छैन। पहिले सुरक्षित गर्नुहोस्, अनि जाँच्नुहोस्।',
  'Sending is not stopped.': 'पठाउन रोकिएको छैन।',
  // Prices, packages for sale, blocked keywords, Viber identities, number plan
  'This price is not in force, so there is nothing to confirm.': 'यो मूल्य लागू छैन, त्यसैले पुष्टि गर्नुपर्ने केही छैन।',
  'This price is already in force and cannot be changed. Add a new price instead.':
    'यो मूल्य लागू भइसकेको छ र बदलिँदैन। बरु नयाँ मूल्य थप्नुहोस्।',
  'A cost price begins at a full hour, Nepal time.': 'लागत मूल्य नेपाली समयको पूरा घण्टादेखि मात्र लागू हुन्छ।',
  'A cost price cannot begin in the past. Choose a later day, or leave it empty for the next full hour.':
    'लागत मूल्य बितेको समयदेखि लागू हुँदैन। पछिको दिन छान्नुहोस्, वा अर्को पूरा घण्टादेखि लागू गर्न खाली छोड्नुहोस्।',
  'This cost price is already in force and cannot be removed. Add another one instead.':
    'यो लागत मूल्य लागू भइसकेको छ र हटाउन मिल्दैन। बरु अर्को थप्नुहोस्।',
  'This time has passed. Choose a later one, or leave it empty to apply the price immediately.':
    'यो समय बितिसक्यो। पछिको समय छान्नुहोस्, वा तुरुन्तै लागू गर्न खाली छोड्नुहोस्।',
  'This account and operator already have a price from this time.':
    'यस खाता र अपरेटरको यही समयदेखिको मूल्य पहिले नै छ।',
  'Use at most six decimals of a rupee.': 'रुपैयाँको दशमलवपछि बढीमा छ अङ्क लेख्नुहोस्।',
  'A package with this name already exists.': 'यस नामको प्याकेज पहिले नै छ।',
  'This package has been bought, so it cannot be deleted. Take it off sale instead.':
    'यो प्याकेज पहिले बिकिसकेको छ। बरु बिक्रीबाट हटाउनुहोस्।',
  'A keyword needs at least one letter or digit.': 'शब्दमा कम्तीमा एक अक्षर वा अङ्क चाहिन्छ।',
  'This keyword is already on the list, maybe in another spelling.': 'यो शब्द पहिले नै छ, सायद अर्को हिज्जेमा।',
  'The text has a blocked keyword: “%{1}”, written “%{2}” at character %{3}. Write it without.':
    'सन्देशको %{3}औँ अक्षरमा “%{2}” लेखिएको पठाउन नमिल्ने शब्द छ: “%{1}”। त्यो नराखी लेख्नुहोस्।',
  'The text has a blocked keyword: “%{1}” at character %{2}. Write it without.':
    'सन्देशको %{2}औँ अक्षरमा पठाउन नमिल्ने शब्द छ: “%{1}”। त्यो नराखी लेख्नुहोस्।',
  'The text has blocked keywords, each with the position of its first character: %{1}. Write it without them.':
    'सन्देशमा पठाउन नमिल्ने शब्द छन्, कोष्ठकमा कतिऔँ अक्षरबाट सुरु हुन्छन्: %{1}। ती नराखी लेख्नुहोस्।',
  'The text has a blocked keyword: “%{1}”, written “%{2}” at character %{3}.':
    'सन्देशको %{3}औँ अक्षरमा “%{2}” लेखिएको पठाउन नमिल्ने शब्द छ: “%{1}”।',
  'The text has a blocked keyword: “%{1}” at character %{2}.':
    'सन्देशको %{2}औँ अक्षरमा पठाउन नमिल्ने शब्द छ: “%{1}”।',
  'The text has a blocked keyword.': 'सन्देशमा पठाउन नमिल्ने शब्द छ।',
  'The blocked keywords have changed since you checked. Check the cost again.':
    'तपाईंले जाँचेपछि रोकिएका शब्द बदलिएका छन्। खर्च फेरि जाँच्नुहोस्।',
  'This Viber identity is already %{1}. Nothing was changed.':
    'यो भाइबर पहिचान %{1} भइसकेको छ। केही परिवर्तन भएन।',
  'A campaign that has not ended is sent with this Viber identity. Cancel it first, or wait until it has ended.':
    'नसकिएको अभियान यो भाइबर पहिचानबाट पठाइँदै छ। पहिले त्यसलाई रद्द गर्नुहोस्, वा सकिने प्रतीक्षा गर्नुहोस्।',
  'Viber needs a link of the type HTTP. SMPP carries only SMS.':
    'भाइबरका लागि HTTP प्रकारको लिङ्क चाहिन्छ। SMPPले एसएमएस मात्र पठाउँछ।',
  'The account already has this Viber identity, or has requested it.':
    'यस खाताको यही भाइबर पहिचान पहिले नै छ, वा निर्णयको प्रतीक्षामा छ।',
  'Enter the first digits of its mobile numbers, such as 984 or 9841.':
    'मोबाइल नम्बरका सुरुका अङ्क लेख्नुहोस्, जस्तै 984 वा 9841।',
  'This prefix already has an entry from this day.': 'यही सुरुका अङ्कको यही दिनदेखिको प्रविष्टि पहिले नै छ।',
  'Choose today or a later day.': 'आज वा त्यसपछिको दिन छान्नुहोस्।',
  'This entry is already in force and cannot be changed. Add a new entry for its prefix instead.':
    'यो प्रविष्टि लागू भइसकेको छ र बदलिँदैन। बरु यही सुरुका अङ्कको नयाँ प्रविष्टि थप्नुहोस्।',

  // Settings
  'Enter the address of a web page, such as https://example.com/terms.':
    'वेब पृष्ठको ठेगाना लेख्नुहोस्, जस्तै https://example.com/terms।',
  'Enter a colour of six hexadecimal digits, such as #2e77ae.':
    'रङलाई छवटा हेक्साडेसिमल अङ्कले लेख्नुहोस्, जस्तै #2e77ae।',
  'The environment of the server sets this value. Change it there.':
    'यो मान सर्भरको कन्फिगरेसनले तोकेको छ। त्यहीँ बदल्नुहोस्।',
  'The environment of the server sets some of these values. Nothing was changed.':
    'यीमध्ये केही मान सर्भरको कन्फिगरेसनले तोकेको छ। केही परिवर्तन भएको छैन।',
  'White text on this colour has a contrast of %{1}. It needs %{2}. Use a darker colour, such as %{3}.':
    'यस रङमाथि सेतो अक्षरको कन्ट्रास्ट %{1} छ। %{2} चाहिन्छ। अलि गाढा रङ राख्नुहोस्, जस्तै %{3}।',
  'The picture has %{1} × %{2} pixels. Use at most %{3} × %{4}.':
    'तस्बिर %{1} × %{2} पिक्सेलको छ। बढीमा %{3} × %{4}को राख्नुहोस्।',
  'The icon has %{1} × %{2} pixels. It must be square, with at least %{3} pixels on a side.':
    'आइकन %{1} × %{2} पिक्सेलको छ। यो वर्गाकार र हरेक किनार कम्तीमा %{3} पिक्सेलको हुनुपर्छ।',
  'The icon must be square: make the SVG as wide as it is high.':
    'आइकन वर्गाकार हुनुपर्छ: SVGको चौडाइ र उचाइ बराबर बनाउनुहोस्।',
  'The file is neither PNG nor SVG.': 'यो फाइल PNG वा SVG होइन।',
  'The file is not an SVG.': 'यो फाइल SVG होइन।',
  'The file is larger than %{1} kB. Make it smaller.': 'यो फाइल %{1} केबीभन्दा ठूलो छ। सानो बनाउनुहोस्।',
  'The SVG does not say how large it is. Give it a viewBox, or a width and a height.':
    'यस SVGमा आकार लेखिएको छैन। चौडाइ र उचाइ राख्नुहोस्।',
  'The SVG has styles that cannot be used. Save it with presentation attributes.':
    'यस SVGका केही स्टाइल प्रयोग गर्न मिल्दैन। सादा SVGमा सुरक्षित गर्नुहोस्।',
  'The SVG has too many parts for a logo. Simplify it, or save it as PNG.':
    'यस SVGमा लोगोका लागि धेरै भाग छन्। सरल बनाउनुहोस्, वा PNGमा सुरक्षित गर्नुहोस्।',
  'The SVG contains <%{1}>, which logos here cannot have. Convert everything to paths, or save it as PNG.':
    'यस SVGमा <%{1}> छ, जुन यहाँको लोगोमा राख्न मिल्दैन। सबैलाई आकृतिमा बदल्नुहोस्, वा PNGमा सुरक्षित गर्नुहोस्।',
  'The SVG is damaged. Open it, save it again and upload the new file.':
    'यो SVG बिग्रिएको छ। खोलेर फेरि सुरक्षित गर्नुहोस् र नयाँ फाइल राख्नुहोस्।',

  // Reasons that reviewers choose from
  ...Object.fromEntries(reviewReasons.map(({ en, ne }) => [en, ne])),

  // Reviews
  'This payment already has a number. If it is wrong, edit the payment or reject it.':
    'यो भुक्तानीको नम्बर पहिले नै छ। त्यो गलत भए भुक्तानी सच्याउनुहोस् वा अस्वीकार गर्नुहोस्।',
  'Another payment of this account has this number. A transfer can be used only once.':
    'यो खाताको अर्को भुक्तानीमा यही नम्बर छ। एउटा ट्रान्सफर एक पटक मात्र प्रयोग गर्न मिल्छ।',
  'A payment with this number is already confirmed. Nothing was changed. Confirm only if the money arrived twice.':
    'यही नम्बरको अर्को भुक्तानी पहिले नै पुष्टि भइसकेको छ। केही परिवर्तन भएको छैन। रकम दुई पटक आएको भए मात्र पुष्टि गर्नुहोस्।',
  'This request was changed after you opened it. Nothing was decided.':
    'तपाईंले पढेपछि यो अनुरोध बदलिएको छ। कुनै निर्णय भएको छैन।',
  'This KYC was changed after you opened it. Nothing was changed.':
    'तपाईंले पढेपछि यो केवाईसी बदलिएको छ। केही परिवर्तन भएको छैन।',
  'You submitted this KYC, so somebody else must correct it. Nothing was changed.':
    'यो केवाईसी तपाईंले नै पेस गर्नुभएको हो, त्यसैले यसलाई अरू कसैले सच्याउनुपर्छ। केही परिवर्तन भएको छैन।',
  'You submitted this KYC, so somebody else must decide about it. Nothing was changed.':
    'यो केवाईसी तपाईंले नै पेस गर्नुभएको हो, त्यसैले यसबारे अरू कसैले निर्णय गर्नुपर्छ। केही परिवर्तन भएको छैन।',
  'This KYC was rejected, so its customer corrects and submits it again. Nothing was changed.':
    'यो केवाईसी अस्वीकृत भएको हो, त्यसैले ग्राहकले नै सच्याएर फेरि पेस गर्छन्। केही परिवर्तन भएको छैन।',

  // Oversight of campaigns
  'Your provider has paused this campaign. Ask your provider to resume it, or cancel it.':
    'सेवा प्रदायकले यो अभियान केही समय रोकेको छ। सुचारु गर्न सेवा प्रदायकलाई भन्नुहोस्, वा रद्द गर्नुहोस्।',
  'This campaign no longer needs a decision. Reload the page to see its current state.':
    'यो अभियान अब निर्णयको प्रतीक्षामा छैन। अहिलेको अवस्था हेर्न पृष्ठ फेरि खोल्नुहोस्।',
  'You created this campaign, so another staff member must decide.':
    'यो अभियान तपाईं आफैँले बनाउनुभएको हो: अर्को कर्मचारीले निर्णय गर्नुपर्छ।',
  'The sender ID of this campaign is no longer approved. Restore it first, or reject the campaign.':
    'यस अभियानको प्रेषक नाम अब स्वीकृत छैन। पहिले त्यसको निलम्बन फुकुवा गर्नुहोस्, वा अभियान अस्वीकार गर्नुहोस्।',
  'This sender ID was rejected. Nothing was changed.': 'यो प्रेषक नाम अस्वीकृत भएको हो। केही परिवर्तन भएको छैन।',
  'This approval was changed after you opened it. Nothing was saved. Reload the page and try again.':
    'तपाईंले खोलेपछि यो स्वीकृति परिवर्तन भएको छ। केही पनि सुरक्षित भएन। पृष्ठ फेरि खोलेर प्रयास गर्नुहोस्।',
  'Name each operator once.': 'हरेक अपरेटरको नाम एक पटक मात्र लेख्नुहोस्।',
  'Name either all operators or those that change.': 'सबै अपरेटर वा बदलिने अपरेटर मध्ये एउटा मात्र दिनुहोस्।',
  'The customer paused this campaign. Only the customer can resume it.':
    'यो अभियान ग्राहकले रोकेको हो: सुचारु गर्न ग्राहकले मात्र सक्छन्।',
  'This campaign needs approval. Approve or reject it.':
    'यो अभियान निर्णयको प्रतीक्षामा छ: स्वीकृत वा अस्वीकार गर्नुहोस्।',
  'This campaign has ended and cannot be stopped.': 'यो अभियान सकिइसकेको छ; बन्द गर्न मिल्दैन।',

  // Accounts, wallets and the search
  'This is the provider’s own account. It cannot be deactivated.':
    'यो सेवा प्रदायकको आफ्नै खाता हो; यो सक्रिय नै रहन्छ।',
  'This account is already inactive. Nothing was changed.': 'यो खाता पहिले नै निष्क्रिय छ। केही परिवर्तन भएको छैन।',
  'This account is already active. Nothing was changed.': 'यो खाता पहिले नै सक्रिय छ। केही परिवर्तन भएको छैन।',
  'This is the provider’s own account. It has no wallet.':
    'यो सेवा प्रदायकको आफ्नै खाता हो; यसको मिलाउनुपर्ने वालेट छैन।',
  'The balance has changed since you opened this page. Nothing was saved. Check it again.':
    'तपाईंले हेरेपछि मौज्दात बदलियो। केही परिवर्तन भएको छैन; फेरि हेर्नुहोस्।',
  'The balance is less than the amount to deduct. Nothing was changed.':
    'मौज्दात तपाईंले घटाउन खोजेको रकमभन्दा कम छ। केही परिवर्तन भएको छैन।',
  'This is more than the maximum adjustment.': 'एक पटकमा यति धेरै मिलाउन मिल्दैन।',
  'Enter an amount other than zero.': 'शून्यबाहेक अर्को रकम लेख्नुहोस्।',

  // Operator links
  'Use up to 64 letters, digits and . _ @ : - without spaces.':
    'बढीमा 64 वटा अक्षर, अङ्क र . _ @ : - प्रयोग गर्नुहोस्, खाली ठाउँ नराख्नुहोस्।',
  'Enter a host name such as smsc.example.net, or an IP address.':
    'smsc.example.net जस्तो होस्ट नाम वा IP ठेगाना दिनुहोस्।',
  'Use letters, digits and signs of a US keyboard, without spaces.':
    'अङ्ग्रेजी किबोर्डका अक्षर, अङ्क र चिह्न मात्र प्रयोग गर्नुहोस्, खाली ठाउँ नराख्नुहोस्।',
  'This link comes from SMPP_URL in the server’s environment. Change it there, and start the server again.':
    'यो लिङ्क सर्भरको वातावरणमा रहेको SMPP_URLबाट आएको हो। त्यहीँ बदलेर सर्भर फेरि चलाउनुहोस्।',
  'Enter the password again. It is required when host, port or TLS change.':
    'पासवर्ड फेरि लेख्नुहोस्: होस्ट, पोर्ट वा TLS बदल्दा यो सोधिन्छ।',
  'This name is the operator simulator’s. Choose another one.': 'यो नाम अपरेटर सिमुलेटरको हो। अर्को छान्नुहोस्।',
  'A link with this name already exists. Choose another name.': 'यो नामको लिङ्क पहिले नै छ। अर्को नाम छान्नुहोस्।',
  'Paste certificates in PEM, each with its first and last line, and nothing else.':
    'प्रमाणपत्र PEMमा टाँस्नुहोस्, प्रत्येक पहिलो र अन्तिम हरफसहित; अरू केही होइन।',
  'Another link uses this system ID on the same host, so receipts could arrive over the wrong link. Use another system ID, or change that link.':
    'अर्को लिङ्कले यही होस्टमा यही सिस्टम आईडी प्रयोग गर्छ, त्यसैले पुगेको खबर गलत लिङ्कबाट आउन सक्छ। अर्को सिस्टम आईडी राख्नुहोस्, वा त्यही लिङ्क बदल्नुहोस्।',
  'Enter the password from the operator.': 'अपरेटरले दिएको पासवर्ड दिनुहोस्।',
  'Enter the secret again. It is required when the link calls another address.':
    'गोप्य कुञ्जी फेरि लेख्नुहोस्: लिङ्कले अर्को ठेगाना प्रयोग गर्ने भए यो चाहिन्छ।',
  'Enter the secret from the operator. The settings use {{secret}}.':
    'अपरेटरले दिएको गोप्य कुञ्जी लेख्नुहोस्। {{secret}} लेखिएको ठाउँमा यही राखिन्छ।',
  'Enter an address that starts with https:// or http://.': 'https:// वा http:// बाट सुरु हुने ठेगाना दिनुहोस्।',
  'Write one header per line, such as Accept: application/json.':
    'प्रत्येक हरफमा एउटा हेडर लेख्नुहोस्, जस्तै Accept: application/json।',
  'Enter the secret in its own field, and write {{secret}} here.':
    'गोप्य कुञ्जी त्यसकै फिल्डमा लेख्नुहोस्, र यहाँ {{secret}} राख्नुहोस्।',
  'The body is not valid JSON. Put each placeholder in quotation marks.':
    'यो मान्य JSON होइन। प्रत्येक चिह्न उद्धरण चिह्नभित्र राख्नुहोस्।',
  'Enter HTTP statuses, such as 200-299 or 200, 202.': 'HTTP स्थिति लेख्नुहोस्, जस्तै 200-299 वा 200, 202।',
  'Enter names and positions with dots between them, such as data.0.id.':
    'नाम र क्रम थोप्लोले छुट्याएर लेख्नुहोस्, जस्तै data.0.id।',
  'Write one word per line, such as DELIVRD = delivered. Results: delivered, undelivered, expired, rejected, pending, read.':
    'प्रत्येक हरफमा एउटा शब्द लेख्नुहोस्, जस्तै DELIVRD = delivered। नतिजा: delivered, undelivered, expired, rejected, pending, read।',
  'The address or the body must contain {{to}} and {{text}}.': 'ठेगाना वा विवरणमा {{to}} र {{text}} हुनुपर्छ।',
  'The address must contain {{message_id}}.': 'ठेगानामा {{message_id}} हुनुपर्छ।',
  'This contains a placeholder that does not exist.': 'यसमा नभएको चिह्न लेखिएको छ।',
  'This link is not paused.': 'यो लिङ्क रोकिएको छैन।',
  'This link is already paused.': 'यो लिङ्क पहिले नै रोकिएको छ।',
  'Messages sent over this link are awaiting receipts. Pause the link, and delete it when the receipts have arrived.':
    'यो लिङ्कबाट गएका सन्देशको पुगेको खबर आउन बाँकी छ। लिङ्क रोक्नुहोस्, र सबै खबर आएपछि मेटाउनुहोस्।',
  // Years of Bikram Sambat
  'The calendar of %{1} is published and cannot be changed. The first year that can be added is %{2}.':
    '%{1} सालको पात्रो प्रकाशित भइसकेको छ, त्यसैले बदल्न मिल्दैन। %{2} सालदेखि थप्न मिल्छ।',
  'The year %{1} is listed twice.': '%{1} साल दुई पटक छ।',
  'Add %{1} before %{2}. Years follow each other without a gap.':
    '%{2} सालभन्दा पहिले %{1} साल थप्नुहोस्। बीचको कुनै साल छुट्नु हुँदैन।',
  'Enter 29 to 32 days for each of the twelve months.': 'बाह्रै महिनाका लागि 29देखि 32सम्मका दिन लेख्नुहोस्।',
  'The months of %{1} have %{2} days in total. A year has 365 or 366.':
    '%{1} सालका महिना जोड्दा %{2} दिन हुन्छ। सालमा 365 वा 366 दिन हुन्छन्।',
  'After these months %{1} would begin on %{2}. A year begins between 13 and 15 April.':
    'यी महिनाअनुसार %{1} साल %{2_ad}मा सुरु हुन्छ। नयाँ साल अप्रिल 13देखि 15भित्र सुरु हुन्छ।',
  'The year %{1} is over, so its calendar cannot be changed.': '%{1} साल बितिसक्यो: यसको पात्रो बदल्न मिल्दैन।',
  'A year that is over cannot be changed. Nothing was changed.': 'बितिसकेको साल बदल्न मिल्दैन। केही बदलिएन।',
  'Write at least two characters.': 'कम्तीमा दुई अक्षर लेख्नुहोस्।',
};
