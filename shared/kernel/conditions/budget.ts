/** The time that an evaluation may take. */
import type { BudgetCheck } from './evaluator.ts';

/** An evaluation took longer than its budget. */
class OutOfBudgetError extends Error {
  constructor(budgetMs: number) {
    super(`The evaluation took longer than ${budgetMs} ms.`);
    this.name = 'OutOfBudgetError';
  }
}

/** A watch that throws OutOfBudgetError once the budget is spent. It begins to count at once. */
export function budgetWatch(budgetMs: number, clock: () => number = () => performance.now()): BudgetCheck {
  const endsAtMs = clock() + budgetMs;
  return () => {
    if (clock() > endsAtMs) throw new OutOfBudgetError(budgetMs);
  };
}
