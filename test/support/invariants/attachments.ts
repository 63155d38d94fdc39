/** Attachments: rows, objects and quotas are consistent. */
import { filePrefixes, originalKey, textKey } from '../../../shared/kernel/files/object-keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import {
  attachmentKey,
  attachmentListingKey,
  attachmentLocatorKey,
  recordFileListingKey,
  storageUsageKey,
  tagKey,
} from '../../../shared/modules/attachments/keys.ts';
import {
  beside,
  type Invariant,
  lastPart,
  msOf,
  partOf,
  type RawItem,
  type RawTable,
  sameId,
  scopeOf,
  text,
} from './table.ts';

/** The version fields of a row with several versions. */
const currentOf = (row: RawItem) => row.current as { fileId: string; keptBytes: number } | undefined;

/** The owner of the current version's objects. */
const ownerOf = (row: RawItem) => ({ ...scopeOf(row), attachmentId: currentOf(row)?.fileId ?? text(row.id) });

/** The earlier versions, each with its attachment's row. */
function keptVersions(table: RawTable): { row: RawItem | undefined; version: RawItem }[] {
  const rows = new Map(
    table.rows('attachment').map((row) => [attachmentKey(scopeOf(row), text(row.id)).pk, row]),
  );
  return table.rows('attachment_version').map((version) => ({ row: rows.get(version.pk), version }));
}

/** Files that are stored or removed at the moment: their objects may be there without a row. */
function filesOnTheWay(table: RawTable): ReadonlySet<string> {
  const works = table
    .rows('file_work')
    .flatMap(({ attachmentId, fileIds }) => [text(attachmentId), ...((fileIds ?? []) as string[])]);
  return new Set([...works, ...table.rows('file_placement').map(({ fileId }) => text(fileId))]);
}

/** Each stored version belongs to a file, which counts its bytes; versions of deleted files are being deleted. */
function versions(table: RawTable): string[] {
  const purged = new Set(table.rows('file_work').map(({ attachmentId }) => text(attachmentId)));
  const counted = new Map<string, number>();
  const problems = keptVersions(table).flatMap(({ row, version }) => {
    if (row !== undefined) counted.set(row.pk, (counted.get(row.pk) ?? 0) + Number(version.fileSize));
    const isLeft = row === undefined && !purged.has(partOf(version.pk, 3));
    return isLeft ? [`versions: ${version.pk} ${version.sk} belongs to no file`] : [];
  });
  for (const row of table.rows('attachment')) {
    const [kept, stored] = [currentOf(row)?.keptBytes ?? 0, counted.get(row.pk) ?? 0];
    if (kept !== stored)
      problems.push(`versions: ${row.pk} counts ${kept} bytes of kept versions, and ${stored} are stored`);
  }
  return problems;
}

/** Counted bytes equal those of rows, kept versions and reservations. */
function quotas(table: RawTable): string[] {
  const stored: Item[] = [
    ...table.rows('attachment').map((row) => ({ ...row, bytes: row.fileSize })),
    ...keptVersions(table).map(({ row, version }) => ({ ...row, bytes: version.fileSize, isVersion: true })),
    ...table.rows('file_work').filter(({ kind }) => kind === 'upload'),
  ];
  const expected = new Map<string, Record<string, number>>();
  for (const { tenantId, bytes, partitionCode, isVersion } of stored) {
    if (tenantId === undefined) continue;
    const { pk } = storageUsageKey({ tenantId: text(tenantId) });
    const sum = expected.get(pk) ?? {};
    expected.set(pk, sum);
    for (const end of ['', `_${partitionCode}`]) {
      sum[`files${end}`] = (sum[`files${end}`] ?? 0) + (isVersion ? 0 : 1);
      sum[`bytes${end}`] = (sum[`bytes${end}`] ?? 0) + Number(bytes);
    }
  }
  const usages = table.items.filter(({ pk, sk }) => lastPart(pk) === 'STORAGE' && sk === 'USAGE');
  const counts = new Map<string, Item>(usages.map(({ pk, sk: _, ...counted }) => [pk, counted]));
  return [...new Set([...expected.keys(), ...counts.keys()])].flatMap((pk) => {
    const [counted = {}, wanted = {}] = [counts.get(pk), expected.get(pk)];
    const names = [...new Set([...Object.keys(counted), ...Object.keys(wanted)])];
    return names.flatMap((name) => {
      const [count, found] = [Number(counted[name] ?? 0), wanted[name] ?? 0];
      const isRight = count === found || !/^(bytes|files)/.test(name);
      return isRight ? [] : [`quotas: ${pk} counts ${count} ${name}, and ${found} are stored`];
    });
  });
}

