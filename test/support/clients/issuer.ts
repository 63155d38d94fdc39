/** An issuer whose tokens tests choose, to attack with wrong ones. */
import { createHmac, createSecretKey } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from '../../../lib/local/loopback.ts';
import { toJson } from '../../../shared/kernel/base/json.ts';

export type Claims = Record<string, unknown>;

/** What differs from a correct token. */
export interface TokenFaults {
  claims?: Claims;
  /** `none`, or `HS256` with the public key as the secret; by default the issuer's own. */
  algorithm?: 'none' | 'HS256';
  /** Signs with a key that the issuer does not publish. */
  isForged?: boolean;
  type?: string;
}

const encode = (value: unknown): string => Buffer.from(toJson(value)).toString('base64url');

const newKeys = () => generateKeyPair('RS256', { extractable: true });
async function makeKeys() {
  const [first, second, unpublished] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  return { first, second, unpublished };
}
/** Making keys takes longer than most tests: issuers have one of two pairs in turn. */
let sharedKeys: ReturnType<typeof makeKeys> | undefined;
let issuers = 0;

export async function startIssuer() {
  sharedKeys ??= makeKeys();
  const { first, second, unpublished: other } = await sharedKeys;
  issuers += 1;
  let { privateKey, publicKey } = issuers % 2 === 0 ? second : first;
  let kid = 'first';
  /** The nonce of the last authorization request, and what the next token is like. */
  let nonce = '';
  let person: Claims = {};
  let faults: TokenFaults = {};
  let hasKeys = true;
  const tokenRequests: URLSearchParams[] = [];

  const nowSeconds = () => Math.floor(Date.now() / 1_000);

  async function sign(claims: Claims, { algorithm, isForged = false, type = 'JWT' }: TokenFaults = {}) {
    const whole = { iss: server.url, aud: 'platform', iat: nowSeconds(), exp: nowSeconds() + 300, ...claims };
    const jwk = await exportJWK(publicKey);
    if (algorithm === 'none') return `${encode({ alg: 'none', typ: type })}.${encode(whole)}.`;
    if (algorithm === 'HS256') {
      const signed = `${encode({ alg: 'HS256', typ: type, kid })}.${encode(whole)}`;
      const secret = createSecretKey(Buffer.from(toJson(jwk)));
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    }
    return new SignJWT(whole)
      .setProtectedHeader({ alg: 'RS256', kid, typ: type })
      .sign(isForged ? other.privateKey : privateKey);
  }

  const routes: Record<string, (body: string) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/jwks`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': async () =>
      hasKeys ? { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] } : undefined,
    '/token': async (body) => {
      tokenRequests.push(new URLSearchParams(body));
      return {
        access_token: 'access',
        token_type: 'Bearer',
        id_token: await sign({ nonce, ...person, ...faults.claims }, faults),
      };
    },
  };

  const listening = createServer(async (incoming, outgoing) => {
    const route = routes[incoming.url ?? ''];
    const body = await text(incoming);
    const answer = await route?.(body);
    outgoing.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    outgoing.end(toJson(answer ?? {}));
  });
  const server = await listen(listening, 0);

  return {
    url: server.url,
    stop: server.stop,
    sign,
    tokenRequests,
    /** Remembers a started sign-in, and decides what its token will be like. */
    expect(authorizationUrl: string, claims: Claims, wrong: TokenFaults = {}): URLSearchParams {
      const query = new URL(authorizationUrl).searchParams;
      nonce = query.get('nonce') ?? '';
      [person, faults] = [claims, wrong];
      return query;
    },
    /** Answers requests for the keys with an error. */
    hideKeys(): void {
      hasKeys = false;
    },
    /** Publishes another key instead. */
    async rotate(): Promise<void> {
      ({ privateKey, publicKey } = await newKeys());
      kid = `${kid}+`;
    },
  };
}
export type TestIssuer = Awaited<ReturnType<typeof startIssuer>>;
