/** The permissions that a DynamoDB request needs and the items that it locks. */

import { isRecord } from '../cloudformation/intrinsics.ts';
import type { Need } from '../gateway/aws-service.ts';
import type { ResolvedApp, Resource } from '../types.ts';
import { keyNames, tablesOf } from './tables.ts';

type Input = Record<string, unknown>;

/** A request, described. Item keys are text that is equal exactly for equal items. */
export interface Operation {
  resource: string;
  needs: Need[];
  /** Items that a plain write changes, in request order. */
  writes: string[];
  /** Items of a TransactWriteItems, one per member. */
  transacts: string[];
  /** Items of a TransactGetItems, one per member. */
  transactReads: string[];
}

/** IAM actions of the members of a transaction. */
const memberActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const;

/** Returns the function that describes requests on the app's tables. */
export function createDescriber(app: ResolvedApp): (action: string, input: Input) => Operation {
  const prefix = arnPrefixOf(app);
  const tables = new Map<string, Resource>();
  for (const table of tablesOf(app)) tables.set(table.physicalId, table).set(table.arn, table);

  const arnOf = (name: unknown): string => {
    const text = String(name);
    // A table that the template lacks has an ARN as well: dynoxide then returns that it does not exist.
    return tables.get(text)?.arn ?? (text.startsWith('arn:') ? text : `${prefix}table/${text}`);
  };
  const hashOf = (name: unknown, attributes: unknown, indexName?: string): string[] => {
    const hash = hashKeyName(tables.get(String(name)), indexName);
    const value = hash !== undefined && isRecord(attributes) ? keyText(attributes[hash]) : undefined;
    return value === undefined ? [] : [value];
  };
  const itemKey = (name: unknown, attributes: unknown): string => {
    const table = tables.get(String(name));
    const names = table === undefined ? [] : keyNames(table);
    const values = isRecord(attributes) ? attributes : {};
    return `${table?.arn ?? String(name)} ${JSON.stringify(names.map((key) => values[key]))}`;
  };

  function single(action: string, input: Input): Operation {
    const target = input.Item ?? input.Key;
    const resource = arnOf(input.TableName);
    const context = {
      ...leading(hashOf(input.TableName, target)),
      ...optional('ReturnValues', input.ReturnValues),
    };
    const writes = action === 'GetItem' ? [] : [itemKey(input.TableName, target)];
    return operation(resource, [{ action: `dynamodb:${action}`, resource, context }], { writes });
  }

  function search(action: string, input: Input): Operation {
    const table = arnOf(input.TableName);
    const indexName = typeof input.IndexName === 'string' ? input.IndexName : undefined;
    const resource = indexName === undefined ? table : `${table}/index/${indexName}`;
    const hash = hashKeyName(tables.get(String(input.TableName)), indexName);
    const value = action === 'Query' && hash !== undefined ? queriedHash(input, hash) : undefined;
    const context = { ...leading(value === undefined ? [] : [value]), ...optional('Select', input.Select) };
    return operation(resource, [{ action: `dynamodb:${action}`, resource, context }]);
  }

  function transaction(action: string, input: Input): Operation {
    const needs = new Map<string, Need>();
    const items: string[] = [];
    for (const member of recordsOf(input.TransactItems)) {
      const [kind = '', detail] = Object.entries(member)[0] ?? [];
      const part = isRecord(detail) ? detail : {};
      const target = part.Item ?? part.Key;
      const need: Need = {
        action: `dynamodb:${isMemberKind(kind) ? memberActions[kind] : kind}`,
        resource: arnOf(part.TableName),
        context: { ...leading(hashOf(part.TableName, target)), 'dynamodb:EnclosingOperation': action },
      };
      needs.set(JSON.stringify(need), need);
      items.push(itemKey(part.TableName, target));
    }
    const needed = [...needs.values()];
    const resource = needed[0]?.resource ?? '*';
    return operation(
      resource,
      needed,
      action === 'TransactGetItems' ? { transactReads: items } : { transacts: items },
    );
  }

  function batch(action: string, input: Input): Operation {
    const needs: Need[] = [];
    const writes: string[] = [];
    for (const [name, requests] of Object.entries(isRecord(input.RequestItems) ? input.RequestItems : {})) {
      const targets =
        action === 'BatchGetItem'
          ? recordsOf(isRecord(requests) ? requests.Keys : [])
          : batchTargets(requests);
      const hashes = [...new Set(targets.flatMap((target) => hashOf(name, target)))];
      needs.push({ action: `dynamodb:${action}`, resource: arnOf(name), context: leading(hashes) });
      if (action === 'BatchWriteItem') writes.push(...targets.map((target) => itemKey(name, target)));
    }
    return operation(needs[0]?.resource ?? '*', needs, { writes });
  }

  return (action, input) => {
    switch (action) {
      case 'GetItem':
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return single(action, input);
      case 'Query':
      case 'Scan':
        return search(action, input);
      case 'TransactWriteItems':
      case 'TransactGetItems':
        return transaction(action, input);
      case 'BatchGetItem':
      case 'BatchWriteItem':
        return batch(action, input);
      default: {
        const named = input.TableName ?? input.ResourceArn ?? input.StreamArn;
        const resource = named === undefined ? '*' : arnOf(named);
        return operation(resource, [{ action: `dynamodb:${action}`, resource, context: {} }]);
      }
    }
  };
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
export function batchTargets(requests: unknown): unknown[] {
  return recordsOf(requests).map((request) => {
    const { PutRequest: put, DeleteRequest: remove } = request;
    return isRecord(put) ? put.Item : isRecord(remove) ? remove.Key : undefined;
  });
}

function operation(resource: string, needs: Need[], items: Partial<Operation> = {}): Operation {
  return { resource, needs, writes: [], transacts: [], transactReads: [], ...items };
}

/** An absent key stays absent: a policy that demands leading keys then refuses. */
function leading(values: string[]): Record<string, string[]> {
  return values.length === 0 ? {} : { 'dynamodb:LeadingKeys': values };
}

function optional(name: string, value: unknown): Record<string, string> {
  return typeof value === 'string' ? { [`dynamodb:${name}`]: value } : {};
}

function hashKeyName(table: Resource | undefined, indexName?: string): string | undefined {
  return table === undefined ? undefined : keyNames(table, indexName)[0];
}

/** The value that a Query compares the hash key with: DynamoDB allows exactly one, by `=`. */
function queriedHash(input: Input, hash: string): string | undefined {
  const {
    KeyConditionExpression: expression,
    ExpressionAttributeNames: names,
    KeyConditions: legacy,
  } = input;
  const values = isRecord(input.ExpressionAttributeValues) ? input.ExpressionAttributeValues : {};
  if (typeof expression === 'string') {
    for (const [, left = '', right = ''] of expression.matchAll(/([#:]?[\w.-]+)\s*=\s*([#:]?[\w.-]+)/g)) {
      const [name, value] = left.startsWith(':') ? [right, left] : [left, right];
      const attribute = name.startsWith('#') && isRecord(names) ? names[name] : name;
      if (attribute === hash) return keyText(values[value]);
    }
    return undefined;
  }
  const condition = isRecord(legacy) ? legacy[hash] : undefined;
  const [value] =
    isRecord(condition) && Array.isArray(condition.AttributeValueList) ? condition.AttributeValueList : [];
  return keyText(value);
}

/** A key attribute (`{S}`, `{N}` or `{B}`) as condition text. */
function keyText(value: unknown): string | undefined {
  const text = isRecord(value) ? (value.S ?? value.N ?? value.B) : undefined;
  return typeof text === 'string' ? text : undefined;
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isMemberKind(kind: string): kind is keyof typeof memberActions {
  return Object.hasOwn(memberActions, kind);
}
