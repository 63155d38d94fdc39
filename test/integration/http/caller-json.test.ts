/** JSON of callers in every endpoint that stores it, including values that DynamoDB cannot store. */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { aFile, libraryPath, partitionsPath, uploadsPath } from '../../support/builders/attachments.ts';
import {
  aMerchant,
  aMessage,
  deliver,
  paymentsPath,
  sessionBody,
  stored,
} from '../../support/builders/payments.ts';
import {
  announce,
  progressPath,
  readWork,
  report,
  someWork,
  workPath,
} from '../../support/builders/progress.ts';
import {
  aFullRule,
  aStoredRule,
  aStoredSet,
  executePath,
  rulesPath,
  setsPath,
} from '../../support/builders/rules.ts';
import { aJob, aStoredJob, findJob, jobsPath } from '../../support/builders/scheduler.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aStoredToggle,
  aToggle,
  globalPath,
  overridesPath,
  togglePath,
} from '../../support/builders/toggles.ts';
import { aWebhook, aWebhookBody, webhookPath, webhooksPath } from '../../support/builders/webhooks.ts';
import { send, type TestResponse } from '../../support/clients/api.ts';

const recordsPath = '/api/entities/records';
const definitionsPath = '/api/entities/definitions';
const inboundPath = '/api/webhooks/inbound-endpoints';

/**
 * An object that, at the second level, makes a body a hundred levels deep, with numbers that DynamoDB does not
 * support.
 */
const hard = `{"big":1e300,"digits":${'123456789012'.repeat(5)},"small":-1e-300,"deep":${'['.repeat(98)}${']'.repeat(98)}}`;
const value: Record<string, unknown> = JSON.parse(hard);
const shallow: Record<string, unknown> = JSON.parse(hard.replace(/,"deep".*/, '}'));

const withHard = (body: Record<string, unknown>, field: string): string =>
  JSON.stringify({ ...body, [field]: '@@' }).replace('"@@"', hard);

const playgroundPath = '/api/business_rules/expressions/evaluate';

let owner: TestCaller;
beforeAll(async () => {
  owner = await aMerchant({ isSuperAdmin: true });
});

async function accepted<Body = Record<string, unknown>>(request: Promise<TestResponse<Body>>): Promise<Body> {
  const { status, body } = await request;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

/** Creates an inbound endpoint and returns a message signed with its secret. */
async function receive(body: string, settings: Record<string, string> = {}): Promise<TestResponse> {
  const secret = 'a secret of at least twenty-four bytes';
  const given = { name: 'Own', providerKey: 'generic_hmac', secret, settings };
  const { id } = await accepted(owner.api.post(inboundPath, { body: given }));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'x-webhook-signature': signature, 'content-type': 'application/json' };
  return send('POST', `/api/webhooks/inbound/${id}`, { body, headers });
}

async function fieldsOf(recordId: string): Promise<unknown> {
  const { items } = await accepted<{ items: { fields: unknown }[] }>(
    owner.api.get(`${recordsPath}?entityType=a.b&id=${recordId}`),
  );
  return items[0]?.fields;
}

/** Reads the written value back; undefined if it is only used. */
type Store = () => Promise<unknown>;

