/** The proofs of the sentences that the endpoint table contains. Requests are the samples of the operations. */
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { SampleClient, SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { sampleClient, toWire } from '../../../shared/kernel/samples/wire.ts';
import { sendAs, successStatuses } from '../../support/builders/samples.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { send, type TestResponse } from '../../support/clients/api.ts';
import type { ContractCheck, ContractSentence } from './contract-sentences.ts';
import { once } from './once.ts';
import { aCaller, aKey, aSuperAdmin, unique } from './stage.ts';
import { surroundings } from './surroundings.ts';

type Check<Kind extends ContractCheck['kind']> = Extract<ContractCheck, { kind: Kind }>;
type Proofs = { [Kind in ContractCheck['kind']]: (run: ContractRun, check: Check<Kind>) => Promise<void> };

/** Callers of a file's operations, created when the first test needs them. */
function newCallers() {
  const admin = once(() => (inject('stage').superKey === '' ? aCaller() : aSuperAdmin()));
  return {
    admin,
    withoutFeatures: once(async () => aKey({ ...(await admin()), features: [] })),
    withAllFeatures: once(async () => aKey({ ...(await admin()), features: ['*'] })),
  };
}
let callers = newCallers();

/** Prepares requests of one operation. */
class ContractRun {
  readonly endpoint: Endpoint;
  /** A valid request that several refusals vary; nothing that it needs is changed by them. */
  readonly shared: () => Promise<SampleRequest>;

  constructor(endpoint: Endpoint) {
    this.endpoint = endpoint;
    this.shared = once(() => this.prepare());
  }

  /** A valid request, whose prerequisites exist. */
  async prepare(): Promise<SampleRequest> {
    const client: SampleClient = sampleClient(sendAs(await callers.admin()), surroundings());
    return sampleOf(this.endpoint.operationId).prepare(client, unique);
  }

  /** Sends the request, by default as a caller who may do everything. */
  async send(request: SampleRequest, caller?: TestCaller): Promise<TestResponse> {
    return sendAs(caller ?? (await callers.admin()))(toWire(this.endpoint, request));
  }
}

type Field = { place: 'query' | 'body'; field: string };

/** The request with another value of a field; without the field if the value is undefined. */
function withField(request: SampleRequest, { place, field }: Field, value: unknown): SampleRequest {
  const { [field]: _, ...others } = Object(request[place]);
  const sent = place === 'query' ? String(value) : value;
  return { ...request, [place]: { ...others, ...(value !== undefined && { [field]: sent }) } };
}

/** The fields that a refusal names, with what it says about each. */
function namedFields({ body }: TestResponse): Record<string, string> {
  const { details = [] } = Object(body);
  if (!Array.isArray(details)) return Object(details);
  return Object.fromEntries(details.map(({ field, message }) => [field, message]));
}

/** What the refusal says about the field or about an entry in it. */
const saysAbout = (answer: TestResponse, field: string): string[] =>
  Object.entries(namedFields(answer)).flatMap(([name, message]) =>
    name === field || name.startsWith(`${field}.`) || name.startsWith(`${field}[`) ? [message] : [],
  );

function expectRefusal({ endpoint }: ContractRun, answer: TestResponse, field: string): void {
  expect([400, 422, endpoint.invalidError?.status ?? 400], JSON.stringify(answer.body)).toContain(
    answer.status,
  );
  expect(saysAbout(answer, field), JSON.stringify(answer.body)).not.toEqual([]);
}

/** Other fields may be refused: the value of this one is not. */
async function expectAcceptance(run: ContractRun, check: Field, value: unknown): Promise<void> {
  const answer = await run.send(withField(await run.prepare(), check, value));
  expect(answer.status).toBeLessThan(500);
  expect(saysAbout(answer, check.field), JSON.stringify(answer.body)).toEqual([]);
}

const proofs: Proofs = {
  async success(run) {
    const answer = await run.send(await run.prepare());
    expect(successStatuses(run.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
  },
  async unauthenticated({ endpoint, shared }) {
    const { method, path, headers: sent, body } = toWire(endpoint, await shared());
    const { authorization: _, cookie: __, ...headers } = sent;
    const answer = await send(method, path, { headers, ...(body !== undefined && { body }) });
    expect(answer.status).toBe(401);
  },
  async forbidden(run) {
    const { feature, superAdmin } = run.endpoint;
    const answer = await run.send(await run.shared(), await callers.withoutFeatures());
    expect(answer.status).toBe(403);
    if (!superAdmin) expect(answer.body).toMatchObject({ required: [feature], requiredFeatures: [feature] });
  },
  async superAdmin(run) {
    const answer = await run.send(await run.shared(), await callers.withAllFeatures());
    expect(answer.status).toBe(403);
  },
  async unknownId(run, { parameter }) {
    const request = await run.shared();
    const answer = await run.send({ ...request, params: { ...request.params, [parameter]: randomUUID() } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(404);
  },
  async required(run, check) {
    const answer = await run.send(withField(await run.shared(), check, undefined));
    expectRefusal(run, answer, check.field);
  },
  async refused(run, check) {
    const answer = await run.send(withField(await run.shared(), check, check.value));
    expectRefusal(run, answer, check.field);
    if (check.named !== undefined) expect(saysAbout(answer, check.field).join(' ')).toContain(check.named);
  },
  accepted: (run, check) => expectAcceptance(run, check, check.value),
  /** The text may name nothing, so that it is refused for another reason than its length. */
  async longest(run, check) {
    const value = unique('').padEnd(check.length, 'a').slice(-check.length);
    const answer = await run.send(withField(await run.prepare(), check, value));
    expect(answer.status).toBeLessThan(500);
    expect(saysAbout(answer, check.field).join(' ')).not.toContain(`${check.length}`);
  },
  async default(run, check) {
    const request = withField(await run.shared(), { place: 'query', ...check }, undefined);
    const { body } = await run.send(request);
    const { pagination, meta } = Object(body);
    expect({ ...Object(body), ...pagination, ...meta }).toMatchObject({ [check.field]: check.value });
  },
  async etag(run) {
    const answer = await run.send(await run.prepare());
    expect(answer.headers.get('etag')).toMatch(/^(W\/)?".+"$/);
  },
  async stale(run) {
    const request = await run.prepare();
    const answer = await run.send({ ...request, headers: { ...request.headers, 'if-match': '"0-stale"' } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(412);
    expect(answer.body).toMatchObject({ code: 'stale' });
  },
  async export(run, { format, contentType }) {
    const request = await run.shared();
    const answer = await run.send({ ...request, query: { ...request.query, format } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
  },
};

const runs = new Map<string, ContractRun>();

/** Forgets the callers and requests of a test file, whose tenants are deleted. */
export function endContract(): void {
  runs.clear();
  callers = newCallers();
}

/** Proves a sentence of the endpoint table on the stage. */
export async function proveContract({ endpoint, check }: ContractSentence): Promise<void> {
  const run = runs.get(endpoint.operationId) ?? new ContractRun(endpoint);
  runs.set(endpoint.operationId, run);
  const proof = proofs[check.kind] as (run: ContractRun, check: ContractCheck) => Promise<void>;
  await proof(run, check);
}
