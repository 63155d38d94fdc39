/** A module's declaration: data only, from which the catalog derives its registries. */
import type { CommandSpec } from '../commands/command.ts';
import type { JsonSchema } from '../contracts/json-schema.ts';
import type { DocumentedError } from '../errors/api-error.ts';
import type { EventSpec } from '../events/definition.ts';
import type { Endpoint } from '../http/endpoint-spec.ts';
import type { QueueSpec, Worker } from '../queues/worker-spec.ts';
import type { Sample } from '../samples/sample.ts';

/** A queue; the bus copies the listed events to it, or every event for browsers. */
export type ModuleQueue = Omit<QueueSpec, 'fromBus'> & { fromBus?: QueueSpec['fromBus'] | 'broadcast' };

/** Title and introduction of endpoints in the documentation. */
export interface Section {
  /** Position in the documentation. */
  position: number;
  title: string;
  description: string;
}

/** By the `module` of their endpoints, in display order. */
export type Sections = Readonly<Record<string, Section>>;

/**
 * Where items of a kind of partition name their tenant, so that a tenant can be exported and erased: at a place in the sort
 * key (counted from its end if negative) or in the attribute `tenantId`; `none` are items of the whole deployment.
 */
export type TenantPosition = { sortKeyPart: number } | 'attribute' | 'none';

/** The HTTP APIs behind the public host. Each has at most 300 integrations, a quota that AWS does not raise. */
export const apiNames = ['main', 'further'] as const;
export type ApiName = (typeof apiNames)[number];

/** The whole declaration of a module. Functions load no manifest. */
export interface ModuleManifest {
  /** The HTTP API of its routes; `main` by default. The first two segments of a path belong to one API. */
  api?: ApiName;
  /**
   * The API that keeps the routes, too, while the module moves to another one. Needed for one deployment: until the
   * public host is updated, requests reach the former API.
   */
  keepsRoutesOn?: ApiName;
  events?: readonly EventSpec[];
  /** The features that roles can grant, with their titles. */
  features?: Readonly<Record<string, string>>;
  /** By the `module` of its endpoints: the folders of their handlers. */
  sections: Readonly<Record<string, Section>>;
  endpoints?: readonly Endpoint[];
  /** Functions that a stream, a queue or a schedule starts. */
  workers?: readonly Worker[];
  /** By name. Their physical names begin with the stage's prefix (lib/aws/names.ts). */
  queues?: Readonly<Record<string, ModuleQueue>>;
  errors?: readonly DocumentedError[];
  /** Commands that scheduled jobs may run. Their code is in `command-handlers.ts` of the module, under the same names. */
  commands?: Readonly<Record<string, CommandSpec>>;
  /** By the first part of their keys: the partitions of this module that do not begin with `TENANT#<tenant>`. */
  partitions?: Readonly<Record<string, TenantPosition>>;
  /** JSON Schemas that zod cannot express, by the names under which the document refers to them. */
  schemas?: Readonly<Record<string, JsonSchema>>;
  /** A valid call of each operation; the first of an operation is the one that documents show. */
  samples?: readonly Sample[];
}

/** The endpoints among a contract's exports, which include schemas and constants. */
export function endpointsIn(contracts: readonly Record<string, unknown>[]): Endpoint[] {
  return contracts
    .flatMap((contract) => Object.values(contract))
    .filter(
      (value): value is Endpoint => typeof value === 'object' && value !== null && 'operationId' in value,
    );
}

/** The errors among the exports of an `errors.ts`. */
export function errorsIn(exports: Record<string, unknown>): DocumentedError[] {
  return Object.values(exports).filter(
    (value): value is DocumentedError & (new () => unknown) => typeof value === 'function' && 'when' in value,
  );
}
