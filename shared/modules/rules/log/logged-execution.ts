/**
 * How executions lie in the rule log. The rules of an execution share what they were run on, so they lie together in one
 * item, or in a few when they are many.
 */
import { hash, randomInt } from 'node:crypto';
import type { Item } from '../../../kernel/table/read.ts';
import type { RuleType } from '../authoring/rule-contract.ts';
import type { ExecutionResult } from './log-entry-contract.ts';

export const logEntity = 'rule_log';

/** One rule of an execution as it lies in the log. */
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

/** What the entries of one item have in common. */
export interface LoggedExecution {
  atMs: number;
  execution: string;
  part: string;
  executedBy: string;
  entityId: string;
  eventType: string | null;
  /** The event that set it off; null for requests. */
  eventId: string | null;
  input: unknown;
  rules: readonly LoggedRule[];
}

export const digits = (value: number, count: number): string => String(value).padStart(count, '0');
const executionDigits = 9;
export const partDigits = 2;
const indexDigits = 3;

/** Tells executions of one millisecond apart. */
export function newExecutionName(): string {
  return digits(randomInt(10 ** executionDigits), executionDigits);
}

/** The same for what an event sets off, whenever that is done. */
export function executionNameOf(key: string): string {
  const number = Number.parseInt(hash('sha256', key, 'hex').slice(0, 12), 16);
  return digits(number % 10 ** executionDigits, executionDigits);
}

/** Ids are text of digits, the later an execution the larger: when, which execution, which item of it, which rule. */
export function logIdOf(
  { atMs, execution, part }: Pick<LoggedExecution, 'atMs' | 'execution' | 'part'>,
  index: number,
): string {
  return `${digits(atMs, 13)}${execution}${part}${digits(index, indexDigits)}`;
}

const logIdPattern = new RegExp(
  `^(\\d{13})(\\d{${executionDigits}})(\\d{${partDigits}})(\\d{${indexDigits}})$`,
);

/** Where the entry of an id lies; undefined for an id that no entry can have. */
export function parseLogId(
  id: string,
): { atMs: number; execution: string; part: string; index: number } | undefined {
  const [, atMs, execution, part, index] = logIdPattern.exec(id) ?? [];
  if (atMs === undefined || execution === undefined || part === undefined) return undefined;
  return { atMs: Number(atMs), execution, part, index: Number(index) };
}

/** The entries in an item of the log. Throws when the item is none. */
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
    input: JSON.parse(String(item.input)),
    rules: JSON.parse(String(item.rules)) as LoggedRule[],
  };
}