/** For every request field that accepts any JSON: sends `hard` in it. */
const stores: Readonly<Record<string, Store>> = {
  async 'createRecord.fields'() {
    const body = withHard({ entityType: 'a.b' }, 'fields');
    const { id } = await accepted(owner.api.post(recordsPath, { body }));
    return fieldsOf(String(id));
  },
  async 'updateRecord.fields'() {
    const { id } = await accepted(owner.api.post(recordsPath, { body: { entityType: 'a.b' } }));
    await accepted(owner.api.put(recordsPath, { body: withHard({ id }, 'fields') }));
    return fieldsOf(String(id));
  },
  async 'createPartition.configJson'() {
    const body = withHard({ code: 'hard', title: 'Hard' }, 'configJson');
    await accepted(owner.api.post(partitionsPath, { body }));
    const { items } = await accepted<{ items: { code: string; configJson: unknown }[] }>(
      owner.api.get(partitionsPath),
    );
    return items.find(({ code }) => code === 'hard')?.configJson;
  },
  async 'updatePartition.configJson'() {
    const body = { code: 'harder', title: 'Harder' };
    const { item } = await accepted<{ item: { id: string } }>(owner.api.post(partitionsPath, { body }));
    const changed = await accepted<{ item: { configJson: unknown } }>(
      owner.api.put(partitionsPath, { body: withHard({ ...body, id: item.id }, 'configJson') }),
    );
    return changed.item.configJson;
  },
  async 'publishEvent.data'() {
    await accepted(
      owner.api.post('/api/events', { body: withHard({ type: 'sales.order.shipped' }, 'data') }),
    );
    return undefined;
  },
  async 'createWebhook.strategyConfig'() {
    const { id } = await accepted(
      owner.api.post(webhooksPath, { body: withHard(aWebhookBody(), 'strategyConfig') }),
    );
    return (await accepted(owner.api.get(webhookPath(String(id))))).strategyConfig;
  },
  async 'updateWebhook.strategyConfig'() {
    const { id } = await aWebhook(owner);
    await accepted(owner.api.put(webhookPath(id), { body: withHard({}, 'strategyConfig') }));
    return (await accepted(owner.api.get(webhookPath(id)))).strategyConfig;
  },
  async 'testWebhook.payload'() {
    const { id } = await aWebhook(owner);
    expect((await owner.api.post(`${webhookPath(id)}/test`, { body: withHard({}, 'payload') })).status).toBe(
      200,
    );
    return undefined;
  },
  async 'receiveWebhook.'() {
    await accepted(receive(withHard({ type: 'a' }, 'payload')));
    return undefined;
  },
  async 'createPaymentSession.metadata'() {
    const body = withHard(sessionBody(), 'metadata');
    const { transactionId } = await accepted(owner.api.post(`${paymentsPath}/sessions`, { body }));
    return (await stored(owner, String(transactionId))).metadata;
  },
  async 'receivePaymentEvent.'() {
    const body = sessionBody();
    const session = await accepted(owner.api.post(`${paymentsPath}/sessions`, { body }));
    const about = { id: session.sessionId, object: 'payment_intent', status: 'processing' };
    await accepted(deliver(withHard(aMessage('payment_intent.processing', about), 'more')));
    return undefined;
  },
  async 'createProgressJob.meta'() {
    const { id } = await accepted(owner.api.post(progressPath, { body: withHard(someWork(), 'meta') }));
    return (await readWork(owner, String(id))).meta;
  },
  async 'updateProgressJob.meta'() {
    const id = await announce(owner);
    await accepted(owner.api.put(workPath(id), { body: withHard({}, 'meta') }));
    return (await readWork(owner, id)).meta;
  },
  async 'updateProgressJob.resultSummary'() {
    const id = await announce(owner);
    await accepted(owner.api.put(workPath(id), { body: withHard({ status: 'completed' }, 'resultSummary') }));
    return (await readWork(owner, id)).resultSummary;
  },
  async 'executeRule.data'() {
    const { id } = await aStoredRule(owner);
    await accepted(owner.api.post(`${executePath}/${id}`, { body: withHard({}, 'data') }));
    return undefined;
  },
  async 'executeRules.data'() {
    await accepted(owner.api.post(executePath, { body: withHard({ entityType: 'sales.order' }, 'data') }));
    return undefined;
  },
  async 'executeSet.data'() {
    const { id } = await aStoredSet(owner);
    await accepted(owner.api.post(`${setsPath}/${id}/execute`, { body: withHard({}, 'data') }));
    return undefined;
  },
  async 'evaluateExpression.conditionExpression'() {
    await accepted(owner.api.post(playgroundPath, { body: withHard({}, 'conditionExpression') }));
    return undefined;
  },
  async 'evaluateExpression.data'() {
    await accepted(owner.api.post(playgroundPath, { body: withHard({ expression: 'total' }, 'data') }));
    return undefined;
  },
  async 'validateRule.conditionExpression'() {
    await accepted(owner.api.post(`${rulesPath}/validate`, { body: withHard({}, 'conditionExpression') }));
    return undefined;
  },
  async 'validateRule.successActions'() {
    await accepted(owner.api.post(`${rulesPath}/validate`, { body: withHard({}, 'successActions') }));
    return undefined;
  },
  async 'validateRule.failureActions'() {
    await accepted(owner.api.post(`${rulesPath}/validate`, { body: withHard({}, 'failureActions') }));
    return undefined;
  },
  async 'validateRule.data'() {
    const { conditionExpression } = aFullRule();
    await accepted(
      owner.api.post(`${rulesPath}/validate`, { body: withHard({ conditionExpression }, 'data') }),
    );
    return undefined;
  },
  async 'createJob.targetPayload'() {
    const { id } = await accepted(owner.api.post(jobsPath, { body: withHard(aJob(), 'targetPayload') }));
    return (await findJob(owner, String(id)))?.targetPayload;
  },
  async 'updateJob.targetPayload'() {
    const { id } = await aStoredJob(owner);
    await accepted(owner.api.put(jobsPath, { body: withHard({ id }, 'targetPayload') }));
    return (await findJob(owner, id))?.targetPayload;
  },
  async 'createToggle.defaultValue'() {
    const body = withHard(aToggle({ type: 'json' }), 'defaultValue');
    const { id } = await accepted(owner.api.post(globalPath, { body }));
    return (await accepted(owner.api.get(togglePath(String(id))))).defaultValue;
  },
  async 'updateToggle.defaultValue'() {
    const { id } = await aStoredToggle(owner, { type: 'json', defaultValue: {} });
    await accepted(owner.api.put(globalPath, { body: withHard({ id }, 'defaultValue') }));
    return (await accepted(owner.api.get(togglePath(id)))).defaultValue;
  },
  async 'evaluateFlag.context'() {
    const { identifier } = await aStoredToggle(owner);
    const body = withHard({}, 'context');
    await accepted(owner.api.post(`/ofrep/v1/evaluate/flags/${identifier}`, { body }));
    return undefined;
  },
  async 'evaluateFlags.context'() {
    await accepted(owner.api.post('/ofrep/v1/evaluate/flags', { body: withHard({}, 'context') }));
    return undefined;
  },
  async 'evaluateInPlayground.context'() {
    const { identifier } = await aStoredToggle(owner);
    const body = withHard({ identifier }, 'context');
    await accepted(owner.api.post('/api/feature_toggles/playground', { body }));
    return undefined;
  },
  async 'setOverride.overrideValue'() {
    const { id, identifier } = await aStoredToggle(owner, { type: 'json', defaultValue: {} });
    const body = withHard({ toggleId: id, isOverride: true }, 'overrideValue');
    await accepted(owner.api.put(overridesPath, { body }));
    return (await accepted(owner.api.get(`/api/feature_toggles/check/json?identifier=${identifier}`))).value;
  },
};

