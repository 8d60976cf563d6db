import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Values that replace the true ones in an answer. */
interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the authenticator says that it has verified its user. */
  verified?: boolean;
  counter?: number;
  backupEligible?: boolean;
}

type Options = { challenge: string } & Record<string, unknown>;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** CBOR (RFC 8949) as far as WebAuthn needs it: small numbers, text, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/**
 * An authenticator with one passkey (ES256), like a phone or a security key: it counts its uses and says that
 * it has verified its user. `backup`: its passkey may be copied to other devices, and has been.
 */
export function createAuthenticator({ origin, backup = false }: { origin: string; backup?: boolean }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        ...{ type: lies.type ?? type, challenge: lies.challenge ?? challenge },
        ...{ origin: lies.origin ?? origin, crossOrigin: false },
      }),
    );
  const authData = (lies: Lies, attested = false) => {
    const isBackup = lies.backupEligible ?? backup;
    const flags = 1 | (lies.verified === false ? 0 : 4) | (isBackup ? 24 : 0) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    return Buffer.concat([sha256(lies.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count]);
  };
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    /** Answers the options for a new passkey. */
    register(options: Options, lies: Lies = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([authData(lies, true), Buffer.alloc(16), length, id, cbor(key)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, lies)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Signs options with the passkey. */
    prove(options: Options, lies: Lies = {}) {
      if (lies.counter === undefined) counter += 1;
      const client = clientData('webauthn.get', options, lies);
      const data = authData(lies);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;
