/** Writes parameters that several operations define identically once, as components. */
import { toJson } from '../../../kernel/base/json.ts';
import { type OpenApiDocument, operationsIn, type Parameter, type Reference } from './types.ts';

interface Variant {
  parameter: Parameter;
  /** Operations with the parameter, in the order of the document. */
  operationIds: string[];
  tags: Set<string>;
}

const isShared = ({ operationIds }: Variant): boolean => operationIds.length > 1;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const pascalCase = (text: string): string =>
  text
    .split(/[^a-zA-Z\d]/)
    .map(capitalized)
    .join('');

const camelCase = (text: string): string => text.charAt(0).toLowerCase() + pascalCase(text).slice(1);

function variantsIn(document: OpenApiDocument): Variant[] {
  const variants = new Map<string, Variant>();
  for (const { operation } of operationsIn(document)) {
    for (const parameter of operation.parameters ?? []) {
      if ('$ref' in parameter) continue;
      const key = toJson(parameter);
      const variant = variants.get(key) ?? { parameter, operationIds: [], tags: new Set() };
      variant.operationIds.push(operation.operationId);
      for (const tag of operation.tags) variant.tags.add(tag);
      variants.set(key, variant);
    }
  }
  return [...variants.values()].filter(isShared);
}

/**
 * `pageSize`, `pageSizeOfScheduler`, `pageSizeOfListRules`: the variant of most modules has the parameter's
 * name; others add their module or, if it has several variants, the first operation.
 */
function namesOf(variants: readonly Variant[], taken: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  const byName = Map.groupBy(variants, ({ parameter }) => camelCase(parameter.name));
  const used = new Set(taken);
  for (const [name, group] of byName) {
    const [widest, ...others] = group.toSorted((a, b) => b.tags.size - a.tags.size);
    for (const variant of [widest, ...others]) {
      if (variant === undefined) continue;
      const [tag = '', ...moreTags] = variant.tags;
      const [operationId = ''] = variant.operationIds;
      const ofModule = `${name}Of${pascalCase(tag)}`;
      const candidates = [
        ...(variant === widest && (group.length === 1 || variant.tags.size > 1) ? [name] : []),
        ...(moreTags.length === 0 ? [ofModule] : []),
        `${name}Of${pascalCase(operationId)}`,
      ];
      const free = candidates.find((candidate) => !used.has(candidate));
      if (free === undefined) throw new Error(`No name is left for the parameter ${name} of ${operationId}.`);
      used.add(free);
      names.set(toJson(variant.parameter), free);
    }
  }
  return names;
}

export function shareParameters(document: OpenApiDocument): void {
  const { parameters: shared } = document.components;
  const variants = variantsIn(document);
  const names = namesOf(variants, new Set(Object.keys(shared)));
  for (const { parameter } of variants) shared[names.get(toJson(parameter)) ?? ''] = parameter;
  for (const { operation } of operationsIn(document)) {
    const changed = operation.parameters?.map((parameter): Parameter | Reference => {
      const name = names.get(toJson(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
    if (changed !== undefined) operation.parameters = changed;
  }
}
