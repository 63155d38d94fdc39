/** The fields of toggles for prerequisites and metadata. */
import * as z from 'zod/mini';
import { isNumeric, type Numeric } from '../../../kernel/base/json.ts';
import { about, text } from '../../../kernel/http/fields.ts';
import { prerequisiteLimits } from '../evaluation/limits.ts';

export const metadataLimits = {
  entries: 20,
  name: 64,
  /** Maximum size as JSON, because each check reads it. */
  bytes: 2_048,
} as const;

/** Names that evaluations set in the metadata of flags. */
export const flagMetadataNames = ['toggleId', 'source', 'reason', 'rule', 'prerequisite'] as const;

const Prerequisite = z
  .object({
    identifier: text(150).check(about('Identifier of the other toggle.', 'payments_v2')),
    value: z.optional(z.unknown()).check(about('Its required value, `true` by default.', true)),
  })
  .check(about('A value that another toggle must have.'));

export const prerequisites = z.array(Prerequisite).check(
  z.maxLength(prerequisiteLimits.perToggle),
  z.meta({
    id: 'TogglePrerequisites',
    description:
      'Unless all have these values for the same context, the toggle is off, as with a kill switch.',
  }),
);

/** A number keeps all digits. */
export const metadataValue = z.union([
  z.string(),
  z.custom<Numeric>(isNumeric, { error: 'must be a number' }).check(z.meta({ type: 'number' })),
  z.boolean(),
]);

export const metadata = z.record(z.string(), metadataValue).check(
  z.meta({
    id: 'ToggleMetadata',
    description: `Facts for callers: at most ${metadataLimits.entries} names, ${metadataLimits.bytes} bytes as JSON.`,
    examples: [{ team: 'checkout' }],
  }),
);
export type ToggleMetadata = z.infer<typeof metadata>;
