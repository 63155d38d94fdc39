/** An event of a team's own as it is typed: what is wrong with it, and which webhooks receive it. */
import { parseJsonObject } from '../forms/json-object.ts';
import { eventTexts } from '../texts/events.ts';

const texts = eventTexts.publish;

export interface EventDraft {
  type: string;
  data: string;
  id: string;
}

const maxDataBytes = 262_144;
const typePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*){2}$/;

/** What is wrong with a type, or undefined. `modules` are those of the platform. */
export function typeProblem(type: string, modules: ReadonlySet<string>): string | undefined {
  if (!typePattern.test(type)) return texts.typeProblem;
  const [module = ''] = type.split('.');
  return modules.has(module) ? texts.moduleProblem(module) : undefined;
}

export function dataProblem(data: string): string | undefined {
  if (!parseJsonObject(data)) return texts.dataProblem;
  return new Blob([data]).size > maxDataBytes ? texts.sizeProblem : undefined;
}

export const idProblem = (id: string): string | undefined =>
  /^[\w-]*$/.test(id) ? undefined : texts.idProblem;

/** Whether one of a webhook's patterns selects the type: its name, its module or everything. */
export const isSubscribed = (patterns: readonly string[], type: string): boolean =>
  ['*', type, `${type.split('.')[0]}.*`].some((pattern) => patterns.includes(pattern));

/** The types of a team's own that its webhooks name. */
export const ownTypesIn = (patterns: readonly string[], modules: ReadonlySet<string>): string[] =>
  [...new Set(patterns)].filter((pattern) => typeProblem(pattern, modules) === undefined).toSorted();
