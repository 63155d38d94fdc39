import emailAddresses from 'email-addresses';
import { useTable } from './every-table-call.ts';

type Event = Parameters<typeof useTable>[0] & { recipients: string };
export async function handler({ recipients, ...event }: Event) {
  const addresses = emailAddresses.parseAddressList(recipients);
  return { addresses, found: await useTable(event) };
}
