/** The event bus and its client, like the table's (shared/kernel/table/table.ts). */
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { clientConfig } from '../aws/client-config.ts';
import { busNameVariable } from './environment.ts';

export interface Bus {
  readonly name: string;
  readonly client: EventBridgeClient;
}

const busName = process.env[busNameVariable];
let connected: Bus | undefined = busName
  ? { name: busName, client: new EventBridgeClient(clientConfig) }
  : undefined;

/** Sets the bus. Functions never call it (they have BUS_NAME); tools and tests do. */
export function connectBus(bus: Bus): void {
  connected = bus;
}

/** The current bus. Throws when neither BUS_NAME nor `connectBus` set one. */
export function bus(): Bus {
  if (connected === undefined) throw new Error(`${busNameVariable} is not set: no bus to publish on.`);
  return connected;
}
