/** Finds and limits the toggles that a job's condition reads. */

import { toJson } from '../../kernel/base/json.ts';
import { assertConditionExpressions } from '../../kernel/conditions/condition-expressions.ts';
import type { CompiledCondition } from '../../kernel/conditions/evaluator.ts';
import { segmentsOf } from '../../kernel/conditions/path.ts';
import { loadCondition } from '../../kernel/conditions/stored-condition.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { JobRow } from './job.ts';
import { jobLimits } from './limits.ts';

/** Identifiers of the toggles that a condition reads: `toggles.<identifier>`. */
export function togglesOf(condition: Pick<CompiledCondition, 'paths'>): string[] {
  const names = condition.paths().flatMap((path) => {
    const [root, name] = segmentsOf(path);
    return root === 'toggles' && name !== undefined ? [name] : [];
  });
  return [...new Set(names)];
}

/** Throws InvalidInputError for a condition with a wrong expression, or with more toggles than one request reads. */
export async function assertCondition({ condition }: Pick<JobRow, 'condition'>): Promise<void> {
  if (condition === null) return;
  await assertConditionExpressions({ condition });
  if (togglesOf(await loadCondition(toJson(condition))).length > jobLimits.conditionToggles)
    throw new InvalidInputError({
      condition: `must read at most ${jobLimits.conditionToggles} toggles`,
    });
}
