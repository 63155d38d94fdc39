/** Commands that scheduled jobs may run: what is declared of them, and what their code gets. */
import * as z from 'zod/mini';
import type { Feature } from '../auth/features.ts';
import type { Principal } from '../auth/principal.ts';
import { PermanentError } from '../queues/errors.ts';

/** A command that scheduled jobs may run. Its code has the same name. */
export interface CommandSpec {
  summary: string;
  /** Feature that the owner of the job must hold, when the job is saved and at every run. */
  feature?: Feature;
  /** Whether the command can be used in every job, in jobs of a tenant, or only in jobs of one organization. */
  needs: 'nothing' | 'tenant' | 'organization';
  /** Schema of the payload, checked when a job is saved. */
  payload?: z.ZodMiniType;
}

export interface CommandContext {
  /** The job's tenant; null in jobs of the platform itself. */
  tenantId: string | null;
  /** The job's organization; null in jobs of a whole tenant. */
  organizationId: string | null;
  /**
   * In whose name it runs: the one who gave the job its command, with the rights of now, and with no reach beyond
   * the job's own tenant and organization. Never a super admin.
   */
  owner: () => Promise<Principal>;
  jobId: string;
  jobName: string;
  runId: string;
  /** The same in every attempt of a run: effects should happen once per key. */
  idempotencyKey: string;
  /** When the run was due. */
  scheduledAtMs: number;
  /** 1 for the first. */
  attempt: number;
  /** Shows in the run's history, 0 to 100. */
  reportProgress(percent: number): Promise<void>;
}

/**
 * The code of a command. Returns what the run's history and its event show as result. Throws PermanentError or an
 * AppError below 500 for what another attempt will not mend; everything else is tried again.
 */
export type CommandHandler = (
  payload: Readonly<Record<string, unknown>>,
  context: CommandContext,
) => Promise<Record<string, unknown> | undefined>;

/** The payload as the command takes it now; another schema may have held when it was stored. Throws PermanentError. */
export function payloadOf<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, payload);
  if (!parsed.success) throw new PermanentError('The command does not take this payload.');
  return parsed.data;
}
