/** All functions of expressions by name. Each can be called as `f(x, y)` and as `x.f(y)`. */
import type { ExpressionFunction } from './function-spec.ts';
import { listFunctions } from './list-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';

/** Functions by kind, in the order of the documentation. */
export const functionGroups: Readonly<Record<string, Readonly<Record<string, ExpressionFunction>>>> = {
  'Numbers and money': numberFunctions,
  Texts: textFunctions,
  'Times and dates': timeFunctions,
  'Lists and maps': listFunctions,
};

const byName: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.values(functionGroups).flatMap((group) => Object.entries(group)),
);

export const functionNamed = (name: string): ExpressionFunction | undefined => byName.get(name);

const maxArguments = 32;

/** The number of arguments of a function; undefined for an unknown one. */
export function arityOf(name: string): { min: number; max: number } | undefined {
  const parameters = byName.get(name)?.parameters;
  if (parameters === undefined) return undefined;
  const required = parameters.filter((parameter) => !parameter.endsWith('?') && parameter !== '…');
  return { min: required.length, max: parameters.includes('…') ? maxArguments : parameters.length };
}
