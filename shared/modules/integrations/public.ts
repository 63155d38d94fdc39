/** What other modules may use of integrations. */
export {
  type BlockedReason,
  blockedReasonOf,
  type Connection,
  connect,
  connectionKeys,
  connectWith,
  credentialsIn,
  credentialsOwner,
  isEnabled,
  readConnectionItems,
  readSettings,
  type Settings,
} from './connection.ts';
export { reportAuthFailure } from './credentials-service.ts';
export { integrationStateKey } from './keys.ts';
export { type LogEntry, listLogs, logWrites, redactEntry, writeLogs } from './logs.ts';
