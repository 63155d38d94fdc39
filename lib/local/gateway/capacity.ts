/**
 * Capacity units of DynamoDB calls. dynoxide reports the units of successful calls by AWS's rules. Failed conditions,
 * which AWS charges too, are computed here.
 */
import { isRecord } from '../cloudformation/intrinsics.ts';

export interface Units {
  readUnits: number;
  writeUnits: number;
}

const writeUnitBytes = 1024;
const writeActions: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];

/** The units in a response's `ConsumedCapacity`, one object or a list. */
export function reportedUnits(action: string, consumed: unknown): Units {
  const units: Units = { readUnits: 0, writeUnits: 0 };
  for (const entry of [consumed].flat().filter(isRecord)) {
    const reads = Number(entry.ReadCapacityUnits ?? 0);
    const writes = Number(entry.WriteCapacityUnits ?? 0);
    const total = Number(entry.CapacityUnits ?? 0);
    // Transactions report both kinds; for other calls the action determines the kind of the total.
    units.readUnits += reads + writes > 0 ? reads : writeActions.includes(action) ? 0 : total;
    units.writeUnits += reads + writes > 0 ? writes : writeActions.includes(action) ? total : 0;
  }
  return units;
}

/** A write with a failed condition costs as much as writing the existing item, at least one unit. */
export function failedWriteUnits(existingItem: unknown): Units {
  return { readUnits: 0, writeUnits: writeUnits(existingItem) };
}

/**
 * Upper bound for a transaction cancelled by a condition: prepare and commit of every member, by its size in the
 * request.
 */
export function cancelledTransactionUnits(members: unknown): Units {
  const units = listOf(members)
    .filter(isRecord)
    .map(({ Put }) => writeUnits(isRecord(Put) ? Put.Item : undefined));
  return { readUnits: 0, writeUnits: 2 * sum(units) };
}

function writeUnits(item: unknown): number {
  return Math.max(1, Math.ceil(itemBytes(item) / writeUnitBytes));
}

/** An item's size: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
export function itemBytes(item: unknown): number {
  const attributes = isRecord(item) ? Object.entries(item) : [];
  return sum(attributes.map(([name, value]) => Buffer.byteLength(name) + valueBytes(value)));
}

function valueBytes(value: unknown): number {
  const [type, content] = isRecord(value) ? (Object.entries(value)[0] ?? []) : [];
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(content));
    case 'N':
      return Math.ceil(String(content).replace(/[-.]/g, '').length / 2) + 1;
    case 'B':
      return Buffer.byteLength(String(content), 'base64');
    case 'SS':
    case 'NS':
    case 'BS':
      return sum(listOf(content).map((member) => valueBytes({ [type.charAt(0)]: member })));
    case 'L':
      return 3 + sum(listOf(content).map((member) => 1 + valueBytes(member)));
    case 'M':
      return 3 + itemBytes(content) + (isRecord(content) ? Object.keys(content).length : 0);
    default:
      return 1;
  }
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
