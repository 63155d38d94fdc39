/** The type that records and their events have, of the name that a sync has for its records. Pure. */
import { entityTypeProblem } from '../../entities/public-contract.ts';

/** A URL would take a name that is `.` or `..` for a folder. */
const syncTypePattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/;

/** A part of a type as records write it: lower case, `_` for dashes and dots, a letter first. */
function partOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[.-]/g, '_');
  return /^[a-z]/.test(plain) ? plain : `x_${plain}`;
}

/**
 * The entity type `<module>.<entity>` of the records that a sync of `entityType` reads and writes: `external.<type>` for a
 * name without a dot; dots behind the first become `_`. A type of records is its own.
 */
export function recordTypeOf(entityType: string): string {
  const dot = entityType.indexOf('.');
  if (dot < 0) return `external.${partOf(entityType)}`;
  return `${partOf(entityType.slice(0, dot))}.${partOf(entityType.slice(dot + 1))}`;
}

/** What is wrong with a sync's name of its records, or undefined. */
export function syncTypeProblem(entityType: string): string | undefined {
  if (!syncTypePattern.test(entityType)) return 'must be letters, digits, `_`, `-` and `.`';
  return entityTypeProblem(recordTypeOf(entityType));
}
