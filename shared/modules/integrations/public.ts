/** What other modules may use of integrations. */
export {
  type Connection,
  connect,
  connectionKeys,
  connectWith,
  credentialsAmong,
  readConnectionItems,
  reportAuthFailure,
} from './connection.ts';
export { credentialsOwner, isEnabled, type Settings } from './integration.ts';
export { integrationStateKey } from './keys.ts';
export {
  type LogEntry,
  listLogs,
  logWrites,
  redact,
  toKept,
  withoutSecrets,
  writeLogApart,
  writeLogs,
} from './logs.ts';
export { readSettings } from './state-store.ts';
