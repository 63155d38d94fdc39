/** CloudFormation's intrinsic functions, evaluated on template values. */

/** Position of a value in the template, for error messages. */
export interface TemplateLocation {
  stack: string;
  resource: string;
  property: string;
}

/** Lookups that the functions need. Each throws when the name is unknown. */
export interface TemplateScope {
  ref(logicalId: string, place: TemplateLocation): unknown;
  attribute(logicalId: string, attribute: string, place: TemplateLocation): unknown;
  importValue(exportName: string, place: TemplateLocation): unknown;
  condition(name: string, place: TemplateLocation): boolean;
}

/** Represents `AWS::NoValue` while a value is being resolved; the property that holds it is removed. */
export const noValue = Symbol('AWS::NoValue');

/** Creates an error that names stack, resource and property. */
export function templateError(place: TemplateLocation, problem: string): Error {
  return new Error(`template of ${place.stack}, resource ${place.resource}, ${place.property}: ${problem}`);
}

/**
 * Resolves a template value. Literals are returned unchanged, members of objects and lists are resolved, intrinsic
 * functions are evaluated. Throws for an unknown intrinsic function.
 */
export function resolveValue(value: unknown, scope: TemplateScope, place: TemplateLocation): unknown {
  if (Array.isArray(value)) {
    return value
      .map((member, index) => resolveValue(member, scope, inside(place, String(index))))
      .filter((member) => member !== noValue);
  }
  if (!isRecord(value)) return value;
  const intrinsic = intrinsicOf(value);
  if (intrinsic !== undefined) return evaluate(intrinsic.name, intrinsic.argument, scope, place);
  const resolved: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const result = resolveValue(member, scope, inside(place, key));
    if (result !== noValue) resolved[key] = result;
  }
  return resolved;
}

/** Evaluates a template condition (`Fn::Equals`, `Fn::And`, `Fn::Or`, `Fn::Not`, `{Condition: name}`). */
export function resolveCondition(value: unknown, scope: TemplateScope, place: TemplateLocation): boolean {
  if (isRecord(value) && typeof value.Condition === 'string') return scope.condition(value.Condition, place);
  const intrinsic = isRecord(value) ? intrinsicOf(value) : undefined;
  const operands = Array.isArray(intrinsic?.argument) ? intrinsic.argument : [];
  switch (intrinsic?.name) {
    case 'Fn::Equals': {
      const [left, right] = operands.map((operand) => resolveValue(operand, scope, place));
      return left === right;
    }
    case 'Fn::And':
      return operands.every((operand) => resolveCondition(operand, scope, place));
    case 'Fn::Or':
      return operands.some((operand) => resolveCondition(operand, scope, place));
    case 'Fn::Not':
      return !resolveCondition(operands[0], scope, place);
    default:
      throw templateError(place, `unknown condition function ${intrinsic?.name ?? JSON.stringify(value)}`);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function intrinsicOf(value: Record<string, unknown>): { name: string; argument: unknown } | undefined {
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, argument] = entry;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument } : undefined;
}

function evaluate(name: string, argument: unknown, scope: TemplateScope, place: TemplateLocation): unknown {
  const resolved = (member: unknown): unknown => resolveValue(member, scope, place);
  switch (name) {
    case 'Ref':
      return scope.ref(text(argument, name, place), place);
    case 'Fn::GetAtt': {
      const [id, ...attribute] =
        typeof argument === 'string' ? argument.split('.') : list(argument, name, place);
      const path = attribute.map((part) => text(resolved(part), name, place)).join('.');
      return scope.attribute(text(id, name, place), path, place);
    }
    case 'Fn::Join': {
      const [separator, parts] = list(argument, name, place);
      const members = list(resolved(parts), name, place).map((part) => text(part, name, place));
      return members.join(text(separator, name, place));
    }
    case 'Fn::Sub':
      return substitute(argument, scope, place);
    case 'Fn::Select': {
      const [index, members] = list(argument, name, place);
      const choices = list(resolved(members), name, place);
      const choice = choices[Number(resolved(index))];
      if (choice === undefined) throw templateError(place, `Fn::Select has no member ${String(index)}`);
      return choice;
    }
    case 'Fn::Split': {
      const [separator, whole] = list(argument, name, place);
      return text(resolved(whole), name, place).split(text(separator, name, place));
    }
    case 'Fn::ImportValue':
      return scope.importValue(text(resolved(argument), name, place), place);
    case 'Fn::If': {
      const [condition, whenTrue, whenFalse] = list(argument, name, place);
      return resolved(scope.condition(text(condition, name, place), place) ? whenTrue : whenFalse);
    }
    case 'Fn::GetAZs': {
      const region = resolved(argument) || scope.ref('AWS::Region', place);
      return ['a', 'b', 'c'].map((zone) => `${text(region, name, place)}${zone}`);
    }
    default:
      throw templateError(place, `unknown intrinsic function ${name}`);
  }
}

/** `Fn::Sub`: `${Id}`, `${Id.Attribute}`, `${AWS::Region}`, own variables, and `${!literal}`. */
function substitute(argument: unknown, scope: TemplateScope, place: TemplateLocation): string {
  const [template, variables] = Array.isArray(argument) ? argument : [argument];
  const own = isRecord(variables) ? variables : {};
  return text(template, 'Fn::Sub', place).replace(
    /\$\{(!?)([^}]+)\}/g,
    (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      const key = name.trim();
      if (Object.hasOwn(own, key)) return text(resolveValue(own[key], scope, place), 'Fn::Sub', place);
      const dot = key.indexOf('.');
      const value =
        dot < 0 ? scope.ref(key, place) : scope.attribute(key.slice(0, dot), key.slice(dot + 1), place);
      return text(value, 'Fn::Sub', place);
    },
  );
}

function text(value: unknown, name: string, place: TemplateLocation): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw templateError(place, `${name} expects text, got ${JSON.stringify(value)}`);
}

function list(value: unknown, name: string, place: TemplateLocation): unknown[] {
  if (Array.isArray(value)) return value;
  throw templateError(place, `${name} expects a list, got ${JSON.stringify(value)}`);
}

function inside(place: TemplateLocation, property: string): TemplateLocation {
  return { ...place, property: place.property === '' ? property : `${place.property}.${property}` };
}
