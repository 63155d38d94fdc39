/** The pages of a kind of thing from one literal: a list with filters, forms that create and change, and the page of one. */
import type { FieldValues } from 'react-hook-form';
import { List } from './list.tsx';
import { Create, Edit, Show } from './pages.tsx';
import type { ResourceSpec } from './spec.ts';

/** Returns the pages for the routes. Those of parts that the literal lacks fail. */
export function resource<
  Query,
  Row extends { id: string },
  One = never,
  Fields extends FieldValues = FieldValues,
  Sort extends string = string,
>(spec: ResourceSpec<Query, Row, One, Fields, Sort>) {
  const { form, one } = spec;
  const lacking = (): never => {
    throw new Error(`The resource at ${spec.at} has no such page.`);
  };
  return {
    list: { Component: () => <List {...spec} /> },
    create: {
      Component: () =>
        form ? <Create frame={spec} form={form} hasPage={one?.Body !== undefined} /> : lacking(),
    },
    edit: { Component: () => (form && one ? <Edit frame={spec} one={one} form={form} /> : lacking()) },
    show: { Component: () => (one ? <Show frame={spec} one={one} form={form} /> : lacking()) },
  };
}
