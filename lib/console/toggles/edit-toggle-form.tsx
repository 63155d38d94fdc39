import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { orThrow, type Toggle, toJson } from '../../../shared/clients/typescript/index.ts';
import type { Versioned } from '../api/queries.ts';
import { ResourceForm } from '../forms/resource-form.tsx';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { extrasIn, extrasOf, type ToggleForm } from './toggle-extras.ts';
import { ToggleFields } from './toggle-fields.tsx';
import { parseValue, textOf } from './toggle-values.ts';

const texts = toggleTexts.form;

const formOf = (toggle: Toggle): ToggleForm => ({
  identifier: toggle.identifier,
  name: toggle.name,
  description: toggle.description ?? '',
  category: toggle.category ?? '',
  defaultValue: textOf(toggle.type, toggle.defaultValue),
  ...extrasOf(toggle),
});

/** Changes a toggle with the version that was shown first, or a later one with the same settings. */
export function EditToggleForm(props: { toggle: Versioned<Toggle>; onReload: () => Promise<void> }) {
  const [{ data, etag }, setShown] = useState(props.toggle);
  const form = useForm({ defaultValues: formOf(data) });
  const { isDirty, isSubmitted } = form.formState;
  const hasSameSettings = toJson(formOf(props.toggle.data)) === toJson(formOf(data));
  const isOutdated = props.toggle.etag !== etag && (hasSameSettings || (!isDirty && !isSubmitted));
  const followVersion = useEffectEvent(() => {
    if (!hasSameSettings) form.reset(formOf(props.toggle.data));
    setShown(props.toggle);
  });
  // No input is lost, and a save is not refused for a version that only the kill switch has changed.
  useEffect(() => {
    if (isOutdated) followVersion();
  }, [isOutdated]);
  const frame = useSaveAndReload(
    (api, fields: ToggleForm, params) =>
      orThrow(
        api.PUT('/api/feature_toggles/global', {
          params,
          body: {
            id: data.id,
            identifier: fields.identifier,
            name: fields.name,
            description: fields.description || null,
            category: fields.category || null,
            defaultValue: parseValue(data.type, fields.defaultValue),
            ...extrasIn(fields),
          },
        }),
      ),
    { etag, refreshes: ['toggles'], onReload: props.onReload, saved: texts.saved },
  );
  return (
    <ResourceForm form={form} {...frame} submitLabel={texts.save}>
      <ToggleFields type={data.type} form={form} error={frame.saving.error} />
    </ResourceForm>
  );
}
