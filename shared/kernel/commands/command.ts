/** Commands that scheduled jobs may run: their declaration, and the input of their code. */
import * as z from 'zod/mini';
import type { Feature } from '../base/features.ts';
import type { Principal } from '../base/principal.ts';
import { PermanentError } from '../queues/errors.ts';

/** A command that scheduled jobs may run. Its code has the same name. */
export interface CommandSpec {
  summary: string;
  /** Feature that the owner of the job must have when the job is saved and at every run. */
  feature?: Feature;
  /** Whether the command can be used in every job, in jobs of a tenant, or only in jobs of one organization. */
  needs: 'nothing' | 'tenant' | 'organization';
  /** Schema of the payload, checked when a job is saved. */
  payload?: z.ZodMiniType;
  /** The fields of the payload that name a thing, with its kind in audit entries, so that clients can let users choose it. */
  things?: Readonly<Record<string, string>>;
}

/** Commands by their names, as data. */
export type Commands = Readonly<Record<string, CommandSpec>>;

/** Returns the command with this name; undefined when there is none. */
export function commandNamed(commands: Commands, name: string): CommandSpec | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

export interface CommandContext {
  /** The job's tenant; null in jobs of the platform itself. */
  tenantId: string | null;
  /** The job's organization; null in jobs of a whole tenant. */
  organizationId: string | null;
  /**
   * The actor: the person who set the job's command, with current rights, limited to the job's tenant and
   * organization. Never a super admin.
   */
  owner: () => Promise<Principal>;
  jobId: string;
  jobName: string;
  runId: string;
  /** The same in every attempt of a run: effects should happen once per key. */
  idempotencyKey: string;
  /** The due time of the run. */
  scheduledAtMs: number;
  /** 1 for the first. */
  attempt: number;
  /** Progress in the run's history, 0 to 100. */
  reportProgress(percent: number): Promise<void>;
}

/**
 * The code of a command. Returns the result for the run's history and event. Throws PermanentError or an AppError
 * below 500 for failures that another attempt cannot fix; all others are retried.
 */
export type CommandHandler = (
  payload: Readonly<Record<string, unknown>>,
  context: CommandContext,
) => Promise<Record<string, unknown> | undefined>;

/** The code of commands, by their names. */
export type CommandHandlers = Readonly<Record<string, CommandHandler>>;

/** Validates the payload with the current schema, which may have changed since it was stored. Throws PermanentError. */
export function payloadOf<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, payload);
  if (!parsed.success) throw new PermanentError('The command does not take this payload.');
  return parsed.data;
}
