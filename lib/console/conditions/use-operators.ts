/** Reads the operators of conditions from the API. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useMay } from '../session/session.ts';

export interface Operators {
  /** Callers who may not read them type the operator. */
  isKnown: boolean;
  /** Empty while they are read. */
  comparisons: readonly { operator: string; description: string }[];
  /** On the elements of a list. */
  ofLists: readonly { operator: string; description: string }[];
  groups: readonly string[];
  /** Whether the operator has no right side. */
  isUnary: (operator: string) => boolean;
}

const logical = ['AND', 'OR', 'NOT'];

export function useOperators(): Operators {
  const enabled = useMay()('business_rules.rules.view');
  const { data } = useRead(['operators'], (api) => orThrow(api.GET('/api/business_rules/operators')), {
    enabled,
  });
  const comparisons = data?.comparisonOperators ?? [];
  return {
    isKnown: enabled,
    comparisons,
    ofLists: data?.listOperators ?? [],
    groups: data?.logicalOperators.map(({ operator }) => operator) ?? logical,
    isUnary: (name) => comparisons.some(({ operator, takesValue }) => operator === name && !takesValue),
  };
}
