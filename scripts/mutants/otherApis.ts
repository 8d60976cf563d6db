import { plant, without } from './planted.ts';

const tests = (name: string) => `console/${name}`;

/** What docs/architecture.md and docs/console-alone.md promise of APIs that are not ours. */
export const otherApis = {
  'asks-without-acting': [
    ...plant('src/resources/messaging/compose/askPlan', tests('messaging/compose.test.tsx'), [
      ['a check sends', 'http.json<unknown>(planPath(path), { body })', 'http.json<unknown>(path, { body })'],
    ]),
    ...plant('src/resources/messaging/compose/askPlan', tests('messaging/unplanned.test.tsx'), [
      without('a plan is asked for where none is offered', "if (!offers('plans')) return null;"),
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
        'const own = records.filter(({ id }) => asked.has(String(id)));',
        'const own = records;',
      ],
      [
        'a list shows what its own filter leaves out',
        "page === 'fitting' ? params.filter : own, params.signal",
        "page === 'fitting' ? params.filter : {}, params.signal",
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
    ...plant('src/dataProvider/pageSizes', tests('dataProvider/dataProvider'), [
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
    ...plant('src/core/readProfile', tests('people/otherProfiles.test.tsx'), [
      ['a profile without a role is taken for staff', "user.role || 'customer'", "user.role || 'admin'"],
    ]),
    ...plant('src/core/records', tests('dataProvider/lenient'), [
      [
        'rupees are shown as paisa',
        "Number.isInteger(amount) && !String(value).includes('.') ? amount : Number.NaN",
        'amount',
      ],
    ]),
    ...plant('src/crud/resolver', tests('crud/entityForm.test.tsx'), [
      ['a contact without attributes cannot be saved', '.filter(isLeftOut)', '.filter(() => false)'],
    ]),
    ...plant('src/core/errorTexts', tests('core/http'), [
      [
        'a page of HTML is shown to the reader',
        '/^\\s*</.test(raw) ? unreadable(status) : raw',
        'raw || unreadable(status)',
      ],
    ]),
  ],
  'what-is-lost': [
    ...plant('src/core/notKept', tests('layout/notKept.test.tsx'), [
      ['lost values are not told', 'isSaid && isEmpty(record[name]) ? [name] : []', 'isSaid ? [] : []'],
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
  'two-origins': [
    ...plant('src/core/http', tests('core/http'), [
      [
        'the page’s secret goes to another origin',
        "const xsrf = !elsewhere() && Cookies.get('XSRF-TOKEN');",
        "const xsrf = Cookies.get('XSRF-TOKEN');",
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
        "['Content-Disposition', 'Retry-After']",
        "['Retry-After']",
      ],
    ]),
  ],
};
