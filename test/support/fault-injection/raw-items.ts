/** The raw items of one tenant, or of all, from a runtime's database file: a scan would read them through the API, page by page. */
import { DatabaseSync } from 'node:sqlite';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { databaseFile } from '../../../lib/local/dynamodb/dynoxide.ts';
import type { RawItem } from '../invariants/table.ts';
import type { OwnRuntime } from '../runtime/own-runtime.ts';

const busyTimeoutMs = 30_000;

/** What belongs to the whole deployment, and is checked together with each tenant: toggles, and the list of tenants. */
const shared = "pk LIKE 'S:TOGGLE%' OR pk LIKE 'S:TENANTS%' OR sk = 'S:TENANT'";

function select<Row>(
  { dataDir, access }: OwnRuntime,
  read: (database: DatabaseSync, table: string) => Row,
): Row {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true, timeout: busyTimeoutMs });
  try {
    return read(database, `"${access.aws.table}"`);
  } finally {
    database.close();
  }
}

/** Items that name a tenant, with those of the whole deployment; all items without a tenant. */
export const rawItemsOf = (runtime: OwnRuntime, tenantId?: string): RawItem[] =>
  select(runtime, (database, table) => {
    const items = `SELECT item_json FROM ${table}`;
    const rows =
      tenantId === undefined
        ? database.prepare(items).all()
        : database.prepare(`${items} WHERE instr(item_json, ?) > 0 OR ${shared}`).all(tenantId);
    return rows.map(({ item_json }) => unmarshall(JSON.parse(String(item_json))) as RawItem);
  });

/** Whether events wait in the outbox: its partitions are too many to query them often. */
export const hasWaitingEvents = (runtime: OwnRuntime): boolean =>
  select(runtime, (database, table) => {
    // "S:" marks a text key; "$" is the character after "#".
    const found = database.prepare(
      `SELECT 1 FROM ${table} WHERE pk >= 'S:OUTBOX#' AND pk < 'S:OUTBOX$' LIMIT 1`,
    );
    return found.get() !== undefined;
  });
