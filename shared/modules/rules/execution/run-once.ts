/** What must be executed once, however often it is asked for: a note in the transaction of the execution itself. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { ruleRunKey } from '../keys.ts';
import { rememberRunDays } from '../limits.ts';

/** The rules were run before; the note of it is in `item`. */
export class RunBeforeError extends ConditionFailedError {}

/** The note that an execution of this name was done; RunBeforeError says that it was already. */
export function rememberRun(
  { tenantId }: TenantScope,
  name: string,
  nowMs: number,
  attributes: Readonly<Record<string, unknown>> = {},
): Write {
  return {
    ...onceWrite(ruleRunKey({ tenantId }, name), 'rule_run', { forDays: rememberRunDays, nowMs, attributes }),
    otherwise: (item) => new RunBeforeError(item, undefined),
  };
}
