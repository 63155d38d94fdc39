/** What must be executed once, however often it is asked for: a note in the transaction of the execution itself. */
import type { TenantScope } from '../identity/principal.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { ruleRunKey } from '../table/keys.ts';
import { onceWrite } from '../table/once.ts';
import type { Write } from '../table/write.ts';
import { rememberRunDays } from './limits.ts';

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
