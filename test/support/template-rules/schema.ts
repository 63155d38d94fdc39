/** Compares every resource with CloudFormation's published schema of its type. */
import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec';
import type { PropertyType, SpecDatabase, TypeDefinition } from '@aws-cdk/service-spec-types';
import type { Synthesized, SynthesizedStack } from '../runtime/template.ts';
import { intrinsicOf, isRecord, referencesIn } from './references.ts';

let loaded: Promise<SpecDatabase> | undefined;
/** The published schemas. They take seconds to read, so all rules share them. */
export function resourceSchemas(): Promise<SpecDatabase> {
  loaded ??= loadAwsServiceSpec();
  return loaded;
}

type Properties = TypeDefinition['properties'];

/**
 * Values that CloudFormation would refuse: unknown types, properties and attributes, values of a wrong type, broken
 * references.
 */
export async function schemaProblems(app: Synthesized): Promise<string[]> {
  const schemas = await resourceSchemas();
  const exported = new Set(
    app.stacks.flatMap(({ outputs }) => outputs.map(({ exportName }) => String(exportName))),
  );
  const outputs = new Set(
    app.stacks.flatMap(({ name, outputNames }) => outputNames.map((one) => `${name}.${one}`)),
  );
  return app.stacks.flatMap((stack) => [
    ...stack.resources.flatMap((resource) => {
      const at = `${stack.name}.${resource.logicalId}`;
      // A custom resource, made by a function, has no published schema.
      if (resource.type.startsWith('Custom::')) return [];
      const [schema] = schemas.lookup('resource', 'cloudFormationType', 'equals', resource.type);
      if (schema === undefined) return [`${at} has the unknown type ${resource.type}`];
      return propertyProblems(resource.properties, schema.properties, at, schemas);
    }),
    ...referenceProblems(stack, exported, outputs, schemas),
  ]);
}

function propertyProblems(given: object, known: Properties, at: string, schemas: SpecDatabase): string[] {
  const missing = Object.entries(known).filter(([name, { required }]) => required && !(name in given));
  return [
    ...missing.map(([name]) => `${at} lacks ${name}`),
    ...Object.entries(given).flatMap(([name, value]) => {
      const property = known[name];
      if (property === undefined) return [`${at} has the unknown property ${name}`];
      const types = [property.type, ...(property.previousTypes ?? [])];
      const problems = types.map((type) => typeProblems(value, type, `${at}.${name}`, schemas));
      return problems.some((one) => one.length === 0) ? [] : (problems[0] ?? []);
    }),
  ];
}

function typeProblems(value: unknown, type: PropertyType, at: string, schemas: SpecDatabase): string[] {
  // Values that a function returns are only known in the account.
  if (intrinsicOf(value) !== undefined) return [];
  const wrong = (isRight: boolean, allowed: readonly unknown[] | undefined = undefined): string[] => {
    if (!isRight) return [`${at} must be ${type.type}, and is ${JSON.stringify(value)}`];
    return allowed === undefined || allowed.includes(value)
      ? []
      : [`${at} must be one of ${allowed.join(', ')}`];
  };
  switch (type.type) {
    case 'json':
      return [];
    case 'string':
      return wrong(typeof value === 'string', type.allowedValues);
    case 'date-time':
      return wrong(typeof value === 'string');
    case 'integer':
      return wrong(Number.isInteger(value), type.allowedValues);
    case 'number':
      return wrong(typeof value === 'number');
    case 'boolean':
      return wrong(typeof value === 'boolean');
    case 'null':
      return wrong(value === null);
    case 'tag':
      return wrong(isRecord(value) && 'Key' in value && 'Value' in value);
    case 'array':
      if (!Array.isArray(value)) return wrong(false);
      return value.flatMap((one, index) => typeProblems(one, type.element, `${at}[${index}]`, schemas));
    case 'map':
      if (!isRecord(value)) return wrong(false);
      return Object.entries(value).flatMap(([key, one]) =>
        typeProblems(one, type.element, `${at}.${key}`, schemas),
      );
    case 'ref':
      if (!isRecord(value)) return wrong(false);
      return propertyProblems(value, schemas.get('typeDefinition', type.reference).properties, at, schemas);
    case 'union': {
      const problems = type.types.map((one) => typeProblems(value, one, at, schemas));
      return problems.some((one) => one.length === 0) ? [] : (problems[0] ?? []);
    }
  }
}

function referenceProblems(
  stack: SynthesizedStack,
  exported: ReadonlySet<string>,
  outputs: ReadonlySet<string>,
  schemas: SpecDatabase,
): string[] {
  const types = new Map(stack.resources.map(({ logicalId, type }) => [logicalId, type]));
  const { refs, attributes, imports, stackOutputs } = referencesIn([
    stack.resources.map(({ properties, updatePolicy }) => [properties, updatePolicy]),
    stack.outputs.map(({ value }) => value),
  ]);
  const named = [...refs, ...stack.resources.flatMap(({ dependsOn }) => dependsOn)];
  return [
    ...named
      .filter((id) => !types.has(id) && !stack.parameters.includes(id))
      .map((id) => `${stack.name} refers to ${id}`),
    ...imports.filter((name) => !exported.has(name)).map((name) => `${stack.name} imports ${name}`),
    ...stackOutputs.filter((name) => !outputs.has(name)).map((name) => `${stack.name} reads ${name}`),
    ...attributes.flatMap(({ logicalId, attribute }) => {
      const [schema] = schemas.lookup('resource', 'cloudFormationType', 'equals', types.get(logicalId) ?? '');
      return schema !== undefined && attribute in schema.attributes
        ? []
        : [`${stack.name} reads the unknown attribute ${logicalId}.${attribute}`];
    }),
  ];
}
