import * as sdk from '@aws-sdk/client-scheduler';
import { clientConfig } from '../../../../shared/kernel/aws/client-config.ts';
import { useTable } from './every-table-call.ts';

const client = new sdk.SchedulerClient(clientConfig);
type Event = Parameters<typeof useTable>[0] & Record<'schedule', never>;
export async function handler({ schedule, ...event }: Event) {
  await client.send(new sdk.CreateScheduleCommand(schedule));
  await client.send(new sdk.UpdateScheduleCommand(schedule));
  await client.send(new sdk.GetScheduleCommand(schedule));
  await client.send(new sdk.DeleteScheduleCommand(schedule));
  return useTable(event);
}
