import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentParts } from '../../shared/catalog/document-parts.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { samples } from '../../shared/catalog/samples.ts';
import { compileCondition } from '../../shared/kernel/conditions/evaluator.ts';
import type { ConditionInput } from '../../shared/kernel/conditions/field.ts';
import { version } from '../../shared/kernel/settings/version.ts';
import { buildOpenApi } from '../../shared/modules/docs/openapi/document.ts';
import { exampleOrders } from '../../shared/modules/rules/samples.ts';

const key = 'conditionExpression';

/** Returns the conditions of all examples in the value, with their paths. Examples of schemas are included. */
function conditionsIn(value: unknown, place: string): [place: string, condition: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const inside = `${place}/${name}`;
    if (name !== key) return conditionsIn(part, inside);
    if (Array.isArray(Object(part).examples)) {
      return (Object(part).examples as unknown[]).map((one): [string, unknown] => [inside, one]);
    }
    const isSchema = place.endsWith('/properties');
    // Texts are messages about a condition.
    return isSchema || typeof part === 'string' ? [] : [[inside, part]];
  });
}

/** The condition of the rule that the README sends. */
const readmeCondition: unknown = JSON.parse(
  /"conditionExpression": (\{.*?\})/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? 'null',
);

/** Returns the input of a condition, without placeholders of an execution. */
const factsOf = (data: object): ConditionInput => ({ data, resolve: () => undefined });

const document = buildOpenApi(endpoints, { ...documentParts, version, samples });
const conditions: [string, unknown][] = [
  ...conditionsIn(document.paths, 'paths'),
  ...conditionsIn(document.components.schemas, 'components'),
  ['README.md', readmeCondition],
];

describe('the rules of the documentation', () => {
  it('include those of requests, schemas and the README', () => {
    const places = conditions.map(([place]) => place).join(' ');
    expect(places).toMatch(/requestBody.*README/);
    expect(places).toMatch(/components\/Rule\/examples/);
  });

  it.each(conditions)('%s lets an order of 50 pass and blocks one of 12 500', (_, condition) => {
    const { evaluate } = compileCondition(condition);
    expect(exampleOrders.passing.total).toBe(50);
    expect(exampleOrders.blocked.total).toBe(12_500);
    expect(evaluate(factsOf(exampleOrders.passing))).toBe(true);
    expect(evaluate(factsOf(exampleOrders.blocked))).toBe(false);
  });
});
