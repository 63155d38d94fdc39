/** Edits the mapping of one field. */
import { CheckField, SelectField, TextField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { mappingTexts as texts } from '../texts/sync.ts';
import { type FieldDraft, mappingKinds } from './mapping-fields.ts';

interface FieldEditorProps {
  field: FieldDraft;
  onChange: (field: FieldDraft) => void;
  /** The error of the API for a part of it. */
  problemIn: (part: string) => string | undefined;
}

export function FieldEditor({ field, onChange, problemIn }: FieldEditorProps) {
  const change = (part: Partial<FieldDraft>) => onChange({ ...field, ...part });
  const { transform, defaultValue, required } = field;
  const isWrong = ['transform', 'defaultValue'].some((part) => problemIn(part) !== undefined);
  return (
    <div className="mapping-field">
      <TextField
        label={texts.external}
        autoCapitalize="off"
        value={field.externalField}
        error={problemIn('externalField')}
        onChange={({ target }) => change({ externalField: target.value })}
      />
      <TextField
        label={texts.local}
        autoCapitalize="off"
        value={field.localField}
        error={problemIn('localField')}
        onChange={({ target }) => change({ localField: target.value })}
      />
      <SelectField
        label={texts.kind}
        value={field.mappingKind}
        error={problemIn('mappingKind')}
        onChange={({ target }) => change({ mappingKind: oneOf(mappingKinds, target.value) ?? 'core' })}
        choices={mappingKinds.map((kind) => [kind, texts.kinds[kind]])}
      />
      <div className="row">
        <CheckField
          label={texts.required}
          checked={required}
          onChange={({ target }) => change({ required: target.checked })}
        />
      </div>
      <details className="whole" open={isWrong || transform !== '' || defaultValue !== ''}>
        <summary className="small muted">{texts.more}</summary>
        <div className="mapping-field">
          <TextField
            label={texts.transform}
            hint={texts.transformHint}
            autoCapitalize="off"
            value={transform}
            error={problemIn('transform')}
            onChange={({ target }) => change({ transform: target.value })}
          />
          <TextField
            label={texts.defaultValue}
            value={defaultValue}
            error={problemIn('defaultValue')}
            onChange={({ target }) => change({ defaultValue: target.value })}
          />
        </div>
      </details>
    </div>
  );
}
