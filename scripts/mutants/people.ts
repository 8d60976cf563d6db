import { plant, without } from './planted.ts';

const access = (name: string) => `server/services/access/${name}`;

/** Who may act on whom, and what reduced users and keys see. */
export const people = {
  'support-reads': plant('schema/permissions', 'contract/supportWrites', [
    [
      'support staff request sender IDs and change the provider’s account',
      'support: unique([...staffReads, ...supportReads])',
      "support: unique([...staffReads, ...supportReads, ...post('profile-my')])",
    ],
  ]),
  'acting-on-users': [
    ...plant(access('actOnUser'), 'server/access/actOnUser', [
      without('customers act on users', 'if (!isStaff(caller.role)) throw forbidden();'),
      [
        'staff act on users who may more than they do',
        'missingPairs(pairsOf(user), caller.pairs).length > 0',
        'caller.pairs.length < 0',
      ],
      [
        'links for users who cannot sign in',
        'if (rows[0]?.is_active) return { isInvited: rows[0].is_invited };',
        'return { isInvited: rows[0]?.is_invited ?? false };',
      ],
    ]),
    ...plant(access('actOnUser'), 'server/access/signInAs', [
      ['staff sign in as staff', 'if (isStaff(user.role))', 'if (caller.user === uuid)'],
    ]),
    ...plant('server/services/people/users', 'server/access/actOnUser', [
      [
        'a user is changed without the check',
        'const before = await rules.act(trx, caller, uuid);',
        'const before = await userState(trx, uuid);',
      ],
      [
        'a link is sent without the check',
        'email: to } = await act(trx, caller, uuid);',
        'email: to } = await userState(trx, uuid);',
      ],
      [
        'sessions are ended without the check',
        'const { account, name: title } = await actOnUser(trx, caller, uuid);\n  const ended',
        'const { account, name: title } = await userState(trx, uuid);\n  const ended',
      ],
    ]),
    ...plant('server/services/people/invitationLink', 'server/access/actOnUser', [
      [
        'an invitation is copied without the check',
        'await act(trx, caller, uuid);',
        "{ account: caller.account, name: '' };",
      ],
    ]),
    ...plant('server/services/people/team', 'server/people/team', [
      [
        'a colleague of another account is changed',
        'user.account !== caller.account',
        'user.account === null',
      ],
      [
        'a colleague with more permissions is changed',
        'if (missingPairs(pairsOf(user), caller.pairs).length > 0)',
        'if (missingPairs(pairsOf(user), pairsOf(user)).length > 0)',
      ],
      ['the last owner leaves', 'if (rows.length > 0) return;', 'if (rows.length >= 0) return;'],
      [
        'somebody who has come is deleted',
        'WHERE uuid = ${uuid} AND is_invited RETURNING',
        'WHERE uuid = ${uuid} RETURNING',
      ],
    ]),
    ...plant(access('teamManagers'), 'server/people/team', [
      [
        'somebody who never came counts as an owner',
        'AND NOT ${sql.ref(`${user}.is_invited`)}',
        'AND ${sql.ref(`${user}.is_invited`)} IS NOT NULL',
      ],
    ]),
    ...plant('server/services/people/invitationLink', 'server/people/invitations', [
      ['a link takes over an account in use', 'if (!isInvited) {', 'if (isInvited === null) {'],
    ]),
    ...plant('server/crud/invitationRoutes', 'server/people/teamInvitations', [
      [
        'an invitation lets its inviter in',
        "invitation === 'team-invitation' && (await sendsMail(db, config))",
        'false',
      ],
    ]),
    ...plant(access('twoFactor'), 'server/access/actOnUser', [
      [
        'a second factor is removed without the check',
        'await actOnUser(trx, caller, user);',
        "{ name: '', email: 'nobody@x.test', account: caller.account };",
      ],
    ]),
    ...plant(access('twoFactor'), 'server/access/twoFactorStaff', [
      without(
        'nobody is told of a removed second factor',
        "await postMail(trx, { kind: 'two-factor-removed', to: email });",
      ),
      without(
        'a removed second factor is not in the log',
        "await audit(trx, caller, { action: 'remove-two-factor', entity: 'users', record: user, account, title });",
      ),
    ]),
    ...plant(access('addressChange'), 'server/access/addressChange', [
      [
        'a changed address leaves sessions',
        'const ended = await endAllSessions(trx, uuid);',
        'const ended = 0;',
      ],
      without(
        'the former address is not told',
        "await postAlert(trx, uuid, 'address-changed', { email: former });",
      ),
      without('mailed links outlive a changed address', 'await endMailedLinks(trx, uuid);'),
      [
        'no day of waiting after a changed address',
        'AND address_changed_at > now() - make_interval',
        'AND address_changed_at > now() + make_interval',
      ],
    ]),
    ...plant(access('addressChange'), 'server/access/addressRecords', [
      ['a link to a new address works twice', 'if (!change) throw brokenLink();', ''],
    ]),
    ...plant('server/services/people/users', 'server/access/addressChange', [
      ['staff change an address without its confirmation', 'email: waits ? before.email : email', 'email'],
      ['staff send a link in the day after', 'if (held) {', 'if (held === null) {'],
    ]),
  ],
  'reduced-users': [
    ...plant('server/modules/kyc', 'server/people/kycAccess', [
      [
        'staff without the pair list every KYC',
        '(allows(pairs, kycRead) ? sql`true` : sql`t.account = ${account}`)',
        '(allows(pairs, kycRead) || account ? sql`true` : sql`false`)',
      ],
      without('colleagues read the KYC record', 'reduced: { without: kycRead, to: kycState },'),
      [
        'anybody submits KYC',
        "config: { access: kycSubmit, idempotent: 'create' }",
        "config: { access: 'signed-in', idempotent: 'create' }",
      ],
    ]),
    ...plant('server/services/files/documents', 'server/people/kycAccess', [
      ['colleagues open identity papers', 'own: [kycRead],', "own: [get('profile-my')],"],
    ]),
    ...plant(access('actingPairs'), 'server/access/accessRules', [
      ['staff read as a customer what they may not', 'allows(staff, [name, verb])),', 'staff.length > 0),'],
      ['staff write as a customer', "verb === 'get' &&", 'verb &&'],
    ]),
    ...plant('server/services/people/profile', 'server/access/balanceAccess', [
      [
        'colleagues see the balance',
        'CASE WHEN ${allows(pairs, balancePair)}::boolean THEN a.balance END',
        'a.balance',
      ],
    ]),
    ...plant('server/services/platform/caller', 'server/access/actingPairs', [
      ['staff as a customer see their address', '(!actor && !key) ||', 'true ||'],
    ]),
    ...plant('server/plugins/auth', 'server/access/signInAs', [
      without('sessions as a customer write', 'refuseActing(request, caller);'),
    ]),
    ...plant('schema/contactGroup', 'contract/accessPairs', [
      ['an operation without a pair', "read: ['contact-list', 'get'],", 'read: true,'],
    ]),
  ],
  'api-keys': [
    ...plant(access('apiKeys'), 'server/access/apiKeyProof', [
      ['keys of staff pass by the second factor', 'if (must_enrol) {', 'if (must_enrol === null) {'],
      [
        'keys keep pairs that they lost',
        'const held = grantable(pairsOf(row), row.role);',
        'const held = pairsOf(row);',
      ],
      without(
        'a key is made without a proof',
        'await proveSelf(db, caller, { password, code, passkey }, site);',
      ),
      without(
        'nobody is told of a key',
        "await postAlert(trx, caller.user, 'key-added', { detail: shown });",
      ),
    ]),
    ...plant('schema/keyPairs', 'server/access/apiKeyProof', [
      ['keys of staff move money', '!(isStaff(role) && allows(staffs, pair))', '(role || staffs.length > 0)'],
    ]),
    ...plant('schema/keyPairs', 'server/access/apiKeys', [
      ['keys make keys', '!allows(peoples, pair) &&', 'peoples.length > 0 &&'],
    ]),
    ...plant(access('passwordResets'), 'server/access/apiKeyProof', [
      without('keys survive a reset', 'if (!keep_keys) await revokeKeysOf(trx, actor, user.uuid);'),
    ]),
    ...plant('server/services/people/users', 'server/access/apiKeyProof', [
      without(
        'keys survive a deactivation',
        'if (before.is_active && !after.is_active && !keep_keys) await revokeKeysOf(trx, caller, uuid);',
      ),
    ]),
    ...plant('server/plugins/auth', 'server/access/apiKeys', [
      without(
        'a key reads its owner’s profile',
        'else if (isKey) requirePair(caller, request.routeOptions.config.keys ?? false);',
      ),
    ]),
  ],
};
