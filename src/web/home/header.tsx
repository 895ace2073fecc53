import { LayoutTemplate, LogOut, Moon, Plus, Sun, Tags } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import type { User } from '#domain/account.ts'

import { AccountButton } from '../account/account-button.tsx'
import { forgetPerson } from '../auth/forget-person.ts'
import { HOME, LOGIN, LOGOUT } from '../paths.ts'
import { useTheme } from '../theme.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

type HeaderProps = {
  /** Who is signed in; null when nobody is; undefined while that is being found out. */
  user: User | null | undefined
  /** Stands beside the mark while something is timed. */
  clock?: ReactNode
  onAddTask?: () => void
  onOpenCategories?: () => void
  onOpenTemplates?: () => void
}

/** The bar at the top of every page. An action without a handler is not shown. */
export function Header({ user, clock, ...actions }: HeaderProps) {
  return (
    <header className={`sticky top-0 z-10 h-14 bg-bg max-sm:h-13 ${user ? 'border-b border-line' : ''}`}>
      <div className="page flex h-full items-center justify-between gap-2">
        <a
          href={HOME}
          className="flex shrink-0 items-center gap-2.5 rounded-sm max-sm:gap-2"
          aria-label="Tenfold"
        >
          <Logo />
          <span className="text-[16px] leading-6 font-[620] tracking-[-0.015em] max-xs:hidden">Tenfold</span>
        </a>
        {clock && <div className="ml-5 mr-auto min-w-0 max-sm:contents">{clock}</div>}
        {user ? <SignedIn user={user} {...actions} /> : <SignedOut loading={user === undefined} />}
      </div>
    </header>
  )
}

function SignedOut({ loading }: { loading: boolean }) {
  return (
    <div className="flex items-center gap-3 max-sm:gap-0 max-sm:[&_svg]:size-5">
      <ThemeButton />
      <ButtonLink
        href={LOGIN}
        aria-disabled={loading || undefined}
        onClick={loading ? (event) => event.preventDefault() : undefined}
        className="max-sm:-mr-2"
      >
        Log in
      </ButtonLink>
    </div>
  )
}

function SignedIn({ user, onAddTask, onOpenCategories, onOpenTemplates }: HeaderProps & { user: User }) {
  const hasActions = onAddTask ?? onOpenCategories ?? onOpenTemplates
  return (
    <nav aria-label="Account and actions" className="flex items-center max-sm:[&_svg]:size-5">
      {onOpenCategories && (
        <Action
          label="Categories"
          icon={<Tags size={16} />}
          onClick={onOpenCategories}
          className="mr-1 max-lg:mr-2 max-sm:mr-px"
        />
      )}
      {onOpenTemplates && (
        <Action
          label="Templates"
          icon={<LayoutTemplate size={16} />}
          onClick={onOpenTemplates}
          className="mr-2 max-sm:mr-1.75"
        />
      )}
      {onAddTask && (
        <Button variant="primary" icon={<Plus size={16} />} onClick={onAddTask} className={ADD_TASK}>
          <span className="max-sm:sr-only">Add Task</span>
        </Button>
      )}
      {hasActions && <div aria-hidden="true" className="mr-3 ml-4 h-5 w-px bg-line-2 max-sm:hidden" />}
      <ThemeButton />
      <span className="mr-2 ml-3 flex max-sm:mr-px max-sm:ml-1.25">
        <AccountButton user={user} />
      </span>
      <LogOutLink user={user} />
    </nav>
  )
}

const ADD_TASK = 'max-sm:mr-0.75 max-sm:w-9 max-sm:min-h-9! max-sm:px-0'

type ActionProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode }

/** A ghost button that under 1024 px is an icon with a tooltip. */
function Action({ label, icon, className = '', ...rest }: ActionProps) {
  return (
    <Tooltip label={label} side="bottom" className="lg:hidden">
      <Button
        variant="ghost"
        icon={icon}
        className={`${NARROW} ${className}`}
        aria-describedby={undefined}
        {...rest}
      >
        <span className="max-lg:sr-only">{label}</span>
      </Button>
    </Tooltip>
  )
}

const NARROW = 'max-lg:w-8 max-lg:px-0 max-lg:touch:w-10'

/** Who signs out leaves nothing of what they typed in this browser, also when the link opens in another tab. */
function LogOutLink({ user }: { user: User }) {
  const forget = () => forgetPerson(user.id)
  return (
    <Tooltip label="Log out" side="bottom" className="lg:hidden">
      <ButtonLink
        variant="ghost"
        href={LOGOUT}
        onClick={forget}
        onAuxClick={forget}
        className={`${NARROW} -mr-3 max-lg:-mr-2 max-sm:-mr-1.25`}
        icon={<LogOut size={16} className="lg:hidden" />}
        aria-describedby={undefined}
      >
        <span className="max-lg:sr-only">Log out</span>
      </ButtonLink>
    </Tooltip>
  )
}

function ThemeButton() {
  const [theme, toggle] = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      label={dark ? 'Switch to the light theme' : 'Switch to the dark theme'}
      icon={dark ? <Sun size={16} /> : <Moon size={16} />}
      onClick={toggle}
      side="bottom"
    />
  )
}
