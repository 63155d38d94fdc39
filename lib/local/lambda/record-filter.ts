/**
 * The filter criteria of a stream's event source mapping.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { splitItemKey } from '../dynamodb/requests.ts';
import { keyNames } from '../dynamodb/tables.ts';
import { checkPattern, matchesEvent } from '../events/event-pattern.ts';
import type { Resource } from '../types.ts';
import { section } from './mapping.ts';
import type { StreamRecord } from './stream-reader.ts';

export interface RecordFilter {
  /** Whether the function receives a record. */
  wants(record: StreamRecord): boolean;
  /** Whether the function may receive a record of the item with this key (`Operation.writes`). */
  mayWant(itemKey: string): boolean;
}

function patternsOf(properties: Record<string, unknown>): Record<string, unknown>[] {
  const { Filters } = section(properties, 'FilterCriteria');
  // An empty pattern matches every record.
  if (Filters === undefined) return [{}];
  return (Array.isArray(Filters) ? Filters : []).map((filter) => {
    const pattern: unknown = JSON.parse(String(isRecord(filter) ? filter.Pattern : ''));
    checkPattern(pattern);
    return pattern;
  });
}

/** Reads the filter from the properties of a mapping of the table. Throws for filters that do not run locally. */
export function recordFilterOf(properties: Record<string, unknown>, table: Resource): RecordFilter {
  const patterns = patternsOf(properties);
  const keyPatterns = patterns.map((pattern) => section(section(pattern, 'dynamodb'), 'Keys'));
  const names = keyNames(table);
  return {
    wants: (record) => patterns.some((pattern) => matchesEvent(pattern, record)),
    mayWant(itemKey) {
      const { tableArn, values } = splitItemKey(itemKey);
      const keys = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return tableArn === table.arn && keyPatterns.some((pattern) => matchesEvent(pattern, keys));
    },
  };
}
