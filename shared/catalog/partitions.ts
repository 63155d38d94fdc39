/** Where the items of every kind of partition name their tenant. Kinds of the kernel that several modules share are here. */
import type { TenantPosition } from '../kernel/modules/manifest.ts';
import { manifests } from './manifests.ts';

/** By the first part of the partition's key. In partitions of kind `partition`, the tenant is the second part. */
export const partitions: Readonly<Record<string, TenantPosition | 'partition'>> = Object.assign(
  {
    TENANT: 'partition',
    DIRECTORY: 'partition',
    DATAKEY: 'partition',
    // A name may contain any characters; the id is last.
    TENANTS: { sortKeyPart: -1 },
    OUTBOX: { sortKeyPart: 1 },
    KEY: 'attribute',
    SESSION: 'attribute',
    LIMIT: 'none',
    ERASED: 'none',
  } satisfies Record<string, TenantPosition | 'partition'>,
  ...manifests.map((manifest) => manifest.partitions),
);
