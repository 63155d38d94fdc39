/** Stores schedules across restarts in a SQLite file, indexed by name and next due time. */
import { randomInt } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { ScheduleDefinition } from './definition.ts';

export interface StoredSchedule {
  definition: ScheduleDefinition;
  /** Whether the template declares it or the API created it. */
  fromTemplate: boolean;
  createdAtMs: number;
  modifiedAtMs: number;
  /** Time from which a rate counts. */
  anchorMs: number;
  /** Next due time; null when there is none. */
  nextMs: number | null;
  /** Due time of the delivery in progress. */
  firingMs: number | null;
  /** Changes with each `put`. */
  version: number;
}

export interface ScheduleQuery {
  group?: string | undefined;
  namePrefix?: string | undefined;
  enabled?: boolean | undefined;
  /** Only schedules after this one, in the order of group and name. */
  after?: { group: string; name: string } | undefined;
  limit?: number;
}

export type ScheduleId = Pick<ScheduleDefinition, 'group' | 'name'>;

export interface ScheduleStore {
  /** Adds a schedule, or replaces the one with its name. */
  put(schedule: Omit<StoredSchedule, 'version'>): void;
  find(id: ScheduleId): StoredSchedule | undefined;
  /** Returns whether it existed. */
  remove(id: ScheduleId): boolean;
  /** Lists schedules in the order of group and name. */
  list(query?: ScheduleQuery): StoredSchedule[];
  /** Returns the schedules with that name in any group. */
  named(name: string): StoredSchedule[];
  /** Returns due schedules, the longest due first. */
  due(nowMs: number, limit: number): StoredSchedule[];
  /** The earliest due time. */
  nextDueMs(): number | undefined;
  /** Records the delivery in progress and the next due time. */
  claim(id: ScheduleId, firingMs: number, nextMs: number | null): void;
  /** Records the end of a delivery; does nothing when the schedule was changed meanwhile. */
  finish(schedule: StoredSchedule, remove: boolean): void;
  /** After a crash: a schedule whose last delivery was in progress is due again; other claims are cleared. */
  recover(): void;
  close(): void;
}

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
  CREATE INDEX IF NOT EXISTS namedSchedules ON schedules (name);
`;

type Row = Record<string, SQLOutputValue>;

const optional = (value: SQLOutputValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

function scheduleOf(row: Row): StoredSchedule {
  return {
    definition: JSON.parse(String(row.definition)) as ScheduleDefinition,
    fromTemplate: row.fromTemplate === 1,
    createdAtMs: Number(row.createdAtMs),
    modifiedAtMs: Number(row.modifiedAtMs),
    anchorMs: Number(row.anchorMs),
    nextMs: optional(row.nextMs),
    firingMs: optional(row.firingMs),
    version: Number(row.version),
  };
}

/** Opens the schedules in a file, which is created when missing. Throws when it cannot be read. */
export function openScheduleStore(file: string): ScheduleStore {
  const database = new DatabaseSync(file);
  database.exec(schema);
  const put = database.prepare(
    `INSERT OR REPLACE INTO schedules (groupName, name, enabled, fromTemplate, createdAtMs, modifiedAtMs, anchorMs,
      nextMs, firingMs, version, definition) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare('SELECT * FROM schedules WHERE groupName = ? AND name = ?');
  const remove = database.prepare('DELETE FROM schedules WHERE groupName = ? AND name = ?');
  const named = database.prepare('SELECT * FROM schedules WHERE name = ?');
  const list = database.prepare(
    `SELECT * FROM schedules WHERE (groupName, name) > (?, ?) AND (? IS NULL OR groupName = ?)
      AND substr(name, 1, length(?)) = ? AND (? IS NULL OR enabled = ?) ORDER BY groupName, name LIMIT ?`,
  );
  const due = database.prepare('SELECT * FROM schedules WHERE nextMs <= ? ORDER BY nextMs LIMIT ?');
  const nextDue = database.prepare('SELECT min(nextMs) AS nextMs FROM schedules WHERE nextMs IS NOT NULL');
  const claim = database.prepare(
    'UPDATE schedules SET firingMs = ?, nextMs = ? WHERE groupName = ? AND name = ?',
  );
  const finish = database.prepare(
    'UPDATE schedules SET firingMs = NULL WHERE groupName = ? AND name = ? AND version = ?',
  );
  const removeVersion = database.prepare(
    'DELETE FROM schedules WHERE groupName = ? AND name = ? AND version = ?',
  );

  return {
    put({ definition, ...row }) {
      put.run(
        definition.group,
        definition.name,
        Number(definition.enabled),
        Number(row.fromTemplate),
        ...[row.createdAtMs, row.modifiedAtMs, row.anchorMs],
        ...[row.nextMs, row.firingMs, randomInt(2 ** 47)],
        JSON.stringify(definition),
      );
    },
    find({ group, name }) {
      const row = find.get(group, name);
      return row && scheduleOf(row);
    },
    remove: ({ group, name }) => remove.run(group, name).changes > 0,
    list({ group: only, namePrefix = '', enabled, after, limit = -1 }: ScheduleQuery = {}) {
      const group = only ?? null;
      const state = enabled === undefined ? null : Number(enabled);
      const { group: afterGroup = '', name: afterName = '' } = after ?? {};
      const rows = list.all(
        ...[afterGroup, afterName, group, group, namePrefix, namePrefix],
        ...[state, state, limit],
      );
      return rows.map(scheduleOf);
    },
    named: (name) => named.all(name).map(scheduleOf),
    due: (nowMs, limit) => due.all(nowMs, limit).map(scheduleOf),
    nextDueMs: () => optional(nextDue.get()?.nextMs) ?? undefined,
    claim: ({ group, name }, firingMs, nextMs) => void claim.run(firingMs, nextMs, group, name),
    finish({ definition: { group, name }, version }, isLast) {
      (isLast ? removeVersion : finish).run(group, name, version);
    },
    recover() {
      database.exec(`
        UPDATE schedules SET nextMs = firingMs WHERE firingMs IS NOT NULL AND nextMs IS NULL;
        UPDATE schedules SET firingMs = NULL WHERE firingMs IS NOT NULL;
      `);
    },
    close: () => database.close(),
  };
}
