/** Pages that create and change a resource with a form, and then open its page. */
import { type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import { type ReadKey, type Resource, useRead, useWrite, type Versioned } from '../api/queries.ts';
import { LoadedPage } from '../ui/gone-page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { FormFrame } from './resource-form.tsx';
import { useLeaveSaved } from './unsaved-guard.tsx';
import { useVersion } from './use-version.ts';

interface Place {
  to: string;
  title: string;
}

/** A saved form stays busy until its page is left: a second click would save once more. */
const untilLeft = (saving: FormFrame<never>['saving']) => ({
  ...saving,
  isPending: saving.isPending || saving.isSuccess,
});

interface CreatePageProps<Fields extends FieldValues, Result> {
  title: string;
  parent: Place;
  create: (api: PlatformClient, fields: Fields) => Promise<Result>;
  refreshes: readonly Resource[];
  /** Confirmation after saving. */
  saved: string;
  pageOf: (created: Result) => string;
  /** What is shown of the new one before its page, such as a secret. */
  shown?: (created: Result) => ReactNode;
  children: (frame: FormFrame<Fields>) => ReactNode;
}

export function CreatePage<Fields extends FieldValues, Result>(props: CreatePageProps<Fields, Result>) {
  const { title, parent, create, refreshes, saved, pageOf, shown, children } = props;
  const leave = useLeaveSaved();
  const toast = useToast();
  const saving = useWrite(create, refreshes);
  const onSuccess = (created: Result) => {
    if (shown) return;
    toast(saved);
    leave(pageOf(created));
  };
  return (
    <>
      <PageHeader title={title} parent={parent} />
      {children({
        saving: untilLeft(saving),
        cancelTo: parent.to,
        onSave: (fields) => saving.mutate(fields, { onSuccess }),
      })}
      {saving.data !== undefined && shown?.(saving.data)}
    </>
  );
}

export interface Change<Fields> {
  fields: Fields;
  /** Undefined to overwrite other changes. */
  etag: string | undefined;
}

interface EditPageProps<Data, Fields extends FieldValues> {
  resource: ReadKey;
  read: (api: PlatformClient) => Promise<Versioned<Data>>;
  save: (api: PlatformClient, data: Data, change: Change<Fields>) => Promise<unknown>;
  refreshes: readonly Resource[];
  title: (data: Data) => string;
  /** The list of such resources. */
  list: Place;
  /** The page of the resource. */
  pageOf: (data: Data) => Place;
  /** Confirmation after saving. */
  saved: string;
  /** Content below the form. */
  below?: ((data: Data) => ReactNode) | undefined;
  /** The id, where the form is the page of its thing. */
  id?: string | undefined;
  children: (data: Data, frame: FormFrame<Fields>) => ReactNode;
}

interface VersionProps<Data, Fields extends FieldValues> {
  of: Versioned<Data>;
  page: EditPageProps<Data, Fields>;
  onReload: () => void;
  /** Reads the saved version, which the page of the resource then shows. */
  onSaved: () => Promise<unknown>;
}

function EditVersion<Data, Fields extends FieldValues>(props: VersionProps<Data, Fields>) {
  const { of, page, onReload, onSaved } = props;
  const leave = useLeaveSaved();
  const toast = useToast();
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ data, etag }] = useState(of);
  const parent = page.pageOf(data);
  const saving = useWrite(
    (api, change: Change<Fields>) => page.save(api, data, change),
    page.refreshes,
    onSaved,
  );
  const save = (change: Change<Fields>) =>
    saving.mutate(change, {
      onSuccess: () => {
        toast(page.saved);
        leave(parent.to);
      },
    });
  return (
    <>
      <PageHeader title={page.title(data)} id={page.id} parent={parent} />
      {page.children(data, {
        saving: untilLeft(saving),
        cancelTo: parent.to,
        onSave: (fields) => save({ fields, etag }),
        onOverwrite: (fields) => save({ fields, etag: undefined }),
        onReload,
      })}
      {page.below?.(data)}
    </>
  );
}

/** Edits a resource and saves it with the version that was read, so that no other change is overwritten silently. */
export function EditPage<Data, Fields extends FieldValues>(props: EditPageProps<Data, Fields>) {
  const reading = useRead(props.resource, props.read);
  const { current, version, reload } = useVersion(reading);
  return (
    <LoadedPage of={current} parent={props.list}>
      {(data) => (
        <EditVersion
          key={version}
          of={data}
          page={props}
          onReload={reload}
          onSaved={() => reading.refetch({ cancelRefetch: false })}
        />
      )}
    </LoadedPage>
  );
}
