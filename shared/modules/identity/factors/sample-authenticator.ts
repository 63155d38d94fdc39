/** An authenticator in software, with one passkey, for samples and tests. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { toJson } from '../../../kernel/base/json.ts';

/** What differs from a right answer, in attacks. */
export interface Answering {
  challenge: string;
  /** Address of the page. */
  origin: string;
  /** Host whose passkey is used; that of the page by default. */
  rpId?: string;
  /** Whether it has asked for a PIN or a fingerprint. */
  isUserVerified?: boolean;
  /** Whether the page is in a frame of another site. */
  crossOrigin?: boolean;
}

/** Bits of the authenticator data: present, verified, may be backed up, is backed up, has a credential. */
const flags = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 } as const;

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

const numberIn = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

export class SampleAuthenticator {
  readonly id = randomBytes(16);
  readonly aaguid = randomBytes(16);
  /** Uses so far; an authenticator that does not count has 0. */
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  private data({ origin, rpId, isUserVerified = true }: Answering, more: number, end: Uint8Array[]): Buffer {
    const verified = isUserVerified ? flags.verified : 0;
    const all = flags.present | flags.eligible | flags.backedUp | verified | more;
    const host = rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(host), numberIn(1, all), numberIn(4, this.counter), ...end]);
  }

  private static clientData(type: string, { challenge, origin, crossOrigin = false }: Answering): Buffer {
    return Buffer.from(toJson({ type, challenge, origin, crossOrigin }));
  }

  /** The public key in COSE: EC2, ES256, P-256. */
  private publicKey(): Uint8Array {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key);
  }

  /** `toJSON()` of a new credential. */
  register(answering: Answering) {
    const credential = [this.aaguid, numberIn(2, this.id.length), this.id, this.publicKey()];
    const authData = Uint8Array.from(this.data(answering, flags.credential, credential));
    const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.json({
      clientDataJSON: SampleAuthenticator.clientData('webauthn.create', answering),
      attestationObject: isoCBOR.encode(attestation),
    });
  }

  /** `toJSON()` of a credential that has signed a challenge. */
  answer(answering: Answering) {
    const clientDataJSON = SampleAuthenticator.clientData('webauthn.get', answering);
    const authenticatorData = this.data(answering, 0, []);
    const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
    const signature = sign('sha256', signed, this.keys.privateKey);
    return this.json({ clientDataJSON, authenticatorData, signature });
  }

  private json<Names extends string>(response: Readonly<Record<Names, Uint8Array>>) {
    const id = this.id.toString('base64url');
    const texts = Object.entries<Uint8Array>(response).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('base64url'),
    ]);
    const fields: Record<Names, string> = Object.fromEntries(texts);
    const more = { transports: ['internal', 'hybrid'] };
    return {
      ...{
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      },
      response: { ...fields, ...more },
    };
  }
}