/** Custom values are validated by their definitions, or converted to text. */
const customNames = ['customFields', 'customValues'];
const checkedFields = ['createRecord', 'updateRecord', 'beginUpload', 'updateLibraryItem'].flatMap(
  (operationId) => customNames.map((name) => `${operationId}.${name}`),
);

/** The mapping of an import converts the fields of its items. */
const mappedFields = ['fixSyncFailure.data'];

/** Bodies of mail clients and forms, which are not parsed. */
const unreadBodies = ['confirmAddress.', 'unsubscribe.'];
/** Answers of browsers, of which named texts are read. */
const ofPasskeys = ['confirmPasskey.passkey', 'finishLogIn.passkey', 'verifyFactor.passkey'];
/** JSON-RPC: the operation that a message calls checks its input. */
const checkedMessages = ['serveMcp.'];

type Schema = Readonly<Record<string, unknown>>;

/** Whether a schema accepts any JSON, directly or as an object with any members. */
function takesAnything({ anyOf, additionalProperties, ...schema }: Schema): boolean {
  if (Array.isArray(anyOf)) return anyOf.some(takesAnything);
  const { type, $ref, const: only, enum: choices } = schema;
  if (type === undefined) return $ref === undefined && only === undefined && choices === undefined;
  return type === 'object' && JSON.stringify(additionalProperties) === '{}';
}

/** `operationId.field` of every body field that accepts any JSON; without the field if the whole body does. */
function openFields({ operationId, body }: EndpointSpec): string[] {
  if (body === undefined) return [];
  const schema: Schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  if (schema.type === undefined) return [`${operationId}.`];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    .filter(([, field]) => takesAnything(field))
    .map(([name]) => `${operationId}.${name}`);
}

describe('JSON of a hundred levels with 1e300 and 60 digits', () => {
  it('is sent to every field that accepts any JSON', () => {
    const open = (endpoints as readonly EndpointSpec[]).flatMap(openFields);
    expect(
      [
        ...Object.keys(stores),
        ...checkedFields,
        ...mappedFields,
        ...unreadBodies,
        ...ofPasskeys,
        ...checkedMessages,
      ].toSorted(),
    ).toEqual(open.toSorted());
  });

  it.each(Object.entries(stores))('is accepted as %s, and read back unchanged', async (_, store) => {
    const found = await store();
    if (found !== undefined) expect(found).toEqual(value);
  });

  it.each(customNames)('is converted to text as a custom value of a file, in %s', async (name) => {
    const { id } = await aFile(owner.api);
    const body = JSON.stringify({ [name]: shallow });
    await accepted(owner.api.patch(`${libraryPath}/${id}`, { body }));
    const deep = await owner.api.patch(`${libraryPath}/${id}`, { body: withHard({}, name) });
    expect(deep.status).toBe(200);
    const begun = { entityId: 'a.b', recordId: '1', fileName: 'a.txt', fileSize: 1, fileType: 'text/plain' };
    expect((await owner.api.post(uploadsPath, { body: withHard(begun, name) })).status).toBeLessThan(500);
  });
});

