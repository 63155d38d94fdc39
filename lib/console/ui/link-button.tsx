import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Need, useMeets } from '../session/session.ts';
import { Icon, type IconName } from './icon.tsx';

/** A link to an action, styled as a button. */
export function LinkButton(props: {
  to: string;
  variant?: 'plain' | 'primary' | 'quiet';
  icon?: IconName;
  /** For screen readers, if several links of a page have the same text. */
  name?: string;
  children: ReactNode;
}) {
  const { to, variant = 'plain', icon, name, children } = props;
  return (
    <Link to={to} className={`button ${variant}`} aria-label={name}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** Links to the page that creates a resource. */
export const CreateLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <LinkButton to={to} variant="primary" icon="plus">
    {children}
  </LinkButton>
);

/** Where an empty list leads, for callers who may see that page. */
export function NextStep({ to, title, need = null }: { to: string; title: string; need?: Need }) {
  return useMeets()(need) && <LinkButton to={to}>{title}</LinkButton>;
}
