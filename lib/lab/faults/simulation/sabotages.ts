/**
 * Builds that are broken on purpose, each by what it sends to the table or to a provider, or by what it makes of the responses. A
 * simulation must notice.
 */
import http from 'node:http';
import type { CallInput, Sabotage } from './simulation.ts';

type Values = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The write without its condition, and without the names and values that only the condition has. */
function withoutCondition(write: Values): Values {
  const { ConditionExpression: _, ExpressionAttributeNames, ExpressionAttributeValues, ...rest } = write;
  const expressions = Object.entries(rest)
    .filter(([name]) => name.endsWith('Expression'))
    .map(([, text]) => String(text))
    .join(' ');
  const used = (values: unknown) =>
    Object.entries(isRecord(values) ? values : {}).filter(([name]) =>
      expressions.split(/[^\w#:]+/).includes(name),
    );
  const [names, values] = [used(ExpressionAttributeNames), used(ExpressionAttributeValues)];
  return {
    ...rest,
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

type Change = (write: Values) => Values | undefined;

/** The input with each of its writes changed; a write that becomes undefined is left out. */
function changeWrites(input: CallInput, change: Change): CallInput {
  if (!Array.isArray(input.TransactItems))
    return 'ConditionExpression' in input ? (change(input) ?? input) : input;
  const TransactItems = input.TransactItems.flatMap((member: Values) => {
    const [kind = '', write] = Object.entries(member).find(([, value]) => value !== undefined) ?? [];
    const changed = isRecord(write) ? change(write) : undefined;
    return changed === undefined || (kind === 'ConditionCheck' && !('ConditionExpression' in changed))
      ? []
      : [{ [kind]: changed }];
  });
  return { ...input, TransactItems };
}

const keyOf = ({ Item, Key }: Values): string => {
  const key = isRecord(Item) ? Item : Key;
  return isRecord(key) ? String(key.pk) : '';
};

/** Gives every lease a time that has passed. */
function withoutLeases(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLeases);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'leaseUntilMs' && typeof inner === 'number') return [name, 0];
      if (name === 'lease' && isRecord(inner)) return [name, { ...inner, untilMs: 0 }];
      return [name, withoutLeases(inner)];
    }),
  );
}

const isOfVersion = ({ ConditionExpression }: Values): boolean =>
  /\brev\b|#rev/.test(String(ConditionExpression));
const isOfLease = ({ ConditionExpression }: Values): boolean => /\blease/.test(String(ConditionExpression));
/** Of the next batch of an import. */
const isOfBatch = ({ ConditionExpression }: Values): boolean =>
  String(ConditionExpression).includes('batchesCompleted');
/** Of the claim and the end of an operation on a payment. */
const isOfClaim = ({ ConditionExpression }: Values): boolean =>
  String(ConditionExpression).includes('#token') || /expiresAtMs <= :now/.test(String(ConditionExpression));
/** As `onceWrite` writes it. */
const isOnce = ({ ConditionExpression }: Values): boolean =>
  String(ConditionExpression) === 'attribute_not_exists(pk) OR #ttl <= :now';

/** Returns every progress job as it was read first, each second time. */
function withOldProgress(): (value: unknown) => unknown {
  const first = new Map<string, Values>();
  let reads = 0;
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    if (!isRecord(value)) return value;
    if (value.entity !== 'progress_job')
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
    const key = String(value.id);
    const old = first.get(key) ?? value;
    first.set(key, old);
    reads += 1;
    return reads % 2 === 0 ? old : value;
  };
  return read;
}

/** Sends requests to providers without their idempotency keys. */
function forgetProviderKeys(): () => void {
  const { request } = http;
  const forgetful: typeof http.request = (...given: unknown[]) => {
    const sent: http.ClientRequest = Reflect.apply(request, http, given);
    sent.removeHeader('Idempotency-Key');
    return sent;
  };
  http.request = forgetful;
  return () => {
    http.request = request;
  };
}

export const sabotages = {
  'a condition is dropped': {
    input: (input) => changeWrites(input, (write) => (isOfVersion(write) ? withoutCondition(write) : write)),
  },
  'the outbox is skipped': {
    input: (input) =>
      changeWrites(input, (write) => (keyOf(write).startsWith('OUTBOX#') ? undefined : write)),
  },
  'an idempotency key is forgotten': {
    input: (input) => changeWrites(input, (write) => (isOnce(write) ? withoutCondition(write) : write)),
  },
  'a lease is ignored': {
    input: (input) => changeWrites(input, (write) => (isOfLease(write) ? withoutCondition(write) : write)),
    output: withoutLeases,
  },
  'the checkpoint of a batch is ignored': {
    input: (input) => changeWrites(input, (write) => (isOfBatch(write) ? withoutCondition(write) : write)),
  },
  'an old state of progress is shown': { output: withOldProgress() },
  'the claim of a payment is not checked': {
    input: (input) =>
      changeWrites(input, (write) =>
        isOfClaim(write) || isOfVersion(write) ? withoutCondition(write) : write,
      ),
  },
  "a provider's key is forgotten": { install: forgetProviderKeys },
} satisfies Record<string, Sabotage>;
