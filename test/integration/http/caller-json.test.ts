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
import { announce, progressPath, readWork, someWork, workPath } from '../../support/builders/progress.ts';
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

/** Sends a body with `hard` in the field; returns the answer's body. */
const sent = (method: 'post' | 'put', path: string, body: Record<string, unknown>, field: string) =>
  accepted(owner.api[method](path, { body: withHard(body, field) }));
const read = (path: string) => accepted(owner.api.get(path));

async function fieldsOf(recordId: unknown): Promise<unknown> {
  const { items } = await read(`${recordsPath}?entityType=a.b&id=${recordId}`);
  return (items as { fields: unknown }[])[0]?.fields;
}
const entityType = 'sales.order';
const togglesPath = '/api/feature_toggles';

/** Sends `hard` in the field, and reads the written value back; undefined if it is only used. */
type Store = (field: string) => Promise<unknown>;

/** A request whose value is only used. */
const used =
  (path: string | (() => Promise<string>), body: Record<string, unknown> = {}): Store =>
  async (field) => {
    await sent('post', typeof path === 'string' ? path : await path(), body, field);
  };

const aToggleId = async () => (await aStoredToggle(owner)).identifier;
const announced: Store = async (field) => {
  const id = await announce(owner);
  await sent('put', workPath(id), field === 'meta' ? {} : { status: 'completed' }, field);
  return Object(await readWork(owner, id))[field];
};

