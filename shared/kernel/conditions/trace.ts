/** Explains comparisons of a condition: their operands and results. */
import { type Comparison, comparedWith, rightSide } from './comparison.ts';
import type { TraceAllowance, TracedComparison, TracedElement } from './compiled.ts';
import { type ConditionInput, compileField } from './field.ts';
import { type CompiledList, elementInput, elementsOf, evaluateList } from './list.ts';

/** An explanation contains this number of comparisons, and the decisive one. */
export const maxTraced = 100;
/** Explained elements of one list. */
const elementsPerList = 10;

export const traceAllowance = (): TraceAllowance => ({ elements: maxTraced });

function traceElements(
  list: CompiledList,
  input: ConditionInput,
  allowance: TraceAllowance,
): TracedElement[] {
  const evaluated: { index: number; result: boolean }[] = [];
  evaluateList(list, input, undefined, (index, result) => {
    if (evaluated.length === elementsPerList) evaluated.pop();
    evaluated.push({ index, result });
  });
  const elements = elementsOf(list, input);
  return evaluated.flatMap(({ index, result }) => {
    if (allowance.elements <= 0) return [];
    allowance.elements -= 1;
    const { decidedBy } = list.ofElement.decide(elementInput(elements[index], input), undefined, allowance);
    return [{ index, result, decidedBy }];
  });
}

/** Explains one comparison. Elements are evaluated again, which takes as long as their first evaluation. */
export function traceLeaf(
  leaf: Comparison | CompiledList,
  path: string,
  result: boolean,
  input: ConditionInput,
  allowance: TraceAllowance,
): TracedComparison {
  const { field, operator } = leaf;
  const actual = compileField(field)(input);
  if ('ofElement' in leaf) {
    const elements = traceElements(leaf, input, allowance);
    return { path, field, operator, expected: leaf.bounds, actual, result, elements };
  }
  const right = rightSide(leaf);
  const expected = 'look' in right ? right.look(input) : right.constant;
  const other = comparedWith(leaf);
  return {
    ...{ path, field, operator, expected, actual, result },
    ...(other !== undefined && { comparedWith: other }),
  };
}

/** Changes a comparison and those of its elements, for display. */
export function mapTrace(
  comparison: TracedComparison,
  change: (comparison: TracedComparison) => TracedComparison,
): TracedComparison {
  const changed = change(comparison);
  return changed.elements === undefined
    ? changed
    : {
        ...changed,
        elements: changed.elements.map(({ decidedBy, ...element }) => ({
          ...element,
          decidedBy: decidedBy && mapTrace(decidedBy, change),
        })),
      };
}

/** A comparison as responses show it. */
export const toShownTrace = (comparison: TracedComparison): TracedComparison =>
  mapTrace(comparison, ({ comparedWith: _, ...shown }) => shown);
