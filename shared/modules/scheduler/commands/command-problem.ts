/**
 * Validates a job's command. Pure, and separate from the other checks of jobs, because it imports the
 * payloads of all commands.
 */
import * as z from 'zod/mini';
import { commandNamed } from '../../../catalog/commands.ts';
import type { Feature } from '../../../kernel/base/features.ts';
import { issuePath } from '../../../kernel/http/issue-path.ts';
import { describeIssue } from '../../../kernel/http/issues.ts';
import { parseOptions } from '../../../kernel/http/parse-options.ts';
import type { JobRow } from '../job.ts';

export type CommandProblem = { unknown: true } | { fields: Record<string, string> };

type CommandJob = Pick<JobRow, 'tenantId' | 'organizationId' | 'targetPayload'>;

const article = (needs: string): string => (needs === 'organization' ? 'an organization' : 'a tenant');

function payloadProblem(schema: z.ZodMiniType, payload: unknown): CommandProblem | undefined {
  const issues = z.safeParse(schema, payload, parseOptions).error?.issues ?? [];
  if (issues.length === 0) return undefined;
  const entries = issues.map((issue) => [issuePath(['targetPayload', ...issue.path]), describeIssue(issue)]);
  return { fields: Object.fromEntries(entries) };
}

/** Why a job cannot run the command of this name; undefined if it can. */
export function commandProblem(name: string, job: CommandJob): CommandProblem | undefined {
  const command = commandNamed(name);
  if (command === undefined) return { unknown: true };
  const { needs, payload } = command;
  const lacks =
    (needs === 'tenant' && job.tenantId === null) ||
    (needs === 'organization' && job.organizationId === null);
  if (lacks) return { fields: { scopeType: `must have ${article(needs)} for ${name}` } };
  return payload && payloadProblem(payload, job.targetPayload ?? {});
}

/** The feature that the command requires. */
export const featureOf = (name: string): Feature | undefined => commandNamed(name)?.feature;
