import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

const classOf = (variant: ButtonVariant, iconOnly = false): string =>
  `button ${variant}${iconOnly ? ' icon-only' : ''}`;

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant;
  icon?: IconName;
  /** While it is busy it keeps its size and focus, and ignores clicks. */
  isBusy?: boolean;
}

export function Button({ variant = 'plain', icon, isBusy, onClick, children, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classOf(variant, children === undefined)}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** Opens the dialog that creates a resource. */
export const CreateButton = ({ onClick, children }: Pick<ButtonProps, 'onClick' | 'children'>) => (
  <Button variant="primary" icon="plus" onClick={onClick}>
    {children}
  </Button>
);
