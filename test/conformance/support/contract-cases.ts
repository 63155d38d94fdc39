/** The proofs of the sentences that the endpoint table contains. Requests are the samples of the operations. */
import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { Endpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { SampleClient, SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { sampleClient, toWire } from '../../../shared/kernel/samples/wire.ts';
import { sendAs, successStatuses, withOtherValue } from '../../support/builders/samples.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { send, type TestResponse } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
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
type Callers = ReturnType<typeof newCallers>;

type FieldCheck = Check<'required' | 'refused' | 'accepted' | 'longest'>;
const isFieldCheck = (check: ContractCheck): check is FieldCheck => 'place' in check;

/** Wrong values of several fields are refused together, and right ones are accepted together. */
const togetherAs = ({ kind, place }: FieldCheck): string =>
  `${kind === 'required' ? 'refused' : kind} ${place}`;

/** The value that a request tries; undefined leaves the field out. */
function triedValue(check: FieldCheck): unknown {
  if (check.kind === 'required') return undefined;
  // The text may name nothing, so that it is refused for another reason than its length.
  if (check.kind === 'longest') return unique('').padEnd(check.length, 'a').slice(-check.length);
  return check.value;
}

/** The request with another value of a field; without the field if the value is undefined. */
function withField(
  request: SampleRequest,
  { place, field }: Pick<FieldCheck, 'place' | 'field'>,
  value: unknown,
): SampleRequest {
  const { [field]: _, ...others } = Object(request[place]);
  const sent = place === 'query' ? String(value) : value;
  return { ...request, [place]: { ...others, ...(value !== undefined && { [field]: sent }) } };
}

/** The request with an `Idempotency-Key`, which an `operationId` would replace. */
function withKey({ headers, body, ...request }: SampleRequest, key: string): SampleRequest {
  const { operationId: _, ...fields } = Object(body);
  return { ...request, headers: { ...headers, 'idempotency-key': key }, body: fields };
}

/** The requests of one operation. */
class ContractRun {
  readonly endpoint: Endpoint;
  readonly callers: Callers;
  /** A valid request. Refusals vary it, and change nothing; at last it is sent as it is. */
  readonly shared: () => Promise<SampleRequest>;
  /** The answer to the valid request. */
  readonly succeeded: () => Promise<TestResponse>;
  /** The answer of a list without a page and a size. */
  readonly firstPage: () => Promise<TestResponse>;
  private readonly checks: readonly FieldCheck[];
  private readonly answers = new Map<FieldCheck, Promise<TestResponse>>();

  constructor(endpoint: Endpoint, checks: readonly ContractCheck[], callers: Callers) {
    this.endpoint = endpoint;
    this.callers = callers;
    this.checks = checks.filter(isFieldCheck);
    this.shared = once(() => this.prepare());
    this.succeeded = once(async () => this.send(await this.shared()));
    this.firstPage = once(async () => {
      const request = await this.shared();
      const { page: _, pageSize: __, ...query } = Object(request.query);
      return this.send({ ...request, query });
    });
  }

  /** A valid request, whose prerequisites exist. */
  async prepare(): Promise<SampleRequest> {
    const client: SampleClient = sampleClient(sendAs(await this.callers.admin()), surroundings());
    return sampleOf(this.endpoint.operationId).prepare(client, unique);
  }

  /** Sends the request, by default as a caller who may do everything. */
  async send(request: SampleRequest, caller?: TestCaller): Promise<TestResponse> {
    return sendAs(caller ?? (await this.callers.admin()))(toWire(this.endpoint, request));
  }

  /** Sends the valid request with further headers. */
  async sendWith(headers: Record<string, string>): Promise<TestResponse> {
    const request = await this.shared();
    return this.send({ ...request, headers: { ...request.headers, ...headers } });
  }

  /** Tries the value of a check together with those of other fields, or alone if that answer does not prove it. */
  async tried(check: FieldCheck, proves: (answer: TestResponse) => boolean): Promise<TestResponse> {
    const together = this.together(check);
    const [first = check] = together;
    const answering = this.answers.get(first) ?? this.sendValues(together);
    this.answers.set(first, answering);
    const answer = await answering;
    return together.length === 1 || proves(answer) ? answer : this.sendValues([check]);
  }

  /** The check and those of other fields that one request can try with it. */
  private together(check: FieldCheck): FieldCheck[] {
    const alike = this.checks.filter((other) => togetherAs(other) === togetherAs(check));
    const turnOf = (one: FieldCheck) => alike.filter(({ field }) => field === one.field).indexOf(one);
    return alike.filter((other) => turnOf(other) === turnOf(check));
  }

  private async sendValues(checks: readonly FieldCheck[]): Promise<TestResponse> {
    // A write that may be accepted needs prerequisites of its own.
    const isRefused = checks.every(({ kind }) => kind === 'refused' || kind === 'required');
    const valid = await (isRefused || this.endpoint.method === 'GET' ? this.shared() : this.prepare());
    return this.send(checks.reduce((request, one) => withField(request, one, triedValue(one)), valid));
  }
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

/** Wrong values are refused by field; the refusal of others says nothing about this one. */
async function expectRefusal(run: ContractRun, check: Check<'required' | 'refused'>): Promise<void> {
  const { field } = check;
  const named = check.kind === 'refused' ? (check.named ?? '') : '';
  const statuses = [400, 422, run.endpoint.invalidError?.status ?? 400];
  const saysIt = (answer: TestResponse) => saysAbout(answer, field).some((text) => text.includes(named));
  const answer = await run.tried(check, (one) => statuses.includes(one.status) && saysIt(one));
  expect(statuses, JSON.stringify(answer.body)).toContain(answer.status);
  expect(saysAbout(answer, field), JSON.stringify(answer.body)).not.toEqual([]);
  expect(saysAbout(answer, field).join(' ')).toContain(named);
}

/** Other fields may be refused: the value of this one is not. */
async function expectAcceptance(
  run: ContractRun,
  check: Check<'accepted' | 'longest'>,
  isRefusal: (text: string) => boolean,
): Promise<void> {
  const { field } = check;
  const isClear = (answer: TestResponse) =>
    answer.status < 500 && answer.status !== 413 && !saysAbout(answer, field).some(isRefusal);
  const answer = await run.tried(check, isClear);
  expect(answer.status).toBeLessThan(500);
  expect(saysAbout(answer, field).filter(isRefusal), JSON.stringify(answer.body)).toEqual([]);
}

const proofs: Proofs = {
  async success(run) {
    const answer = await run.succeeded();
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
    const answer = await run.send(await run.shared(), await run.callers.withoutFeatures());
    expect(answer.status).toBe(403);
    if (!superAdmin) expect(answer.body).toMatchObject({ required: [feature], requiredFeatures: [feature] });
  },
  async superAdmin(run) {
    const answer = await run.send(await run.shared(), await run.callers.withAllFeatures());
    expect(answer.status).toBe(403);
  },
  async unknownId(run, { parameter }) {
    const request = await run.shared();
    const answer = await run.send({ ...request, params: { ...request.params, [parameter]: randomUUID() } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(404);
  },
  required: expectRefusal,
  refused: expectRefusal,
  accepted: (run, check) => expectAcceptance(run, check, () => true),
  longest: (run, check) => expectAcceptance(run, check, (text) => text.includes(`${check.length}`)),
  async default(run, check) {
    const { body } = await run.firstPage();
    const { pagination, meta } = Object(body);
    expect({ ...Object(body), ...pagination, ...meta }).toMatchObject({ [check.field]: check.value });
  },
  async etag(run) {
    expect((await run.succeeded()).headers.get('etag')).toMatch(/^(W\/)?".+"$/);
  },
  async notModified(run) {
    // Another test may change what the whole deployment has.
    const { tag, again } = await eventually('the response is not modified', async () => {
      const read = await run.send(await run.shared());
      const etag = read.headers.get('etag') ?? '';
      const repeated = await run.sendWith({ 'if-none-match': etag });
      return repeated.status === 304 ? { tag: etag, again: repeated } : undefined;
    });
    expect([again.headers.get('etag'), again.body]).toEqual([tag, undefined]);
    expect((await run.sendWith({ 'if-none-match': '"0-other"' })).status).toBe(200);
  },
  async repeated(run) {
    const request = await run.prepare();
    const key = unique('key');
    const first = await run.send(withKey(request, key));
    const again = await run.send(withKey(request, key));
    const other = await run.send(withKey(withOtherValue(await run.prepare()), key));
    expect([first.status, other.status]).toEqual([run.endpoint.success.status, 409]);
    if (run.endpoint.errors?.includes('already_created') && again.status === 409) {
      expect(again.body).toMatchObject({ code: 'already_created', id: first.body.id });
      return;
    }
    const { fields: _, ...body } = first.body;
    expect([again.status, again.headers.get('etag')]).toEqual([first.status, first.headers.get('etag')]);
    expect(again.body).toMatchObject(body);
    const marks = [first, again].map((answer) => answer.headers.get('idempotent-replayed'));
    expect(marks).toEqual([null, 'true']);
  },
  async keyFormat(run) {
    for (const key of ['x'.repeat(300), 'd\u00e9j\u00e0 vu']) {
      const answer = await run.send(withKey(await run.shared(), key));
      expect(saysAbout(answer, 'Idempotency-Key'), JSON.stringify(answer.body)).not.toEqual([]);
    }
  },
  async stale(run) {
    const answer = await run.sendWith({ 'if-match': '"0-stale"' });
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

/** A request that succeeds may change what the others need. */
const isLast = ({ check: { kind } }: ContractSentence): boolean => kind === 'success' || kind === 'etag';

/** A sentence, and what proves it on the stage. */
interface ContractCase {
  sentence: ContractSentence;
  prove: () => Promise<void>;
}

/** The cases of these sentences, in the order in which they run. Those of an operation share requests. */
export function contractCases(sentences: readonly ContractSentence[]): ContractCase[] {
  const callers = newCallers();
  return [...Map.groupBy(sentences, ({ endpoint }) => endpoint)].flatMap(([endpoint, own]) => {
    const checks = own.map(({ check }) => check);
    const run = new ContractRun(endpoint, checks, callers);
    return own
      .toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)))
      .map((sentence) => {
        const { check } = sentence;
        const proof = proofs[check.kind] as (run: ContractRun, check: ContractCheck) => Promise<void>;
        return { sentence, prove: () => proof(run, check) };
      });
  });
}
