/** The listing items of attachments, for filters, sorting and searches. Pure. */

import { hasAtMost } from '../../../kernel/base/text.ts';
import type { ListingSpec, ListValue } from '../../../kernel/table/listing-spec.ts';
import { type FieldValue, isStorable } from '../../entities/public.ts';
import { entityLimits } from '../../entities/public-data.ts';
import type { Attachment } from '../attachment.ts';
import { attachmentLimits } from '../limits.ts';

const attributes = {
  createdAt: 'c',
  fileName: 'n',
  originalName: 'o',
  fileSize: 's',
  partitionCode: 'p',
  tags: 't',
} as const;
type OwnField = keyof typeof attributes;

const customFieldOf = (key: string): string => `cf_${key}`;

/** Returns the spec of lists with filters by these custom fields. */
function attachmentListing(customFields: readonly string[]): ListingSpec<string> {
  const custom = customFields.map((field) => [field, `f_${field.slice('cf_'.length)}`]);
  return {
    attributes: { ...attributes, ...Object.fromEntries(custom) },
    searchIn: ['fileName', 'originalName'],
    filterModes: { tags: 'all' },
    keyOrder: { field: 'createdAt', direction: 'desc' },
  };
}

/** Without defined fields, values of any type and size are stored; only short and storable values are listed. */
const isListed = (value: FieldValue | null): value is string | number | boolean =>
  typeof value === 'string'
    ? hasAtMost(value, attachmentLimits.listedValue)
    : typeof value === 'boolean' || isStorable(value);

function customValuesOf(custom: Attachment['custom']): Record<string, ListValue | readonly ListValue[]> {
  const values: Record<string, ListValue | readonly ListValue[]> = {};
  for (const [key, value] of Object.entries(custom)) {
    const listed = [value].flat().filter(isListed);
    if (key.length > entityLimits.key || listed.length === 0) continue;
    values[customFieldOf(key)] = Array.isArray(value) ? listed : (listed[0] ?? null);
  }
  return values;
}

/** Returns the fields of a listing item. */
export function listedFields(
  attachment: Pick<Attachment, OwnField> & Partial<Pick<Attachment, 'custom'>>,
): Record<string, ListValue | readonly ListValue[]> {
  const { fileName, originalName, fileSize, partitionCode, tags, custom = {} } = attachment;
  return {
    createdAt: Date.parse(attachment.createdAt),
    fileName,
    // Left out if it equals `fileName`, because each search reads all listing items.
    originalName: originalName === fileName ? null : originalName,
    fileSize,
    partitionCode,
    tags: tags.length === 0 ? null : tags,
    ...customValuesOf(custom),
  };
}

/** Returns the spec of listing items with these fields. */
export function listingOf(fields: Readonly<Record<string, unknown>>): ListingSpec<string> {
  return attachmentListing(Object.keys(fields).filter((field) => field.startsWith('cf_')));
}
