/** What the code of a command gets, and how it says that it failed. */
import type { Principal } from '../../../kernel/auth/principal.ts';

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
  /** The same in every attempt of a run: whatever takes effect once should take effect once per key. */
  idempotencyKey: string;
  /** When the run was due. */
  scheduledAtMs: number;
  /** 1 for the first. */
  attempt: number;
  /** Shows in the run's history, 0 to 100. */
  reportProgress(percent: number): Promise<void>;
}

/**
 * The code of a command. Answers what the run's history and its event show as result. Throws PermanentError or an
 * AppError below 500 for what another attempt will not mend; everything else is tried again.
 */
export type CommandHandler = (
  payload: Readonly<Record<string, unknown>>,
  context: CommandContext,
) => Promise<Record<string, unknown> | undefined>;
