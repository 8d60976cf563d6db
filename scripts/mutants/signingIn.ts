import { plant, without } from './planted.ts';

const access = (name: string) => `server/services/access/${name}`;

/** Passwords, codes, passkeys, sessions and what users are told. */
export const signingIn = {
  'markup-of-others': plant('src/start/firstList', 'console/start/drawnAhead', [
    [
      'an API on another origin gives the page markup',
      'originElsewhere() ? undefined : lookOf(resource, prefix)',
      'lookOf(resource, prefix)',
    ],
    ['anything is taken for markup', 'told && isText(html) && isText(css)', 'told'],
  ]),
  'signing-in': [
    ...plant(access('provePassword'), 'server/access/provePassword', [
      [
        'old passwords are guessed without waits',
        'const giveBack = await takeSignInTry(db, { email, user, from: { ip, device } });',
        'const giveBack = async () => void [email, ip, device, takeSignInTry];',
      ],
      without(
        'wrong passwords are not in the log',
        "await audit(db, caller, { action: 'wrong-password', entity: 'users', record: user });",
      ),
    ]),
    ...plant(access('twoFactor'), 'server/access/twoFactor', [
      ['wrong codes lock out recovery codes', "isApp ? 'tries' : 'recovery_tries'", "'tries'"],
      ['a recovery code works twice', 'AND used_at IS NULL`', '`'],
      ['an app code works twice', 'AND last_step < ${step}`', '`'],
      [
        'codes are guessed without end',
        'AND cardinality(${counted}) < ${TRIES} RETURNING',
        'AND cardinality(${counted}) < 1000000 + ${TRIES} RETURNING',
      ],
    ]),
    ...plant(access('passwordResets'), 'server/access/passwordReset', [
      [
        'a reset link works twice',
        'if (!ended.some((row) => row.hash.equals(digest(link)))) throw brokenLink();',
        '',
      ],
      without('sessions survive a reset', 'await endAllSessions(trx, user.uuid);'),
    ]),
    ...plant(access('sessions'), 'server/access/proofMeanwhile', [
      without('a sign-in outlives the password', ' AND u.password_hash = ${user.password_hash}'),
      without(
        'it outlives the lack of a second factor',
        ' || (await twoFactorOf(trx, user.uuid)).enabled !== hasSecond',
      ),
    ]),
    ...plant(access('requireSession'), 'server/access/proofMeanwhile', [
      without(
        'a proof outlives its session',
        "if (rows.length === 0) throw new Problem('unauthenticated', 'Sign in to continue.');",
      ),
    ]),
    ...plant(access('sessions'), 'server/access/sessions', [
      [
        'staff are idle as long as customers',
        'ELSE staff_idle_minutes END',
        'ELSE customer_idle_minutes END',
      ],
    ]),
    ...plant(access('sessions'), 'server/access/auth', [
      ['tokens have no end', 't}.expires_at`)} > now()', 't}.expires_at`)} IS NOT NULL'],
      without(
        'a session of a clock that was ahead ends late',
        'AND ${hasCome(sql.ref(`${t}.last_seen_at`))} ',
      ),
      [
        'deactivated users stay signed in',
        'AND u.is_active AND a.is_active\n      AND (t.actor',
        'AND (t.actor',
      ],
    ]),
  ],
  'security-notifications': [
    ...plant(access('sessions'), 'server/access/notMeMail', [
      without(
        'nobody is told of a new device',
        "if (isNew) await postAlert(db, user, 'new-device', { detail: addressOf(ip) });",
      ),
    ]),
    ...plant(access('changePassword'), 'server/access/notMeMail', [
      without('nobody is told of a new password', "await postAlert(trx, caller.user, 'password-changed');"),
    ]),
    ...plant(access('notMe'), 'server/access/notMe', [
      [
        'sessions survive "This was not me"',
        'const ended = await endAllSessions(trx, user);',
        'const ended = 1;',
      ],
      [
        'keys survive it',
        'const revoked = await revokeKeysOf(trx, actor, user, since);',
        'const revoked = 1;',
      ],
      without(
        'the password survives it',
        'await sql`UPDATE users SET password_hash = ${unusableHash} WHERE uuid = ${user}`.execute(trx);',
      ),
      without('places stay known', 'await forgetPlaces(trx, user);'),
      [
        'its link works twice',
        'UPDATE security_alert SET used_at = now()',
        'UPDATE security_alert SET used_at = NULL',
      ],
      ['later links survive it', 'used_at IS NULL AND created_at >= ${since}', 'created_at = ${since}'],
    ]),
    ...plant(access('secondFactor'), 'server/access/notMe', [
      [
        'passkeys survive it',
        'DELETE FROM passkey WHERE "user" = ${user} AND created_at >= ${since}',
        'DELETE FROM passkey WHERE "user" = ${user} AND created_at < ${since} AND false',
      ],
      [
        'an app that was set up since survives it',
        '(f.confirmed_at >= ${since}\n      OR',
        '(false\n      OR',
      ],
    ]),
  ],
  passkeys: [
    ...plant(access('passkeys'), 'server/access/passkeys', [
      ['a challenge works twice', 'DELETE FROM passkey_challenge\n', 'SELECT FROM passkey_challenge\n'],
      ['a challenge of another user works', 'AND "user" = ${user} AND purpose', 'AND purpose'],
      ['a challenge works for ever', 'AND expires_at > now()\n', '\n'],
      [
        'an authenticator need not verify its user',
        'requireUserVerification: true,\n    credential',
        'requireUserVerification: false,\n    credential',
      ],
      [
        'a passkey of another site is added',
        'expectedOrigin: site.origin,\n    expectedRPID: rpIdOf(site),\n    requireUserVerification: true,\n    supported',
        "expectedOrigin: [site.origin, 'https://evil.example'],\n    expectedRPID: rpIdOf(site),\n    requireUserVerification: true,\n    supported",
      ],
      [
        'a copy signs in',
        'AND (counter < ${found.newCounter} OR counter = 0 AND ${found.newCounter} = 0)',
        '',
      ],
      [
        'the password is enough beside a second factor',
        'if (rows.length === 0) throw wrongPasskey();\n  return false;',
        'return false;',
      ],
    ]),
    ...plant(access('passkeys'), 'server/access/passkeyOnly', [
      ['the only passkey is removed', '&& (await keysOf(trx, user)).length === 1)', '&& keysOf.length > 5)'],
    ]),
  ],
  'step-up': [
    ...plant('server/plugins/auth', 'server/access/stepUp', [
      without(
        'nobody confirms their identity again',
        'if (!SAFE_METHODS.has(request.method) && pairsIn(access).some(needsStepUp)) requireProof(caller);',
      ),
    ]),
    ...plant(access('stepUp'), 'server/access/stepUp', [
      [
        'a proof holds in another session',
        'WHERE hash = ${caller.tokenHash}',
        'WHERE "user" = ${caller.user}',
      ],
      without('a proof needs nothing', 'await proveSelf(db, caller, proof, site);'),
    ]),
    ...plant(access('recentProof'), 'server/access/stepUp', [
      ['a proof holds for ever', '> now() - make_interval', '> now() - 100 * make_interval'],
      without('so does one of a clock that was ahead', ' AND ${hasCome(proved)}'),
    ]),
    ...plant('schema/stepUp', 'server/access/stepUp', [
      without('signing in as a customer needs no proof', "['sign-in-as', 'get'],"),
    ]),
  ],
  'forged-requests': [
    ...plant('server/plugins/auth', 'server/access/auth', [
      without(
        'forms of other sites act',
        'if (!isOfConsole(request, config.CORS_ORIGINS)) refuseForgery(request, kind !== undefined);',
      ),
    ]),
    ...plant('server/app', 'server/access/auth', [
      without('the API takes plain text', "app.removeContentTypeParser('text/plain');"),
    ]),
  ],
};
