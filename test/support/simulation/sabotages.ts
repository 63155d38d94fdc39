/** Builds that are broken on purpose, each by what it sends to the table or makes of its responses. A simulation must notice. */
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
const isOfLease = ({ ConditionExpression }: Values): boolean =>
  String(ConditionExpression).includes('leaseUntilMs');
/** As `onceWrite` writes it. */
const isOnce = ({ ConditionExpression }: Values): boolean =>
  String(ConditionExpression) === 'attribute_not_exists(pk) OR #ttl <= :now';

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
} satisfies Record<string, Sabotage>;
