import { InvalidInputError } from '../errors/errors.ts';

/** A value that no item holds: a number, a depth, a key or a size beyond those of DynamoDB. */
export class UnstorableError extends InvalidInputError {
  constructor(field: string, message: string) {
    super({ [field]: message });
  }
}

/** A conditional write whose condition did not hold; `item` is the item that stood in the way, when there is one. */
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
]);

/**
 * Is this AWS or network failure worth repeating later (throttling, outage, conflict, no connection)?
 * Everything else (denied, malformed, missing table) is our own mistake and becomes a plain 500.
 */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (temporaryNames.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && temporaryNames.has(error.code)) return true;
  const metadata =
    '$metadata' in error ? (error.$metadata as { httpStatusCode?: number } | undefined) : undefined;
  return (metadata?.httpStatusCode ?? 0) >= 500;
}
