/** Conditions on the elements of a list: ANY, ALL, NONE and COUNT. */
import type { BudgetCheck } from './budget.ts';
import type { CompiledCondition } from './compiled.ts';
import { type ConditionInput, compileField, nameOutside, outerPathOf } from './field.ts';
import type { ListOperator } from './operators.ts';

/** A condition on elements as conditions write it. */
export interface ListCondition<Node = unknown> {
  field: string;
  operator: ListOperator;
  condition: Node;
  /** Bounds of COUNT. */
  min?: number;
  max?: number;
}

export interface CompiledList {
  field: string;
  operator: ListOperator;
  /** The bounds of COUNT; undefined for other operators. */
  bounds: { min?: number; max?: number } | undefined;
  ofElement: CompiledCondition;
  /** Reads the list. */
  look: (input: ConditionInput) => unknown;
  /** Whether elements are counted that do not meet the condition. */
  countsOthers: boolean;
  min: number;
  max: number;
}

/** Every operator is a count with bounds. */
const bounds: Readonly<
  Record<Exclude<ListOperator, 'COUNT'>, Pick<CompiledList, 'countsOthers' | 'min' | 'max'>>
> = {
  ANY: { countsOthers: false, min: 1, max: Number.POSITIVE_INFINITY },
  ALL: { countsOthers: true, min: 0, max: 0 },
  NONE: { countsOthers: false, min: 0, max: 0 },
};

export const isListOperator = (operator: string): operator is ListOperator =>
  operator === 'COUNT' || Object.hasOwn(bounds, operator);

export function compileList(
  { field, operator, min, max }: ListCondition,
  ofElement: CompiledCondition,
): CompiledList {
  const base = { field, operator, ofElement, look: compileField(field) };
  if (operator !== 'COUNT') return { ...base, bounds: undefined, ...bounds[operator] };
  const given = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  return { ...base, bounds: given, countsOthers: false, min: 0, max: Number.POSITIVE_INFINITY, ...given };
}

/** A value that is not a list has no elements. */
export function elementsOf({ look }: CompiledList, input: ConditionInput): readonly unknown[] {
  const value = look(input);
  return Array.isArray(value) ? value : [];
}

/** The input of the condition on an element. */
export const elementInput = (element: unknown, input: ConditionInput): ConditionInput => ({
  data: element,
  outer: Object.hasOwn(input, 'outer') ? input.outer : input.data,
  resolve: input.resolve,
});

/** The budget is checked once per this number of elements, and by conditions with many comparisons. */
const elementsPerCheck = 16;

/**
 * Evaluates the condition on the elements until the result is known; undefined if the missing field of an element fails
 * it. `visit` is called for every evaluated element.
 */
export function evaluateList(
  list: CompiledList,
  input: ConditionInput,
  watch: BudgetCheck | undefined,
  visit?: (index: number, result: boolean) => void,
): boolean | undefined {
  const { ofElement, countsOthers, min, max } = list;
  let counted = 0;
  for (const [index, element] of elementsOf(list, input).entries()) {
    if (index % elementsPerCheck === elementsPerCheck - 1) watch?.();
    const result = ofElement.test(elementInput(element, input), watch);
    visit?.(index, result === true);
    if (result === undefined) return undefined;
    if (result === countsOthers) continue;
    counted += 1;
    if (counted > max) return false;
    if (counted >= min && max === Number.POSITIVE_INFINITY) return true;
  }
  return counted >= min;
}

/** Elements whose missing fields are named. */
const maxNamedElements = 100;

/**
 * The names of missing fields in the first elements, as the condition around the list names them. `namesIn` returns those of
 * one element.
 */
export function missingInElements(
  list: CompiledList,
  input: ConditionInput,
  namesIn: (element: ConditionInput) => readonly string[],
  count = maxNamedElements,
): string[] {
  const elements = elementsOf(list, input).slice(0, Math.min(count, maxNamedElements));
  return elements.flatMap((element, index) =>
    namesIn(elementInput(element, input)).map((name) => nameOutside(list, index, name, input)),
  );
}

/** The number of elements that an evaluation reads: it ends once the result is known. */
export function evaluatedElements(
  list: CompiledList,
  input: ConditionInput,
  watch: BudgetCheck | undefined,
): number {
  let count = 0;
  evaluateList(list, input, watch, () => {
    count += 1;
  });
  return count;
}

/** The missing fields that failed the condition: those of the first element with one. */
export function missingThatFailed(list: CompiledList, input: ConditionInput): string[] {
  for (const [index, element] of elementsOf(list, input).entries()) {
    const { failedByMissing } = list.ofElement.decide(elementInput(element, input));
    if (failedByMissing.length > 0)
      return failedByMissing.map((name) => nameOutside(list, index, name, input));
  }
  return [];
}

/** The paths that the condition reads outside of the elements. */
export const pathsOfList = ({ field, ofElement }: CompiledList): string[] => [
  field,
  ...ofElement.reads().filter((path) => outerPathOf(path) !== undefined),
];
