/** References of a template value: resources of its own stack, and exports and outputs of other stacks. */
import type { SynthesizedStack, TemplateResource } from '../runtime/template.ts';

interface References {
  /** `Ref`, without the pseudo parameters. */
  refs: string[];
  attributes: { logicalId: string; attribute: string }[];
  imports: string[];
  /** `Fn::GetStackOutput`, as `<stack>.<output>`. */
  stackOutputs: string[];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of an intrinsic function; undefined for plain values. */
export function intrinsicOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const [name, ...others] = Object.keys(value);
  return name !== undefined && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))
    ? name
    : undefined;
}

export function referencesIn(value: unknown): References {
  const found: References = { refs: [], attributes: [], imports: [], stackOutputs: [] };
  collect(value, found);
  return found;
}

function collect(value: unknown, found: References): void {
  if (Array.isArray(value)) for (const one of value) collect(one, found);
  if (!isRecord(value)) return;
  const name = intrinsicOf(value);
  const argument = name === undefined ? undefined : value[name];
  if (name === 'Ref') {
    if (!String(argument).startsWith('AWS::')) found.refs.push(String(argument));
  } else if (name === 'Fn::GetAtt') {
    const [logicalId, ...path] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
    found.attributes.push({ logicalId: logicalId ?? '', attribute: path.join('.') });
  } else if (name === 'Fn::ImportValue') found.imports.push(String(argument));
  else if (name === 'Fn::GetStackOutput' && isRecord(argument))
    found.stackOutputs.push(`${argument.StackName}.${argument.OutputName}`);
  else for (const one of Object.values(value)) collect(one, found);
}

/** The logical ids that a resource depends on, by reference or by name. */
export function directDependencies({ properties, dependsOn, updatePolicy }: TemplateResource): string[] {
  const { refs, attributes } = referencesIn([properties, updatePolicy]);
  return [...refs, ...attributes.map(({ logicalId }) => logicalId), ...dependsOn];
}

/** All nodes reached from a start, without the start itself unless it is reached. */
export function reachedFrom(start: string, step: (from: string) => readonly string[]): Set<string> {
  const reached = new Set<string>();
  const open = [...step(start)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...step(next));
  }
  return reached;
}

/** The stacks that are deployed before a stack. */
export function earlierStacks(stack: SynthesizedStack, stacks: readonly SynthesizedStack[]): Set<string> {
  const byName = new Map(stacks.map((one) => [one.name, one]));
  return reachedFrom(stack.name, (name) => byName.get(name)?.dependencies ?? []);
}
