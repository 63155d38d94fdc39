/** Storage partitions: groups of files with the same access rules. Pure. */
import { uuidOf } from '../../../kernel/base/ids.ts';
import { strip } from '../../../kernel/base/linear-text.ts';
import { booleanSetting } from '../../../kernel/settings/settings.ts';
import { versionLimits } from '../limits.ts';

export const storageDrivers = ['local', 's3'] as const;
export type StorageDriver = (typeof storageDrivers)[number];

export interface Partition {
  id: string;
  /** Null for the platform's default partitions, which every tenant has. */
  tenantId: string | null;
  code: string;
  title: string;
  description: string | null;
  /** Whether anyone who knows the URL of a file can read it. */
  isPublic: boolean;
  /** Whether text is extracted from the files. */
  requiresOcr: boolean;
  /** Whether files can be found by the words of their text. */
  contentSearch: boolean;
  ocrModel: string | null;
  /** Number of earlier versions to keep of each file. */
  versionsKept: number;
  /** For compatibility; all files are stored in the bucket. */
  storageDriver: StorageDriver;
  configJson: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
  /** 0 for a default partition before its first change. */
  revision: number;
}

/** Default partition of files. */
export const privatePartition = 'privateAttachments';
/** Default partition of product media. */
export const productsPartition = 'productsMedia';
/** The one entity whose files are public by default. */
const productEntity = 'catalog:catalog_product';

/** Older than all partitions of tenants, so that default partitions are listed first. */
const defaultsSince = '2026-01-01T00:00:00.000Z';

const defaults = {
  [productsPartition]: {
    title: 'Products media',
    description: 'Public pictures and documents of products.',
    isPublic: true,
  },
  [privatePartition]: {
    title: 'Private attachments',
    description: 'Internal files that only callers of their organization can read.',
    isPublic: false,
  },
} as const;
export type DefaultCode = keyof typeof defaults;
export const defaultCodes = Object.keys(defaults) as DefaultCode[];

export function isDefaultCode(code: string): code is DefaultCode {
  return Object.hasOwn(defaults, code);
}

/** Returns a default partition before its first change. */
export function defaultPartition(code: DefaultCode): Partition {
  return {
    id: uuidOf(`partition:${code}`),
    tenantId: null,
    code,
    ...defaults[code],
    requiresOcr: booleanSetting('OCR_DEFAULT'),
    contentSearch: true,
    ocrModel: null,
    versionsKept: versionLimits.defaultKept,
    storageDriver: 'local',
    configJson: null,
    createdAt: defaultsSince,
    updatedAt: defaultsSince,
    revision: 0,
  };
}

/** Returns the partition of an entity's files if neither upload nor field selects one. */
export function entityPartition(entityId: string): DefaultCode {
  const isProduct = entityId === productEntity || entityId === productEntity.replace(':', '.');
  return isProduct ? productsPartition : privatePartition;
}

/** Returns the environment variable of a partition: `privateAttachments` → `ATTACHMENTS_PARTITION_PRIVATE_ATTACHMENTS_ROOT`. */
export function envKeyOf(code: string): string {
  const name = code.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_');
  return `ATTACHMENTS_PARTITION_${strip(name, '_').toUpperCase()}_ROOT`;
}
