/** Requests to the functions, and DynamoDB's answers to what they then ask, without a database. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { listRecords } from '../../shared/entities/contract.ts';
import { originHeaders } from '../../shared/http/origin.ts';
import { createRule } from '../../shared/rules/contract.ts';
import { checkBooleanToggle } from '../../shared/toggles/contract.ts';
import { aStoredRecord, recordType } from './records.ts';
import { aStoredRule } from './rules.ts';
import { checkPath, storedForCheck } from './toggles.ts';

const scope = {
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
};
const { stored, item } = aStoredRule(scope);
const toggleIdentifier = 'new_checkout';
/** The table's name in the environment of the measured functions. */
export const tableName = 'platform-modules-bench';
/** What the public host sends with every request. */
export const originSecret = 'bench';
const apiKey = `pmk_0123abcd.${'5a'.repeat(24)}`;

const caller = {
  pk: 'KEY#0',
  sk: 'KEY',
  id: '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
  name: 'bench',
  prefix: 'pmk_0123abcd',
  ...scope,
  features: ['business_rules.rules.view', 'business_rules.rules.create'],
  isSuperAdmin: false,
  lastUsedAtMs: Date.parse('2026-03-01T09:30:00.000Z'),
};

/** The answer to the authentication of a key that may do everything. */
export const cannedSuperAdmin = JSON.stringify({
  Attributes: marshall({ ...caller, features: ['*'], isSuperAdmin: true }),
});

/** DynamoDB action → its answer as JSON text. */
export const cannedAnswers: Readonly<Record<string, string>> = {
  UpdateItem: JSON.stringify({ Attributes: marshall(caller) }),
  GetItem: JSON.stringify({ Item: marshall(item) }),
  BatchGetItem: JSON.stringify({
    Responses: { [tableName]: storedForCheck(scope, toggleIdentifier).map((one) => marshall(one)) },
  }),
  TransactWriteItems: JSON.stringify({}),
};

const recordId = '5b0e6a34-9d2f-4c0e-8f5e-000000000000';
const { listing, row } = aStoredRecord(scope, recordId);
/** A record as DynamoDB answers it, in JSON text: its id, its listing item and its row. */
export const cannedRecord = {
  id: recordId,
  listing: JSON.stringify(marshall(listing, { removeUndefinedValues: true })),
  row: JSON.stringify(marshall(row, { removeUndefinedValues: true })),
} as const;

function event(method: string, path: string, more: Partial<APIGatewayProxyEventV2>): string {
  const request: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      host: 'abcdefghij.execute-api.us-east-1.amazonaws.com',
      'user-agent': 'bench',
      'x-api-key': apiKey,
      [originHeaders.secret]: originSecret,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'abcdefghij',
      domainName: 'abcdefghij.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'abcdefghij',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '01/Mar/2026:09:30:00 +0000',
      timeEpoch: Date.parse('2026-03-01T09:30:00.000Z'),
    },
    isBase64Encoded: false,
    ...more,
  };
  return JSON.stringify(request);
}

/** A request without credentials, for receivers; its headers are in lower case. */
export const cannedPost = (
  to: string,
  { headers, ...more }: Pick<APIGatewayProxyEventV2, 'body' | 'headers' | 'pathParameters'>,
): string => {
  const request = JSON.parse(event('POST', to, more)) as APIGatewayProxyEventV2;
  return JSON.stringify({ ...request, headers: { ...request.headers, ...headers } });
};

const path = createRule.path;

/** Events as API Gateway sends them, as JSON text. */
export const cannedEvents = {
  createRule: event('POST', path, { body: JSON.stringify(createRule.example?.request) }),
  checkToggle: event('GET', checkBooleanToggle.path, {
    rawQueryString: checkPath(toggleIdentifier).split('?')[1] ?? '',
    queryStringParameters: { identifier: toggleIdentifier },
  }),
  exportRecords: event('GET', listRecords.path, {
    rawQueryString: `entityType=${recordType}&format=csv`,
  }),
  getRule: event('GET', `${path}/${stored.rule.id}`, { pathParameters: { id: stored.rule.id } }),
} as const;
