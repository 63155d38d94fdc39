/** Stores schedules across restarts in a SQLite file, indexed by name and next due time. */
import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { ScheduleDefinition } from './definition.ts';

/** A row of the file. */
const storedSchedule = z.object({
  definition: z.transform((text): ScheduleDefinition => JSON.parse(String(text))),
  /** Whether the template declares it or the API created it. */
  fromTemplate: z.transform((value) => value === 1),
  createdAtMs: z.number(),
  modifiedAtMs: z.number(),
  /** Time from which a rate counts. */
  anchorMs: z.number(),
  /** Next due time; null when there is none. */
  nextMs: z.nullable(z.number()),
  /** Changes with each `put`. */
  version: z.number(),
});

export type StoredSchedule = z.output<typeof storedSchedule>;
export type ScheduleStore = ReturnType<typeof openScheduleStore>;
export type ScheduleId = Pick<ScheduleDefinition, 'group' | 'name'>;

export interface ScheduleQuery {
  group?: string | undefined;
  namePrefix?: string | undefined;
  enabled?: boolean | undefined;
  /** Only schedules after this one, in the order of group and name. */
  after?: ScheduleId | undefined;
  limit?: number;
}

// `firingMs` is the due time of the delivery in progress.
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS schedules (
    groupName TEXT NOT NULL, name TEXT NOT NULL, enabled INTEGER NOT NULL, fromTemplate INTEGER NOT NULL,
    createdAtMs INTEGER NOT NULL, modifiedAtMs INTEGER NOT NULL, anchorMs INTEGER NOT NULL,
    nextMs INTEGER, firingMs INTEGER, version INTEGER NOT NULL, definition TEXT NOT NULL,
    PRIMARY KEY (groupName, name)
  );
  CREATE INDEX IF NOT EXISTS dueSchedules ON schedules (nextMs) WHERE nextMs IS NOT NULL;
`;

const scheduleOf = (row: unknown): StoredSchedule => z.parse(storedSchedule, row);

/** Opens the schedules in a file, which is created when missing. Throws when it cannot be read. */
export function openScheduleStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec(schema);
  // Prepares each statement once.
  const sql = database.createTagStore();

  /** Returns due schedules, the longest due first. */
  function due(nowMs: number, limit: number): StoredSchedule[] {
    const rows = sql.all`SELECT * FROM schedules WHERE nextMs <= ${nowMs} ORDER BY nextMs LIMIT ${limit}`;
    return rows.map(scheduleOf);
  }

  return {
    due,
    /** The earliest due time; null when there is none. */
    nextDueMs: (): number | null => due(Number.MAX_SAFE_INTEGER, 1)[0]?.nextMs ?? null,
    /** Adds a schedule, or replaces the one with its name. */
    put({ definition, ...row }: Omit<StoredSchedule, 'version'>): void {
      const { group, name, enabled } = definition;
      sql.run`
        INSERT OR REPLACE INTO schedules (groupName, name, enabled, fromTemplate, createdAtMs, modifiedAtMs, anchorMs,
          nextMs, version, definition)
        VALUES (${group}, ${name}, ${Number(enabled)}, ${Number(row.fromTemplate)}, ${row.createdAtMs},
          ${row.modifiedAtMs}, ${row.anchorMs}, ${row.nextMs}, ${randomInt(2 ** 47)}, ${JSON.stringify(definition)})`;
    },
    find({ group, name }: ScheduleId): StoredSchedule | undefined {
      const row = sql.get`SELECT * FROM schedules WHERE groupName = ${group} AND name = ${name}`;
      return row && scheduleOf(row);
    },
    /** Removes a schedule, or only the given version of it. Returns whether it existed. */
    remove({ group, name }: ScheduleId, version: number | null = null): boolean {
      const { changes } = sql.run`
        DELETE FROM schedules
        WHERE groupName = ${group} AND name = ${name} AND version = coalesce(${version}, version)`;
      return changes > 0;
    },
    /** Lists schedules in the order of group and name. */
    list({ group, namePrefix = '', enabled, after, limit = -1 }: ScheduleQuery = {}): StoredSchedule[] {
      const rows = sql.all`
        SELECT * FROM schedules
        WHERE (groupName, name) > (${after?.group ?? ''}, ${after?.name ?? ''})
          AND groupName = coalesce(${group ?? null}, groupName)
          AND substr(name, 1, length(${namePrefix})) = ${namePrefix}
          AND enabled = coalesce(${enabled === undefined ? null : Number(enabled)}, enabled)
        ORDER BY groupName, name LIMIT ${limit}`;
      return rows.map(scheduleOf);
    },
    /** Records the delivery in progress and the next due time. */
    claim({ group, name }: ScheduleId, firingMs: number, nextMs: number | null): void {
      sql.run`
        UPDATE schedules SET firingMs = ${firingMs}, nextMs = ${nextMs}
        WHERE groupName = ${group} AND name = ${name}`;
    },
    /** Records the end of a delivery; does nothing when the schedule was changed meanwhile. */
    finish({ definition: { group, name }, version }: StoredSchedule): void {
      sql.run`
        UPDATE schedules SET firingMs = NULL
        WHERE groupName = ${group} AND name = ${name} AND version = ${version}`;
    },
    /** After a crash: a schedule whose last delivery was in progress is due again; other claims are cleared. */
    recover: () => database.exec('UPDATE schedules SET nextMs = coalesce(nextMs, firingMs), firingMs = NULL'),
    close: () => database.close(),
  };
}
