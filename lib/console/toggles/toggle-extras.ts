/** Prerequisites and metadata of a toggle as rows of a form. */
import { type Toggle, toJson } from '../../../shared/clients/typescript/index.ts';
import { numberOfText } from '../forms/number-text.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { parseValue, type ToggleType, textOf, valueInWords } from './toggle-values.ts';

interface PrerequisiteRow {
  identifier: string;
  type: ToggleType;
  /** As text, parsed by type. */
  value: string;
}

export const metadataKinds = ['string', 'number', 'boolean'] as const;
type MetadataKind = (typeof metadataKinds)[number];

interface MetadataRow {
  name: string;
  kind: MetadataKind;
  value: string;
}

/** The rows of a form. */
interface ToggleExtras {
  prerequisites: PrerequisiteRow[];
  metadata: MetadataRow[];
}

/** The fields of a toggle's form. */
export interface ToggleForm extends ToggleExtras {
  identifier: string;
  name: string;
  description: string;
  category: string;
  /** As text, parsed by type. */
  defaultValue: string;
}

export const newPrerequisite: PrerequisiteRow = { identifier: '', type: 'boolean', value: 'true' };
export const newEntry: MetadataRow = { name: '', kind: 'string', value: '' };

/** The kind of a value of metadata; of another value that of texts. */
const kindOf = (value: unknown): MetadataKind =>
  metadataKinds.find((kind) => typeof value === kind) ?? 'string';

function typeOf(value: unknown): ToggleType {
  const isObject = typeof value === 'object' || value === undefined;
  return isObject ? 'json' : typeof value === 'bigint' ? 'number' : kindOf(value);
}

export const extrasOf = ({
  prerequisites,
  metadata,
}: Pick<Toggle, 'prerequisites' | 'metadata'>): ToggleExtras => ({
  prerequisites: prerequisites.map(({ identifier, value }) => {
    const type = typeOf(value);
    return { identifier, type, value: textOf(type, value) };
  }),
  metadata: Object.entries(metadata).map(([name, value]) => ({
    name,
    kind: kindOf(value),
    value: String(value),
  })),
});

/** The fields of a request. The texts of the rows have no problems. */
export const extrasIn = ({ prerequisites, metadata }: ToggleExtras) => ({
  prerequisites: prerequisites.map(({ identifier, type, value }) => ({
    identifier: identifier.trim(),
    value: parseValue(type, value),
  })),
  metadata: Object.fromEntries(
    metadata.map(({ name, kind, value }) => [
      name.trim(),
      kind === 'boolean' ? value === 'true' : kind === 'number' ? Number(value) : value,
    ]),
  ),
});

/** Returns why a name cannot be saved, or undefined. */
export function entryNameProblem(name: string, rows: readonly MetadataRow[]): string | undefined {
  if (name.trim() === '') return toggleTexts.form.required;
  const same = rows.filter((row) => row.name.trim() === name.trim());
  return same.length > 1 ? toggleTexts.extras.repeated : undefined;
}

/** Returns why a value is not of the kind, or undefined. */
export function entryValueProblem({ kind, value }: MetadataRow): string | undefined {
  const isNumber =
    value.trim() !== '' && typeof numberOfText(value) === 'number' && Number.isFinite(Number(value));
  return kind === 'number' && !isNumber ? toggleTexts.form.notNumber : undefined;
}

/** `payments_v2: On`, for pages. */
export const prerequisiteInWords = ({ identifier, value }: Toggle['prerequisites'][number]): string =>
  `${identifier}: ${valueInWords(value)}`;

/** `team: "checkout"`, for pages. */
export const entryInWords = ([name, value]: [string, unknown]): string => `${name}: ${toJson(value)}`;
