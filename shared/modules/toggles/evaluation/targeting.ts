/** Validates rules and kill switches before they are stored. Pure. */

import { toJson } from '../../../kernel/base/json.ts';
import { hasAtMost } from '../../../kernel/base/text.ts';
import { storedConditionProblem } from '../../../kernel/conditions/condition-contract.ts';
import { findJsonProblem, maxJsonLevels } from '../../../kernel/http/caller-json.ts';
import { isOfType, sizeProblem } from '../toggle.ts';
import { partsPerUnit } from './buckets.ts';
import { targetingLimits } from './limits.ts';
import { type KillSwitch, segmentsOf } from './rule.ts';
import type { ToggleType } from './toggle-types.ts';

const ruleKeys: ReadonlySet<string> = new Set([
  'name',
  'condition',
  'segments',
  'percentage',
  'salt',
  'groupId',
  'stickiness',
  'value',
  'variants',
]);

const variantKeys: ReadonlySet<string> = new Set(['name', 'value', 'weight']);

/** The first problem of a rule, with the path of its field. */
type Problem = [path: string, message: string];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns why a value is not valid for the toggle. Null is valid only for json toggles, as in overrides. */
function valueProblem(type: ToggleType, value: unknown): string | undefined {
  if (!isOfType(type, value)) return `must be a ${type}`;
  if (findJsonProblem({ value }) !== undefined) return `must nest at most ${maxJsonLevels - 1} levels`;
  return sizeProblem(value);
}

/** Returns whether the value is such a number with at most three decimals. The tolerance accepts 0.1 + 0.2 as 0.3. */
function isShare(value: unknown, max: number): value is number {
  if (typeof value !== 'number' || !(value >= 0 && value <= max)) return false;
  const parts = value * partsPerUnit;
  return Math.abs(parts - Math.round(parts)) < 1e-4;
}

const percentageText = 'must be a percentage between 0 and 100 with at most three decimals';
const weightText = `must be a number between 0 and ${targetingLimits.weight} with at most three decimals`;

function textProblem(value: unknown, max: number = targetingLimits.name): string | undefined {
  const fits = typeof value === 'string' && value !== '' && hasAtMost(value, max);
  return fits && value.isWellFormed() ? undefined : `must be a string of 1 to ${max} characters`;
}

function variantsProblem(type: ToggleType, variants: unknown): Problem | undefined {
  if (!Array.isArray(variants) || variants.length === 0 || variants.length > targetingLimits.variants) {
    return ['variants', `must be a list of 1 to ${targetingLimits.variants} variants`];
  }
  const names = new Set<unknown>();
  let total = 0;
  for (const [index, variant] of variants.entries()) {
    const path = `variants[${index}]`;
    if (!isRecord(variant)) return [path, 'must be an object: {name, value, weight}'];
    const unknownKey = Object.keys(variant).find((key) => !variantKeys.has(key));
    if (unknownKey !== undefined) return [`${path}.${unknownKey}`, 'is not a field of a variant'];
    const { name, value, weight } = variant;
    const nameProblem = names.has(name) ? 'must differ from the other names' : textProblem(name);
    if (nameProblem !== undefined) return [`${path}.name`, nameProblem];
    const problem = valueProblem(type, value);
    if (problem !== undefined) return [`${path}.value`, problem];
    if (!isShare(weight, targetingLimits.weight)) return [`${path}.weight`, weightText];
    names.add(name);
    total += weight;
  }
  return total > 0 ? undefined : ['variants', 'must have at least one weight above 0'];
}

function segmentsProblem(segments: unknown): Problem | undefined {
  const isList =
    Array.isArray(segments) &&
    segments.length <= targetingLimits.segmentsPerRule &&
    segments.every((id) => typeof id === 'string');
  if (!isList)
    return ['segments', `must be a list of at most ${targetingLimits.segmentsPerRule} segment ids`];
  const distinct = new Set(segments.map((id: string) => id.toLowerCase()));
  return distinct.size === segments.length ? undefined : ['segments', 'must name each segment once'];
}

function ruleProblem(type: ToggleType, rule: unknown): Problem | undefined {
  if (!isRecord(rule)) return ['', 'must be an object'];
  const unknownKey = Object.keys(rule).find((key) => !ruleKeys.has(key));
  if (unknownKey !== undefined) return [unknownKey, 'is not a field of a rule'];
  const { name, condition, segments, percentage, salt, groupId, stickiness, value, variants } = rule;
  for (const [field, text] of Object.entries({ name, salt })) {
    const problem = text === undefined ? undefined : textProblem(text);
    if (problem !== undefined) return [field, problem];
  }
  for (const [field, text] of Object.entries({ groupId, stickiness })) {
    const problem = text === undefined ? undefined : textProblem(text, targetingLimits.hashed);
    if (problem !== undefined) return [field, problem];
  }
  const conditionProblem = condition ? storedConditionProblem(condition) : undefined;
  if (conditionProblem !== undefined) return ['condition', conditionProblem];
  if (condition !== undefined && condition !== null && !isRecord(condition)) {
    return ['condition', 'must be a condition or null'];
  }
  const problemOfSegments = segments === undefined ? undefined : segmentsProblem(segments);
  if (problemOfSegments !== undefined) return problemOfSegments;
  if (percentage !== undefined && !isShare(percentage, 100)) return ['percentage', percentageText];
  if (variants !== undefined) {
    return value === undefined
      ? variantsProblem(type, variants)
      : ['value', 'must be absent if there are variants'];
  }
  const problem = valueProblem(type, value);
  if (problem === undefined) return undefined;
  return ['value', value === undefined ? 'is required if there are no variants' : problem];
}

/** Returns the first problem of rules for a toggle of this type; undefined if they are valid. */
export function targetingProblem(type: ToggleType, rules: unknown): Record<string, string> | undefined {
  if (!Array.isArray(rules)) return { rules: 'must be a list of rules' };
  if (rules.length > targetingLimits.rules)
    return { rules: `must have at most ${targetingLimits.rules} rules` };
  for (const [index, rule] of rules.entries()) {
    const problem = ruleProblem(type, rule);
    if (problem === undefined) continue;
    const [path, message] = problem;
    return { [`rules[${index}]${path && '.'}${path}`]: message };
  }
  if (segmentsOf(rules).length > targetingLimits.segments) {
    return { rules: `must use at most ${targetingLimits.segments} different segments` };
  }
  return Buffer.byteLength(toJson(rules)) > targetingLimits.bytes
    ? { rules: `must have at most ${targetingLimits.bytes} bytes as JSON` }
    : undefined;
}

/** Returns the problem of a kill switch for a toggle of this type; undefined if it is valid. */
export function killSwitchProblem(
  type: ToggleType,
  { value }: KillSwitch,
): Record<string, string> | undefined {
  const problem = value === undefined ? undefined : valueProblem(type, value);
  return problem === undefined ? undefined : { 'killSwitch.value': problem };
}
