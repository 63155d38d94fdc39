import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { ifMatch, Resource } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { ResourceForm } from './resource-form.tsx';
import { useSaveAndReload } from './use-save-and-reload.ts';

interface SettingsFormProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  /** Of the stored settings. The form edits this version, even if the page reads a newer one meanwhile. */
  etag: string | undefined;
  /** The feature that allows to save. */
  need: string;
  /** `params` contain the edited version, or nothing to overwrite other changes. */
  save: (api: PlatformClient, fields: Fields, params: ReturnType<typeof ifMatch>) => Promise<unknown>;
  refreshes: readonly Resource[];
  onReload: () => Promise<void>;
  texts: { saved: string; mayNot: string };
  /** By default "Save". */
  submitLabel?: string;
  /** `error` is that of saving. */
  children: (error: unknown) => ReactNode;
}

/** The form of a page of settings: stays open when it is saved, and is read-only for callers who may not save. */
export function SettingsForm<Fields extends FieldValues>(props: SettingsFormProps<Fields>) {
  const { form, need, save, refreshes, onReload, texts, submitLabel, children } = props;
  const mayManage = useMay()(need);
  const [etag] = useState(props.etag);
  const frame = useSaveAndReload(save, { etag, refreshes, onReload, saved: texts.saved });
  return (
    <ResourceForm
      form={form}
      {...frame}
      {...(submitLabel !== undefined && { submitLabel })}
      readOnlyHint={mayManage ? undefined : texts.mayNot}
    >
      <fieldset className="form-body" role="presentation" disabled={!mayManage}>
        {children(frame.saving.error)}
      </fieldset>
    </ResourceForm>
  );
}
