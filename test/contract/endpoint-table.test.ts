/** The endpoint table is consistent, and agrees with the handler files and the feature catalogue. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { entriesWithoutEndpoint } from '../../lib/aws/function-entries.ts';
import { entryFile } from '../../lib/aws/function-files.ts';
import { featureTitles as features } from '../../shared/catalog/declared-features.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { errors } from '../../shared/catalog/errors.ts';
import { queues } from '../../shared/catalog/queues.ts';
import { sections } from '../../shared/catalog/sections.ts';
import { workers } from '../../shared/catalog/workers.ts';
import { fieldsOf } from '../../shared/kernel/contracts/fields-of.ts';
import { documentedErrors } from '../../shared/kernel/modules/documented-errors.ts';
import { responseExample } from '../../shared/kernel/samples/sample.ts';
import { version } from '../../shared/kernel/settings/version.ts';
import { describeSuccess } from '../../shared/modules/docs/openapi/describe-success.ts';

const repeated = (values: readonly string[]): string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

describe('the endpoint table', () => {
  it('has a handler for every endpoint, and an endpoint for every handler', () => {
    const others = entriesWithoutEndpoint.map(({ file }) => file);
    // Functions without a route name their trigger: `deliver.queue.ts`.
    const files = globSync('functions/**/*.ts').filter(
      (file) => !others.includes(file) && !/\.\w+\.ts$/.test(file),
    );
    const handlers = new Map(endpoints.map((endpoint) => [entryFile(endpoint), endpoint.operationId]));
    expect([
      ...[...handlers]
        .filter(([file]) => !files.includes(file))
        .map(
          ([file, name]) =>
            `${name}: create ${file} (the operationId in kebab-case) with \`endpoint(${name}, …)\``,
        ),
      ...files
        .filter((file) => !handlers.has(file))
        .map((file) => `${file}: rename it to the kebab-case of its operationId, or add its contract`),
    ]).toEqual([]);
  });

  it('gives every handler the contract of its own name', () => {
    const problems = endpoints
      .map((endpoint) => ({ name: endpoint.operationId, file: entryFile(endpoint) }))
      .filter(({ file }) => existsSync(file))
      .filter(({ name, file }) => {
        const source = readFileSync(file, 'utf8');
        // The handlers of declared resources are named by the verb of their operation.
        const [verb] = name.split(/[A-Z]/);
        return !new RegExp(`(?:[eE]ndpoint|creation)\\(\\s*${name},|= ${verb}Handler\\(`).test(source);
      })
      .map(({ name, file }) => `${file}: export const handler = endpoint(${name}, …) or creation(…)`);
    expect(problems).toEqual([]);
  });

  it('makes each handler one statement, which names what it calls', () => {
    const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/^import [^;]*;\n/gm, '');
    const files = globSync('functions/**/*.ts').filter((file) => !/\.\w+\.ts$/.test(file));
    const long = files.filter(
      (file) => !/^\s*export const handler = [^;]*;\s*$/.test(code(file)) || code(file).includes('=>'),
    );
    expect(long).toEqual([]);
  });

  it('names no field in both path and query, of which an operation gets only one', () => {
    const namesOf = (schema: object | undefined) => Object.keys(Object(Object(schema).shape));
    const twice = endpoints.flatMap(({ operationId, params, query, body }) => {
      const others = [...namesOf(query), ...namesOf(body)];
      return namesOf(params)
        .filter((name) => others.includes(name))
        .map((name) => `${operationId}: ${name}`);
    });
    expect(twice).toEqual([]);
  });

  it('names each operation once, in camelCase', () => {
    const names = endpoints.map(({ operationId }) => operationId);
    expect(repeated(names)).toEqual([]);
    expect(names.filter((name) => !/^[a-z][a-z\d]*([A-Z][a-z\d]+)*$/.test(name))).toEqual([]);
  });

  it('has no two endpoints that match the same request', () => {
    // `/things/{id}` and `/things/{name}` are the same route to API Gateway.
    const routes = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`);
    expect(repeated(routes)).toEqual([]);
  });

  it('describes every module', () => {
    const named = new Set(endpoints.map(({ module }) => module));
    expect(Object.keys(sections).toSorted()).toEqual([...named].toSorted());
  });

  it('names queues that exist, as workers do', () => {
    const named = [
      ...endpoints.flatMap(({ permissions }) => permissions?.queues ?? []),
      ...workers.flatMap(({ permissions }) => permissions.queues ?? []),
      ...workers.flatMap(({ trigger }) => (trigger.kind === 'queue' ? [trigger.queue] : [])),
    ];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !Object.hasOwn(queues, name))).toEqual([]);
  });

  it('declares each error code once, with a status that responses use', () => {
    expect(repeated(errors.map(({ code }) => code))).toEqual([]);
    expect(errors.filter(({ status }) => status < 400 || status > 599)).toEqual([]);
  });

  it('knows the version of package.json', () => {
    const { version: packaged } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(version).toBe(packaged);
  });
});

describe.each(endpoints)('$operationId', (endpoint) => {
  it('has a schema with exactly the parameters of its path', () => {
    const inPath = [...endpoint.path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => name);
    const inSchema = endpoint.params ? fieldsOf(endpoint.params).map(({ name }) => name) : [];
    expect(inSchema.toSorted()).toEqual(inPath.toSorted());
  });

  it('requires a feature of the catalogue, or none', () => {
    const { feature, module } = endpoint;
    if (feature !== undefined)
      expect(features, `add '${feature}': '<title>' to features.ts of ${module}`).toHaveProperty([feature]);
    if (endpoint.auth === 'none') expect(endpoint.feature).toBeUndefined();
  });

  it('names errors that a module or the kernel declares', () => {
    const declared = new Set(errors.map(({ code }) => code));
    const unknown = documentedErrors(endpoint).filter((code) => !declared.has(code));
    expect(unknown, `declare the error in errors.ts of ${endpoint.module}`).toEqual([]);
  });

  it('is described in sentences', () => {
    expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(endpoint.description).toMatch(/\.$/);
    expect(describeSuccess(endpoint)).toMatch(/^[A-Z].*\.$/);
  });

  it('has an example of every JSON response, valid against its schema', () => {
    const { success, example } = endpoint;
    const result = success.contentTypes === undefined ? success.result : undefined;
    const shown = result ? responseExample(endpoint) : example?.response;
    if (result)
      expect(z.safeParse(result, shown).error?.issues ?? [], 'give an example to each field').toEqual([]);
    else expect(shown).toBeUndefined();
  });
});
