/** Loads the engines of conditions. A file of its own, so that their contracts are no part of every bundle. */
import { loadPatternEngine } from '../base/patterns.ts';
import { loadExpressions } from '../expressions/engine.ts';
import { enginesOf, type NeededEngines } from './compiled.ts';

/** Loads what the evaluation of the conditions needs. */
export async function loadEnginesOf(conditions: readonly (NeededEngines | undefined)[]): Promise<void> {
  const { usesPatterns, usesExpressions } = enginesOf(conditions);
  if (usesPatterns) await loadPatternEngine();
  if (usesExpressions) await loadExpressions();
}
