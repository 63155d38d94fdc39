/** Evaluates toggles with their prerequisites: each toggle once for a context. Pure. */
import { canonicalJson } from '../../../kernel/base/json.ts';
import type { EvaluatedToggle, Evaluation, FailedPrerequisite } from './evaluate.ts';

/** Another toggle that must have a value, so that the rules of a toggle apply. */
export interface Prerequisite {
  identifier: string;
  value: unknown;
}

/** A toggle with the toggles that it needs. */
export interface DependentToggle extends EvaluatedToggle {
  prerequisites: readonly Prerequisite[];
  /** By identifier: at least the toggles that it needs, directly and indirectly, if they exist. */
  needed: ReadonlyMap<string, DependentToggle>;
}

/** Evaluates one toggle; calls `findFailed` unless a kill switch decides. */
type Evaluate<Toggle> = (toggle: Toggle, findFailed: () => FailedPrerequisite | undefined) => Evaluation;

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && canonicalJson(one) === canonicalJson(other));

/** The evaluations for one context. */
export class DependentEvaluations {
  readonly #evaluate: Evaluate<DependentToggle>;
  /** Undefined while a toggle is being evaluated. */
  readonly #evaluations = new Map<DependentToggle, Evaluation | undefined>();

  constructor(evaluate: Evaluate<DependentToggle>) {
    this.#evaluate = evaluate;
  }

  of(toggle: DependentToggle): Evaluation {
    const known = this.#evaluations.get(toggle);
    if (known !== undefined) return known;
    this.#evaluations.set(toggle, undefined);
    const evaluation = this.#evaluate(toggle, () => this.#findFailed(toggle));
    this.#evaluations.set(toggle, evaluation);
    return evaluation;
  }

  /** The first prerequisite that has another value. One that does not exist, or needs the toggle itself, has none. */
  #findFailed({ prerequisites, needed }: DependentToggle): FailedPrerequisite | undefined {
    for (const { identifier, value: expected } of prerequisites) {
      const toggle = needed.get(identifier);
      const isInCycle =
        toggle !== undefined && this.#evaluations.has(toggle) && this.#evaluations.get(toggle) === undefined;
      if (toggle === undefined || isInCycle) return { identifier, expected, actual: null };
      const { value: actual } = this.of(toggle);
      if (!isEqual(actual, expected)) return { identifier, expected, actual };
    }
    return undefined;
  }
}
