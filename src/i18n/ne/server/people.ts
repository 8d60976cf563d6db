/** Messages about people: signing in, users, accounts, documents, KYC. */
export const people: Readonly<Record<string, string>> = {
  // Exports of an account's data
  'An export is already being prepared. Wait until it is ready.':
    'एउटा निर्यात तयार हुँदै छ। तयार नभएसम्म पर्खनुहोस्।',
  'This export has expired. Start a new one.': 'यस निर्यातको म्याद सकियो। नयाँ सुरु गर्नुहोस्।',
  'This export is not ready.': 'यो निर्यात तयार भएको छैन।',
  'Something went wrong on the server. Start the export again.':
    'सर्भरमा केही गडबडी भयो। निर्यात फेरि सुरु गर्नुहोस्।',
  // The team of an account
  'This colleague has more permissions than you. Ask an owner to make the change.':
    'यस सहकर्मीका अनुमति तपाईंकाभन्दा बढी छन्। परिवर्तन गर्न मालिकलाई भन्नुहोस्।',
  'This key has more permissions than you. Ask an owner to make the change, or revoke it.':
    'यस कुञ्जीका अनुमति तपाईंकाभन्दा बढी छन्। परिवर्तन गर्न मालिकलाई भन्नुहोस्, वा यसलाई खारेज गर्नुहोस्।',
  'This is the last active owner of the account. Make another colleague an owner first.':
    'यिनी खाताका अन्तिम सक्रिय मालिक हुन्। पहिले अर्को सहकर्मीलाई मालिक बनाउनुहोस्।',
  'Choose one of the roles.': 'एउटा भूमिका छान्नुहोस्।',
  'A team has up to %{1} people. Ask your provider to add more.':
    'टोलीमा बढीमा %{1} जना हुन्छन्। थप्न सेवा प्रदायकलाई भन्नुहोस्।',
  'This colleague has already chosen a password. Deactivate them instead.':
    'यस सहकर्मीले पासवर्ड राखिसकेका छन्। निमन्त्रणाको सट्टा उनको पहुँच हटाउनुहोस्।',
  'This server sends invitations by e-mail, so there is no link to copy. Send the invitation again instead.':
    'यो सर्भरले निमन्त्रणा इमेलमा पठाउँछ, त्यसैले प्रतिलिपि गर्ने लिङ्क छैन। बरु निमन्त्रणा फेरि पठाउनुहोस्।',
  'Your account has invited too many people within an hour. Try again in %{1} minutes.':
    'तपाईंको खाताले एक घण्टाभित्र धेरै जनालाई निमन्त्रणा दियो। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'A tag cannot contain a comma.': 'ट्यागमा अल्पविराम राख्न मिल्दैन।',
  // Signing in, registering, passwords
  'Signed out.': 'साइन आउट भयो।',
  'The e-mail address or password is not correct.': 'इमेल ठेगाना वा पासवर्ड मिलेन।',
  'The current password is not correct.': 'अहिलेको पासवर्ड मिलेन।',
  'This server cannot send e-mail. Ask your provider to set a new password for you.':
    'यो सर्भरले इमेल पठाउँदैन। नयाँ पासवर्ड राखिदिन सेवा प्रदायकलाई भन्नुहोस्।',
  'If this address has an account, we have sent a link to it.':
    'यस ठेगानाको खाता छ भने त्यसमा एउटा लिङ्क पठाइएको छ।',
  'The password was changed. Sign in with it.': 'पासवर्ड बदलियो। नयाँ पासवर्डले साइन इन गर्नुहोस्।',
  'This link is incomplete, expired or already used. Request a new one.':
    'यो लिङ्क प्रयोग गर्न मिल्दैन: अधुरो छ, पुरानो भयो, वा प्रयोग भइसक्यो। नयाँ लिङ्क माग्नुहोस्।',
  'This link is incomplete, expired or already used. Reset your password instead.':
    'यो लिङ्क प्रयोग गर्न मिल्दैन: अधुरो छ, पुरानो भयो, वा प्रयोग भइसक्यो। बरु नयाँ पासवर्ड माग्नुहोस्।',
  'You were signed out everywhere. We have sent you a link to choose a new password.':
    'तपाईं सबै ठाउँबाट साइन आउट हुनुभयो। नयाँ पासवर्ड राख्ने लिङ्क तपाईंको इमेलमा पठाइएको छ।',
  'If the address can be used, we have sent a code to it.':
    'यो ठेगाना प्रयोग गर्न मिल्ने भए त्यसमा एउटा कोड पठाइएको छ।',
  'This server cannot send e-mail, so you cannot register. Contact your provider.':
    'यो सर्भरले इमेल पठाउँदैन, त्यसैले दर्ता हुन मिल्दैन। सेवा प्रदायकलाई सोध्नुहोस्।',
  'This code is not correct or has expired. Use the code from the latest e-mail, or request a new one.':
    'कोड मिलेन, वा अब प्रयोग गर्न मिल्दैन। सबैभन्दा पछिल्लो इमेल हेर्नुहोस्, वा नयाँ कोड माग्नुहोस्।',
  'This address already has an account. Sign in, or reset your password.':
    'यस ठेगानाको खाता पहिले नै छ। साइन इन गर्नुहोस्, वा नयाँ पासवर्ड माग्नुहोस्।',
  'Too many e-mails were sent to this address within an hour. Try again in %{1} minutes.':
    'एक घण्टाभित्र यस ठेगानामा धेरै इमेल पठाइयो। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'An e-mail was sent to this address a moment ago. Request another one in %{1} seconds.':
    'यस ठेगानामा भर्खरै इमेल पठाइएको छ। %{1} सेकेन्डपछि फेरि माग्नुहोस्।',
  'Use at least %{1} characters.': 'कम्तीमा %{1} अक्षर राख्नुहोस्।',
  'Choose a password that is not your name or e-mail address.':
    'आफ्नो नाम वा इमेल ठेगानाबाहेक अर्को पासवर्ड राख्नुहोस्।',
  'This password is too common and easy to guess. Choose another one.':
    'यो पासवर्ड धेरैले राख्छन्, त्यसैले सजिलै अनुमान गर्न सकिन्छ। अर्को राख्नुहोस्।',
  'Enter an e-mail address, such as name@example.com.': 'इमेल ठेगाना लेख्नुहोस्, जस्तै name@example.com।',
  'Enter a Nepal mobile number, such as 9841234567.': 'नेपालको मोबाइल नम्बर लेख्नुहोस्, जस्तै 9841234567।',
  'Enter the %{1}-digit code.': '%{1} अङ्कको कोड लेख्नुहोस्।',

  'This user has already chosen a password, so there is no invitation link. Send a password link instead.':
    'यी प्रयोगकर्ताले पासवर्ड राखिसकेका छन्, त्यसैले निमन्त्रणाको लिङ्क बन्दैन। बरु पासवर्डको लिङ्क पठाउनुहोस्।',

  // Two-factor sign-in
  'Enter the code from your authenticator app, or a recovery code.':
    'प्रमाणीकरण एपको कोड वा पुनःप्राप्ति कोड हाल्नुहोस्।',
  'This code is not correct. Each code works once, so wait for the next one.':
    'कोड मिलेन। हरेक कोड एक पटक मात्र चल्छ: एपमा अर्को कोड नआएसम्म पर्खनुहोस्।',
  'Too many attempts to sign in. Try again in %{1} minutes.':
    'साइन इन गर्न धेरै पटक प्रयास भयो। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्।',
  'Too many wrong codes of this kind. Try again in %{1} minutes, or use the other kind: app or recovery code.':
    'यस किसिमको गलत कोड धेरै पटक हालियो। %{1} मिनेटपछि फेरि प्रयास गर्नुहोस्, वा अर्को किसिमको कोड (एपको वा पुनःप्राप्ति) हाल्नुहोस्।',
  'The password is not correct.': 'पासवर्ड मिलेन।',
  'The passkey was not accepted. Try again, or use a code.':
    'पासकी स्वीकार भएन। फेरि प्रयास गर्नुहोस्, वा कोड चलाउनुहोस्।',
  'Use a passkey, or enter a recovery code.': 'पासकी चलाउनुहोस्, वा पुनःप्राप्ति कोड हाल्नुहोस्।',
  'This passkey is your only second factor. Add another or an authenticator app first, or turn two-factor sign-in off.':
    'तपाईंको दोस्रो चरण यही पासकी मात्र हो। पहिले अर्को पासकी वा प्रमाणीकरण एप थप्नुहोस्, वा दुई चरणको साइन इन बन्द गर्नुहोस्।',
  'You already have %{1} passkeys. Remove one first.': 'तपाईंसँग पहिले नै %{1} पासकी छन्। पहिले एउटा हटाउनुहोस्।',
  'This passkey was already added.': 'यो पासकी पहिले नै थपिएको छ।',
  'You have no passkey. Use a code instead.': 'तपाईंको पासकी छैन। बरु कोड चलाउनुहोस्।',
  'Two-factor sign-in is already on.': 'दुई चरणको साइन इन पहिले नै सुरु छ।',
  'Two-factor sign-in is already off. Nothing was changed.':
    'दुई चरणको साइन इन पहिले नै बन्द छ। केही परिवर्तन भएको छैन।',
  'This setup has expired. Start again.': 'यो सेटअपको म्याद सकियो। सुरुदेखि फेरि गर्नुहोस्।',
  'Turn off your own two-factor sign-in in your profile.': 'आफ्नो दुई चरणको साइन इन प्रोफाइलबाट बन्द गर्नुहोस्।',
  'This user has no second factor. Nothing was changed.': 'यो प्रयोगकर्ताको दोस्रो चरण छैन। केही परिवर्तन भएको छैन।',
  'The second factor was removed.': 'दोस्रो चरण हटाइयो।',
  'Your provider requires two-factor sign-in. Set it up in your profile to continue.':
    'सेवा प्रदायकले दुई चरणको साइन इन अनिवार्य गरेको छ। अघि बढ्न प्रोफाइलमा यो राख्नुहोस्।',

  'A number was erased during the export. Start the export again.':
    'निर्यातकै बेला एउटा नम्बर मेटाइयो। निर्यात फेरि सुरु गर्नुहोस्।',
  'Something went wrong on the server. Erase the number again: what is erased stays erased.':
    'सर्भरमा केही गडबड भयो। नम्बर फेरि मेटाउनुहोस्: मेटिइसकेको फर्किँदैन।',
  'Do not write the number here: this text is kept.': 'यहाँ नम्बर नलेख्नुहोस्: यो पाठ रहन्छ।',
  'The user of this API key must set up two-factor sign-in first. The provider requires it.':
    'यस एपीआई कुञ्जीका प्रयोगकर्ताले पहिले दुई चरणको साइन इन राख्नुपर्छ: सेवा प्रदायकले यो अनिवार्य गरेको छ।',
  'API keys cannot have this permission. It can be used only in the console.':
    'यो अनुमति एपीआई कुञ्जीलाई दिन मिल्दैन। यो कन्सोलमा मात्र प्रयोग हुन्छ।',

  // Users, and signing in as a customer
  "The provider's account can have only staff, and other accounts only customers. Invite this person again with the other role.":
    'सेवा प्रदायकको खातामा कर्मचारी मात्र र अरू सबै खातामा ग्राहक मात्र रहन्छन्। यस व्यक्तिलाई अर्को भूमिकामा नयाँ निमन्त्रणा पठाउनुहोस्।',
  'Confirm that it is you before you change money, prices, users or settings, or sign in as a customer. Nothing was changed.':
    'पैसा, मूल्य, प्रयोगकर्ता वा सेटिङ बदल्नु वा ग्राहकको रूपमा साइन इन गर्नुअघि आफू नै हो भनी देखाउनुहोस्। केही परिवर्तन भएको छैन।',
  'Confirmed. You can continue.': 'पुष्टि भयो। अघि बढ्न सक्नुहुन्छ।',
  'This is already the current address.': 'ठेगाना यही नै हो।',
  'There is no pending address change. Nothing was changed.':
    'पुष्टि हुन बाँकी कुनै ठेगाना अब छैन। केही परिवर्तन भएको छैन।',
  'This server cannot send e-mail, so a new address cannot be confirmed.':
    'यस सर्भरले इमेल पठाउँदैन, त्यसैले नयाँ ठेगाना पुष्टि गर्न मिल्दैन।',
  'The e-mail address was changed. Sign in with it.': 'इमेल ठेगाना बदलियो। नयाँ ठेगानाले साइन इन गर्नुहोस्।',
  'We have sent a link to the new address.': 'नयाँ ठेगानामा लिङ्क पठाइएको छ।',
  'The address was not changed.': 'ठेगाना बदलिएको छैन।',
  'The e-mail address of this user was changed recently. You can send a password link after %{1} (Nepal time).':
    'यो प्रयोगकर्ताको इमेल ठेगाना केही समयअघि बदलिएको छ। नयाँ पासवर्डको लिङ्क %{1} (नेपाली समय)पछि मात्र पठाउन मिल्छ।',
  'Another user has this e-mail address.': 'यो इमेल ठेगाना अर्को प्रयोगकर्ताको हो।',
  'Choose the customer’s account.': 'यो ग्राहक कुन खाताको हो छान्नुहोस्।',
  'This account does not exist.': 'यस्तो खाता छैन।',
  'Choose the account of the sender ID.': 'प्रेषक नाम कुन खाताको हो, छान्नुहोस्।',
  'This account is not active. Activate it first.': 'यो खाता सक्रिय छैन। पहिले सक्रिय गर्नुहोस्।',
  'Your own access has changed. Nothing was saved.': 'तपाईंको आफ्नै पहुँच बदलिएको छ। केही सुरक्षित गरिएको छैन।',
  'Users with this role cannot have these permissions: %{1}.': 'यस भूमिकाका प्रयोगकर्ताले यी अनुमति पाउँदैनन्: %{1}।',
  'You can give only permissions that you have yourself. You do not have: %{1}.':
    'आफूसँग भएका अनुमति मात्र अरूलाई दिन मिल्छ। तपाईंसँग नभएका: %{1}।',
  'This is the last active administrator who can manage users. Create another one first.':
    'प्रयोगकर्ता व्यवस्थापन गर्ने अन्तिम सक्रिय प्रशासक यही हो। पहिले अर्को बनाउनुहोस्।',
  'You cannot deactivate yourself. Ask another administrator.':
    'आफैँलाई निष्क्रिय गर्न मिल्दैन। अर्को प्रशासकलाई भन्नुहोस्।',
  'You cannot change your own role or permissions. Ask another administrator.':
    'आफ्नै भूमिका वा अनुमति बदल्न मिल्दैन। अर्को प्रशासकलाई भन्नुहोस्।',
  'This user has more permissions than you. Ask an administrator to make the change.':
    'यस प्रयोगकर्ताको अनुमति तपाईंकोभन्दा बढी छ। परिवर्तन गर्न प्रशासकलाई भन्नुहोस्।',
  'This user cannot sign in: the user or the account is not active.':
    'यो प्रयोगकर्ता साइन इन गर्न सक्दैनन्: प्रयोगकर्ता वा खाता सक्रिय छैन।',
  'This server cannot send e-mail, so a password link cannot be sent.':
    'यस सर्भरले इमेल पठाउँदैन, त्यसैले पासवर्डको लिङ्क कसैलाई पुग्दैन।',
  'You can sign in only as a customer, not as a staff member.':
    'कर्मचारीको रूपमा साइन इन गर्न मिल्दैन, ग्राहकको रूपमा मात्र मिल्छ।',
  'You are signed in as a customer, read-only. Return to your own session to make changes.':
    'तपाईं ग्राहकको रूपमा हेर्न मात्र साइन इन हुनुहुन्छ। केही बदल्न आफ्नै सत्रमा फर्कनुहोस्।',

  // Accounts, documents, sender IDs
  'This file is not a document. Upload a PDF, JPEG or PNG.':
    'यो कागजातको फाइल होइन। PDF, JPEG वा PNG अपलोड गर्नुहोस्।',
  'This file is not a picture. Upload a JPEG or PNG.': 'यो फोटो होइन। JPEG वा PNG अपलोड गर्नुहोस्।',
  'A PAN has 9 digits.': 'प्यान 9 अङ्कको हुन्छ।',
  'This was verified by KYC. To change it, contact support.':
    'यो विवरण केवाईसीबाट प्रमाणित भइसक्यो। बदल्न सहायता केन्द्रमा लेख्नुहोस्।',
  'Details verified by KYC cannot be changed. Nothing was changed.':
    'केवाईसीबाट प्रमाणित विवरण बदल्न मिल्दैन। केही परिवर्तन भएको छैन।',
  'Your provider corrected your KYC after you opened it. Reload the page, and then change it.':
    'तपाईंले खोलेपछि सेवा प्रदायकले तपाईंको केवाईसी सच्याएको छ। पृष्ठ फेरि खोलेर बदल्नुहोस्।',
  'Your account already has this sender ID, or has requested it.':
    'तपाईंको खातामा यो प्रेषक नाम पहिले नै छ, वा मागिसकिएको छ।',
  'This sender ID is already %{1}. Nothing was changed.':
    'यस प्रेषक नामको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
  'Use 3 to 11 letters (A to Z) and digits, without spaces.':
    '3देखि 11 अक्षर (Aदेखि Z) र अङ्क राख्नुहोस्, खाली ठाउँ नराखी।',

  'The %{1} is damaged or incomplete. Open it, save it again and upload the new file.':
    '%{1} बिग्रिएको वा अधुरो छ। खोलेर फेरि सुरक्षित गर्नुहोस् र नयाँ फाइल अपलोड गर्नुहोस्।',
  'The picture is too large. Make it smaller, or take a photo of it and upload that.':
    'फोटो धेरै ठूलो छ। सानो बनाउनुहोस् वा फेरि फोटो खिचेर अपलोड गर्नुहोस्।',
  'The file contains another file after the document. Open it, save it again and upload the new file.':
    'कागजातपछाडि अर्को फाइल लुकेको छ। खोलेर फेरि सुरक्षित गर्नुहोस् र नयाँ फाइल अपलोड गर्नुहोस्।',
  'The PDF contains scripts, actions, forms or files, which are not allowed. Print it to a new PDF, or take a photo of it, and upload that.':
    'PDFभित्र स्क्रिप्ट, आफैँ चल्ने काम, फारम वा अर्को फाइल छ, जुन कागजातमा हुन मिल्दैन। नयाँ PDFमा प्रिन्ट गरी वा फोटो खिचेर अपलोड गर्नुहोस्।',
  'The PDF is protected or cannot be checked. Print it to a new PDF without a password, or take a photo of it, and upload that.':
    'PDF सुरक्षित गरिएको वा जाँच्न नमिल्ने ढाँचामा छ। पासवर्डबिनाको नयाँ PDFमा प्रिन्ट गरी वा फोटो खिचेर अपलोड गर्नुहोस्।',
  'The file could not be checked for viruses and was not saved. Try again in a few minutes, or contact your provider.':
    'फाइलमा भाइरस छ कि छैन जाँच्न सकिएन, त्यसैले राखिएको छैन। केही मिनेटपछि फेरि प्रयास गर्नुहोस्, वा सेवा प्रदायकलाई भन्नुहोस्।',
  'The virus scanner rejected the file, so it was not saved. Check your computer and upload another file.':
    'भाइरस जाँचमा फाइल असुरक्षित भेटियो, त्यसैले राखिएको छैन। आफ्नो कम्प्युटर जाँच्नुहोस् र अर्को फाइल अपलोड गर्नुहोस्।',
  'The file is larger than %{1} MB, the limit for documents. It was not saved. Make it smaller, or take a photo of it.':
    'फाइल %{1} MBभन्दा ठूलो छ, कागजात त्यति ठूलो हुन मिल्दैन। केही राखिएको छैन। सानो बनाएर सुरक्षित गर्नुहोस्, वा फोटो खिच्नुहोस्।',
  'This file is a document. Upload a CSV or Excel (.xlsx) file.':
    'यो कागजात हो। CSV वा Excel (.xlsx) फाइल अपलोड गर्नुहोस्।',
  'The file is not an Excel workbook (.xlsx), CSV, PDF, JPEG or PNG.':
    'यो फाइल Excel (.xlsx) वा CSV होइन, PDF, JPEG वा PNG पनि होइन।',
  'This picture is in HEIC format, which not everybody can open. Save it as JPEG and upload that.':
    'यो फोटो नयाँ फोनको ढाँचा (HEIC)मा छ, जुन सबैले खोल्न सक्दैनन्। JPEGमा सुरक्षित गरी अपलोड गर्नुहोस्।',
  'This kind of picture cannot be used. Save it as JPEG or PNG and upload that.':
    'यस्तो फोटो प्रयोग गर्न मिल्दैन। JPEG वा PNGमा सुरक्षित गरी अपलोड गर्नुहोस्।',

  'This server has no key to encrypt secrets, so nothing was changed. Its administrator must set SECRET_KEY.':
    'यस सर्भरमा गोप्य जानकारी इन्क्रिप्ट गर्ने कुञ्जी छैन, त्यसैले केही परिवर्तन भएको छैन। सर्भरको प्रशासकले SECRET_KEY राख्नुपर्छ।',

  // KYC
  'Write it in English letters, as on the document.': 'कागजातमा जस्तै अङ्ग्रेजी अक्षरमा लेख्नुहोस्।',
  'Write it in Nepali letters, as on the document.': 'कागजातमा जस्तै नेपाली अक्षरमा लेख्नुहोस्।',
  'Write the number as on the document: digits, English letters, hyphens and slashes.':
    'नम्बर कागजातमा जस्तै लेख्नुहोस्: अङ्क, अङ्ग्रेजी अक्षर, योजक चिह्न र छड्के धर्का।',
  'Only people aged %{1} or over can be verified.': '%{1} वर्ष पुगेका व्यक्तिको मात्र प्रमाणीकरण हुन्छ।',
  'Check the year of birth.': 'जन्मेको साल जाँच्नुहोस्।',
  'The date of issue is in the future.': 'जारी मिति आउन बाँकी छ।',
  'Check the year of issue.': 'जारी भएको साल जाँच्नुहोस्।',
  'The date of issue is before the date of birth.': 'जारी मिति जन्म मितिभन्दा अघिको छ।',
  'This document is for companies. Choose another one.': 'यो कागजात कम्पनीका लागि हो। अर्को छान्नुहोस्।',
  'This province does not exist.': 'यस्तो प्रदेश छैन।',
  'This district does not exist.': 'यस्तो जिल्ला छैन।',
  'This district is not in that province. Choose it again.': 'यो जिल्ला त्यस प्रदेशमा पर्दैन। फेरि छान्नुहोस्।',
  'This municipality is not in that district. Choose it again.': 'यो पालिका त्यस जिल्लामा पर्दैन। फेरि छान्नुहोस्।',
  'This municipality has %{1} wards.': 'यस पालिकामा %{1} वडा छन्।',
  'Your KYC is already %{1}. Nothing was changed.': 'तपाईंको केवाईसीको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
  'This KYC is already %{1}. Nothing was changed.': 'यस केवाईसीको अवस्था %{1} भइसक्यो। केही परिवर्तन भएको छैन।',
};
