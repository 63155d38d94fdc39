/** Cells of lists, by the names of the fields that they show. */
import type { ReactNode } from 'react';
import { OnOffBadge } from '../ui/badge.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** The content of a column: a function of the row, marked for numbers, with the field that it shows. */
export interface Cell<Row> {
  (row: Row): ReactNode;
  isNumber?: boolean;
  field?: string;
}

interface Titled<Row> {
  titles: Readonly<Record<string, string>>;
  cells: Readonly<Record<string, Cell<Row>>>;
  /** The fields of cells that do not say them. */
  fields?: Readonly<Record<string, string>> | undefined;
}

/** The columns with their titles. */
export const columnsOf = <Row,>({ titles, cells, fields = {} }: Titled<Row>): Column<Row>[] =>
  Object.entries(cells).map(([name, cell]) => ({
    title: titles[name] ?? name,
    isNumber: cell.isNumber ?? false,
    field: fields[name] ?? cell.field ?? name,
    cell,
  }));

/** Columns that a user may add: the id and the times that no column shows. */
export function extraColumns<Row extends object>(
  of: { columns: Readonly<Record<string, unknown>>; titles: Readonly<Record<string, string>> },
  shown: readonly Column<Row>[],
): Column<Row>[] {
  const names = Object.keys(of.columns).filter(
    (name) => (name === 'id' || of.columns[name] === 'time') && !shown.some(({ field }) => field === name),
  );
  return names.map((name) => ({
    title: of.titles[name] ?? name,
    field: name,
    isExtra: true,
    cell: (row) => {
      const value = new Map<string, unknown>(Object.entries(row)).get(name);
      if (typeof value !== 'string') return <span className="muted">–</span>;
      return name === 'id' ? <code className="whole">{value}</code> : <Time value={value} />;
    },
  }));
}

/** Names the field that a cell shows. */
const ofField = <Row,>(field: string, cell: (row: Row) => ReactNode, isNumber = false): Cell<Row> =>
  Object.assign(cell, { field, isNumber });

export const time = <Name extends string>(
  name: Name,
): Cell<{ readonly [Key in Name]?: string | null | undefined }> =>
  ofField(name, (row) => <Time value={row[name]} />);

/** Marks the cells of a column as numbers. */
export const asNumber = <Row,>(cell: (row: Row) => ReactNode): Cell<Row> =>
  Object.assign(cell.bind(undefined), { isNumber: true });

export const number = <Name extends string>(name: Name): Cell<Readonly<Record<Name, number>>> =>
  ofField(name, (row) => row[name], true);

export const onOff = <Name extends string>(
  name: Name,
  texts: { on: string; off: string },
): Cell<Readonly<Record<Name, boolean>>> =>
  ofField(name, (row) => <OnOffBadge isOn={row[name]} texts={texts} />);

/** The link to the page of the row, with a second line. */
export const link = <Title extends string, Sub extends string = never>(
  at: string,
  title: Title,
  sub?: Sub,
): Cell<{ id: string } & Readonly<Record<Title, string>> & Readonly<Record<Sub, ReactNode>>> =>
  ofField(title, (row) => <TitleCell to={`${at}/${row.id}`} title={row[title]} sub={sub && row[sub]} />);
