/** Validates the rule of a form with the API after each pause in typing. */
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { parseJsonObject } from '../forms/json-object.ts';
import { usePause } from '../ui/use-pause.ts';
import { type ActionDraft, type ActionType, isUntouched } from './action-draft.ts';
import { fieldsOf, type RuleForm } from './rule-fields.ts';

const isComplete = (drafts: readonly ActionDraft[], types: readonly ActionType[]): boolean =>
  drafts.every((draft) => types.every((type) => type.type !== draft.type || !isUntouched(draft, type)));

/** The complete parts of a form, which can be checked. */
function checkedPart(form: RuleForm, types: readonly ActionType[], sample: Record<string, unknown> | null) {
  const { successActions, failureActions, ...fields } = fieldsOf(form);
  const { condition, problem } = form.condition;
  const entered = Object.entries(fields).filter(
    ([, value]) => value !== '' && value !== null && !Number.isNaN(value),
  );
  return {
    ...Object.fromEntries(entered),
    ...(isComplete(form.successActions, types) && { successActions }),
    ...(isComplete(form.failureActions, types) && { failureActions }),
    ...(condition !== null && problem === undefined && { conditionExpression: condition }),
    ...(condition !== null && problem === undefined && sample !== null && { data: sample }),
  };
}

export function useRuleCheck(form: RuleForm, types: readonly ActionType[], sample: string) {
  const body = usePause(toJson(checkedPart(form, types, parseJsonObject(sample) ?? null)));
  const { data, error } = useRead(['ruleChecks', body], (api) =>
    orThrow(api.POST('/api/business_rules/rules/validate', { body: parseJsonObject(body) ?? {} })),
  );
  return { check: data, error };
}
