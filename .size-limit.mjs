/**
 * What each page may fetch in JavaScript, and each large part of the build, compressed with Brotli as the server sends
 * it. A page is what index.html links and what its screen imports statically, with English texts; what is fetched
 * after the first rows, or when it is used, is not counted. Raise a limit only with what it buys in the commit.
 * An entity more (docs/adding-an-entity.md) takes 0.2 kB of each page; keep room for one.
 */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));
const linked = [...readFileSync('dist/index.html', 'utf8').matchAll(/src="\/(assets\/[^"]+\.js)"/g)];

/** The manifest's entry of a part (scripts/consoleBuild.ts) or of a module that is fetched when it is needed. */
function entry(name) {
  const key = Object.keys(manifest).find(
    (key) => manifest[key].file.endsWith('.js') && (key === name || manifest[key].name === name),
  );
  if (!key) throw new Error(`The build has no "${name}": .size-limit.mjs names what is no longer there.`);
  return key;
}

/** The files of a page with these parts. */
function page(...names) {
  const files = new Set(linked.map(([, file]) => `dist/${file}`));
  const visit = (key) => {
    const { file, imports = [] } = manifest[key];
    if (files.has(`dist/${file}`) && !linked.some(([, first]) => first === file)) return;
    files.add(`dist/${file}`);
    for (const next of imports) if (!files.has(`dist/${manifest[next].file}`)) visit(next);
  };
  for (const name of names) visit(entry(name));
  return [...files];
}

const screen = (module, ...texts) =>
  page(
    'react',
    'requests',
    'shell',
    'src/i18n/english.ts',
    module,
    ...texts.map((name) => `src/i18n/en/${name}.ts`),
  );
const part = (name) => [`dist/${manifest[entry(name)].file}`];

