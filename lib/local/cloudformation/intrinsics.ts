/** CloudFormation's intrinsic functions and dynamic references, evaluated on template values. */
import { found } from './properties.ts';

/** Lookups of names. Each throws when the name is unknown. */
export interface TemplateScope {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): string;
  importValue(exportName: string): unknown;
  stackOutput(stack: string, output: string): unknown;
  /** Returns the value of a secret by its name or ARN. */
  secret(id: string): string;
}

type Intrinsic = (argument: unknown, scope: TemplateScope) => unknown;

/** The functions by name. Their arguments are resolved. */
const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (id, scope) => scope.ref(text(id)),
  'Fn::GetAtt': (argument, scope) => {
    const [id, ...path] = list(argument);
    return scope.attribute(text(id), path.map(text).join('.'));
  },
  'Fn::ImportValue': (name, scope) => scope.importValue(text(name)),
  'Fn::GetStackOutput': (argument, scope) => {
    const { StackName, OutputName } = isRecord(argument) ? argument : {};
    return scope.stackOutput(text(StackName), text(OutputName));
  },
  'Fn::Join': (argument) => {
    const [separator, parts] = list(argument);
    return list(parts).map(text).join(text(separator));
  },
  // Only `${Id}` and `${AWS::Region}`.
  'Fn::Sub': (template, scope) => text(template).replace(/\$\{([^}]+)\}/g, (_, id) => text(scope.ref(id))),
  'Fn::Select': (argument) => {
    const [index, members] = list(argument);
    return found(list(members)[Number(index)], `Fn::Select has no member ${index}`);
  },
  'Fn::Split': (argument) => {
    const [separator, whole] = list(argument);
    return text(whole).split(text(separator));
  },
  'Fn::GetAZs': (region, scope) => {
    const zones = ['a', 'b', 'c'];
    return zones.map((zone) => `${text(region || scope.ref('AWS::Region'))}${zone}`);
  },
};

const secretReference = /\{\{resolve:secretsmanager:(.+?):SecretString\}\}/g;

/** Adds the position of the value to an error. */
function at<Result>(place: string, evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`);
  }
}

const replaceReferences = (value: string, scope: TemplateScope): string =>
  value.replace(secretReference, (_, id) => scope.secret(id));

/**
 * Resolves a template value. Members of objects and lists are resolved, intrinsic functions are evaluated, dynamic
 * references are replaced. Throws an error that begins with `place`, the position of the value, for what it cannot
 * resolve.
 */
export function resolveValue(value: unknown, scope: TemplateScope, place: string): unknown {
  if (typeof value === 'string') return at(place, () => replaceReferences(value, scope));
  if (Array.isArray(value))
    return value.map((member, index) => resolveValue(member, scope, `${place}.${index}`));
  if (!isRecord(value)) return value;
  const members = Object.entries(value);
  const [[name, argument] = []] = members;
  if (name !== undefined && members.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const resolved = resolveValue(argument, scope, place);
    return at(place, () => {
      const evaluate = found(intrinsics[name], `unknown intrinsic function ${name}`);
      const result = evaluate(resolved, scope);
      // A reference may be composed of several parts.
      return typeof result === 'string' ? replaceReferences(result, scope) : result;
    });
  }
  return Object.fromEntries(
    members.map(([key, member]) => [key, resolveValue(member, scope, `${place}.${key}`)]),
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`expected text, got ${JSON.stringify(value)}`);
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`expected a list, got ${JSON.stringify(value)}`);
}
