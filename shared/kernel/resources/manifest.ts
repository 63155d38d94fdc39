/** What the catalog learns of a declared resource. No function loads it. */
import * as z from 'zod/mini';
import type { DocumentedError } from '../errors/api-error.ts';
import type { Endpoint } from '../http/endpoint-spec.ts';
import type { ModuleManifest } from '../modules/manifest.ts';
import { idMadeBy, sample, sampleAfter } from '../samples/sample.ts';
import {
  createContract,
  creationSchema,
  deleteContract,
  getContract,
  listContract,
  rowSchema,
  updateContract,
} from './contracts.ts';
import { eventsOf, featuresOf } from './declarations.ts';
import { type Fields, type Resource, titleOf } from './resource.ts';
import { takenErrorOf } from './row-spec-of.ts';

/** The first example of a schema; undefined if it has none. */
function exampleOf(schema: z.core.$ZodType): unknown {
  const examples: unknown = z.globalRegistry.get(schema)?.examples;
  if (Array.isArray(examples)) return examples[0];
  return 'innerType' in schema._zod.def ? exampleOf(schema._zod.def.innerType as z.core.$ZodType) : undefined;
}

const examplesOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, exampleOf(schema)]));

/** The contracts of the five operations, each with an example of its response. */
function documented(resource: Resource) {
  const row = examplesOf(rowSchema(resource).shape);
  const list = { items: [row], total: 1, page: 1, pageSize: 50, totalPages: 1 };
  const one = `A ${resource.one}`;
  const shows = <E extends Endpoint>(contract: E, summary: string, response: unknown): E => ({
    ...contract,
    example: { summary, response },
  });
  return {
    list: shows(listContract(resource), 'One page', list),
    get: shows(getContract(resource), one, row),
    create: shows(createContract(resource), one, row),
    update: shows(updateContract(resource), one, row),
    delete: shows(deleteContract(resource), 'Deleted', { ok: true }),
  };
}

/** The contracts of the five operations by their names, so that a module can replace one of them. */
export function contractsOf(resource: Resource): Record<string, Endpoint> {
  const all: readonly Endpoint[] = Object.values(documented(resource));
  return Object.fromEntries(all.map((contract) => [contract.operationId, contract]));
}

/** The error of a value that another row has. */
export function errorsOf({ one, fields, unique }: Resource): DocumentedError[] {
  if (unique === undefined) return [];
  const schema = fields[unique.field];
  return [takenErrorOf(one, unique, String(schema && exampleOf(schema)))];
}

/** A valid call of each operation. */
export function samplesOf(resource: Resource) {
  const { name, ids = 'path', fields, unique } = resource;
  const contracts = documented(resource);
  const field = Object.keys(fields).find((each) => each !== unique?.field);
  if (field === undefined) throw new Error(`${name} has no field to change.`);
  const values = examplesOf(creationSchema(resource).shape);
  const create = sample(contracts.create, {
    request: (uniqueText) => ({
      body: unique ? { ...values, [unique.field]: uniqueText(String(values[unique.field])) } : values,
    }),
    events: [`${name}.created`],
  });
  const made = idMadeBy(create);
  const change = { [field]: values[field] };
  return {
    list: sample(contracts.list),
    get: sampleAfter(made, contracts.get, { request: (params) => ({ params }) }),
    create,
    update: sampleAfter(made, contracts.update, {
      request: ({ id }) => (ids === 'path' ? { params: { id }, body: change } : { body: { id, ...change } }),
      events: [`${name}.updated`],
    }),
    delete: sampleAfter(made, contracts.delete, {
      request: ({ id }) => (ids === 'path' ? { params: { id } } : { query: { id } }),
      events: [`${name}.deleted`],
    }),
  };
}

/** The manifest of a module that consists of declared resources; `position` is its place in the documentation. */
export function manifestOf(resources: readonly Resource[], position: number): ModuleManifest {
  const sections = resources.map((each) => [
    each.module,
    { position, title: titleOf({ one: each.many }), description: each.description },
  ]);
  return {
    sections: Object.fromEntries(sections),
    endpoints: resources.flatMap((each) => Object.values(contractsOf(each))),
    events: resources.flatMap(eventsOf),
    features: Object.assign({}, ...resources.map(featuresOf)),
    errors: resources.flatMap(errorsOf),
    samples: resources.flatMap((each) => Object.values(samplesOf(each))),
  };
}
