/**
 * Warnings about valid rules that probably do not do what their author expects. Pure; the pattern engine must
 * be loaded.
 */
import * as conditions from '../../../kernel/conditions/warnings.ts';
import { isName } from '../../../kernel/expressions/template.ts';
import { ownEventTypeProblem } from '../../events/public-data.ts';
import { placeholderEntries } from '../execution/language.ts';

const maxWarnings = 50;

/** The first segments of paths that conditions can read. */
const knownNames: ReadonlySet<string> = new Set([
  ...placeholderEntries.flatMap(({ name, inConditions }) =>
    inConditions ? name.split('.').slice(0, 1) : [],
  ),
  'tenantId',
  'organizationId',
]);

/** An expression is no unknown name: it can read the data. */
const isAboutExpression = (warning: string): boolean => {
  const [, content] = /\{\{([^{}]*)\}\} is unknown/.exec(warning) ?? [];
  return content !== undefined && !isName(content);
};

/** Warnings about a valid condition, each with the path of its comparison. */
export const conditionWarnings = (condition: unknown): string[] =>
  conditions.conditionWarnings(condition, knownNames).filter((warning) => !isAboutExpression(warning));

/** Warnings about the valid actions of one list. */
export function actionWarnings(name: string, actions: unknown): string[] {
  if (!Array.isArray(actions)) return [];
  const warnings = actions.flatMap(
    ({ type, config }: { type: string; config?: Record<string, unknown> }, index) => {
      if (type !== 'EMIT_EVENT') return [];
      const eventName = String(config?.eventName ?? config?.event ?? '').trim();
      const problem = eventName.includes('{{') ? undefined : ownEventTypeProblem(eventName);
      return problem === undefined ? [] : [`${name}[${index}]: the name of the event ${problem}.`];
    },
  );
  return warnings.slice(0, maxWarnings);
}
