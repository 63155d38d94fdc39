/** Executes once per key: a marker in the transaction of the execution prevents a second one. */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import type { Write } from '../../../kernel/table/write.ts';
import { ruleRunKey } from '../keys.ts';
import { rememberRunDays } from '../limits.ts';

/** The rules were already run; `item` is the marker. */
export class RulesAlreadyRunError extends ConditionFailedError {}

/** Writes the marker of an execution. Throws RulesAlreadyRunError if it exists. */
export function rememberRun(
  { tenantId }: TenantScope,
  name: string,
  nowMs: number,
  attributes: Readonly<Record<string, unknown>> = {},
): Write {
  return {
    ...onceWrite(ruleRunKey({ tenantId }, name), 'rule_run', { forDays: rememberRunDays, nowMs, attributes }),
    otherwise: (item) => new RulesAlreadyRunError(item, undefined),
  };
}
