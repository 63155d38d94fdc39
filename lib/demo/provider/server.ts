/**
 * A real OpenID Connect provider on this machine, with people instead of passwords. It is loaded with its first request,
 * because few starts need it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Actions } from '../../local/control.ts';
import { escapeHtml } from '../../local/escape-html.ts';
import { listenNear, refuseForeignHost } from '../../local/loopback.ts';
import { claimsOf, demoPeople } from './people.ts';

const algorithm = 'RS256';
const sessionSeconds = 3_600;

/** The client that the provider has for the platform. It is the same at every start, because the table keeps it. */
const client = { clientId: 'platform-modules', clientSecret: 'local-secret-of-the-platform' };

export interface Places {
  redirectUri: string;
  /** For back-channel log-out; undefined for none. */
  logoutUri: string | undefined;
}

const signingKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  return { kid, privateKey, publicJwk: await exportJWK(publicKey), privateJwk: await exportJWK(privateKey) };
};
type SigningKey = Awaited<ReturnType<typeof signingKey>>;

const loginPage = (uid: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Local identity provider</title>
<body><main><h1>Local identity provider</h1><p>Sign in as:</p>
${demoPeople
  .map(
    ({ id, name, email }) =>
      `<form method="post" action="/interaction/${escapeHtml(uid)}"><button name="person" value="${escapeHtml(id)}">${escapeHtml(name)} (${escapeHtml(email)})</button></form>`,
  )
  .join('\n')}
</main></body></html>`;

async function createProvider(issuer: string, { redirectUri, logoutUri }: Places, key: SigningKey) {
  const { Provider } = await import('oidc-provider');
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        ...(logoutUri !== undefined && {
          backchannel_logout_uri: logoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...key.privateJwk, kid: key.kid, alg: algorithm, use: 'sig' }] },
    // The demo asks for no consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: {
      ...{ Session: sessionSeconds, Grant: sessionSeconds, Interaction: 600 },
      ...{ AccessToken: 600, IdToken: 600 },
    },
  });
}
type Provider = Awaited<ReturnType<typeof createProvider>>;

async function readForm(incoming: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Shows the people, and signs in the chosen one. */
async function interact(provider: Provider, incoming: IncomingMessage, outgoing: ServerResponse) {
  if (incoming.method !== 'POST') {
    const { uid } = await provider.interactionDetails(incoming, outgoing);
    outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    return void outgoing.end(loginPage(uid));
  }
  const accountId = (await readForm(incoming)).get('person') ?? '';
  await provider.interactionFinished(incoming, outgoing, { login: { accountId } });
}

interface ProviderOptions {
  port: number;
  log: (line: string) => void;
}

/** Starts the provider, on a free port when `port` is 0 or taken. */
export async function startProvider({ port, log }: ProviderOptions) {
  let places: Places | undefined;
  let key: Promise<SigningKey> | undefined;
  let provider: Promise<Provider> | undefined;
  const keyOnce = (): Promise<SigningKey> => {
    key ??= signingKey();
    return key;
  };

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (places === undefined) throw new Error('The platform does not run yet.');
    const known = places;
    provider ??= keyOnce().then((signing) => createProvider(listening.url, known, signing));
    const running = await provider;
    if (incoming.url?.startsWith('/interaction/')) await interact(running, incoming, outgoing);
    else await running.callback()(incoming, outgoing);
  }

  const server = createServer((incoming, outgoing) => {
    if (refuseForeignHost(incoming, outgoing)) return;
    serve(incoming, outgoing).catch((error: unknown) => {
      log(
        `The local identity provider failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
      );
      outgoing.destroy();
    });
  });
  const listening = await listenNear(server, port);

  const control: Actions = {
    /** Signs any claims with the provider's key. */
    'POST /sign': async ({ claims, type }) => {
      const { kid, privateKey } = await keyOnce();
      const given = typeof claims === 'object' && claims !== null ? { ...claims } : {};
      const typ = typeof type === 'string' ? type : 'JWT';
      const token = new SignJWT({ iss: listening.url, aud: client.clientId, ...given })
        .setProtectedHeader({ alg: algorithm, kid, typ })
        .setIssuedAt()
        .setExpirationTime('2 minutes')
        .setJti(randomUUID());
      return { token: await token.sign(privateKey) };
    },
  };
  return {
    ...client,
    issuer: listening.url,
    stop: listening.stop,
    control,
    /** Sets where the client is. */
    serveClient(given: Places): void {
      places = given;
      provider = undefined;
    },
  };
}