/** For every request field that accepts any JSON. */
const stores: Readonly<Record<string, Store>> = {
  'createRecord.fields': async (field) =>
    fieldsOf((await sent('post', recordsPath, { entityType: 'a.b' }, field)).id),
  async 'updateRecord.fields'(field) {
    const { id } = await accepted(owner.api.post(recordsPath, { body: { entityType: 'a.b' } }));
    await sent('put', recordsPath, { id }, field);
    return fieldsOf(id);
  },
  async 'createPartition.configJson'(field) {
    await sent('post', partitionsPath, { code: 'hard', title: 'Hard' }, field);
    const { items } = await read(partitionsPath);
    return (items as { code: string; configJson: unknown }[]).find(({ code }) => code === 'hard')?.configJson;
  },
  async 'updatePartition.configJson'(field) {
    const body = { code: 'harder', title: 'Harder' };
    const { item } = await accepted<{ item: { id: string } }>(owner.api.post(partitionsPath, { body }));
    return Object((await sent('put', partitionsPath, { ...body, id: item.id }, field)).item).configJson;
  },
  'publishEvent.data': used('/api/events', { type: 'sales.order.shipped' }),
  async 'createWebhook.strategyConfig'(field) {
    const { id } = await sent('post', webhooksPath, aWebhookBody(), field);
    return (await read(webhookPath(String(id)))).strategyConfig;
  },
  async 'updateWebhook.strategyConfig'(field) {
    const { id } = await aWebhook(owner);
    await sent('put', webhookPath(id), {}, field);
    return (await read(webhookPath(id))).strategyConfig;
  },
  'testWebhook.payload': used(async () => `${webhookPath((await aWebhook(owner)).id)}/test`),
  async 'receiveWebhook.'() {
    await accepted(receive(withHard({ type: 'a' }, 'payload')));
  },
  async 'createPaymentSession.metadata'(field) {
    const { transactionId } = await sent('post', `${paymentsPath}/sessions`, sessionBody(), field);
    return (await stored(owner, String(transactionId))).metadata;
  },
  async 'receivePaymentEvent.'() {
    const session = await accepted(owner.api.post(`${paymentsPath}/sessions`, { body: sessionBody() }));
    const about = { id: session.sessionId, object: 'payment_intent', status: 'processing' };
    await accepted(deliver(withHard(aMessage('payment_intent.processing', about), 'more')));
  },
  async 'createProgressJob.meta'(field) {
    const { id } = await sent('post', progressPath, someWork(), field);
    return (await readWork(owner, String(id))).meta;
  },
  'updateProgressJob.meta': announced,
  'updateProgressJob.resultSummary': announced,
  'executeRule.data': used(async () => `${executePath}/${(await aStoredRule(owner)).id}`),
  'executeRules.data': used(executePath, { entityType }),
  'executeSet.data': used(async () => `${setsPath}/${(await aStoredSet(owner)).id}/execute`),
  'evaluateExpression.conditionExpression': used(playgroundPath),
  'evaluateExpression.data': used(playgroundPath, { expression: 'total' }),
  'validateRule.conditionExpression': used(`${rulesPath}/validate`),
  'validateRule.successActions': used(`${rulesPath}/validate`),
  'validateRule.failureActions': used(`${rulesPath}/validate`),
  'validateRule.data': used(`${rulesPath}/validate`, {
    conditionExpression: aFullRule().conditionExpression,
  }),
  async 'createJob.targetPayload'(field) {
    const { id } = await sent('post', jobsPath, aJob(), field);
    return (await findJob(owner, String(id)))?.targetPayload;
  },
  async 'updateJob.targetPayload'(field) {
    const { id } = await aStoredJob(owner);
    await sent('put', jobsPath, { id }, field);
    return (await findJob(owner, id))?.targetPayload;
  },
  async 'createToggle.defaultValue'(field) {
    const { id } = await sent('post', globalPath, aToggle({ type: 'json' }), field);
    return (await read(togglePath(String(id)))).defaultValue;
  },
  async 'updateToggle.defaultValue'(field) {
    const { id } = await aStoredToggle(owner, { type: 'json', defaultValue: {} });
    await sent('put', globalPath, { id }, field);
    return (await read(togglePath(id))).defaultValue;
  },
  'evaluateFlag.context': used(async () => `/ofrep/v1/evaluate/flags/${await aToggleId()}`),
  'evaluateFlags.context': used('/ofrep/v1/evaluate/flags'),
  async 'evaluateInPlayground.context'(field) {
    await sent('post', `${togglesPath}/playground`, { identifier: await aToggleId() }, field);
  },
  async 'setOverride.overrideValue'(field) {
    const { id, identifier } = await aStoredToggle(owner, { type: 'json', defaultValue: {} });
    await sent('put', overridesPath, { toggleId: id, isOverride: true }, field);
    return (await read(`${togglesPath}/check/json?identifier=${identifier}`)).value;
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
    const others = [checkedFields, mappedFields, unreadBodies, ofPasskeys, checkedMessages].flat();
    expect([...Object.keys(stores), ...others].toSorted()).toEqual(open.toSorted());
  });

  it.each(Object.entries(stores))('is accepted as %s, and read back unchanged', async (name, store) => {
    const found = await store(name.split('.')[1] ?? '');
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
  const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`;

  it('is refused with the name of the field in forms and messages, as in bodies', async () => {
    const form = new FormData();
    for (const [name, text] of Object.entries({ entityId: 'a.b', recordId: '1', tags: deep }))
      form.set(name, text);
    form.set('file', new Blob(['x']), 'x.txt');
    const encoded = new Response(form);
    const answers = [
      await owner.api.post('/api/attachments', {
        body: new Uint8Array(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      }),
      await receive(`{"fields":${deep}}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.details])).toEqual(
      ['tags', 'fields'].map((field) => [
        ...[400, 'too_deep', [{ field, message: 'must nest at most 100 levels deep' }]],
      ]),
    );
  });

  it('is accepted in conditions, and an invalid operator is reported at any depth', async () => {
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
    const option = (_: unknown, index: number) => ({ value: `${large.slice(9)}${index}`, label: large });
    const options = Array.from({ length: 500 }, option);
    const definition = { entityType: 'a.large', kind: 'select', options };
    await accepted(api.post(definitionsPath, { body: { ...definition, key: 'one' } }));
    const strategyConfig = { large: 'x'.repeat(500_000) };
    const { id } = await aFile(api);
    const assignment = { type: 'crm.customer', href: `/${'é'.repeat(2_000)}`, label: '日'.repeat(300) };
    const assignments = Array.from({ length: 100 }, (_, index) => ({ ...assignment, id: String(index) }));
    const answers = [
      await api.post(definitionsPath, { body: { ...definition, key: 'two' } }),
      await api.post(webhooksPath, { body: aWebhookBody({ strategyConfig }) }),
      await api.patch(`${libraryPath}/${id}`, { body: { assignments } }),
    ];
    expect(answers.map(refused)).toEqual(
      ['options', 'strategyConfig', 'assignments'].map((field) => [400, field]),
    );
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
});
