import type { ReactNode } from 'react';
import { ExportMenu } from './export-menu.tsx';
import { LinkButton } from './link-button.tsx';
import { PageHeader } from './page-header.tsx';
import { ResourceList, type ResourceListProps } from './resource-list.tsx';

interface ListPageProps<Row> extends Omit<ResourceListProps<Row>, 'caption' | 'keyOf' | 'empty' | 'head'> {
  texts: { title: string; intro: string; empty: { title: string; text: string } };
  /** The parent page. */
  parent?: { to: string; title: string };
  /** Links to related pages. */
  links?: ReactNode;
  /** The address of the export, with the query of the list; a list without it has no export. */
  exportOf?: { path: string; query: Record<string, unknown> };
  /** The control that creates a resource, for callers who may. */
  create?: ReactNode;
  /** Where an empty list leads callers who cannot create anything here. */
  next?: { to: string; title: string };
  /** The filters, and content between header and list. */
  children?: ReactNode;
}

/** A page with a list: its header with export and creation, its filters, and its rows. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { texts, parent, links, exportOf, create, next, children, ...list } = props;
  const hasActions = Boolean(links || exportOf || create);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        {...(parent && { parent })}
        actions={
          hasActions && (
            <>
              {links}
              {exportOf && <ExportMenu {...exportOf} />}
              {create}
            </>
          )
        }
      />
      <ResourceList
        {...list}
        head={children}
        caption={texts.title}
        keyOf={({ id }) => id}
        empty={{
          ...texts.empty,
          action: create || (next && <LinkButton to={next.to}>{next.title}</LinkButton>),
        }}
      />
    </>
  );
}
