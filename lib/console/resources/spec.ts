/** What a literal says about a resource. */
import type { ComponentType, ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { Resource as ReadName, Versioned } from '../api/queries.ts';
import type { ThingProps } from '../audit/changes-of.tsx';
import type { fieldsOf } from '../forms/form-fields.ts';
import type { Change } from '../forms/form-pages.tsx';
import type { FormFrame } from '../forms/resource-form.tsx';
import type { Sorting } from '../forms/sorting.ts';
import type { Need } from '../session/session.ts';
import type { BulkActions } from '../ui/bulk-bar.tsx';
import type { DeleteTexts } from '../ui/delete-dialog.tsx';
import type { IconName } from '../ui/icon.tsx';
import type { RowPage } from '../ui/resource-list.tsx';
import type { Cell } from './cells.tsx';
import type { FiltersOf } from './filters.tsx';

/** What the API says about the resource: `shared/clients/typescript/resources.ts`. */
export interface Data<Sort extends string = string> {
  path: string;
  isExported: boolean;
  /** The columns with their kinds: those with times and the id may be shown, too. */
  columns: Readonly<Record<string, unknown>>;
  titles: Readonly<Record<string, string>>;
  /** The fields by which the API sorts the list. */
  sorts?: readonly Sort[];
  features: { readonly list: Need; readonly create?: Need; readonly change?: Need; readonly delete?: Need };
}

export interface Place {
  to: string;
  title: string;
}

export interface ListTexts {
  title: string;
  intro: string;
  empty: { title: string; text: string };
  create?: string;
  columns: Readonly<Record<string, string>>;
}

/** A control in each row: a button that opens a dialog, or a link. */
export interface RowAction<Row> {
  label: string;
  /** For screen readers: it names the row, too. */
  nameOf: (row: Row) => string;
  /** By default what a change needs. */
  need?: Need;
  variant?: 'plain' | 'quiet' | 'danger';
  Dialog?: ComponentType<{ of: Row; onClose: () => void }>;
  to?: (row: Row) => string;
}

export interface Paging {
  page: number;
  pageSize: number;
}

export interface ListSpec<Query, Row, Sort extends string = string> {
  texts: ListTexts;
  read: (api: PlatformClient, query: Partial<Query> & Paging & Sorting<Sort>) => Promise<RowPage<Row>>;
  filters: FiltersOf<Query>;
  /** The order in the query of an export, if the API has other names for it. */
  orderOf?: (sorting: Sorting<NoInfer<Sort>>) => Readonly<Record<string, string>>;
  /** The content of each column, by the name of its title. */
  columns: Readonly<Record<string, Cell<NoInfer<Row>>>>;
  /** The field that a column shows, by the name of its title, where neither the name nor the cell says it. */
  fields?: Readonly<Record<string, string>>;
  /** Where an empty list leads, if nothing is created here. */
  next?: Place;
  actions?: readonly RowAction<Row>[];
  /** What may be done to several rows at once. */
  bulk?: BulkActions<NoInfer<Row>>;
  /** Links to related pages. */
  Links?: ComponentType;
  /** The page that creates one, below the list; by default `new`. */
  newAt?: string;
  /** The dialog that creates one in place of a page. */
  Create?: ComponentType<{ onClose: () => void }>;
}

/** What the fields of a form get. */
export interface FieldsProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  /** Registers a field with its error. */
  field: ReturnType<typeof fieldsOf<Fields>>;
  /** The error of saving. */
  error: unknown;
  isNew: boolean;
}

/** What a form gets that is more than fields. */
export interface FormProps<Fields extends FieldValues> extends FormFrame<Fields> {
  initial: DefaultValues<Fields>;
  isNew: boolean;
}

export interface Created {
  id: string;
  secret?: string;
}

export interface FormSpec<One, Fields extends FieldValues> {
  texts: { create: string; edit: (name: string) => string; saved: string };
  initial: DefaultValues<Fields> | (() => DefaultValues<Fields>);
  formOf: (one: NoInfer<One>) => DefaultValues<Fields>;
  create: (api: PlatformClient, fields: Fields) => Promise<Created>;
  /** `before` is what the form edits: for rows without a version, of which only changed fields are sent. */
  change: (api: PlatformClient, id: string, change: Change<Fields>, before: NoInfer<One>) => Promise<unknown>;
  /** The fields, which get the frame of a form; or a whole form. */
  Fields?: ComponentType<FieldsProps<Fields>>;
  Form?: ComponentType<FormProps<Fields>>;
  /** A message in place of the form, for what it cannot edit. */
  refusal?: (one: NoInfer<One>) => ReactNode;
  /** Shows the secret of a new one, once. */
  secret?: { title: string; intro: string; what: string; doneLabel: string };
}

export interface RemoveSpec {
  texts: DeleteTexts;
  call: (api: PlatformClient, id: string) => Promise<unknown>;
  /** Takes the deletion back, for callers who may. */
  undo?: {
    need: Need;
    call: (api: PlatformClient, id: string) => Promise<unknown>;
    texts: { undone: string; notUndone: string };
  };
}

export interface OneSpec<One> {
  /** Reads it with its version, if it has one. */
  read: (api: PlatformClient, id: string) => Promise<{ data: One | undefined; etag?: string | undefined }>;
  title: (one: NoInfer<One>) => string;
  /** The title of the page of one that does not exist any more, if the API does not refuse to read it. */
  gone?: string;
  intro?: (one: NoInfer<One>) => ReactNode;
  /** The controls, if there are others than those that edit and delete. */
  Actions?: ComponentType<{ of: NoInfer<One>; edit: ReactNode; remove: ReactNode }>;
  /** What audit entries have for it, if that is more than the kind and the id. */
  trail?: (one: NoInfer<One>) => ThingProps;
  /** The content of its page. Without one, forms lead to the list. */
  Body?: ComponentType<{ of: Versioned<NoInfer<One>> }>;
}

export interface ResourceSpec<Query, Row, One, Fields extends FieldValues, Sort extends string = string> {
  of: Data<Sort>;
  /** The word that audit entries have for one. */
  kind?: string;
  /** The address of the list. */
  at: string;
  /** The name of its reads, which writes refresh. */
  reads: ReadName;
  /** Other reads that writes refresh. */
  refreshes?: readonly ReadName[];
  icon: IconName;
  parent?: Place;
  list: ListSpec<Query, Row, Sort>;
  one?: OneSpec<One>;
  form?: FormSpec<One, Fields>;
  remove?: RemoveSpec;
}
