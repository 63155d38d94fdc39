import { InvalidInputError } from '../errors/errors.ts';

/** A value that DynamoDB cannot store: a number, depth, key or size beyond its limits. */
export class UnstorableError extends InvalidInputError {
  constructor(field: string, message: string) {
    super({ [field]: message });
  }
}

/** A conditional write failed; `item` is the existing item, if any. */
export class ConditionFailedError extends Error {
  readonly item: Record<string, unknown> | undefined;
  constructor(item: Record<string, unknown> | undefined, cause: unknown) {
    super('The condition of a write was not met.', { cause });
    this.name = 'ConditionFailedError';
    this.item = item;
  }
}

const temporaryNames = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'TransactionConflictException',
  'TimeoutError',
  'OutOfTimeError',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Whether this AWS or network failure is temporary (throttling, outage, conflict, no connection). All others (denied,
 * malformed, missing table) are our own errors and become a 500.
 */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (temporaryNames.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && temporaryNames.has(error.code)) return true;
  const metadata =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number } | undefined) : undefined;
  return (metadata?.httpStatusCode ?? 0) >= 500;
}
