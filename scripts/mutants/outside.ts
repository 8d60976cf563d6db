import { plant, without } from './planted.ts';

const sending = (name: string) => `server/services/sending/${name}`;
const money = (name: string) => `server/services/money/${name}`;

/** Money, sending, and what the outside sees: addresses, documents, deployment. */
export const outside = {
  'four-eyes': [
    ...plant(money('fourEyes'), 'server/money/fourEyes', [
      [
        'staff confirm money of their own account',
        'if (caller.account !== account) return;',
        'if (account) return;',
      ],
      [
        'one person is enough above the limit',
        'return rows[0]?.needs ?? false;',
        'return false && rows.length > 0;',
      ],
      ['the limit itself needs two', '> second_person_above AS needs', '>= second_person_above AS needs'],
      [
        'payments in parts pass by the limit',
        "decided_at > now() - interval '1 day' AND method",
        'decided_at > now() AND method',
      ],
    ]),
    ...plant(money('fourEyes'), 'server/money/fourEyesAdjustments', [
      ['adjustments in parts pass by it', 'AND alone = ${caller.user}', 'AND alone <> ${caller.user}'],
    ]),
    ...plant(money('walletAdjustments'), 'server/money/fourEyesAdjustments', [
      [
        'the same person confirms an adjustment',
        'if (request.asked_by === caller.user) {',
        "if (request.asked_by === '') {",
      ],
    ]),
    ...plant(money('paymentConfirmation'), 'server/money/fourEyes', [
      [
        'the same person confirms a payment',
        "if (status === 'pending' && first_by === caller.user) {",
        "if (status === 'pending' && first_by === '') {",
      ],
    ]),
  ],
  order: [
    ...plant(money('pricing'), 'server/money/moneyOrder', [
      ['packages pay in any order', 'ORDER BY expires_at, uuid ${forUpdate}', 'ORDER BY uuid ${forUpdate}'],
    ]),
    ...plant(sending('settle'), 'server/money/moneyOrder', [
      [
        'parts return to the wrong package',
        'ORDER BY p.expires_at DESC, p.uuid',
        'ORDER BY p.expires_at, p.uuid',
      ],
    ]),
    ...plant(sending('outcomes'), 'server/money/moneyOrder', [
      [
        'a retry does not wait again',
        'DO UPDATE SET not_before = excluded.not_before, hand = NULL',
        'DO UPDATE SET hand = NULL',
      ],
      ['any worker’s result counts', 'AND h.worker = ${worker} LEFT', 'AND h.worker IS NOT NULL LEFT'],
    ]),
    ...plant(sending('claims'), 'server/money/moneyOrder', [
      [
        'a retry is claimed before its time',
        'AND hand IS NULL AND not_before <= now()\n',
        'AND hand IS NULL\n',
      ],
      ['retries go in any order', 'ORDER BY not_before LIMIT ${most}', 'ORDER BY message DESC LIMIT ${most}'],
    ]),
  ],
  'approval-limit': [
    ...plant(sending('approval'), 'server/sending/approvalDay', [
      [
        'each campaign has the whole limit',
        'u.recipients + excluded.recipients <= ',
        'excluded.recipients <= ',
      ],
      [
        'the day’s total forgets',
        'SET recipients = u.recipients + excluded.recipients\n',
        'SET recipients = excluded.recipients\n',
      ],
    ]),
    ...plant(sending('leavingDay'), 'server/sending/approvalDay', [
      [
        'a campaign of tomorrow counts today',
        'nepal_day(greatest(now(), ${scheduledAt}::timestamptz))',
        'nepal_day(least(now(), ${scheduledAt}::timestamptz))',
      ],
    ]),
    ...plant(sending('acceptedCampaign'), 'server/sending/approvalDay', [
      ['nothing waits for approval', 'const needs = trial', 'const needs = trial || true'],
    ]),
  ],
  'blocked-words': [
    ...plant(sending('keywords/letters'), 'server/sending/keywordDisguise', [
      ['4 is no a', "4: 'a',", ''],
      ['0 is no o', "0: 'o',", ''],
      ['1 is no i or l', "1: 'il',", ''],
      ['3 is no e', "3: 'e',", ''],
      ['5 is no s', "5: 's',", ''],
      ['7 is no t', "7: 't' ", ''],
      ['accents hide words', "text.normalize('NFD').replace(ACCENTS, '')", "text.normalize('NFC')"],
      [
        'look-alikes hide words',
        'withoutAccents(unhomoglyph(char))',
        'withoutAccents(char || unhomoglyph(char))',
      ],
      [
        'invisible letters hide words',
        "if (UNSEEN.test(char)) return { letters: [], alternatives: '', gap: NO_GAP };",
        '',
      ],
      [
        'spaces hide words',
        "if (SPACES.test(char)) return { letters: [], alternatives: '', gap: SPACE };",
        '',
      ],
    ]),
    ...plant(sending('keywords/disguised'), 'server/sending/keywordDisguise', [
      ['dots and dashes hide words', 'const SIGNS_MAX = 3;', 'const SIGNS_MAX = 0;'],
      [
        'two words are taken for one',
        'pieces.every((piece) => piece.length === 1) || pieces.some(isNoWord)',
        'pieces.length > 0 || pieces.some(isNoWord)',
      ],
    ]),
    ...plant(sending('keywords'), 'server/sending/keywordDisguise', [
      [
        'the refusal does not say how the word is written',
        'const written = writtenAs(body, hit);',
        'const written = hit.start < 0 && writtenAs(body, hit);',
      ],
    ]),
  ],
  'answers-and-docs': [
    ...plant('server/crud/crud', 'contract/hostHeader', [
      ['links repeat the Host header', '`${app.linkBase}${path}`', '`http://${request.headers.host}${path}`'],
    ]),
    ...plant('server/plugins/openapiAnswers', 'contract/accessMatrix', [
      ['the document forgets 403', '403: !isPublic,', '403: false && !isPublic,'],
    ]),
    ...plant('server/plugins/openapiAnswers', 'server/plugins/openapi', [
      [
        'the document forgets who may call',
        'return keys || takesPair(access) ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }];',
        'return keys || takesPair(access) ? [] : [];',
      ],
    ]),
    ...plant('server/app', 'server/plugins/openapi', [
      ['DOCS=off leaves /docs open', "deps.config.DOCS === 'off'", "deps.config.DOCS === ('shut' as never)"],
      without('bad addresses answer in another shape', 'frameworkErrors: badAddress,'),
    ]),
  ],
  'webhooks-and-refunds': [
    ...plant('schema/webhookUrl', 'schema/webhookUrl', [
      ['webhooks reach low ports', 'Number(port) < FIRST_OPEN_PORT', 'Number(port) < FIRST_OPEN_PORT - 1023'],
      ['addresses with line breaks pass', 'if (UNSEEN.test(text)) return sentences.unseen;', ''],
      ['addresses are kept as typed', 'parsedUrl(text)?.href ?? text', 'parsedUrl(text) ? text : text'],
    ]),
    ...plant('server/services/webhooks/addresses', 'server/webhooks/webhooks', [
      [
        'webhooks reach private addresses',
        "return !closed4.check(plain, 'ipv4');",
        "return closed4.check(plain, 'ipv4') || true;",
      ],
      [
        'a name leads to a private address',
        'found.some(({ address }) => !isPublic(address))',
        'found.some(({ address }) => !address)',
      ],
    ]),
    ...plant(money('online/settle'), 'server/money/refunds', [
      without('a refund raises no task', 'if (status.refund) await tellRefund(payment, status.refund);'),
    ]),
    ...plant(money('refunds'), 'server/money/refunds', [
      without('nobody is mailed about a refund', 'await postRefundTask(trx, record, account);'),
      without('staff handle refunds of their own account', 'refuseOwnAccount(caller, account);'),
    ]),
  ],
  deployment: [
    ...plant('server/config', 'server/demo/demoOnly', [
      [
        'the demonstration listens to the network',
        "(DATABASE_URL ? '0.0.0.0' : '127.0.0.1')",
        "(DATABASE_URL ? '0.0.0.0' : '0.0.0.0')",
      ],
    ]),
    ...plant('server/plugins/loopback', 'server/demo/demoOnly', [
      [
        'the network reads the outbox',
        'return loopback.check(address, family) &&',
        'return Boolean(family) &&',
      ],
      [
        'a proxy’s clients read the outbox',
        '&& !FORWARDED.some((name) => name in headers)',
        '&& FORWARDED.length > 0 && Boolean(headers)',
      ],
    ]),
    ...plant('server/services/platform/databaseNeeds', 'server/plugins/readiness', [
      ['a read-only database is ready', 'if (rows[0]?.isReadOnly) return READ_ONLY;', ''],
      [
        'a role without rights is ready',
        '(await refusesWrites(db)) ?? (await lacksRights(db))',
        'await refusesWrites(db)',
      ],
      ['a full disk is ready', 'await WRITE.execute(db);', ''],
    ]),
    ...plant('deploy/compose.yaml', 'server/deploy', [
      ['containers keep capabilities', 'cap_drop: [ALL]', 'cap_drop: []'],
      ['containers write their files', 'read_only: true', 'read_only: false'],
      ['containers gain rights', 'security_opt: ["no-new-privileges:true"]', 'security_opt: []'],
      [
        'servers are the superuser',
        'postgresql://console:${CONSOLE_PASSWORD}@database',
        'postgresql://postgres:${POSTGRES_PASSWORD}@database',
      ],
      [
        'an image without a digest',
        'caddy:2@sha256:bfbff8b17bbd229b0255dbd33173646339e5afd4b0920f5e0fecbb6ee6d6c4dd',
        'caddy:2',
      ],
    ]),
    ...plant('deploy/systemd/bulk-sms-api.service', 'server/deploy', [
      without('the server keeps capabilities', 'CapabilityBoundingSet=\n'),
      without('the server makes any system call', 'SystemCallFilter=@system-service\n'),
      without('the server makes namespaces', 'RestrictNamespaces=true\n'),
    ]),
  ],
  checks: [
    ...plant('scripts/borders/testRows.ts', 'schema/borders', [
      ['a folder without a row', "'scripts/contract/**': {", "'scripts/contracts/**': {"],
    ]),
    ...plant('scripts/borders/rules.ts', 'schema/bordersRefuse', [
      [
        'rules match by prefix',
        'const start = `^${escaped(path)}/${without(path, name)}`;',
        'const start = `^${escaped(path)}${without(path, name)}`;',
      ],
    ]),
    ...plant('server/app', 'contract/entities', [without('an entity that nobody serves', '  template,\n')]),
  ],
};
