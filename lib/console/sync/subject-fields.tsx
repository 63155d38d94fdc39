/** The fields of a subject, limited to the offer of the selected integration. */
import { SelectField, TextField } from '../forms/field.tsx';
import { oneOf } from '../forms/filters.ts';
import { syncTexts } from '../texts/sync.ts';
import { directions, directionsOf, type SyncSubject } from './sync-subject.ts';
import { useSyncOptions } from './use-options.tsx';

const texts = syncTexts.start;

interface SubjectFieldsProps {
  subject: SyncSubject;
  onChange: (subject: SyncSubject) => void;
  /** Mappings apply to both directions. */
  withDirection: boolean;
  /** The error of the API. */
  problemIn: (name: string) => string | undefined;
  /** The error of the form. */
  problem: string | undefined;
}

export function SubjectFields({ subject, onChange, withDirection, problemIn, problem }: SubjectFieldsProps) {
  const { data } = useSyncOptions();
  const options = data?.items ?? [];
  const option = options.find(({ integrationId }) => integrationId === subject.integrationId);
  const choose = (integrationId: string) => {
    const chosen = options.find((one) => one.integrationId === integrationId);
    const [first = subject.direction, second] = directionsOf(chosen);
    const direction = subject.direction === second ? second : first;
    onChange({ ...subject, integrationId, direction });
  };
  const typeField = {
    label: texts.entityType,
    error: problemIn('entityType') ?? (subject.entityType.trim() === '' ? problem : undefined),
    value: subject.entityType,
  };
  return (
    <>
      <SelectField
        label={texts.integration}
        error={problemIn('integrationId') ?? (subject.integrationId === '' ? problem : undefined)}
        value={subject.integrationId}
        onChange={({ target }) => choose(target.value)}
        choices={options.map(({ integrationId, title, canStartRun }) => [
          integrationId,
          canStartRun ? title : texts.notReady(title),
        ])}
      >
        <option value="">{texts.choose}</option>
        {option === undefined && subject.integrationId !== '' && <option>{subject.integrationId}</option>}
      </SelectField>
      {option?.supportedEntities ? (
        <SelectField
          {...typeField}
          onChange={({ target }) => onChange({ ...subject, entityType: target.value })}
          choices={option.supportedEntities.map((type) => [type, type])}
          stored={[subject.entityType, subject.entityType]}
        >
          <option value="">{texts.choose}</option>
        </SelectField>
      ) : (
        <TextField
          {...typeField}
          hint={texts.entityTypeHint}
          autoCapitalize="off"
          maxLength={100}
          onChange={({ target }) => onChange({ ...subject, entityType: target.value })}
        />
      )}
      {withDirection && (
        <SelectField
          label={texts.direction}
          error={problemIn('direction')}
          value={subject.direction}
          onChange={({ target }) =>
            onChange({ ...subject, direction: oneOf(directions, target.value) ?? 'import' })
          }
          choices={directionsOf(option).map((direction) => [direction, syncTexts.directions[direction]])}
          stored={[subject.direction, syncTexts.directions[subject.direction]]}
        />
      )}
    </>
  );
}
