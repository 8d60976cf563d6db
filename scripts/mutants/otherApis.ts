import { plant, without } from './planted.ts';

const tests = (name: string) => `console/${name}`;

/** What docs/architecture.md and docs/console-alone.md promise of APIs that are not ours. */
export const otherApis = {
  'asks-without-acting': [
    ...plant('src/resources/messaging/compose/askPlan', tests('messaging/composeCheck.test.tsx'), [
      ['a check sends', '(planPath(path), { body, signal })', '(path, { body })'],
    ]),
    ...plant('src/resources/messaging/compose/askPlan', tests('messaging/unplanned.test.tsx'), [
      without('a plan is asked for where none is offered', "if (!offers('plans')) return null;"),
    ]),
    ...plant('src/resources/messaging/compose/useSend', tests('messaging/unplanned.test.tsx'), [
      without('a campaign is sent without a key', 'idempotencyKey: key,'),
    ]),
    ...plant('src/resources/messaging/compose/UnplannedStep.tsx', tests('messaging/unplanned.test.tsx'), [
      ['what is not known is sent without asking', 'onSend={ask}', 'onSend={() => void confirm()}'],
    ]),
    ...plant('src/resources/messaging/compose/WriteStep.tsx', tests('messaging/unplanned.test.tsx'), [
      [
        'numbers that the page calls invalid are sent',
        'numbers: withoutBad(draft.numbers, ranges)',
        'numbers: draft.numbers',
      ],
    ]),
    ...plant('src/dataProvider/dataProvider', tests('dataProvider/creations'), [
      ['a creation has no key', 'restClient(api, { idempotencyKey: key })', 'restClient(api)'],
    ]),
    ...plant('server/modules/campaign', 'server/sending/planPath', [
      ['a question sends', 'if (dryRun === undefined || dryRun === false) return;', 'if (dryRun) return;'],
    ]),
  ],
  'ignored-filters': [
    ...plant('src/dataProvider/fits', tests('dataProvider/ignoring.test.tsx'), [
      [
        'the first row of an unfiltered list is taken for the wanted one',
        'fitsFilter(entity, name, wanted, row) !== false);',
        'fitsFilter(entity, name, wanted, row) !== null);',
      ],
    ]),
    ...plant('src/dataProvider/dataProvider', tests('dataProvider/ignoring.test.tsx'), [
      [
        'labels are those of other records',
        'const own = records.filter(({ id }) => requested.has(String(id)));',
        'const own = records;',
      ],
      [
        'a list shows what its own filter leaves out',
        "page === 'fitting' ? params.filter : own, params.signal",
        "page === 'fitting' ? params.filter : {}, params.signal",
      ],
    ]),
    ...plant('src/resources/contacts/blacklist/useBlacklistEntry', tests('dataProvider/ignoring.test.tsx'), [
      [
        'a number that was not found in a part of the list counts as not on it',
        'const isUnsure = first === null &&',
        'const isUnsure = first === undefined &&',
      ],
    ]),
    ...plant('src/dataProvider/unapplied', tests('dataProvider/ignoring.test.tsx'), [
      [
        'an ignored filter looks active',
        'return filters.length > 0 || search || order ?',
        'return search || order ?',
      ],
    ]),
  ],
  'other-shapes': [
    ...plant('src/dataProvider/pageSizes', tests('dataProvider/ownPageSize'), [
      without('pages that nobody reaches', "if (typeof next === 'string') return got;"),
    ]),
    ...plant('src/dataProvider/cursors', tests('dataProvider/dataProvider'), [
      [
        'links with another host are not followed',
        'link ? new URLSearchParams',
        "link?.startsWith('/') ? new URLSearchParams",
      ],
    ]),
    ...plant('src/core/dataOf', tests('dataProvider/lenient'), [
      [
        'records without data are not read',
        "isObject(body) && 'data' in body && !('uuid' in body || 'id' in body || 'results' in body)",
        'isObject(body)',
      ],
    ]),
    ...plant('src/dataProvider/dataProvider', tests('dataProvider/lenient'), [
      [
        'a creation that answers no record is told as failed',
        'recordOf(resource, { ...sent, ...(isObject(raw) && raw) })',
        'recordOf(resource, raw)',
      ],
    ]),
    ...plant('src/core/putBody', tests('dataProvider/dataProvider'), [
      ['an emptied text is null', 'if (namesItsFeatures()) return data;', 'if (data) return data;'],
    ]),
    ...plant('src/authProvider/login', tests('people/otherProfiles.test.tsx'), [
      [
        'signing in breaks on a token without data',
        "typeof answer === 'object' ? { ...answer } : { token: answer }",
        'answer as never',
      ],
    ]),
    ...plant('src/core/records', tests('people/otherProfiles.test.tsx'), [
      [
        'an upload named by text is lost',
        'asId(dataOf(answer)) || undefined',
        '(isObject(dataOf(answer)) && asId(dataOf(answer))) || undefined',
      ],
    ]),
    ...plant('src/resources/people/profile/ProfilePage.tsx', tests('people/otherProfiles.test.tsx'), [
      ['a profile without an account breaks its page', 'user.account?.uuid &&', 'user.account!.uuid &&'],
    ]),
    ...plant('src/resources/people/users/UserStatus.tsx', tests('people/users.test.tsx'), [
      [
        'a missing field is a statement about a user',
        "if (typeof user.is_active !== 'boolean' && !user.is_invited)",
        "if (user.name === '')",
      ],
    ]),
    ...plant(
      'src/resources/billing/paymentReviews/ConfirmPayment.tsx',
      tests('crud/confirmingPayments.test.tsx'),
      [['a confirmation without an answer is told as failed', 'confirmed?.status', 'confirmed!.status']],
    ),
    ...plant('src/i18n/i18nProvider', tests('i18n/i18n'), [
      ['names of texts are shown', '? unknownValue(key)', '? key'],
      [
        'a count that is not known shows all its plurals',
        'provider.translate(key, withoutMissing(options))',
        'provider.translate(key, options)',
      ],
    ]),
    ...plant('src/core/format', tests('core/format'), [
      ['a missing date is one of 1970', "new Date(iso ?? '')", 'new Date(iso as never)'],
    ]),
    ...plant('src/core/readProfile', tests('people/otherProfiles.test.tsx'), [
      ['no role is taken for staff', "!role) return { role: 'customer'", "!role) return { role: 'admin'"],
    ]),
    ...plant('src/core/records', tests('dataProvider/lenient'), [
      [
        'rupees are shown as paisa',
        "Number.isInteger(amount) && !String(value).includes('.') ? amount : Number.NaN",
        'amount',
      ],
      ['a price as text cannot be bought', '? Number(value)', '? undefined'],
    ]),
    ...plant('src/crud/resolver', tests('crud/entityForm.test.tsx'), [
      ['a contact without attributes cannot be saved', '.filter(isLeftOut)', '.filter(() => false)'],
    ]),
    ...plant('src/core/errorTexts', tests('core/http'), [
      without('a page of HTML is shown to the reader', '/^\\s*</.test(raw) || '),
      without('a program’s stack is shown to the reader', " || raw.trim().split('\\n').length > LINES_MAX"),
    ]),
    ...plant('src/public/account', tests('public/publicRegister.test.tsx'), [
      [
        'a registration without data is made, and told as failed',
        'const data = dataOf(answer);',
        'const { data } = answer as { data: object };',
      ],
    ]),
    ...plant('src/layout/readSummary', tests('dashboard/staffDashboard.test.tsx'), [
      [
        'a summary without data is not read',
        'const raw = dataOf(answer);',
        'const { data: raw } = Object(answer);',
      ],
      ['a part that is missing breaks the dashboard', '.filter(([name, isThere]) => isThere(raw[name]))', ''],
    ]),
    ...plant('src/resources/billing/productPricing/useActivePrices', tests('prices.test.tsx'), [
      ['prices in a bare list are not read', 'readPage(answer)?.results', '[]'],
    ]),
  ],
  'what-is-lost': [
    ...plant('src/core/notKept', tests('layout/notKept.test.tsx'), [
      ['lost values are not told', 'isFilled && isEmpty(record[name]) ? [name] : []', 'isFilled ? [] : []'],
      [
        'what was lost is offered again',
        '!lost.has(`${entity}.${name}`)',
        '!lost.has(entity) || name !== ""',
      ],
    ]),
    ...plant('src/layout/tellNotKept', tests('layout/notKept.test.tsx'), [
      [
        'a short answer counts as a loss',
        '(await readAgain(entity, idOf(made) ?? idOf(sent))) ?? made',
        '(await readAgain(entity, undefined)) ?? made',
      ],
    ]),
  ],
  'nothing-else-asked': [
    ...plant('src/dataProvider/dataProvider', tests('dataProvider/offered'), [
      [
        'many are deleted by a request that is not there',
        "if (!offersAction(resource, 'bulk')) {",
        "if (resource === '') {",
      ],
      [
        'a record is asked for by an address that is not there',
        "if (!offersAction(resource, 'show'))",
        "if (resource === '')",
      ],
    ]),
    ...plant('src/resources/contacts/groups/GroupList.tsx', tests('contacts/groupExport.test.tsx'), [
      [
        'a group is exported from a path that is not the catalogue’s',
        '`${contact.path}${group.id}/export/`',
        '`${contactGroup.path}${group.id}/export/`',
      ],
    ]),
    ...plant('src/resources/billing/payments/usePaymentOptions', tests('billing/topup.test.tsx'), [
      ['nobody can pay without a list of ways', 'enabled: isOffered && isAsked,', 'enabled: isAsked,'],
    ]),
    ...plant('src/authProvider/login', tests('core/serverOffers'), [
      without('signing out asks for what is not there', "if (offers('sign-out'))"),
    ]),
    ...plant('src/crud/ListToolbar.tsx', tests('crud/catalogueOnly.test.tsx'), [
      without('an export is offered that is not there', "offersAction(entity.name, 'export') && "),
    ]),
    ...plant('src/crud/BulkActions.tsx', tests('crud/catalogueOnly.test.tsx'), [
      without('deleting many tells nothing as it goes', '...(!isAtOnce && { meta: progress })'),
      [
        'all that match are offered to a server that deletes one',
        '{isAtOnce && isPageSelected',
        '{isPageSelected',
      ],
    ]),
    ...plant('src/authProvider/withOffers', tests('core/serverOffers'), [
      ['the document is asked for at every page', '(known?.uuid === user.uuid && known.offers) ||', ''],
    ]),
    ...plant('src/authProvider/profile', tests('core/serverOffers'), [
      ['what is configured is asked for', 'user.offers || config().offers ?', 'user.offers ?'],
    ]),
    ...plant('src/core/offers', tests('core/offers'), [
      [
        'what nobody has offered is asked for',
        'config().offers ?? getUser()?.offers ?? []',
        "config().offers ?? getUser()?.offers ?? 'all'",
      ],
    ]),
    ...plant('src/core/writing', tests('core/writing'), [
      [
        'a customer of the specification has no forms',
        'isOfSpecification(held) && allows(held, read);',
        'isOfSpecification(held) && allows(held, write);',
      ],
    ]),
  ],
  'contract-check': [
    ...plant('scripts/contract/main', 'contract/contractCheck', [
      ['a CI does not notice', 'report.breaks > 0 ? 1 : 0', '0'],
      ['it writes without a sandbox', 'if (write !== Boolean(sandbox))', "if (url === '')"],
    ]),
    ...plant('scripts/contract/lists', 'contract/contractCheck', [
      [
        'a filter that changes nothing is not reported',
        'judged.length > 0 ? judged.includes(false) : rows.length > 0 && count === all;',
        'false;',
      ],
      [
        'a filter that gives as many other rows is called ignored',
        'judged.length > 0 ? judged.includes(false) : ',
        '',
      ],
      ['a page size that is ignored is not reported', 'if (size !== 2)', 'if (size > 1000)'],
    ]),
  ],
  'two-origins': [
    ...plant('src/core/config', tests('core/config'), [
      ['the file beside the page is not read', 'if (answer.ok) fetched', 'if (!answer.ok) fetched'],
    ]),
    ...plant('src/core/http', tests('core/http'), [
      [
        'the page’s secret goes to another origin',
        'const xsrf = !elsewhere() && xsrfToken();',
        'const xsrf = xsrfToken();',
      ],
      [
        'a refused origin is told as a bad connection',
        'const message = api\n',
        "const message = api === 'x'\n",
      ],
    ]),
    ...plant('server/plugins/security', 'server/plugins/consoleAlone', [
      [
        'the page may not call the API',
        'apiUrl ? ["\'self\'", new URL(apiUrl).origin] : self',
        'apiUrl ? self : self',
      ],
    ]),
    ...plant('server/plugins/cors', 'server/plugins/cors', [
      ['every origin may call', 'origin: [...origins],', 'origin: true,'],
      [
        'a console does not get the names of files',
        "['Content-Disposition', 'Retry-After', 'Date']",
        "['Retry-After', 'Date']",
      ],
    ]),
  ],
};