describe('JSON of more levels', () => {
  it('is refused with the name of the field: in bodies, forms and messages', async () => {
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    const json = (path: string, body: string) => owner.api.post(path, { body });
    const form = new FormData();
    for (const [name, text] of Object.entries({ entityId: 'a.b', recordId: '1', tags: deep }))
      form.set(name, text);
    form.set('file', new Blob(['x']), 'x.txt');
    const encoded = new Response(form);
    const answers = [
      await json(recordsPath, `{"entityType":"a.b","fields":{"x":${deep}}}`),
      await json(`${paymentsPath}/sessions`, `{"fields":{"metadata":${deep}}}`),
      await json(progressPath, `{"fields":${deep}}`),
      await owner.api.post('/api/attachments', {
        body: new Uint8Array(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      }),
      await receive(`{"fields":${deep}}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.details])).toEqual(
      ['fields', 'fields', 'fields', 'tags', 'fields'].map((field) => [
        400,
        'too_deep',
        [{ field, message: 'must nest at most 100 levels deep' }],
      ]),
    );
  });

  it('is accepted in conditions, and an invalid operator is reported at any depth', async () => {
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;
    const conditions = [
      `{"field":"a","operator":"=","value":${deep}}`,
      `{"field":"a","operator":${deep},"value":1}`,
      `{"operator":${deep},"rules":[]}`,
    ];
    const answers = [];
    for (const condition of conditions) {
      const body = `{"conditionExpression":${condition},"data":{"a":1}}`;
      answers.push((await accepted(owner.api.post(`${rulesPath}/validate`, { body }))).valid);
    }
    expect(answers).toEqual([true, false, false]);
  });
});

describe('JSON that does not fit into an item', () => {
  const large = 'é'.repeat(200);
  const refused = ({ status, body }: TestResponse) => [
    status,
    (body.details as { field: string }[])?.[0]?.field,
  ];

  it('is refused with the name of the field', async () => {
    const { api } = owner;
    const options = Array.from({ length: 500 }, (_, index) => ({
      value: `${large.slice(9)}${index}`,
      label: large,
    }));
    const definition = { entityType: 'a.large', kind: 'select', options };
    await accepted(api.post(definitionsPath, { body: { ...definition, key: 'one' } }));
    expect(refused(await api.post(definitionsPath, { body: { ...definition, key: 'two' } }))).toEqual([
      400,
      'options',
    ]);
    const strategyConfig = { large: 'x'.repeat(500_000) };
    expect(refused(await api.post(webhooksPath, { body: aWebhookBody({ strategyConfig }) }))).toEqual([
      400,
      'strategyConfig',
    ]);
    const { id } = await aFile(api);
    const assignments = Array.from({ length: 100 }, (_, index) => ({
      type: 'crm.customer',
      id: String(index),
      href: `/${'é'.repeat(2_000)}`,
      label: '日'.repeat(300),
    }));
    expect(refused(await api.patch(`${libraryPath}/${id}`, { body: { assignments } }))).toEqual([
      400,
      'assignments',
    ]);
  });

  it('is refused as too large if a message grows when it is serialized again', async () => {
    const answer = await receive(`{"a":[${'1e20,'.repeat(50_000)}1]}`);
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
  });

  it('may have 20 000 fields, which the audit trail omits', async () => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1]));
    const { id } = await accepted(owner.api.post(recordsPath, { body: { entityType: 'a.wide', fields } }));
    const more = Object.fromEntries(Object.keys(fields).map((name) => [name, 2]));
    await accepted(owner.api.put(recordsPath, { body: { id, fields: more } }));
  });
});

describe('names that are not keys', () => {
  it('of an endpoint are unknown at any length', async () => {
    const answer = await send('POST', `/api/webhooks/inbound/${'x'.repeat(3_000)}`, { body: '{}' });
    expect(answer.status).toBe(404);
  });

  it('of headers may be names of object members', async () => {
    for (const signatureHeader of ['constructor', '__proto__', 'toString'])
      expect((await receive('{}', { signatureHeader })).status).toBe(401);
  });
});

describe('numbers beyond the range of a double', () => {
  it('of progress have no estimated end', async () => {
    const id = await announce(owner, { totalCount: 9e15 });
    await report(owner, id, { status: 'running' });
    await report(owner, id, { processedCount: 1 });
    const { etaSeconds, totalCount } = await readWork(owner, id);
    expect([totalCount, etaSeconds === null || etaSeconds < 1e8]).toEqual([9e15, true]);
  });
});
