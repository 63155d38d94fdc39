/** Cells of lists, by the names of the fields that they show. */
import type { ReactNode } from 'react';
import { OnOffBadge } from '../ui/badge.tsx';
import { type Column, TitleCell } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** The content of a column: a function of the row, marked for numbers. */
export interface Cell<Row> {
  (row: Row): ReactNode;
  isNumber?: boolean;
}

/** The columns with their titles. */
export const columnsOf = <Row,>(
  titles: Readonly<Record<string, string>>,
  cells: Readonly<Record<string, Cell<Row>>>,
): Column<Row>[] =>
  Object.entries(cells).map(([name, cell]) => ({
    title: titles[name] ?? name,
    isNumber: cell.isNumber ?? false,
    cell,
  }));

export const time =
  <Name extends string>(name: Name) =>
  (row: { readonly [Key in Name]?: string | null | undefined }) => <Time value={row[name]} />;

/** Marks the cells of a column as numbers. */
export const asNumber = <Row,>(cell: (row: Row) => ReactNode): Cell<Row> =>
  Object.assign(cell.bind(undefined), { isNumber: true });

export const number = <Name extends string>(name: Name) =>
  asNumber((row: Readonly<Record<Name, number>>) => row[name]);

export const onOff =
  <Name extends string>(name: Name, texts: { on: string; off: string }) =>
  (row: Readonly<Record<Name, boolean>>) => <OnOffBadge isOn={row[name]} texts={texts} />;

/** The link to the page of the row, with a second line. */
export const link =
  <Title extends string, Sub extends string = never>(at: string, title: Title, sub?: Sub) =>
  (row: { id: string } & Readonly<Record<Title, string>> & Readonly<Record<Sub, ReactNode>>) => (
    <TitleCell to={`${at}/${row.id}`} title={row[title]} sub={sub && row[sub]} />
  );
