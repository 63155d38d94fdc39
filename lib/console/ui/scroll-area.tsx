import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Content that may be wider than its place. While it is, the keyboard reaches and scrolls it, too. */
export function ScrollArea(props: { label: string; className: string; children: ReactNode }) {
  const { label, className, children } = props;
  const area = useRef<HTMLDivElement>(null);
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setScrollable(element.scrollWidth > element.clientWidth));
    for (const observed of [element, ...element.children]) observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  const reachable = { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div ref={area} className={className} {...(isScrollable && reachable)}>
      {children}
    </div>
  );
}
