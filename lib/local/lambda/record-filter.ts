/**
 * The filter criteria of a stream's event source mapping.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html
 */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { splitItemKey } from '../dynamodb/requests.ts';
import { keyNames } from '../dynamodb/tables.ts';
import { checkPattern, matchesEvent } from '../events/event-pattern.ts';
import type { Resource } from '../types.ts';
import type { FilterCriteria } from './mapping.ts';
import type { StreamRecord } from './stream-reader.ts';

function patternOf({ Pattern }: { Pattern: string }): Record<string, unknown> {
  const pattern: unknown = JSON.parse(Pattern);
  checkPattern(pattern);
  return pattern;
}

/** The part of a pattern that a record's keys must match; an empty pattern matches every key. */
function keyPatternOf({ dynamodb }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(dynamodb) && isRecord(dynamodb.Keys) ? dynamodb.Keys : {};
}

/** Reads the filter of a mapping of the table. Throws for filters that do not run locally. */
export function recordFilterOf(mapping: { FilterCriteria?: FilterCriteria | undefined }, table: Resource) {
  const filters = mapping.FilterCriteria?.Filters;
  const patterns = filters === undefined ? [{}] : filters.map(patternOf);
  const keyPatterns = patterns.map(keyPatternOf);
  const names = keyNames(table);
  return {
    /** Whether the function receives a record. */
    wants: (record: StreamRecord) => patterns.some((pattern) => matchesEvent(pattern, record)),
    /** Whether the function may receive a record of the item with this key (`Operation.writes`). */
    mayWant(itemKey: string): boolean {
      const { tableArn, values } = splitItemKey(itemKey);
      const keys = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return tableArn === table.arn && keyPatterns.some((pattern) => matchesEvent(pattern, keys));
    },
  };
}
