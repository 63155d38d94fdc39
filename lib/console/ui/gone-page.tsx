import type { IconName } from './icon.tsx';
import { PageHeader } from './page-header.tsx';
import { Empty } from './states.tsx';

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
