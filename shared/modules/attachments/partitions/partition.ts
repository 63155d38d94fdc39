/** Storage partitions: groups of files that share who may read them. Pure. */
import { uuidOf } from '../../../kernel/ids/ids.ts';
import { booleanSetting } from '../../../kernel/settings/settings.ts';
import { strip } from '../../../kernel/text/linear-text.ts';
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
  /** Files are readable by everybody who knows their address. */
  isPublic: boolean;
  /** Text is extracted from the files. */
  requiresOcr: boolean;
  /** Its files are found by the words of their texts. */
  contentSearch: boolean;
  ocrModel: string | null;
  /** Versions before the current one that are kept of each file. */
  versionsKept: number;
  /** Kept for clients that ask for it; all files lie in the bucket. */
  storageDriver: StorageDriver;
  configJson: Record<string, unknown> | null;
  createdAt: string;
  updatedAt: string;
  /** 0 for a default partition before its first change. */
  revision: number;
}

/** Where files go by default. */
export const privatePartition = 'privateAttachments';
/** Where pictures of products go. */
export const productsPartition = 'productsMedia';
/** The one entity whose files are public by default. */
const productEntity = 'catalog:catalog_product';

/** Older than everything that tenants make, so that lists begin with them. */
const defaultsSince = '2026-01-01T00:00:00.000Z';

const defaults = {
  [productsPartition]: {
    title: 'Products media',
    description: 'Pictures and documents of products that everybody may see.',
    isPublic: true,
  },
  [privatePartition]: {
    title: 'Private attachments',
    description: 'Internal files that only callers of their own organization read.',
    isPublic: false,
  },
} as const;
export type DefaultCode = keyof typeof defaults;
export const defaultCodes = Object.keys(defaults) as DefaultCode[];

export function isDefaultCode(code: string): code is DefaultCode {
  return Object.hasOwn(defaults, code);
}

/** A default partition as it is before anybody changes it. */
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

/** The partition of an entity's files when neither the upload nor the field names one. */
export function entityPartition(entityId: string): DefaultCode {
  const isProduct = entityId === productEntity || entityId === productEntity.replace(':', '.');
  return isProduct ? productsPartition : privatePartition;
}

/** `privateAttachments` → `ATTACHMENTS_PARTITION_PRIVATE_ATTACHMENTS_ROOT`: the variable named after a partition. */
export function envKeyOf(code: string): string {
  const name = code.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_');
  return `ATTACHMENTS_PARTITION_${strip(name, '_').toUpperCase()}_ROOT`;
}
