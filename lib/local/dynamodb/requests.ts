/** The permissions that a DynamoDB request needs and the items that it locks. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Need } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import { keyNames, tablesOf } from './tables.ts';

type Input = Record<string, unknown>;

/** A request, described. Item keys are text that is equal exactly for equal items. */
export interface Operation {
  resource: string;
  needs: Need[];
  /** Items that the request changes or checks, in request order; one per member of a transaction. */
  writes: string[];
  /** Items of a TransactGetItems, one per member. */
  transactReads: string[];
  /** False for actions on tables and streams. */
  isOnItems: boolean;
}

interface Table {
  arn: string;
  /** Names of the key attributes, hash key first; empty for an index, and for a table that the template lacks. */
  keys: readonly string[];
}

type Describe = (action: string, input: Input) => Operation;

/** Returns the function that describes requests on the app's tables. */
export function createDescriber(app: ResolvedApp): Describe {
  const prefix = arnPrefixOf(app);
  const tables = new Map<string, Table>();
  for (const resource of tablesOf(app)) {
    const table = { arn: resource.arn, keys: keyNames(resource) };
    tables.set(resource.physicalId, table).set(resource.arn, table);
  }

  function tableOf(name: unknown): Table {
    const text = String(name);
    const known = tables.get(text);
    if (known !== undefined) return known;
    // A table that the template lacks has an ARN as well: dynoxide then returns that it does not exist.
    return { arn: text.startsWith('arn:') ? text : `${prefix}table/${text}`, keys: [] };
  }

  function search(action: string, input: Input): Operation {
    const table = tableOf(input.TableName);
    const { IndexName } = input;
    if (IndexName !== undefined)
      return operation([need(action, { arn: `${table.arn}/index/${String(IndexName)}`, keys: [] }, [])]);
    const [hash = ''] = table.keys;
    return operation([
      need(action, table, action === 'Query' ? [{ [hash]: queriedValue(input, hash) }] : []),
    ]);
  }

  function transaction(action: string, input: Input): Operation {
    const members = recordsOf(input.TransactItems).map((member) => {
      const [kind = '', detail] = Object.entries(member)[0] ?? [];
      const { TableName, Item, Key } = isRecord(detail) ? detail : {};
      return { kind, table: tableOf(TableName), target: Item ?? Key };
    });
    // `Put` needs `PutItem`, `ConditionCheck` needs `ConditionCheckItem`.
    const needs = members.map(({ kind, table, target }) => need(`${kind}Item`, table, [target]));
    const items = members.map(({ table, target }) => itemKey(table, target));
    return action === 'TransactGetItems' ? operation(needs, [], items) : operation(needs, items);
  }

  function batch(action: string, { RequestItems }: Input): Operation {
    const requests = Object.entries(isRecord(RequestItems) ? RequestItems : {}).map(([name, request]) => {
      const isRead = action === 'BatchGetItem';
      const keys = isRead && isRecord(request) && Array.isArray(request.Keys) ? request.Keys : [];
      return { table: tableOf(name), targets: isRead ? keys : batchTargets(request) };
    });
    const needs = requests.map(({ table, targets }) => need(action, table, targets));
    if (action === 'BatchGetItem') return operation(needs);
    const items = requests.flatMap(({ table, targets }) => targets.map((target) => itemKey(table, target)));
    return operation(needs, items);
  }

  function item(action: string, input: Input): Operation {
    const table = tableOf(input.TableName);
    const target = input.Item ?? input.Key;
    return operation([need(action, table, [target])], action === 'GetItem' ? [] : [itemKey(table, target)]);
  }

  /** An action on a table or a stream. */
  function administration(action: string, input: Input): Operation {
    const named = input.TableName ?? input.ResourceArn ?? input.StreamArn;
    const table = named === undefined ? { arn: '*', keys: [] } : tableOf(named);
    return { ...operation([need(action, table, [])]), isOnItems: false };
  }

  const itemActions = new Map<string, Describe>([
    ['GetItem', item],
    ['PutItem', item],
    ['UpdateItem', item],
    ['DeleteItem', item],
    ['Query', search],
    ['Scan', search],
    ['TransactWriteItems', transaction],
    ['TransactGetItems', transaction],
    ['BatchGetItem', batch],
    ['BatchWriteItem', batch],
  ]);
  return (action, input) => (itemActions.get(action) ?? administration)(action, input);
}

function operation(needs: Need[], writes: string[] = [], transactReads: string[] = []): Operation {
  return { resource: needs[0]?.resource ?? '*', needs, writes, transactReads, isOnItems: true };
}

/** The permission for an action on the items or keys. */
function need(action: string, { arn, keys }: Table, targets: readonly unknown[]): Need {
  const hashes = targets.map((target) => keyText(target, keys[0])).filter((text) => text !== undefined);
  const values = hashes.length > 1 ? [...new Set(hashes)] : hashes;
  // An absent key stays absent: a policy that demands leading keys then refuses.
  const context: Need['context'] = values.length === 0 ? {} : { 'dynamodb:LeadingKeys': values };
  return { action: `dynamodb:${action}`, resource: arn, context };
}

function itemKey({ arn, keys }: Table, target: unknown): string {
  const values = isRecord(target) ? target : {};
  return `${arn} ${JSON.stringify(keys.map((key) => values[key]))}`;
}

/** Splits the text of an item's key into the table's ARN and the values of its key attributes. */
export function splitItemKey(itemKey: string): { tableArn: string; values: Record<string, string>[] } {
  const space = itemKey.indexOf(' ');
  return { tableArn: itemKey.slice(0, space), values: JSON.parse(itemKey.slice(space + 1)) };
}

/** Prefix of the ARNs of the app's DynamoDB resources. */
export function arnPrefixOf(app: ResolvedApp): string {
  const [table] = tablesOf(app);
  return table?.arn.replace(/table\/.*$/, '') ?? 'arn:aws:dynamodb:us-east-1:000000000000:';
}

/** The item or key of each request of one table in a BatchWriteItem. */
function batchTargets(requests: unknown): unknown[] {
  return recordsOf(requests).map(({ PutRequest: put, DeleteRequest: remove }) =>
    isRecord(put) ? put.Item : isRecord(remove) ? remove.Key : undefined,
  );
}

/** The value that a Query compares the hash key with: DynamoDB allows exactly one, by `=`. */
export function queriedValue(input: Input, hash: string): unknown {
  const {
    KeyConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  } = input;
  const comparisons = String(KeyConditionExpression).matchAll(/([#:]?[\w.-]+)\s*=\s*([#:]?[\w.-]+)/g);
  for (const [, left = '', right = ''] of comparisons) {
    const [name, value] = left.startsWith(':') ? [right, left] : [left, right];
    const attribute = name.startsWith('#') && isRecord(names) ? names[name] : name;
    if (attribute === hash) return isRecord(values) ? values[value] : undefined;
  }
  return undefined;
}

/** A key attribute (`{S}`, `{N}` or `{B}`) of an item or key as condition text. */
function keyText(target: unknown, name: string | undefined): string | undefined {
  const value = isRecord(target) && name !== undefined ? target[name] : undefined;
  const text = isRecord(value) ? (value.S ?? value.N ?? value.B) : undefined;
  return typeof text === 'string' ? text : undefined;
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
