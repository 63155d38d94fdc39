/**
 * Declarations of a module's events. Unlike those of contracts, their descriptions and examples stay in the bundles,
 * because the catalog returns them.
 */
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
export type DataSchema = z.ZodMiniObject<Record<string, Schema>>;

export interface EventSpec {
  /** `<module>.<entity>.<action>`, at most 128 characters. */
  type: string;
  description: string;
  data: DataSchema;
  /** Sent to browsers over the event stream, to callers with `viewFeature`. */
  clientBroadcast?: boolean;
  /** Feature that receivers on the event stream must have. Default: `<module>.view`. */
  viewFeature?: string;
}

/** A field of an event's data. */
export function field<S extends z.ZodMiniType>(schema: S, description: string, example: unknown): S {
  return schema.check(z.meta({ description, examples: [example] })) as S;
}

export const text = (description: string, example: string) => field(z.string(), description, example);
export const textOrNull = (description: string, example: string | null) =>
  field(z.nullable(z.string()), description, example);
export const flag = (description: string, example: boolean) => field(z.boolean(), description, example);
export const id = (description: string, example = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10') =>
  text(description, example);

/** Owner of a resource: its events name no tenant, or no organization, beyond that. */
export type ResourceLevel = 'platform' | 'tenant' | 'organization';

/** The data of a resource's event: its own fields between the id and the owner fields of every event. */
export function resourceData(
  of: string,
  place: ResourceLevel,
  fields: Record<string, z.ZodMiniType>,
): DataSchema {
  return z.object({
    id: id(`Id of the ${of}.`),
    ...fields,
    tenantId: textOrNull(
      'Tenant of the change; null for the platform itself.',
      place === 'platform' ? null : '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
    ),
    organizationId: textOrNull(
      'Organization of the change; null for the whole tenant.',
      place === 'organization' ? '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22' : null,
    ),
  });
}

/** Events with the same data, by their types `<resource>.<action>`, written out so that a search for a type finds them. */
export function resourceEvents(
  data: DataSchema,
  descriptions: Readonly<Record<string, string>>,
): EventSpec[] {
  return Object.entries(descriptions).map(([type, description]) => ({ type, description, data }));
}

/** The actions in the types of a resource's events: `created` in `sales.order.created`. */
export type ActionIn<
  Type extends string,
  Resource extends string,
> = Type extends `${Resource}.${infer Action}` ? Action : never;

/** Data as the examples of its fields show it. */
export function sampleOf(data: DataSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data.shape).map(([name, schema]) => {
      const [example] = (z.globalRegistry.get(schema)?.examples as unknown[] | undefined) ?? [];
      return [name, example];
    }),
  );
}
