import { plant, without } from './planted.ts';

const access = (name: string) => `server/services/access/${name}`;
const files = (name: string) => `server/services/files/${name}`;
const platform = (name: string) => `server/services/platform/${name}`;

/** Texts, secrets, uploads, and the trail of who read what. */
export const data = {
  'unstorable-texts': [
    ...plant('server/plugins/storableTexts', 'contract/unstorableTexts', [
      [
        'NUL in a body is the database’s error',
        'for (const part of page ? [headers] : foreign ? [params, headers] : [params, query, headers, body])',
        'for (const part of page ? [headers] : foreign ? [params, headers] : [params, query, headers])',
      ],
      [
        'NUL in a query is the database’s error',
        'for (const part of page ? [headers] : foreign ? [params, headers] : [params, query, headers, body])',
        'for (const part of page ? [headers] : foreign ? [params, headers] : [params, headers, body])',
      ],
      without(
        'half a pair in a query passes',
        "if (!page && !foreign && request.raw.url?.includes('%')) fields.push(...malformed(request));",
      ),
    ]),
    ...plant('server/crud/download', 'server/crud/exportStart', [
      [
        'an export starts before its first row is read',
        'while (first.length < READ_AHEAD && !isWhole) {',
        'while (first.length < READ_AHEAD - 3 && !isWhole) {',
      ],
    ]),
  ],
  'recorded-reading': [
    ...plant('server/crud/download', 'server/access/readTrail', [
      without(
        'an export is not recorded',
        'await trail.begin(isWhole ? first.reduce((all, { rows }) => all + rows, 0) : null);',
      ),
      [
        'a broken export counts as whole',
        'await trail.end(sent, isComplete)',
        'await trail.end(sent, true || isComplete)',
      ],
    ]),
    ...plant('server/modules/file', 'server/access/readTrail', [
      without(
        'a downloaded paper is not recorded',
        "await noteRead(db, caller, { action: 'download', ...of, rows: 1 });",
      ),
    ]),
    ...plant('server/crud/crud', 'server/access/readTrail', [
      [
        'a list that staff read is not recorded',
        'return notes ? answerNoted(reply, () => notes.list(caller, query, results.length), answer) : answer;',
        'return answer;',
      ],
      [
        'a record that staff read is not recorded',
        'return notes ? answerNoted(reply, () => notes.one(caller, data), { data }) : { data };',
        'return { data };',
      ],
    ]),
    ...plant('server/crud/readNotes', 'server/access/readTrail', [
      without(
        'HEAD of a list is recorded as read',
        "if (reply.request.method === 'HEAD') return sendHead(reply.type('application/json; charset=utf-8'));",
      ),
    ]),
    ...plant('server/modules/kyc', 'server/access/readTrail', [
      without('staff read KYC unrecorded', 'trail: true,'),
    ]),
    ...plant('server/modules/message', 'server/access/readTrail', [
      ['staff read messages unrecorded', 'trail: true, standby: true }', 'standby: true }'],
    ]),
    ...plant(access('readTrail'), 'server/access/readTrail', [
      [
        'a read that cannot be recorded is answered',
        'if (!isNoted(times)) return;',
        'if (times > 0) return;',
      ],
    ]),
  ],
  'message-texts': plant(access('messageTexts'), 'contract/hiddenTexts', [
    [
      'support reads texts',
      '(!isStaff(role) && !actor) || allows(pairs, MESSAGE_TEXT)',
      '(!isStaff(role) && !actor) || pairs.length > 0',
    ],
    ['lists have texts', '(hides(caller) ? rows.map(hidden) : rows)', 'rows'],
    ['files have texts', 'hides(caller) && !readsTexts(caller) ? hidden(row) : row', 'row'],
    ['a search finds hidden texts', 'search: false', 'search: true'],
  ]).concat(
    plant('server/crud/textRoute', 'contract/hiddenTexts', [
      ['opening a text is not recorded', 'answerNoted(reply, note, {', '({'],
      without(
        'a text is opened without the record’s pair',
        'requirePair(caller, entity.read, ...entity.alsoRead);',
      ),
    ]),
  ),
  secrets: [
    ...plant(platform('keyring'), 'server/platform/keyring', [
      [
        'a secret is readable in another row',
        'JSON.stringify([table, column, row])',
        'JSON.stringify([table, column, typeof row])',
      ],
      [
        'without a key secrets are stored in clear',
        'if (!newest) {',
        'if (!newest) return secret;\n      if (!newest) {',
      ],
      [
        'the key’s id tells the key',
        "update('key id ').update(bytes).digest('hex')",
        "update(bytes).digest('hex')",
      ],
    ]),
    ...plant('server/services/webhooks/secrets', 'server/platform/secrets', [
      [
        'webhook secrets are in clear',
        'seal(placeOf(webhook, column), secret);',
        'secret || seal(placeOf(webhook, column), secret);',
      ],
    ]),
    ...plant('server/services/sending/linkPassword', 'server/platform/secrets', [
      [
        'operators’ passwords are in clear',
        'seal(placeOf(link), password);',
        'password || seal(placeOf(link), password);',
      ],
    ]),
    ...plant(access('twoFactor'), 'server/platform/secrets', [
      [
        'TOTP secrets are in clear',
        'seal(secretOf(user), secret)',
        '(secret || seal(secretOf(user), secret))',
      ],
    ]),
    ...plant(platform('storedSecrets'), 'server/platform/keyRotation', [
      [
        'rotation leaves the old key in use',
        'sealedLike(all ? keyring.ids[0] : undefined)',
        'sealedLike(all ? undefined : undefined)',
      ],
    ]),
    ...plant(platform('secretKeys'), 'server/platform/keysAtStart', [
      ['a wrong key starts', 'if (lacking.length > 0) {', 'if (lacking.length > 1000) {'],
    ]),
    ...plant(platform('secretKeys'), 'server/platform/embeddedKey', [
      ['everybody reads the key', "openFile(fresh, 'wx', 0o600)", "openFile(fresh, 'wx', 0o644)"],
    ]),
  ],
  uploads: [
    ...plant(files('activePdf'), 'server/files/activePdf', [
      ['PDFs with scripts pass', "['JavaScript', 'Launch', 'EmbeddedFile',", "['Launch', 'EmbeddedFile',"],
      ['PDFs with files pass', "'EmbeddedFile', 'EmbeddedFiles', ", ''],
      ['PDFs that open other files pass', "'GoToR', ", ''],
      ['PDFs that act when opened pass', "${name('OpenAction')}$", "${name('OpenActions')}$"],
      ['packed objects are not looked at', "if (ACTIVE.test(found.text)) return 'active';", ''],
      ['encrypted PDFs pass', "if (ENCRYPTED.test(text)) return 'sealed';", ''],
    ]),
    ...plant('server/modules/upload', 'server/files/virusScanner', [
      without('uploads are not scanned', 'await scan?.(spooled.path);'),
    ]),
    ...plant(files('virusScanner'), 'server/files/virusScanner', [
      ['what the scanner finds passes', "if (answer === 'stream: OK') return;", 'if (answer) return;'],
      [
        'without an answer uploads pass',
        'onTrouble(error);\n      throw unchecked();',
        'return onTrouble(error);',
      ],
    ]),
    ...plant(files('privateFolder'), 'server/files/privateFolder', [
      ['others enter the folder of files', 'FOLDER_MODE = 0o700', 'FOLDER_MODE = 0o755'],
      ['others read files', 'FILE_MODE = 0o600', 'FILE_MODE = 0o644'],
    ]),
  ],
};
