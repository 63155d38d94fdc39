import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type ButtonVariant = 'plain' | 'primary' | 'danger' | 'quiet';

const classOf = (variant: ButtonVariant, iconOnly = false): string =>
  `button ${variant}${iconOnly ? ' icon-only' : ''}`;

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  variant?: ButtonVariant;
  icon?: IconName;
  /** While it is busy or disabled it keeps its size and focus, and ignores clicks. */
  isBusy?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = 'plain', icon, isBusy, disabled, onClick, children, type, ...rest } = props;
  const isOff = isBusy || disabled;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classOf(variant, children === undefined)}
      aria-disabled={isOff || rest['aria-disabled']}
      onClick={(event) => (isOff ? event.preventDefault() : onClick?.(event))}
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
