import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

type MenuProps = {
  /** The button that opens the menu, which must accept a ref and handlers. */
  trigger: ReactNode
  children: ReactNode
  /** The menu's name, if the trigger's name isn't suitable. */
  label?: string
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  onCloseAutoFocus?: (event: Event) => void
  className?: string
}

/** A menu of actions. Supports arrow keys, typeahead and Escape. */
export function Menu(props: MenuProps) {
  const { trigger, children, label, align = 'start', side = 'bottom', className = '' } = props
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          onCloseAutoFocus={props.onCloseAutoFocus}
          className={`z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-55 data-[state=open]:animate-rise-in overflow-y-auto rounded-lg border border-line-2 bg-raised p-1 shadow-sh-4 dark:border-transparent ${className}`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  icon?: ReactNode
  /** Shown on the right: a key, hidden on phones. */
  trailing?: ReactNode
  danger?: boolean
}

export function MenuItem({ icon, trailing, danger = false, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item {...rest} className={`${ROW} ${danger ? 'text-danger-text' : ''}`}>
      {icon && <span className="-mr-0.5 flex [&>svg]:size-4 [&>svg]:stroke-[1.75]">{icon}</span>}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {children}
      </span>
      {trailing && <span className="flex max-sm:hidden">{trailing}</span>}
    </Radix.Item>
  )
}

type MenuCheckItemProps = Omit<ComponentProps<typeof Radix.CheckboxItem>, 'onCheckedChange'> & {
  checked: boolean
  /** Shown on the right of an unchecked item, for example a count. */
  trailing?: ReactNode
}

export function MenuCheckItem({ trailing, children, ...rest }: MenuCheckItemProps) {
  return (
    <Radix.CheckboxItem {...rest} className={ROW}>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {children}
      </span>
      {rest.checked ? (
        <Radix.ItemIndicator>
          <Check size={16} strokeWidth={1.75} />
        </Radix.ItemIndicator>
      ) : (
        <span className="text-fg-3">{trailing}</span>
      )}
    </Radix.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-meta text-fg-3">{children}</Radix.Label>
}

const ROW =
  'flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 text-label outline-none select-none data-disabled:text-fg-off data-highlighted:bg-hover touch:min-h-10 forced-colors:data-disabled:text-[GrayText] data-highlighted:forced-outline'
