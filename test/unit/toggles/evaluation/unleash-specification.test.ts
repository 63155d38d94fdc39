/**
 * The public specification of Unleash's clients (https://github.com/Unleash/client-specification, Apache-2.0), as far as
 * rules and prerequisites can express its toggles.
 */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadPatternEngine } from '../../../../shared/kernel/base/patterns.ts';
import { toContext } from '../../../../shared/modules/toggles/evaluation/context.ts';
import {
  compileTargeting,
  evaluate,
  noSegments,
  SegmentMembership,
} from '../../../../shared/modules/toggles/evaluation/evaluate.ts';
import {
  DependentEvaluations,
  type DependentToggle,
} from '../../../../shared/modules/toggles/evaluation/prerequisites.ts';
import type { TargetingRule } from '../../../../shared/modules/toggles/evaluation/rule.ts';
import { targetingProblem } from '../../../../shared/modules/toggles/evaluation/targeting.ts';
import type { ToggleType } from '../../../../shared/modules/toggles/evaluation/toggle-types.ts';
import {
  contextOf,
  InexpressibleError,
  offValue,
  prerequisitesOf,
  rulesOf,
  type UnleashContext,
  type UnleashFeature,
  withoutVariants,
} from '../../../support/builders/unleash.ts';

interface Case {
  description: string;
  context: UnleashContext;
  toggleName: string;
  expectedResult: unknown;
}
interface Specification {
  state?: { features?: UnleashFeature[]; segments?: { id: number; constraints: [] }[] };
  tests?: Case[];
  variantTests?: Case[];
}

const folder = new URL('./specifications/', import.meta.resolve('@unleash/client-specification'));
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const names: string[] = read('index.json');

beforeAll(() => loadPatternEngine());

/** A toggle with rules. */
function toggleOf(
  slot: string,
  type: ToggleType,
  defaultValue: unknown,
  rules: readonly TargetingRule[],
): DependentToggle {
  expect(targetingProblem(type, rules)).toBeUndefined();
  const targeting = compileTargeting({ rules, killSwitch: { active: false } });
  return { slot, type, defaultValue, targeting, override: undefined, prerequisites: [], needed: new Map() };
}

/** The value that the platform returns. Throws InexpressibleError. */
function evaluatedValue(
  { state }: Specification,
  { toggleName, context }: Case,
  isBoolean: boolean,
): typeof offValue {
  const features = state?.features ?? [];
  const found = features.find(({ name }) => name === toggleName);
  const feature = found && isBoolean ? withoutVariants(found) : found;
  const segments = new Map((state?.segments ?? []).map(({ id, constraints }) => [id, constraints]));
  const parents = feature && prerequisitesOf(feature, features, segments);
  const rules = feature === undefined || parents === undefined ? [] : rulesOf(feature, segments);
  const needed = (parents ?? []).flatMap(({ identifier, rules: own }) =>
    own === undefined ? [] : [[identifier, toggleOf(identifier, 'boolean', false, own)] as const],
  );
  const toggle: DependentToggle = {
    ...toggleOf(toggleName, 'json', offValue, rules),
    prerequisites: (parents ?? []).map(({ identifier, value }) => ({ identifier, value })),
    needed: new Map(needed),
  };
  const evaluated = toContext(contextOf(context), { tenantId: 't', nowMs: Date.now() });
  const membership = new SegmentMembership(evaluated, noSegments);
  const result = new DependentEvaluations((one, findFailed) =>
    evaluate(one, evaluated, membership, undefined, findFailed),
  ).of(toggle);
  expect(result.error).toBeNull();
  return result.value as typeof offValue;
}

/** Compares the cases; returns the different ones, and the reasons of those that rules cannot express. */
function compare() {
  const different: string[] = [];
  const inexpressible = new Map<string, number>();
  let equal = 0;
  for (const name of names) {
    const specification: Specification = read(name);
    const tests = (specification.tests ?? []).map((one) => ({ one, isBoolean: true }));
    const variants = (specification.variantTests ?? []).map((one) => ({ one, isBoolean: false }));
    for (const { one, isBoolean } of [...tests, ...variants]) {
      try {
        if (specification.state?.features === undefined) throw new InexpressibleError('changes as events');
        const value = evaluatedValue(specification, one, isBoolean);
        const result = isBoolean ? value.feature_enabled : value;
        if (isDeepStrictEqual(result, one.expectedResult)) equal += 1;
        else different.push(`${name}: ${one.description}`);
      } catch (error) {
        if (!(error instanceof InexpressibleError)) throw error;
        inexpressible.set(error.message, (inexpressible.get(error.message) ?? 0) + 1);
      }
    }
  }
  return { equal, different, inexpressible: Object.fromEntries(inexpressible) };
}

describe('the specification of Unleash', () => {
  it('has the same result for every toggle that rules can express', () => {
    const { equal, different, inexpressible } = compare();
    process.stdout.write(`${JSON.stringify({ equal, different: different.length, inexpressible })}\n`);
    expect(different).toEqual([]);
    expect(equal).toBeGreaterThanOrEqual(275);
  });
});
