/** The parts of sync that extensions of a team may use. */
export {
  AuthorizationFailedError,
  type BadItem,
  type ConnectionResult,
  type ExportBatch,
  type ExportItem,
  type ExportOutcome,
  type ExportResult,
  type ImportBatch,
  RetryLaterError,
  SourceError,
  type SourceItem,
  type SyncAdapter,
  type SyncContext,
  type SyncDirection,
  toSourceItem,
  withId,
} from './adapter.ts';
