/** The errors of this module. Each function declares those that it throws; `syncErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const syncAdapterMissing = { code: 'sync_adapter_missing', status: 404 } as const;
const syncOverlap = { code: 'sync_overlap', status: 409 } as const;
const syncRunState = { code: 'sync_run_state', status: 409 } as const;
const syncConnectionFailed = { code: 'sync_connection_failed', status: 422 } as const;

/** The integration has no sync adapter. */
export class SyncAdapterMissingError extends AppError {
  constructor() {
    const message = 'There is no sync adapter for this integration.';
    super(syncAdapterMissing, message, { body: { message } });
  }
}

/** The connection check failed. */
export class SyncConnectionError extends AppError {
  constructor(message: string, details?: Record<string, unknown>) {
    super(syncConnectionFailed, message, { body: { message, ...(details && { details }) } });
  }
}

/** A run of the same integration, entity type and direction is running in the organization. */
export class SyncOverlapError extends AppError {
  /** `runId` is undefined while the other run is being stored. */
  constructor(runId: string | undefined) {
    super(syncOverlap, 'A sync run is already in progress for this integration, entity type and direction.', {
      body: runId === undefined ? {} : { runId },
    });
  }
}

/** The run's status does not allow the request. */
export class SyncRunStateError extends AppError {
  constructor(message: string, status: string) {
    super(syncRunState, message, { body: { status } });
  }
}

export const syncErrors: readonly DocumentedError[] = [
  {
    type: syncAdapterMissing,
    meaning: 'This deployment has no sync adapter for the integration.',
    example: { error: 'There is no sync adapter for this integration.' },
  },
  {
    type: syncOverlap,
    meaning:
      'A run of the same integration, entity type and direction is still active; `runId` names it, unless it is ' +
      'being started at the same time.',
    example: {
      error: 'A sync run is already in progress for this integration, entity type and direction.',
      runId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
    },
  },
  {
    type: syncRunState,
    meaning:
      'The status of the run does not allow the operation: an ended run cannot be cancelled, an active run ' +
      'cannot be retried.',
    example: { error: 'The run has already ended.', status: 'completed' },
  },
  {
    type: syncConnectionFailed,
    meaning: 'The test of the connection failed; `message` says why.',
    example: { error: 'There is no bucket with this name.', message: 'There is no bucket with this name.' },
  },
];
