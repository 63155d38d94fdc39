/** Maps the columns of an uploaded file, and previews its first rows. */
import type { SyncPreview, SyncPreviewRow } from '../../../shared/clients/typescript/index.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { syncTexts } from '../texts/sync.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/card.tsx';
import type { Tone } from '../ui/notice.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { type ColumnDraft, columnKinds, conversions, typeOfValue } from './import-columns.ts';
import type { useImportPreview } from './use-import-preview.ts';

const texts = syncTexts.file;

const maxShown = 60;

function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? readableJson(value) : String(value ?? '');
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** The value of a row that is no object has no columns. */
const cellOf = (data: unknown, column: string): unknown =>
  typeof data === 'object' && data !== null ? new Map(Object.entries(data)).get(column) : undefined;

interface ColumnRowProps {
  of: ColumnDraft;
  sample: unknown;
  onChange: (draft: ColumnDraft) => void;
}

function ColumnRow({ of, sample, onChange }: ColumnRowProps) {
  const { column, kind, target, transform } = of;
  const isNamed = kind === 'core' || kind === 'custom_field';
  const known = typeof transform === 'string' ? oneOf(conversions, transform) : undefined;
  const conversion = transform === undefined ? 'none' : known;
  const rename = (name: string) => name.trim() !== target && onChange({ ...of, target: name.trim() });
  return (
    <li className="import-column">
      <div className="break">
        <strong>{column}</strong>
        {typeOfValue(sample) && <div className="small muted break">{texts.sample(textOf(sample))}</div>}
      </div>
      <SelectField
        label={texts.becomes(column)}
        value={kind}
        onChange={({ target: { value } }) => onChange({ ...of, kind: oneOf(columnKinds, value) ?? 'core' })}
        choices={columnKinds.map((one) => [one, texts.kinds[one]])}
      />
      {isNamed && (
        <>
          <TextField
            label={texts.nameOf(column)}
            autoCapitalize="off"
            maxLength={200}
            defaultValue={target}
            onBlur={({ target: { value } }) => rename(value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // The key belongs to the field, not to the form.
              event.preventDefault();
              rename(event.currentTarget.value);
            }}
          />
          <SelectField
            label={texts.conversionOf(column)}
            value={conversion ?? 'other'}
            onChange={({ target: { value } }) => onChange({ ...of, transform: oneOf(conversions, value) })}
            choices={[
              ['none', texts.conversions.none],
              ...conversions.map((one) => [one, texts.conversions[one]] as const),
            ]}
            stored={conversion === undefined ? ['other', texts.otherConversion] : undefined}
          />
        </>
      )}
    </li>
  );
}

const tones: Readonly<Record<SyncPreviewRow['outcome'], Tone>> = {
  ready: 'good',
  'held back': 'calm',
  failed: 'bad',
};

function Value({ of }: { of: unknown }) {
  const type = typeOfValue(of);
  if (type === undefined) return <span className="muted small">{texts.empty}</span>;
  return (
    <>
      <span className="break">{textOf(of)}</span> <span className="muted small">{texts.types[type]}</span>
    </>
  );
}

/** The value at a path of the record. */
function storedAt(row: SyncPreviewRow, { kind, target }: ColumnDraft): unknown {
  if (kind === 'custom_field') return cellOf(row.customFields, target);
  const whole = cellOf(row.fields, target);
  return whole ?? target.split('.').reduce<unknown>(cellOf, row.fields);
}

function Cell({ row, draft }: { row: SyncPreviewRow; draft: ColumnDraft }) {
  const names = [draft.column, draft.target, `cf_${draft.target}`];
  const problem = row.problems.find(({ field }) => field !== null && names.includes(field));
  if (row.fields !== null) return <Value of={storedAt(row, draft)} />;
  return (
    <>
      <Value of={cellOf(row.data, draft.column)} />
      {problem && <div className="field-error">{problem.message}</div>}
    </>
  );
}

const outcomeColumn: Column<Numbered> = {
  title: texts.row,
  cell: ({ row, number }) => (
    <>
      {number} <Badge tone={tones[row.outcome]}>{texts.outcomes[row.outcome]}</Badge>
      {row.problems
        .filter(({ field }) => field === null)
        .map(({ message }) => (
          <div key={message} className="field-error break">
            {message}
          </div>
        ))}
    </>
  ),
};

interface Numbered {
  row: SyncPreviewRow;
  /** From 1. */
  number: number;
}

const columnsFor = (drafts: readonly ColumnDraft[]): readonly Column<Numbered>[] => [
  outcomeColumn,
  { title: texts.id, cell: ({ row }) => row.externalId ?? <Value of={null} /> },
  ...drafts
    .filter(({ kind }) => kind === 'core' || kind === 'custom_field')
    .map(
      (draft): Column<Numbered> => ({
        title: draft.target,
        cell: ({ row }) => <Cell row={row} draft={draft} />,
      }),
    ),
];

function Rows({ preview, drafts }: { preview: SyncPreview; drafts: readonly ColumnDraft[] }) {
  const { rows, hasMore } = preview;
  const failing = rows.filter(({ outcome }) => outcome === 'failed').length;
  if (rows.length === 0) return <EmptyCard {...texts.noRows} />;
  return (
    <div className="stack tight">
      <p className="muted" role="status">
        {texts.previewHint(rows.length, hasMore)} {failing > 0 && <strong>{texts.failing(failing)}</strong>}
      </p>
      <DataTable
        caption={texts.preview}
        columns={columnsFor(drafts)}
        rows={rows.map((row, index) => ({ row, number: index + 1 }))}
        keyOf={({ number }) => String(number)}
      />
    </div>
  );
}

interface ImportMappingProps {
  of: ReturnType<typeof useImportPreview>;
  onChange: (drafts: readonly ColumnDraft[]) => void;
}

export function ImportMapping({ of, onChange }: ImportMappingProps) {
  const { reading, first, drafts, mayMap, isUsable } = of;
  const sampleOf = (column: string) =>
    first?.rows.map(({ data }) => cellOf(data, column)).find((value) => typeOfValue(value) !== undefined);
  return (
    <>
      {mayMap && drafts.length > 0 && (
        <fieldset className="card stack">
          <legend>{texts.columns}</legend>
          <p className="muted small">{texts.columnsHint}</p>
          <ul className="plain-list stack">
            {drafts.map((draft) => (
              <ColumnRow
                key={draft.column}
                of={draft}
                sample={sampleOf(draft.column)}
                onChange={(changed) => onChange(drafts.map((one) => (one === draft ? changed : one)))}
              />
            ))}
          </ul>
          {!isUsable && <p className="field-error">{texts.oneId}</p>}
        </fieldset>
      )}
      {!mayMap && <p className="muted small">{texts.readOnly}</p>}
      <Section title={texts.preview}>
        <Loaded of={reading}>{(preview) => <Rows preview={preview} drafts={drafts} />}</Loaded>
      </Section>
    </>
  );
}
