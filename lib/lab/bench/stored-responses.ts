/** DynamoDB's responses for functions that are measured without a database, and their requests. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { listRecords } from '../../../shared/modules/entities/record-contract.ts';
import { serveMcp } from '../../../shared/modules/mcp/contract.ts';
import { createRule, getRule } from '../../../shared/modules/rules/authoring/rule-contract.ts';
import { checkBooleanToggle } from '../../../shared/modules/toggles/check-contract.ts';
import { gatewayEvent } from './gateway-event.ts';
import { aStoredRecord, recordType } from './records.ts';
import { aStoredRule } from './rules.ts';
import { storedForCheck } from './toggles.ts';

const scope = {
  tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
};
const { stored, item } = aStoredRule(scope);
const toggleIdentifier = 'new_checkout';
/** The table's name in the environment of the measured functions. */
export const tableName = 'platform-modules-bench';

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

/** The response that authenticates a key with all features. */
export const superAdminResponse = JSON.stringify({
  Attributes: marshall({ ...caller, features: ['*'], isSuperAdmin: true }),
});

/** DynamoDB's responses as JSON text, by action. */
export const storedResponses: Readonly<Record<string, string>> = {
  UpdateItem: JSON.stringify({ Attributes: marshall(caller) }),
  GetItem: JSON.stringify({ Item: marshall(item) }),
  BatchGetItem: JSON.stringify({
    Responses: { [tableName]: storedForCheck(scope, toggleIdentifier).map((one) => marshall(one)) },
  }),
  TransactWriteItems: JSON.stringify({}),
};

const recordId = '5b0e6a34-9d2f-4c0e-8f5e-000000000000';
const { listing, row } = aStoredRecord(scope, recordId);
/** A record in DynamoDB's response format, as JSON text: its id, its listing item and its row. */
export const storedRecord = {
  id: recordId,
  listing: JSON.stringify(marshall(listing, { removeUndefinedValues: true })),
  row: JSON.stringify(marshall(row, { removeUndefinedValues: true })),
} as const;

/** The measured requests, as JSON text of their events. */
export const measuredEvents = {
  serveMcp: gatewayEvent(serveMcp, sampleOf('serveMcp').shown),
  createRule: gatewayEvent(createRule, sampleOf('createRule').shown),
  checkToggle: gatewayEvent(checkBooleanToggle, { query: { identifier: toggleIdentifier } }),
  exportRecords: gatewayEvent(listRecords, { query: { entityType: recordType, format: 'csv' } }),
  getRule: gatewayEvent(getRule, { params: { id: stored.rule.id } }),
} as const;
