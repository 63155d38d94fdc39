/** The time that an evaluation may take. */

/** Stops evaluations that take too long, by throwing. */
export type BudgetCheck = () => void;

/** An evaluation took longer than its budget. */
export class OutOfBudgetError extends Error {
  constructor(budgetMs: number) {
    super(`The evaluation took longer than ${budgetMs} ms.`);
    this.name = 'OutOfBudgetError';
  }
}

/** Returns a watch that throws OutOfBudgetError after the budget. The time counts from now. */
export function budgetWatch(budgetMs: number, clock: () => number = () => performance.now()): BudgetCheck {
  const endsAtMs = clock() + budgetMs;
  return () => {
    if (clock() > endsAtMs) throw new OutOfBudgetError(budgetMs);
  };
}
