/**
 * Verifies what browsers return for passkeys (WebAuthn). Only this file uses the library. It is large: functions load the
 * file when they need it (`lib/aws/bundling/separate-files.ts`), so that it imports nothing of ours.
 */
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Registration } from './passkey-contract.ts';
import type { Assertion } from './proof-fields.ts';

/** What is known of a passkey from its authenticator. */
export interface Credential {
  credentialId: string;
  /** In COSE format and base64url. */
  publicKey: string;
  /** Uses that the authenticator has counted; always 0 for authenticators that do not count. */
  counter: number;
  /** Model of the authenticator. */
  aaguid: string;
  /** Whether it is synchronized between devices. */
  isBackedUp: boolean;
}

/** What a browser must have signed. */
export interface Expected {
  challenge: string;
  /** Scheme, host and port of the page. */
  origin: string;
  /** Host for which the passkey is. */
  rpId: string;
}

/** Signature algorithms by their COSE numbers: EdDSA, ES256, RS256. */
type Algorithms = readonly number[];

function verification({ challenge, origin, rpId }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

/** Pages of other sites may embed ours, and the library accepts their frames if they do not name the outer page. */
function refuseFrames(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true) throw new Error('It was made in a frame.');
}

/**
 * The maker of the authenticator is not asked for: browsers send no statement about it, or one that the passkey itself has
 * signed. In others, the caller chooses certificates, and the library would fetch the lists of revoked ones from the addresses
 * in them, private ones too.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const isOwn = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOwn) throw new Error('It has a statement of its maker.');
}

/** The credential that a browser has made. Throws an Error that names the problem. */
export async function verifyRegistration(
  { id, response }: Registration,
  expected: Expected,
  algorithms: Algorithms,
): Promise<Credential> {
  const { clientDataJSON, attestationObject } = response;
  refuseFrames(clientDataJSON);
  refuseCertificates(attestationObject);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    ...verification(expected),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, attestationObject },
    },
    supportedAlgorithmIDs: [...algorithms],
  });
  if (!verified) throw new Error('Its attestation is wrong.');
  const { credential, aaguid, credentialBackedUp } = registrationInfo;
  if (credential.id !== id) throw new Error('It has another id than the browser says.');
  return {
    credentialId: credential.id,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    aaguid,
    isBackedUp: credentialBackedUp,
  };
}

/** What the use of a passkey changes about it. Throws an Error that names the problem. */
export async function verifyAssertion(
  { id, response }: Assertion,
  { publicKey, counter }: Pick<Credential, 'publicKey' | 'counter'>,
  expected: Expected,
): Promise<Pick<Credential, 'counter' | 'isBackedUp'>> {
  const { clientDataJSON, authenticatorData, signature } = response;
  refuseFrames(clientDataJSON);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...verification(expected),
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
  });
  if (!verified) throw new Error('Its signature is wrong.');
  return {
    counter: authenticationInfo.newCounter,
    isBackedUp: authenticationInfo.credentialBackedUp,
  };
}
