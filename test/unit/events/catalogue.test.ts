import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventSpecs, findEventSpec } from '../../../shared/catalog/catalogue.ts';
import { catalogue } from '../../../shared/catalog/catalogue-entries.ts';
import { moduleEvents } from '../../../shared/catalog/module-events.ts';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { platformModules } from '../../../shared/modules/entities/entity-type.ts';
import { anyEntityType } from '../../../shared/modules/entities/events.ts';

/** Files that record changes, with their resource and actions. */
const recordingFiles = globSync('shared/**/*.ts')
  .filter((file) => !['shared/kernel/audit/record.ts', 'shared/kernel/resources/writer.ts'].includes(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  .filter(({ source }) => source.includes('recordChange('));

/** `changeOf(…, 'created', …)` and `action: 'created'`, however the formatter has broken the lines. */
function actionsIn(source: string): string[] {
  const calls = [...source.matchAll(/changeOf\(([^;]*?)\)/g)].map(([, inside = '']) => inside);
  const inCalls = calls.flatMap((inside) =>
    [...inside.matchAll(/(?<!\[)'([a-z_]+)'/g)].map(([, name = '']) => name),
  );
  const fields = [...source.matchAll(/action: ((?:'[a-z_]+'(?: \| )?)+)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([a-z_]+)'/g)].map(([, name = '']) => name),
  );
  return [...new Set([...inCalls, ...fields])];
}

/** The names of the kinds whose changes are recorded: `resource: 'sales.order'`, and `name: 'sales.order'` of a literal. */
const kindsIn = (source: string): string[] =>
  [...source.matchAll(/resource: (?:'([\w.]+)'|entityType)|^ {2}name: '(\w+\.[\w.]+)'/gm)].map(
    ([, resource, name = anyEntityType]) => resource ?? name,
  );

/** The kinds of a file, or of its module if it records changes of a kind that another file describes. */
function kindsOf(folder: string, source: string): string[] {
  const own = kindsIn(source);
  return own.length > 0
    ? own
    : globSync(`${folder}/**/*.ts`).flatMap((other) => kindsIn(readFileSync(other, 'utf8')));
}

describe.each(recordingFiles)('$file', ({ file, source }) => {
  it('records only events of the catalogue', () => {
    const folder = file.split(/[\\/]/, 3).join('/');
    const names = kindsOf(folder, source);
    const actions = actionsIn(source);
    expect(names.length).toBeGreaterThan(0);
    expect(actions.length).toBeGreaterThan(0);
    const known = new Set(eventSpecs.map(({ type }) => type));
    const unknown = actions.filter((action) => !names.some((name) => known.has(`${name}.${action}`)));
    expect(
      unknown.map((action) => `add '${names[0]}.${action}': '<What has happened.>' to ${folder}/events.ts`),
    ).toEqual([]);
  });
});

/** The names of declared resources, whose changes the kernel records. */
const declaredResources = globSync('shared/modules/**/*.ts').flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return /kernel\/resources\/(row-spec|resource)\.ts/.test(source)
    ? [...source.matchAll(/^ {2}name: '([\w.]+)'/gm)].map(([, name = '']) => name)
    : [];
});

describe('the catalogue', () => {
  it('contains the changes of declared resources', () => {
    expect(declaredResources.length).toBeGreaterThanOrEqual(3);
    const known = new Set(eventSpecs.map(({ type }) => type));
    const types = declaredResources.flatMap((name) =>
      ['created', 'updated', 'deleted'].map((action) => `${name}.${action}`),
    );
    expect(types.filter((type) => !known.has(type))).toEqual([]);
  });

  it('contains every module that records changes', () => {
    expect(recordingFiles.length).toBeGreaterThanOrEqual(10);
  });

  it('names each event once', () => {
    const types = eventSpecs.map(({ type }) => type);
    expect(types).toEqual([...new Set(types)]);
  });

  it('contains the events of any entity type', () => {
    expect(findEventSpec('sales.order.created')?.type).toBe(`${anyEntityType}.created`);
    expect(findEventSpec('business_rules.rule.created')?.type).toBe('business_rules.rule.created');
    expect(findEventSpec('sales.order.shipped')).toBeUndefined();
  });
});

/** Events that a team declares follow the rules of its own. */
const ofPlatform = new Set(moduleEvents.map(({ type }) => type));
const platformEntries = catalogue.filter(({ type }) => ofPlatform.has(type));

describe.each(platformEntries)('$type of the platform', ({ type, module, description, schema, sample }) => {
  it('has a well-formed name of a module of the platform', () => {
    expect(type.replace(anyEntityType, 'any.type').replace('<provider>.<event>', 'any.event')).toMatch(
      /^[a-z_]+\.[a-z_]+\.[a-z_]+$/,
    );
    expect(type.length).toBeLessThanOrEqual(eventLimits.type);
    expect(platformModules.has(module)).toBe(true);
  });

  it('is described in a sentence', () => {
    expect(description).toMatch(/^[A-Z].*\.$/);
  });

  it('describes every field of its data', () => {
    const fields = Object.entries(schema.properties as Record<string, { description?: string }>);
    expect(fields.map(([name]) => name)).toEqual(
      expect.arrayContaining(['id', 'tenantId', 'organizationId']),
    );
    expect(fields.filter(([, field]) => !field.description?.endsWith('.'))).toEqual([]);
  });

  it('has a sample that is valid against its schema', () => {
    const spec = eventSpecs.find((one) => one.type === type);
    if (spec === undefined) throw new Error('The catalogue has an entry without a declaration.');
    expect(z.safeParse(spec.data, sample).error?.issues ?? []).toEqual([]);
    expect(Object.keys(sample)).toEqual(Object.keys(schema.properties as object));
  });
});
