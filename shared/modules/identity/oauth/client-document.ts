/**
 * Applications without a registration: their id is the address of a document about them, as in
 * https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
import * as z from 'zod/mini';
import { parseJson } from '../../../kernel/base/json.ts';
import { text } from '../../../kernel/http/fields.ts';
import { send } from '../../../kernel/outbound/api-senders.ts';
import { allowsPrivateWebhooks } from '../../../kernel/outbound/url.ts';
import { userAgentOf } from '../../../kernel/outbound/user-agent.ts';
import { createKeyCache } from '../../../kernel/secrets/key-cache.ts';
import { InvalidClientError } from './errors.ts';
import { oauthLimits } from './limits.ts';
import type { OAuthClient } from './store.ts';

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: text(oauthLimits.clientName),
  redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(oauthLimits.documentUris)),
  token_endpoint_auth_method: z.optional(z.string()),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  jwks_uri: z.optional(z.string().check(z.refine((address) => URL.canParse(address)))),
});

/**
 * Address of the keys with which the application signs its requests for tokens; undefined if it can do without.
 * Applications have no secret here. Throws InvalidClientError if it can prove itself in no way that is supported here.
 */
function keysAddressOf({
  token_endpoint_auth_method: preferred = 'none',
  token_endpoint_auth_methods_supported: others = [],
  jwks_uri: keysAddress,
}: z.infer<typeof ClientDocument>): string | undefined {
  const methods = [preferred, ...others];
  if (methods.includes('none')) return undefined;
  if (methods.includes('private_key_jwt') && keysAddress !== undefined) return keysAddress;
  throw new InvalidClientError(
    'The document of the application has an invalid token_endpoint_auth_method: it must be none, or private_key_jwt with jwks_uri.',
  );
}

/** Whether it is an address in its normal form, with a path; plain HTTP is for development. */
function isAddress(id: string): boolean {
  const url = URL.parse(id);
  if (url === null || url.href !== id || id.includes('#') || url.pathname === '/') return false;
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || allowsPrivateWebhooks();
}

const cache = createKeyCache<OAuthClient>({
  maxAgeMs: oauthLimits.documentSeconds * 1_000,
  maxEntries: oauthLimits.cachedDocuments,
});

function parsed(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

/** Reads a document from a public address, without redirects. Throws InvalidClientError. */
async function readDocument(id: string): Promise<OAuthClient> {
  const { status, responseBody, isBodyCut, problem } = await send({
    url: id,
    method: 'GET',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgentOf(),
    },
    timeoutMs: oauthLimits.documentMs,
    keepBytes: oauthLimits.documentBytes,
  });
  if (problem !== null || status !== 200 || responseBody === null)
    throw new InvalidClientError(`The document of the application cannot be read (${problem ?? status}).`);
  if (isBodyCut)
    throw new InvalidClientError(
      `The document of the application has more than ${oauthLimits.documentBytes} bytes.`,
    );
  const { success, data, error } = ClientDocument.safeParse(parsed(responseBody));
  if (!success) {
    const field = error.issues[0]?.path.join('.') || 'content';
    throw new InvalidClientError(`The document of the application has an invalid ${field}.`);
  }
  const keysAddress = keysAddressOf(data);
  // Otherwise one application could pass for another.
  if (data.client_id !== id) throw new InvalidClientError('The document names another application.');
  return { id, name: data.client_name, redirectUris: data.redirect_uris, keysAddress };
}

/** The application that the document at its id describes. Throws InvalidClientError. */
export async function findDocumented(id: string): Promise<OAuthClient> {
  if (!isAddress(id))
    throw new InvalidClientError('client_id is no https address with a path in its normal form.');
  return (await cache.get(id, () => readDocument(id))) ?? readDocument(id);
}
