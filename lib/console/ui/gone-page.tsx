/** Pages of things that may be missing. */
import type { ReactNode } from 'react';
import { problemOf } from '../api/problems.ts';
import type { IconName } from './icon.tsx';
import { ProblemNotice } from './notice.tsx';
import { PageHeader } from './page-header.tsx';
import { Empty, Loaded, type Reading } from './states.tsx';

/** The page of a resource that does not exist. */
export function GonePage(props: { title: string; parent: { to: string; title: string }; icon: IconName }) {
  const { title, parent, icon } = props;
  return (
    <>
      <PageHeader title={title} parent={parent} isGone />
      <Empty icon={icon} title={title} />
    </>
  );
}

interface LoadedPageProps<Data> {
  of: Reading<Data>;
  /** The page that leads to this one. */
  parent: { to: string; title: string };
  children: (data: Data) => ReactNode;
}

/** A page that is nothing without its data: if they cannot be read, it has a heading and the way back all the same. */
export function LoadedPage<Data>({ of, parent, children }: LoadedPageProps<Data>) {
  if (of.data !== undefined || !of.error) return <Loaded of={of}>{children}</Loaded>;
  return (
    <>
      <PageHeader title={problemOf(of.error).title} parent={parent} isGone />
      <ProblemNotice error={of.error} onRetry={of.refetch} />
    </>
  );
}
