/** Costs of payments: a capture in requests, and a provider's message in CPU time. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { queueUrlVariable } from '../../../../shared/kernel/queues/names.ts';
import { keyAliasVariable } from '../../../../shared/kernel/secrets/limits.ts';
import { sealText } from '../../../../shared/kernel/secrets/sealed-text.ts';
import {
  integrationCredentialsKey,
  integrationStateKey,
} from '../../../../shared/modules/integrations/keys.ts';
import { paymentSessionKey } from '../../../../shared/modules/payments/keys.ts';
import { capturePayment } from '../../../../shared/modules/payments/operations/operation-contract.ts';
import { receivePaymentEvent } from '../../../../shared/modules/payments/providers/provider-contract.ts';
import { authorizedPayment, signedWebhook } from '../../../../shared/modules/payments/samples.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { gatewayEvent } from '../gateway-event.ts';
import { samplesAs } from '../samples.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';
import { tableName } from '../stored-responses.ts';
import { compareCpu } from './cpu.ts';

const rounds = sized(7, 1);

interface StripeCall {
  method: string;
  path: string;
  isReplay: boolean;
}

async function measureCapture(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(0);
  const captureOnce = async () => {
    const { transactionId, sessionId } = await authorizedPayment.make(samplesAs(platform, caller));
    const call = await platform.call(caller, 'POST', capturePayment.path, { transactionId });
    const response = await fetch(`${platform.controlUrl}/stripe/calls?intent=${sessionId}`);
    const { calls } = (await response.json()) as { calls: StripeCall[] };
    return { call, provider: calls.filter(({ path }) => path.endsWith('/capture')).length };
  };
  // The first call decrypts the tenant's data key, once per function instance.
  await captureOnce();
  const { captures } = await alternate(rounds, { captures: captureOnce });
  const provider = captures.map((one) => one.provider);
  if (provider.some((count) => count !== 1))
    throw new Error(`Stripe was called ${provider.join(', ')} times instead of once.`);
  return {
    ours: median(captures.map(({ call }) => call.requests)),
    other: null,
    notes: [`${captures.at(-1)?.call.actions}; 1 call of the provider each`],
    details: { providerCalls: median(provider) },
  };
}

const secret = 'whsec_of_the_bench';
const scope = {
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
};
/** The owner of the integration's credentials. */
const owner = 'bundle_stripe';
const payment = { ...scope, id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10' };
const sessionId = 'pi_3MtwBwLkdIwHu7ix28a3tqPa';

/** The items that the receiver reads: the session's owner, the encrypted credentials, and their key. */
function storedResponses(): Record<string, string> {
  const key = randomBytes(32);
  const purpose = `integrations.credentials ${scope.organizationId} ${owner}`;
  const credentials = JSON.stringify({ secretKey: 'sk_test_bench', webhookSecret: secret });
  const sealed = sealText(createSecretKey(key), { ...scope, purpose, generation: 1 }, credentials);
  const state = {
    ...integrationStateKey(scope, owner),
    ...{ entity: 'integration', v: 1, id: owner, rev: 1 },
    ...{ credentialsRevision: 1, credentialKeys: ['secretKey', 'webhookSecret'] },
  };
  const stored = {
    ...integrationCredentialsKey(scope, owner),
    entity: 'integration_credentials',
    v: 1,
    sealed,
    rev: 1,
  };
  const locator = {
    ...paymentSessionKey(payment, 'stripe', sessionId),
    entity: 'payment_session',
    v: 1,
    ...payment,
  };
  const dataKey = {
    entity: 'data_key',
    v: 1,
    encryptedKey: 'AAAA',
    kmsKeyArn: 'arn:aws:kms:us-east-1:0:key/0',
  };
  return {
    Query: JSON.stringify({ Items: [marshall(locator)], Count: 1 }),
    BatchGetItem: JSON.stringify({ Responses: { [tableName]: [marshall(state), marshall(stored)] } }),
    GetItem: JSON.stringify({ Item: marshall(dataKey) }),
    Decrypt: JSON.stringify({ KeyId: dataKey.kmsKeyArn, Plaintext: key.toString('base64') }),
    SendMessageBatch: JSON.stringify({ Successful: [], Failed: [] }),
  };
}

async function measureReceiver(context: BenchContext): Promise<Measurement> {
  const webhook = signedWebhook(secret, sessionId);
  const measurement = await compareCpu(context, 'receive-payment-event', {
    ours: ['payments', 'receive-payment-event'],
    event: gatewayEvent(receivePaymentEvent, webhook),
    responses: storedResponses(),
    variables: {
      [keyAliasVariable]: 'alias/bench',
      [queueUrlVariable('payment-webhooks')]: 'https://sqs.us-east-1.amazonaws.com/0/payment-webhooks',
      SECRET: secret,
    },
    ...{ status: 202, warmUp: sized(1_500, 10), requests: sized(3_000, 10), rounds },
  });
  const { notes = [] } = measurement;
  return { ...measurement, notes: [...notes, `messages of ${Buffer.byteLength(String(webhook.body))} B`] };
}

export const paymentBenches: readonly Bench[] = [
  {
    name: 'requests-capture',
    unit: 'DynamoDB requests',
    bar: 5,
    measure: measureCapture,
  },
  {
    name: 'webhook-receive-overhead',
    unit: 'ms CPU per message',
    against: 'bare handler that finds the owner, verifies and enqueues',
    bar: 2,
    measure: measureReceiver,
  },
];
