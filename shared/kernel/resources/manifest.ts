/** What the catalog learns of a declared resource. No function loads it. */
import { exampleOfSchema } from '../contracts/schema-view.ts';
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
  updateContract,
} from './contracts.ts';
import { eventsOf, featuresOf } from './declarations.ts';
import { type Fields, type Resource, titleOf } from './resource.ts';
import { takenErrorOf } from './row-spec-of.ts';

const examplesOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, exampleOfSchema(schema)]));

const operationsOf = (resource: Resource) => ({
  list: listContract(resource),
  get: getContract(resource),
  create: createContract(resource),
  update: updateContract(resource),
  delete: deleteContract(resource),
});

/** The contracts of the five operations by their names, so that a module can replace one of them. */
export function contractsOf(resource: Resource): Record<string, Endpoint> {
  const all: readonly Endpoint[] = Object.values(operationsOf(resource));
  return Object.fromEntries(all.map((contract) => [contract.operationId, contract]));
}

/** The error of a value that another row has. */
export function errorsOf({ one, fields, unique }: Resource): DocumentedError[] {
  if (unique === undefined) return [];
  const schema = fields[unique.field];
  return [takenErrorOf(one, unique, String(schema && exampleOfSchema(schema)))];
}

/** A valid call of each operation. */
export function samplesOf(resource: Resource) {
  const { name, fields, unique, api: { ids = 'path' } = {} } = resource;
  const contracts = operationsOf(resource);
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
