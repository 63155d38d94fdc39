/** Drafts of a toggle's rules, converted from rules of the API and back. Pure. */

import type { Condition, ToggleRule } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from '../api/json.ts';
import { isCondition } from '../conditions/condition-tree.ts';
import { targetingTexts } from '../texts/targeting.ts';
import { parseValue, type ToggleType, textOf, valueProblem } from './toggle-values.ts';

const texts = targetingTexts.rules;

export interface VariantDraft {
  key: string;
  name: string;
  value: string;
  weight: string;
}

export interface RuleDraft {
  key: string;
  name: string;
  condition: Condition | null;
  conditionProblem: string | undefined;
  segments: readonly string[];
  percentage: string;
  serves: 'value' | 'variants';
  value: string;
  variants: readonly VariantDraft[];
  salt: string | undefined;
  /** Empty: the toggle's own group. */
  groupId: string;
  /** Empty: `targetingKey`. */
  stickiness: string;
}

let lastKey = 0;
function newKey(): string {
  lastKey += 1;
  return String(lastKey);
}

const firstValue = (type: ToggleType): string => (type === 'boolean' ? 'true' : '');

export const newVariant = (type: ToggleType, number: number, weight: string): VariantDraft => ({
  key: newKey(),
  name: `variant_${number}`,
  value: firstValue(type),
  weight,
});

export const newRule = (type: ToggleType): RuleDraft => ({
  key: newKey(),
  name: '',
  condition: null,
  conditionProblem: undefined,
  segments: [],
  percentage: '100',
  serves: 'value',
  value: firstValue(type),
  variants: [newVariant(type, 1, '50'), newVariant(type, 2, '50')],
  salt: undefined,
  groupId: '',
  stickiness: '',
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function variantOf(type: ToggleType, variant: unknown): VariantDraft {
  const { name, value, weight } = isJsonObject(variant) ? variant : {};
  return { key: newKey(), name: text(name), value: textOf(type, value), weight: String(weight ?? '') };
}

function draftOf(type: ToggleType, rule: Record<string, unknown>): RuleDraft {
  const { name, condition, segments, percentage, value, variants, salt, groupId, stickiness } = rule;
  const plain = newRule(type);
  return {
    ...plain,
    name: text(name),
    condition: isCondition(condition) ? condition : null,
    segments: Array.isArray(segments) ? segments.map(String) : [],
    percentage: String(percentage ?? 100),
    serves: Array.isArray(variants) ? 'variants' : 'value',
    value: value === undefined ? plain.value : textOf(type, value),
    variants: Array.isArray(variants) ? variants.map((one) => variantOf(type, one)) : plain.variants,
    salt: typeof salt === 'string' ? salt : undefined,
    groupId: text(groupId),
    stickiness: text(stickiness),
  };
}

/** The rules as drafts; undefined if they are not a list of objects. */
export function draftsOf(type: ToggleType, rules: unknown): RuleDraft[] | undefined {
  if (!Array.isArray(rules) || !rules.every(isJsonObject)) return undefined;
  return rules.map((rule) => draftOf(type, rule));
}

/** Throws SyntaxError for a value that is not JSON. */
export function ruleOf(type: ToggleType, draft: RuleDraft): ToggleRule {
  const { name, condition, segments, percentage, serves, value, variants, salt } = draft;
  const { groupId, stickiness } = draft;
  return {
    ...(name !== '' && { name }),
    ...(condition !== null && { condition }),
    ...(segments.length > 0 && { segments: [...segments] }),
    ...(Number(percentage) !== 100 && { percentage: Number(percentage) }),
    ...(salt !== undefined && { salt }),
    ...(groupId !== '' && { groupId }),
    ...(stickiness !== '' && { stickiness }),
    ...(serves === 'value'
      ? { value: parseValue(type, value) }
      : {
          variants: variants.map((one) => ({
            name: one.name,
            value: parseValue(type, one.value),
            weight: Number(one.weight),
          })),
        }),
  };
}

/** The sum of the weights, without rounding errors of binary fractions. */
export const totalOf = (variants: readonly Pick<VariantDraft, 'weight'>[]): number =>
  Math.round(variants.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0) * 1_000) / 1_000;

export function percentageProblem(percentage: string): string | undefined {
  const number = Number(percentage);
  return percentage.trim() !== '' && number >= 0 && number <= 100 ? undefined : texts.percentageProblem;
}

/** Returns why the rule cannot be saved, or undefined. The API reports other problems. */
export function ruleProblem(type: ToggleType, rule: RuleDraft): string | undefined {
  const ofRule = rule.conditionProblem ?? percentageProblem(rule.percentage);
  if (ofRule !== undefined || rule.serves === 'value') return ofRule ?? valueProblem(type, rule.value);
  if (totalOf(rule.variants) <= 0) return texts.noWeight;
  return rule.variants.map(({ value }) => valueProblem(type, value)).find((one) => one !== undefined);
}
