/** Every prefilled request of the explorer is valid: its resource may be missing, but no field is wrong. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { send } from '../../support/clients/api.ts';
import { overHttpIfDocument } from '../../support/clients/in-process.ts';

/**
 * Expected errors of examples in an empty tenant, other than 404: a prerequisite is missing, or another system sends
 * the request.
 */
const conditions: Readonly<Record<string, readonly [code: string, why: string]>> = {
  cancelProgressJob: ['progress_job_not_cancellable', 'an unknown job cannot be cancelled'],
  createPaymentSession: ['payment_provider_unavailable', 'the integration has to be set up before'],
  createToggle: ['toggle_identifier_taken', 'toggles belong to the deployment'],
  exchangeKey: ['unauthenticated', 'the example is not a real key'],
  exchangeWorkloadToken: ['unauthenticated', 'the example is not a real token'],
  endProviderSession: ['logout_token_invalid', 'the provider signs its tokens'],
  finishLogIn: ['challenge_invalid', 'a log-in makes the challenge'],
  issueToken: ['invalid_client', 'the application has to register before'],
  logIn: ['login_failed', 'the user has to be created before'],
  muteCause: ['invalid_input', 'the time of the example has passed'],
  previewSyncImport: ['sync_connection_failed', 'the file has to be uploaded before'],
  receivePaymentEvent: ['signature_invalid', 'the provider signs its messages'],
  refreshSession: ['unauthenticated', 'an API key has no session'],
  replayWebhook: ['invalid_input', 'the events of the example are no longer logged'],
  startSyncRun: ['integration_disabled', 'the integration has to be set up before'],
  validateSyncConnection: ['credentials_missing', 'the integration has to be set up before'],
};

/** An API key has no password and no factors, and is no user. */
const needsSession = [
  ...['changePassword', 'decideAuthorization', 'describeAuthorization', 'createRecoveryCodes'],
  ...['startPasskey', 'startTotp', 'startVerification', 'confirmPasskey', 'confirmTotp'],
  ...['listFactors', 'renameFactor', 'deleteFactor', 'verifyFactor'],
];

/** Payment methods are read from their provider, whose integration has to be set up before. */
const ofSavedMethods = /^(createPaymentMethodSetup|(list|get|update|delete)PaymentMethods?)$/;

const missing = ['not_found', 'MISSING_TOGGLE'];

describe.each(endpoints.filter(({ holdsConnection }) => !holdsConnection))('$operationId', (endpoint) => {
  it('accepts the prefilled request', async () => {
    const { operationId } = endpoint;
    const { key } = await aSuperAdmin();
    // The explorer does not prefill headers.
    const { shown } = sampleOf(operationId);
    const { method, path, headers, body } = toWire(endpoint, { ...shown, headers: {} });

    const answer = await overHttpIfDocument(path, () =>
      send(method, path, { headers: { 'x-api-key': key, ...headers }, ...(body !== undefined && { body }) }),
    );

    if (answer.status < 400) return;
    const codes = [
      ...missing,
      ...(ofSavedMethods.test(operationId) ? ['payment_provider_unavailable'] : []),
      ...(needsSession.includes(operationId) ? ['session_required'] : []),
      conditions[operationId]?.[0],
    ];
    expect(codes).toContain(answer.body.code);
  });
});

describe('the conditions of examples', () => {
  it('name existing operations', () => {
    const operations = endpoints.map(({ operationId }) => operationId);
    expect(
      [...needsSession, ...Object.keys(conditions)].filter(
        (operationId) => !operations.includes(operationId),
      ),
    ).toEqual([]);
  });
});
