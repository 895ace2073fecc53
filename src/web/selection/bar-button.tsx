import {
  Calendar,
  CircleCheck,
  Ellipsis,
  Folder,
  Layers,
  type LucideIcon,
  Sun,
  Tag,
  Trash2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import type { ComponentProps } from 'react'

const ICONS = {
  complete: CircleCheck,
  move: Layers,
  category: Tag,
  project: Folder,
  due: Calendar,
  plan: Sun,
  remove: Trash2,
  more: Ellipsis,
} satisfies Record<string, LucideIcon>

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: keyof typeof ICONS
  label: string
  isDanger?: boolean
  /** Whether the icon is above the text, as in a phone's bar. */
  isTall?: boolean
}

/** Shows an icon with a title instead of the text if the bar is narrow. */
export function BarButton({ icon, label, isDanger = false, isTall = false, ...rest }: Props) {
  const Icon = ICONS[icon]
  if (isTall)
    return (
      <Toolbar.Button {...rest} className={`${TALL} data-[state=open]:bg-hover`}>
        <Icon size={20} strokeWidth={1.75} />
        {label}
      </Toolbar.Button>
    )
  return (
    <Toolbar.Button
      {...rest}
      title={label}
      className={`${WIDE} ${isDanger ? 'text-danger-text hover:bg-danger-tint' : 'text-fg hover:bg-hover data-[state=open]:bg-hover'}`}
    >
      <Icon size={16} strokeWidth={1.75} />
      <span className="max-[1000px]:sr-only">{label}</span>
    </Toolbar.Button>
  )
}

const WIDE =
  'flex min-h-8 items-center gap-2 rounded-md px-2.5 text-label font-medium whitespace-nowrap touch:min-h-10 touch:min-w-10'
const TALL = 'flex h-14 flex-col items-center justify-center gap-1 text-[11px]/[14px] text-fg-2'
