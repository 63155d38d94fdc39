/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const SyncAdapterMissingError = apiError({
  code: 'sync_adapter_missing',
  status: 404,
  when: 'This deployment has no sync adapter for the integration.',
  message: 'There is no sync adapter for this integration.',
  body: { message: 'There is no sync adapter for this integration.' },
});

export const SyncConnectionError = apiError({
  code: 'sync_connection_failed',
  status: 422,
  when: 'The test of the connection failed; `message` says why.',
  message: (message: string, _details?: Readonly<Record<string, unknown>>) => message,
  body: (message, details) => ({ message, ...(details && { details }) }),
  example: ['There is no bucket with this name.'],
});

/** The run id is undefined while the other run is being stored. */
export const SyncOverlapError = apiError({
  code: 'sync_overlap',
  status: 409,
  when:
    'A run of the same integration, entity type and direction is still active; `runId` names it, unless it is ' +
    'being started at the same time.',
  message: (_runId: string | undefined) =>
    'A sync run is already in progress for this integration, entity type and direction.',
  body: (runId) => (runId === undefined ? {} : { runId }),
  example: ['5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10'],
});

export const SyncRunStateError = apiError({
  code: 'sync_run_state',
  status: 409,
  when:
    'The status of the run does not allow the operation: an ended run cannot be cancelled, an active run ' +
    'cannot be retried.',
  message: (message: string, _status: string) => message,
  body: (_, status) => ({ status }),
  example: ['The run has already ended.', 'completed'],
});
