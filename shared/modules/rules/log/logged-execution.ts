/**
 * The format of the rule log. The rules of one execution share their input, so they are stored in one item,
 * or in a few if there are many.
 */

import { hash, randomInt } from 'node:crypto';
import { parseJson } from '../../../kernel/base/json.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';
import type { RuleType } from '../authoring/rule-limits.ts';
import type { ExecutionResult } from './log-entry-contract.ts';

export const logEntity = 'rule_log';

/** One rule of a logged execution. */
export interface LoggedRule {
  id: string;
  ruleId: string;
  ruleName: string;
  ruleType: RuleType;
  entityType: string;
  result: ExecutionResult;
  executionTimeMs: number;
  error: string | null;
  output: unknown;
}

/** The common fields of the entries of one item. */
export interface LoggedExecution {
  atMs: number;
  execution: string;
  part: string;
  executedBy: string;
  entityId: string;
  eventType: string | null;
  /** The event that caused it; null for requests. */
  eventId: string | null;
  input: unknown;
  rules: readonly LoggedRule[];
}

export const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const executionDigits = 9;
export const partDigits = 2;
const indexDigits = 3;

/** A random part that distinguishes executions of the same millisecond. */
export function newExecutionName(): string {
  return digits(randomInt(10 ** executionDigits), executionDigits);
}

/** The same for an event, derived from `key`, so that it does not change on redelivery. */
export function executionNameOf(key: string): string {
  const number = Number.parseInt(hash('sha256', key, 'hex').slice(0, 12), 16);
  return digits(number % 10 ** executionDigits, executionDigits);
}

/** Ids are digits that sort by time: time, execution, part of the execution, rule. */
export function logIdOf(
  { atMs, execution, part }: Pick<LoggedExecution, 'atMs' | 'execution' | 'part'>,
  index: number,
): string {
  return `${digits(atMs, 13)}${execution}${part}${digits(index, indexDigits)}`;
}

/** The kind of executions in stories. */
export const executionKind = 'rule_execution';

/** The node of an execution in a story. */
export const executionNode = (
  { tenantId, organizationId }: RowScope,
  { atMs, execution }: Pick<LoggedExecution, 'atMs' | 'execution'>,
) => ({ tenantId, organizationId, kind: executionKind, id: `${digits(atMs, 13)}${execution}`, atMs });

const logIdPattern = new RegExp(
  `^(\\d{13})(\\d{${executionDigits}})(\\d{${partDigits}})(\\d{${indexDigits}})$`,
);

/** The location of an entry's id; undefined for an invalid id. */
export function parseLogId(
  id: string,
): { atMs: number; execution: string; part: string; index: number } | undefined {
  const [, atMs, execution, part, index] = logIdPattern.exec(id) ?? [];
  if (atMs === undefined || execution === undefined || part === undefined) return undefined;
  return { atMs: Number(atMs), execution, part, index: Number(index) };
}

/** The entries in an item of the log. Throws if the item is not one. */
export function toLoggedExecution(item: Item): LoggedExecution {
  if (item.entity !== logEntity) throw new Error(`Expected ${logEntity}, found ${String(item.entity)}.`);
  return {
    atMs: Number(item.atMs),
    execution: String(item.execution),
    part: String(item.part),
    executedBy: String(item.executedBy),
    entityId: String(item.entityId),
    eventType: (item.eventType as string | null | undefined) ?? null,
    eventId: (item.eventId as string | null | undefined) ?? null,
    input: parseJson(String(item.input)),
    rules: parseJson(String(item.rules)) as LoggedRule[],
  };
}
