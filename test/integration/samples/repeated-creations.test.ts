import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { samplesAs, sendAs, successStatuses, withOtherValue } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callsOf, type TestResponse } from '../../support/clients/api.ts';

/** The other operations with POST, by the reason why a repetition does no harm or is meant. */
const withoutKey: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'only reads or calculates': [
    ['checkFeatures', 'evaluateExpression', 'evaluateFlag', 'evaluateFlags', 'evaluateInPlayground'],
    ['previewEmail', 'previewSyncImport', 'validateRule', 'validateSyncConnection'],
  ],
  'has no caller, and takes a credential, a link or a message that decides itself what a repetition does': [
    ['exchangeKey', 'exchangeWorkloadToken', 'logIn', 'finishLogIn', 'logOut', 'refreshSession'],
    ['endProviderSession', 'issueToken', 'registerApplication', 'revokeToken'],
    ['requestPasswordReset', 'resetPassword', 'confirmAddress', 'unsubscribe'],
    ['receivePaymentEvent', 'receiveWebhook'],
  ],
  'leads to the same state again, or is refused once it is reached': [
    ['acknowledgeCause', 'muteCause', 'reopenCause', 'actOnNotification'],
    ['bulkDeleteJobs', 'bulkDeleteRules', 'bulkDeleteToggles', 'bulkDeleteWebhooks'],
    ['bulkUpdateJobs', 'bulkUpdateRules', 'bulkUpdateToggles', 'bulkUpdateWebhooks'],
    ['changePassword', 'confirmPasskey', 'confirmTotp', 'verifyFactor', 'endOtherSessions'],
    ['completeUpload', 'extractContent', 'transferAttachments', 'checkIntegrationHealth', 'refreshPayment'],
    ['cancelSyncRun', 'fixSyncFailure', 'recoverWebhook', 'retryDelivery', 'redriveDeadLetters'],
    ['restoreRule', 'restoreRuleRevision', 'takeOverRule', 'takeOverJob', 'undoDeleteJob'],
    ['resumeEmail', 'verifyEmailDomain'],
  ],
  'is meant to act again each time, on something that exists': [
    ['executeRule', 'executeRules', 'executeSet', 'triggerJob', 'replayWebhook', 'testWebhook', 'serveMcp'],
    ['rotateApiKey', 'rotateInboundSecret', 'rotateWebhookSecret', 'createRecoveryCodes', 'inviteUserAgain'],
    ['decideAuthorization', 'startPasskey', 'startTotp', 'startVerification'],
  ],
};

const keyed = endpoints.filter(({ idempotencyKey }) => Boolean(idempotencyKey));

it('accepts the header in every operation with POST, but for those that create nothing', () => {
  const others = endpoints.filter(({ method, idempotencyKey }) => method === 'POST' && !idempotencyKey);
  expect(others.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.values(withoutKey).flat(2).toSorted(),
  );
});

const isReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true';

/** The keys of the members of each transaction that a request has completed. */
async function transactionsOf(answer: TestResponse): Promise<string[][]> {
  const calls = await callsOf(answer);
  const completed = calls.filter(({ action, status }) => action === 'TransactWriteItems' && status === 200);
  return completed.map(({ transaction = [] }) => transaction.map((key) => key.join(' ')));
}

/** The body without its mark, and without the fields of an upload's form, which is signed again. */
function comparable({ body }: TestResponse): unknown {
  const { replayed: _, fields, ...rest } = Object(body);
  return rest;
}

/** Requests of one caller with one key. */
async function keyedRequests(endpoint: Endpoint) {
  const caller = await aSuperAdmin();
  const sample = sampleOf(endpoint.operationId);
  const key = randomUUID();
  return {
    prepare: () => sample.prepare(samplesAs(caller)),
    send: ({ headers, ...request }: SampleRequest) =>
      sendAs(caller)(toWire(endpoint, { ...request, headers: { ...headers, 'idempotency-key': key } })),
  };
}

const rows = (some: readonly Endpoint[]) => some.map((endpoint) => [endpoint.operationId, endpoint] as const);

describe.concurrent('with an `Idempotency-Key`', () => {
  // The responses are cases of conformance.
  it.each(rows(keyed))('%s stores the key with its effect, and a repetition nothing', async (_, endpoint) => {
    const { prepare, send } = await keyedRequests(endpoint);
    const request = await prepare();

    const first = await send(request);
    const again = await send(request);

    expect(successStatuses(endpoint), JSON.stringify(first.body)).toContain(first.status);
    if (endpoint.idempotencyKey === true) {
      // A process that dies after this transaction has stored all that a repetition needs.
      const withKey = (await transactionsOf(first)).filter((keys) =>
        keys.some((key) => / REQUEST$/.test(key)),
      );
      expect(withKey).toHaveLength(1);
      expect(withKey.flat().length).toBeGreaterThan(1);
    }
    expect(await transactionsOf(again)).toEqual([]);
    if (endpoint.idempotencyKey === 'own') return;
    const other = await send(withOtherValue(await prepare()));
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    expect(await transactionsOf(other)).toEqual([]);
  });

  const raced = [
    'createRule',
    'createUser',
    'createWebhook',
    'startSyncRun',
    'publishEvent',
    'uploadAttachment',
  ];
  it.each(rows(keyed.filter(({ operationId }) => raced.includes(operationId))))(
    '%s has its effect once for two requests at once',
    async (_, endpoint) => {
      const { prepare, send } = await keyedRequests(endpoint);
      const request = await prepare();

      const answers = await Promise.all([send(request), send(request)]);

      expect(answers.map(isReplayed).toSorted(), JSON.stringify(answers)).toEqual([false, true]);
      const [one, other] = answers;
      expect(comparable(one)).toEqual(comparable(other));
    },
  );
});
