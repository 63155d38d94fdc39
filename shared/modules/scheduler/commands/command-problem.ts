/** Validates a job's command. Pure. */
import * as z from 'zod/mini';
import type { CommandSpec } from '../../../kernel/commands/command.ts';
import { issuePath } from '../../../kernel/http/issue-path.ts';
import { describeIssue } from '../../../kernel/http/issues.ts';
import { parseOptions } from '../../../kernel/http/parse-options.ts';
import type { JobRow } from '../job.ts';

type CommandProblem = Record<string, string>;

type CommandJob = Pick<JobRow, 'tenantId' | 'organizationId' | 'targetPayload'>;

const article = (needs: string): string => (needs === 'organization' ? 'an organization' : 'a tenant');

function payloadProblem(schema: z.ZodMiniType, payload: unknown): CommandProblem | undefined {
  const issues = z.safeParse(schema, payload, parseOptions).error?.issues ?? [];
  if (issues.length === 0) return undefined;
  const entries = issues.map((issue) => [issuePath(['targetPayload', ...issue.path]), describeIssue(issue)]);
  return Object.fromEntries(entries);
}

/** Why a job cannot run the command; undefined if it can. */
export function commandProblem(
  name: string,
  { needs, payload }: CommandSpec,
  job: CommandJob,
): CommandProblem | undefined {
  const lacks =
    (needs === 'tenant' && job.tenantId === null) ||
    (needs === 'organization' && job.organizationId === null);
  if (lacks) return { scopeType: `must have ${article(needs)} for ${name}` };
  return payload && payloadProblem(payload, job.targetPayload ?? {});
}