// Large files begin with a line that has Chromium compile them while they arrive: 0.1 to 0.3 kB of each page, for which a list
// is there 3 to 9 % sooner (docs/evidence/benchmarks.md).
// The screens of the console hold 0.3 kB of faces that fit the machine's own fonts (fallbackFonts.css), so that words
// keep their places when Inter comes.
export default [
  // The start names all parts by their hashes, which compress some bytes better or worse with each build. 0.1 kB of it
  // say in both languages that a session has ended; another 0.1 kB follow the user and the preferences of other tabs,
  // and 0.1 kB name blocked cookies as the reason.
  // 0.2 kB of each page keep the server's time where the browser's clock is wrong (core/clock.ts), and do not say after signing
  // out that a session has ended.
  // 0.2 kB of each page ignore another application's token on the parent domain, and say so in both languages (token.ts). 0.3 kB more
  // of the console's pages read other APIs: their roles, users and places without ids of ours, and page sizes (readProfile.ts, lists.ts).
  // 0.1 kB of this and the pages below ask for the list that follows while signing in, which saves it a round trip, and tell
  // the server which list to write into the page (core/listAhead.ts).
  // Within 0.1 kB it depends on the hashes in the names of the files that it loads.
  { name: 'page: sign in, until it is used', path: page(), limit: '11.6 kB' },
  // The part of React differs by 0.1 kB between builds in which nothing but the names of files does, and names one more
  // part, which takes 0.6 kB from the first list (BulkActions.tsx). 0.1 kB of it send If-Match (http.ts). 0.1 kB of each page
  // carry out deletions that can still be undone before a session ends (session.ts). 0.2 kB tell a broken answer like none (http.ts).
  // 0.3 to 0.5 kB of each page show the list that a server has drawn with its answer to signing in (start/root.ts).
  { name: 'page: sign in', path: page('react'), limit: '73.5 kB' },
  { name: 'page: register', path: page('react', 'src/public/Register.tsx'), limit: '107.4 kB' },
  {
    name: 'page: a list (contacts)',
    path: screen('src/resources/contacts/contacts/ContactList.tsx', 'contacts'),
    // 0.1 kB of it show which page was chosen while it is loading (PendingPage.tsx).
    // 0.1 kB of it give the focus back to a button that has worked, start a page at its top (focus.ts), and keep Tab out of
    // the hidden head on phones (ListTable.tsx).
    // 0.1 kB of it are room for the names of files, which compress differently in every build.
    // Another 0.1 kB leave out records whose deletion can be undone (leaving.ts), and 0.2 kB, here and on the pages below,
    // send the version that a change was made from, and load what merges changes of two people (mergeUpdate.ts). On pages
    // with forms up to 0.2 kB more say what was changed meanwhile in typed fields (FollowRecord.tsx).
    // 0.3 kB of it tell a broken answer like none (http.ts), and take a column's priority from the schema (columnPlaces.ts).
    // 0.2 kB of it and of the pages below are files more that pages share (withKey.ts, sending.ts, SendAction.tsx), and their names.
    limit: '227.2 kB',
  },
  {
    name: 'page: dashboard',
    path: screen('src/resources/dashboard/Dashboard.tsx', 'dashboard', 'links', 'setup'),
    // 0.6 kB of it keep parts of pages in place until they have come (LateNames.tsx, useKnownLinks.ts, SkeletonWords.tsx),
    // show which page was chosen while it is loading (PendingPage.tsx), and give the focus back (focus.ts);
    // another 0.1 kB ends an open page's trial when the account is approved, and sends to no form that was filled in.
    // 0.1 kB of it call a rejected campaign not approved (campaignState.ts).
    // 0.1 kB of it read other APIs: choices in capitals, and pages without links (records.ts).
    // 0.3 kB of it tell a top-up and a verification apart from sending (useNextStep.ts). Another 0.2 kB know accounts
    // that send over Viber alone (campaignChannel.ts), and name the request that failed (FailureAlert.tsx). 0.3 kB lead such an account
    // to a sender ID for SMS (FirstSteps.tsx), and keep the place of a button until it is known where it leads (NextAction.tsx).
    limit: '263.5 kB',
  },
  // 0.4 kB of it are a part of their own for the lists of records' pages (RecordList.tsx), which three screens have.
  {
    name: 'page: a record (contact)',
    path: screen('src/resources/contacts/contacts/ContactShow.tsx', 'contacts', 'blacklist', 'messaging'),
    // 0.3 kB of it say Viber's statuses in words among a contact's messages (schema/messageReasons.ts).
    // 0.2 kB of it show which page was chosen while it is loading (PendingPage.tsx), and start it at its top (focus.ts).
    // 0.3 kB of it are room for the names of files, which compress differently in every build, and for another entity.
    // 0.1 kB of it read other APIs: choices in capitals, and pages without links (records.ts).
    // 0.1 kB of it and of the shell are the texts of the system theme and of the test mode on a phone.
    // 0.4 kB of it say in a toast which request failed (useAct.ts), and the same as a list.
    // 0.5 kB of it load what comes before the first message where a contact has none and the account is not approved, and keep the
    // button's place until then (SendAction.tsx).
    limit: '252.7 kB',
  },
  {
    name: 'page: a form (contact)',
    path: screen('src/resources/contacts/contacts/ContactForms.tsx', 'contacts'),
    // 0.5 kB of it find the month that is typed (monthTyping.ts), keep the calendar of a form with steps, and give the focus
    // back in a dialog (Dialog.tsx), and 0.1 kB are one file more, so that lists load later what deletes (Deletion.tsx).
    // 0.4 kB of it refuse characters that turn the text (schema/shownText.ts), and call a rejected campaign not approved.
    // 0.1 kB of it are room for another entity. 0.3 kB leave records out of lists while their deletion can be undone
    // (core/leaving.ts), and keep the margins of questions (confirmBox.css).
    // 0.1 kB of it name what is wrong with a contact's details (AttributesInput.tsx).
    // 0.3 kB of it are the three themes of the user menu (ThemeItem.tsx): menus are one part.
    // 0.1 kB of it name the request that failed (FailureAlert.tsx).
    limit: '352.7 kB',
  },
  {
    name: 'page: compose',
    path: screen('src/resources/messaging/compose/ComposePage.tsx', 'compose', 'sheets'),
    // 0.2 kB of it ask whether there are free messages to lead to (useTrial.ts), 0.6 kB do the same as in a form, and 0.1 kB
    // are the rule of forbidden characters in a part that settings use too (bodyText.ts). Another 0.5 kB as in a form, and 0.4 kB
    // let a typed character render no more than what shows it (TypedCounts.tsx, WritePreview.tsx). 0.2 kB look after what is
    // edited, left or reloaded before an answer comes (WriteStep.tsx, useSend.ts).
    // 0.5 kB read a template that is not listed, and keep an unanswered attempt's key (useSend.ts).
    // 0.1 kB of it read other APIs: choices in capitals, and pages without links (records.ts).
    // 0.1 kB search among more than 200 sender IDs or templates (SenderSelect.tsx, TemplateSelect.tsx).
    // 0.6 kB of it lead to what has to be done before anything can be sent (useNextStep.ts), and 0.3 kB are the themes of the user
    // menu, as in a form. 0.3 kB start the messages of an account without sender IDs over Viber (useViberStart).
    limit: '394.1 kB',
  },
  { name: 'part: react and the sign-in page', path: part('react'), limit: '62 kB' },
  // 0.1 kB of it follow the user and the preferences of other tabs (session.ts, preferences.ts). 0.1 kB ask for the list that follows while signing in.
  { name: 'part: start', path: part('start'), limit: '11.6 kB' },
  // 0.2 kB of it keep the focus in dialogs (Dialog.tsx), 0.1 kB send the version that a change was made from, and 0.1 kB keep
  // the key of an unanswered creation after a refusal that says nothing about it (HttpError).
  { name: 'part: shell', path: part('shell'), limit: '107.2 kB' },
  // 0.06 kB of it keep the space of names that come after their rows (LateNames.tsx), and 0.1 kB are room for the names of files.
  // What deletes and exports (Deletion.tsx, exportCsv.ts) comes later: 2 kB.
  // 0.4 kB of it leave out of an address what no list can have, also filters (soundSearch.ts).
  { name: 'part: list', path: part('list'), limit: '22.5 kB' },
  // With room for the names and fields of a few more entities (docs/adding-an-entity.md).
  { name: 'part: texts, English', path: part('src/i18n/english.ts'), limit: '6 kB' },
  // 28 kB, and room for the names of the files that it loads. 0.1 kB are what the server says of records changed meanwhile.
  // 0.4 kB of it have amounts, days and services in the server's sentences in Nepali (serverInNepali.ts), and new sentences.
  { name: 'part: texts, Nepali', path: part('src/i18n/nepali.ts'), limit: '29.3 kB' },
  // Workers are built by themselves and are not in the manifest.
  { name: 'worker: sheets', path: 'dist/assets/sheetWorker-*.js', limit: '7 kB' },
  { name: 'worker: Excel files', path: 'dist/assets/workbookFile-*.js', limit: '38 kB' },
].map((check) => ({ ...check, brotli: true }));
