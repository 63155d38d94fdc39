/** What applications learn about the authorization server (RFC 8414). Pure. */
import type { Client } from '../../../kernel/http/types.ts';
import { signatureAlgorithms } from '../providers/signature-algorithms.ts';
import { consentPath, registrationPath, revocationPath, tokenPath } from './oauth-contract.ts';

export const getAuthorizationServer = async ({
  client: { origin: issuer },
}: {
  client: Pick<Client, 'origin'>;
}) => ({
  issuer,
  authorization_endpoint: `${issuer}${consentPath}`,
  token_endpoint: `${issuer}${tokenPath}`,
  registration_endpoint: `${issuer}${registrationPath}`,
  revocation_endpoint: `${issuer}${revocationPath}`,
  scopes_supported: ['read', 'write'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: [...signatureAlgorithms],
  revocation_endpoint_auth_methods_supported: ['none'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
});
