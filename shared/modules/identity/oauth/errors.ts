/** Errors of OAuth: `error` is the code of the standard, `error_description` the text. */
import { apiError } from '../../../kernel/errors/api-error.ts';
import type { FieldErrors } from '../../../kernel/errors/app-error.ts';

const described = (error: string) => (text: string) => ({ error, error_description: text });

const textOf = (fields: FieldErrors): string =>
  Object.entries(fields)
    .map(([field, text]) => `${field} ${text}`)
    .join('; ');

/** The code of the standard for a value that the platform does not support (RFC 6749, 4.1.2.1 and 5.2), or for a missing one. */
function requestErrorOf(fields: FieldErrors): string {
  const unsupported = ['grant_type', 'response_type'].find(
    (field) => fields[field] !== undefined && fields[field] !== 'is required',
  );
  return unsupported === undefined ? 'invalid_request' : `unsupported_${unsupported}`;
}

export const InvalidRequestError = apiError({
  code: 'invalid_request',
  status: 400,
  when:
    'A parameter is missing or wrong; `error_description` names it. For another `grant_type` or `response_type`, `error` is ' +
    '`unsupported_grant_type` or `unsupported_response_type`.',
  message: (fields: FieldErrors) => textOf(fields),
  body: (fields) => described(requestErrorOf(fields))(textOf(fields)),
  details: (fields) => fields,
  example: [{ grant_type: 'is required' }],
});

/** The codes of registration (RFC 7591, 3.2.2). */
export const InvalidMetadataError = apiError({
  code: 'invalid_client_metadata',
  status: 400,
  when:
    'A field of the registration is missing or wrong; `error_description` names it. For `redirect_uris`, `error` is ' +
    '`invalid_redirect_uri`.',
  message: (fields: FieldErrors) => textOf(fields),
  body: (fields) => {
    const isRedirect = Object.keys(fields).every((field) => field.startsWith('redirect_uris'));
    return described(isRedirect ? 'invalid_redirect_uri' : 'invalid_client_metadata')(textOf(fields));
  },
  details: (fields) => fields,
  example: [{ client_name: 'must have at most 100 characters' }],
});

export const InvalidClientError = apiError({
  code: 'invalid_client',
  status: 400,
  when:
    'The application is unknown, its registration has expired, or the document at its id does not describe it: ' +
    '`error_description` says which.',
  message: (text: string) => text,
  body: described('invalid_client'),
  example: ['The application is unknown: register it again.'],
});

/** The error of an application that is not registered, or no more. */
export const unknownClient = () => new InvalidClientError('The application is unknown: register it again.');

export const InvalidRedirectUriError = apiError({
  code: 'invalid_redirect_uri',
  status: 400,
  when: 'The redirect URI may not be registered, or is not registered for the application.',
  message: (text: string) => text,
  body: described('invalid_redirect_uri'),
  example: ['redirect_uri is not registered for this application'],
});

export const InvalidScopeError = apiError({
  code: 'invalid_scope',
  status: 400,
  when:
    'The scope has names other than `read`, `write` and those of OpenID Connect, which are ignored, or more than the user ' +
    'has allowed.',
  message: 'scope may contain read and write, as far as the user has allowed them',
  body: described('invalid_scope')('scope may contain read and write, as far as the user has allowed them'),
});

export const InvalidTargetError = apiError({
  code: 'invalid_target',
  status: 400,
  when: 'The `resource` is not the one of the metadata, or not that of the token.',
  message: 'resource is not served here',
  body: described('invalid_target')('resource is not served here'),
});

export const InvalidGrantError = apiError({
  code: 'invalid_grant',
  status: 400,
  when: 'The code or refresh token is unknown, expired, used, or not for this application.',
  message: 'The code or refresh token is not valid: ask the user to sign in again.',
  body: described('invalid_grant')('The code or refresh token is not valid: ask the user to sign in again.'),
});
