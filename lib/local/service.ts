/** What runs beside a template: servers of other companies, first data, pages. */
import type { Actions } from './control.ts';
import type { LambdaService } from './lambda/lambda.ts';
import type { AwsIdentity, HostResponse, ResolvedApp } from './types.ts';

/** Environment variables by name. */
export type Settings = Readonly<Record<string, string>>;

/** What `access.json` contains. */
export type Access = Readonly<Record<string, unknown>>;

/** The template's table, and how to call AWS in the administrator's name. */
export interface AwsEndpoint {
  endpointUrl: string;
  administrator: Pick<AwsIdentity, 'accessKeyId' | 'secretAccessKey'>;
  tableName: string;
  /** The table was created by this start. */
  isNewTable: boolean;
  /** The access file of the earlier start; undefined when there is none or it cannot be read. */
  previous: Access | undefined;
}

/** The template when it is ready for requests. */
export interface RunningApp {
  app: ResolvedApp;
  lambda: LambdaService;
  /** URL of the public host. */
  baseUrl: string;
}

/** A service that has started. */
export interface Service {
  /** Settings that follow from the service, such as its URL. */
  settings?: Settings;
  /** Actions of the control server. */
  control?: Actions;
  /** Writes first data. No function has run yet. Returns what it adds to the access file. */
  fill?(aws: AwsEndpoint): Promise<Access>;
  /** The page that the public host returns for files of buckets until they are uploaded. */
  waitingPage?(): HostResponse | undefined;
  /** Called when the public host listens. Returns a function that ends what it began. */
  whenRunning?(running: RunningApp): (() => unknown) | undefined;
  stop?(): unknown;
}

/** Starts a service before the template is read. `log` prints a line for the developer. */
export type StartService = (log: (line: string) => void) => Service | Promise<Service>;