/** A row stores clients' data about the file as JSON. */
const tagsOf = ({ documents }: RawItem): string[] => (JSON.parse(text(documents)) as { tags: string[] }).tags;

function tags(table: RawTable): string[] {
  const expected = new Map<string, number>();
  for (const row of table.rows('attachment')) {
    for (const tag of tagsOf(row)) {
      const { pk, sk } = tagKey(scopeOf(row), tag, text(row.id));
      expected.set(`${pk} ${sk}`, (expected.get(`${pk} ${sk}`) ?? 0) + 1);
    }
  }
  const counted = new Map(
    table.items
      .filter(({ pk, tag }) => lastPart(pk) === 'TAGS' && tag !== undefined)
      .map(({ pk, sk, n }) => [`${pk} ${sk}`, Number(n)]),
  );
  return [...new Set([...expected.keys(), ...counted.keys()])].flatMap((key) =>
    (expected.get(key) ?? 0) === (counted.get(key) ?? 0)
      ? []
      : [`tags: ${key} counts ${counted.get(key) ?? 0}, and ${expected.get(key) ?? 0} files have it`],
  );
}

/** Every row has its file with the counted size, and every file its row, except those in progress. */
function objects(table: RawTable): string[] {
  const { objects: found } = table;
  if (found === undefined) return [];
  const onTheWay = new Set(filesOnTheWay(table));
  const rows = table.rows('attachment');
  const kept = keptVersions(table).flatMap(({ row, version }) => {
    const owner = row && { ...scopeOf(row), attachmentId: text(version.fileId) };
    // Those of a deleted attachment are deleted by its sweep.
    if (owner === undefined) onTheWay.add(text(version.fileId));
    return owner === undefined ? [] : [{ owner, bytes: Number(version.fileSize) }];
  });
  const files = [...rows.map((row) => ({ owner: ownerOf(row), bytes: Number(row.fileSize) })), ...kept];
  const wanted = new Map(files.map(({ owner, bytes }) => [originalKey(owner), bytes]));
  const texts = new Set(files.map(({ owner }) => textKey(owner)));
  const orphans = [...found.keys()].filter((key) => {
    const [, , , id = ''] = key.split('/');
    if (onTheWay.has(id)) return false;
    if (key.startsWith(filePrefixes.originals)) return !wanted.has(key);
    return key.startsWith(filePrefixes.texts) && !texts.has(key);
  });
  return [
    ...[...wanted].flatMap(([key, bytes]) => {
      const size = found.get(key);
      if (size === undefined) return [`files: ${key} is missing`];
      return size === bytes ? [] : [`files: ${key} has ${size} bytes, and ${bytes} are counted`];
    }),
    ...orphans.map((key) => `files: ${key} has no row`),
  ];
}

export const attachments: Invariant = (table) => {
  const rows = table.rows('attachment');
  const ids = new Set(rows.map(({ id }) => id));
  return [
    ...beside(table, 'library', {
      rows,
      expected: (row) => [attachmentListingKey(scopeOf(row), msOf(row.createdAt), text(row.id))],
      isBeside: (item) => lastPart(item.pk) === 'ATTACHMENTS' && item.b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'files of records', {
      rows,
      expected: (row) => {
        const record = { entityId: text(row.entityId), recordId: text(row.recordId) };
        return [recordFileListingKey(scopeOf(row), record, msOf(row.createdAt), text(row.id))];
      },
      isBeside: (item) => partOf(item.pk, 4) === 'RECORDFILES' && item.b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'locators of files', {
      rows,
      expected: (row) => [attachmentLocatorKey(text(row.id))],
      isBeside: ({ entity }) => entity === 'attachment_locator',
    }),
    ...table.items
      .filter(({ pk, id }) => partOf(pk, 4) === 'WORD' && !ids.has(id))
      .map(({ pk, sk }) => `words: ${pk} ${sk} belongs to no file`),
    ...[...table.rows('file_work'), ...table.rows('file_placement')]
      .filter(({ dueAtMs }) => Number(dueAtMs) < table.nowMs)
      .map(({ pk, sk, kind = 'placement' }) => `files: the ${kind} ${pk} ${sk} was left behind`),
    ...quotas(table),
    ...versions(table),
    ...tags(table),
    ...objects(table),
  ];
};
