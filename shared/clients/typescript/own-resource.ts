/** What a client must know of a resource that a team declares, to show and change it. */

/** The kind of a value; the choices of one that has some. */
export type Kind = 'text' | 'number' | 'boolean' | 'time' | 'id' | 'list' | 'object' | readonly string[];

/** A field that callers write. */
export interface OwnField {
  kind: Kind;
  isRequired: boolean;
  /** What the field means. */
  hint: string;
  /** The value in a new one. */
  initial?: unknown;
}

export interface OwnResource {
  name: string;
  /** Its name in events and audit entries: `sales.contact`. */
  auditedAs: string;
  path: string;
  /** Such as "Supplier" and "Suppliers". */
  title: string;
  plural: string;
  isExported: boolean;
  /** Whether a change names the thing in its path or in its body. */
  ids: 'path' | 'request';
  columns: Readonly<Record<string, Kind>>;
  titles: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, Kind>>;
  /** Fields by which the list sorts. */
  sorts: readonly string[];
  features: {
    readonly list: string | null;
    readonly get?: string | null;
    readonly create?: string | null;
    readonly change?: string | null;
    readonly delete?: string | null;
  };
  /** The fields that callers write, in the order of the form. */
  fields: Readonly<Record<string, OwnField>>;
}
