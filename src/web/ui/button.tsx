import type { ComponentProps, ReactNode } from 'react'

import { Tooltip } from './tooltip.tsx'

type Variant = 'primary' | 'secondary' | 'filled' | 'ghost' | 'danger' | 'danger-ghost'
type Size = 'xs' | 'sm' | 'md' | 'lg'

type Look = {
  variant?: Variant
  /** 26, 28, 32 or 44 px high with a mouse; at least 40 px with touch. */
  size?: Size
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Waiting for a response: the button stays, keeps focus, and ignores clicks. */
    pending?: boolean
    /** Replaces the children while pending. The button is as wide as the wider of the two. */
    pendingLabel?: string
  }

/** A button. The default type is `button`, so that it doesn't submit a form by accident. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  pending = false,
  pendingLabel,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`${look(variant, size)} ${className}`}
      aria-disabled={pending || rest['aria-disabled']}
      data-pending={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {pendingLabel ? (
        <span className="grid [&>span]:[grid-area:1/1]">
          <span className={pending ? 'invisible' : undefined}>{children}</span>
          <span className={pending ? undefined : 'invisible'}>{pendingLabel}</span>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

/** The primary button that submits a form, even from outside the form. */
export function SubmitButton(props: Omit<ButtonProps, 'type'>) {
  return <Button variant="primary" {...props} type="submit" />
}

type ButtonLinkProps = ComponentProps<'a'> & Look & { href: string }

/** A link that looks like a button but can be opened in another tab. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  className = '',
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={`${look(variant, size)} ${className}`}>
      {icon}
      {children}
    </a>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The button's name for screen readers and its tooltip. */
  label: string
  icon: ReactNode
  /** 24 or 32 px with a mouse, 40 px with touch. */
  size?: 'sm' | 'md'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({
  label,
  icon,
  size = 'md',
  side,
  className = '',
  type = 'button',
  ...rest
}: IconButtonProps) {
  const box = size === 'sm' ? 'size-6 rounded-sm' : 'size-8 rounded-md'
  return (
    <Tooltip label={label} side={side}>
      <button
        // The tooltip repeats the name, which shouldn't be spoken twice.
        aria-describedby={undefined}
        {...rest}
        type={type}
        aria-label={label}
        className={`${BASE} ${ICON_LOOK} ${box} touch:size-10 ${className}`}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

const BASE = [
  'inline-flex shrink-0 items-center justify-center gap-1.5 border text-label font-medium whitespace-nowrap select-none',
  'transition-[background-color,border-color,color,box-shadow] data-pending:opacity-70 aria-disabled:cursor-default',
  '[&>svg]:shrink-0 [&>svg]:stroke-[1.75]',
].join(' ')

const VARIANT: Record<Variant, string> = {
  primary: [
    'border-transparent bg-ink text-ink-fg not-aria-disabled:enabled:hover:bg-ink-hover [a&]:hover:bg-ink-hover',
    'disabled:bg-sunken disabled:text-fg-off',
    'not-data-pending:aria-disabled:bg-sunken not-data-pending:aria-disabled:text-fg-off',
  ].join(' '),
  secondary: [
    'border-line-2 bg-surface text-fg shadow-sh-1',
    'not-aria-disabled:enabled:hover:border-control [a&]:hover:border-control',
    'disabled:border-line disabled:text-fg-off disabled:shadow-none',
    '[a&]:aria-disabled:border-line [a&]:aria-disabled:text-fg-off [a&]:aria-disabled:shadow-none',
  ].join(' '),
  filled: 'border-transparent bg-hover text-fg hover:bg-press',
  ghost: [
    'border-transparent text-fg-2 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-fg',
    'active:bg-press disabled:bg-transparent disabled:text-fg-off',
  ].join(' '),
  danger: [
    'border-transparent bg-danger text-danger-fg not-aria-disabled:hover:darker',
    'disabled:bg-sunken disabled:text-fg-off',
  ].join(' '),
  'danger-ghost': [
    'border-transparent text-danger-text not-aria-disabled:hover:bg-danger-tint',
    'disabled:bg-transparent disabled:text-fg-off',
  ].join(' '),
}

const ICON_LOOK = VARIANT.ghost.replace('text-fg-2', 'text-fg-3')

const SIZE: Record<Size, string> = {
  xs: 'min-h-6.5 rounded-md px-2.25 touch:min-h-10',
  sm: 'min-h-7 rounded-md px-2.25 touch:min-h-10',
  md: 'min-h-8 rounded-md px-2.75 max-sm:px-3.25 touch:min-h-10',
  lg: 'min-h-11 rounded-lg px-4.75 text-[15px] leading-5',
}

function look(variant: Variant, size: Size): string {
  return `${BASE} ${VARIANT[variant]} ${SIZE[size]}`
}
