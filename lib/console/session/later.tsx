import { type ComponentType, createElement, useEffect, useState } from 'react';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';

/** A page that few callers see at sign-in. It is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function Later(props: Props) {
    const [loaded, setLoaded] = useState<{ Page: ComponentType<Props> } | { error: unknown }>();
    useEffect(() => {
      load().then(
        (Page) => setLoaded({ Page }),
        (error: unknown) => setLoaded({ error }),
      );
    }, []);
    if (loaded === undefined) return <Loading />;
    if ('error' in loaded) return <ProblemNotice error={loaded.error} onRetry={() => location.reload()} />;
    return createElement(loaded.Page, props);
  };
}
