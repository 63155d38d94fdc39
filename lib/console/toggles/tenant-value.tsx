import { useForm } from 'react-hook-form';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { FormBody } from '../forms/form-body.tsx';
import { SaveProblem } from '../forms/save-problem.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/states.tsx';
import { parseValue, textOf, valueProblem } from './toggle-values.ts';
import { ValueField } from './value-field.tsx';

const texts = toggleTexts.show;

interface OwnValue {
  value: unknown;
  isOverride: boolean;
}

interface OwnValueFormProps {
  toggle: Toggle;
  own: OwnValue;
  onReload: () => Promise<void>;
}

function OwnValueForm({ toggle, own, onReload }: OwnValueFormProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { value: textOf(toggle.type, own.value) },
  });
  const { saving, onSave } = useSaveAndReload(
    (api, { isOverride, value }: OwnValue) =>
      orThrow(
        api.PUT('/api/feature_toggles/overrides', {
          body: { toggleId: toggle.id, isOverride, ...(isOverride && { overrideValue: value }) },
        }),
      ),
    { refreshes: ['toggles'], onReload, saved: texts.overrideSaved },
  );
  return (
    <form
      className="form"
      noValidate
      onSubmit={handleSubmit(({ value }) =>
        onSave({ isOverride: true, value: parseValue(toggle.type, value) }),
      )}
    >
      <SaveProblem error={saving.error} />
      <p className="muted">{own.isOverride ? texts.hasOwn : texts.usesDefault}</p>
      <FormBody isSaving={saving.isPending}>
        <ValueField
          type={toggle.type}
          label={texts.ownValue}
          hint={texts.overrideIntro}
          error={formState.errors.value?.message}
          field={register('value', { validate: (text) => valueProblem(toggle.type, text) ?? true })}
        />
      </FormBody>
      <div className="form-actions">
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          {texts.set}
        </Button>
        {own.isOverride && (
          <Button isBusy={saving.isPending} onClick={() => onSave({ isOverride: false, value: null })}>
            {texts.clear}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The value of the toggle in the selected tenant. */
export function TenantValue({ toggle }: { toggle: Toggle }) {
  const reading = useRead(['toggles', 'override', toggle.id], (api) =>
    orThrow(api.GET('/api/feature_toggles/global/{id}/override', { params: { path: { id: toggle.id } } })),
  );
  const { current, version, reload } = useVersion(reading);
  return (
    <Loaded of={current}>
      {({ id, value }) => (
        <OwnValueForm
          key={version}
          toggle={toggle}
          own={{ value, isOverride: id !== '' }}
          onReload={reload}
        />
      )}
    </Loaded>
  );
}
