import { LayoutTemplate, LogOut, Moon, Plus, Search, Sun, Tags } from 'lucide-react'
import { type ComponentProps, type MouseEvent, type ReactNode, memo } from 'react'

import type { User } from '#domain/account/account.ts'

import { AccountButton } from '../account/account-button.tsx'
import { forgetOnLeaving } from '../account/forget-person.ts'
import { HOME, LOGIN, LOGOUT } from '../boot/paths.ts'
import { keyName } from '../keys/key-names.ts'
import { outbox } from '../sync/runner/outbox.ts'
import { useStore } from '../state/store.ts'
import { tabsWidth, useIsScrolled } from './scrolled.ts'
import { useTheme } from './theme.ts'
import { Button, ButtonLink, IconButton } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Logo } from '../ui/logo.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import * as words from './words.ts'

export type HeaderProps = {
  /** The signed-in user; null if nobody is signed in; undefined while loading. */
  user: User | null | undefined
  /** The running or paused timer, shown next to the logo. */
  clock?: ReactNode
  /** Shown under the bar. */
  notice?: ReactNode
  onSearch?: () => void
  onAddTask?: () => void
  onOpenCategories?: () => void
  onOpenTemplates?: () => void
  /** Whether Add is beside the bottom tabs on a phone. */
  addIsBelow?: boolean
}

/** The bar at the top of every page. Actions without a handler are hidden. */
export function Header({ user, clock, notice, ...actions }: HeaderProps) {
  const isScrolled = useIsScrolled()
  return (
    <header
      data-scrolled={isScrolled || undefined}
      className="group/header sticky top-0 z-10 h-12 short:relative border-b border-transparent bg-bg data-scrolled:border-line print:hidden"
    >
      <div className="page flex h-full items-center justify-between gap-2">
        <a
          href={HOME}
          className="flex min-w-10 shrink-0 items-center gap-2.5 rounded-sm max-sm:gap-2 sm:w-21.5 touch:min-h-10 sm:max-lg:group-data-scrolled/header:w-5.5 sm:max-lg:group-data-scrolled/header:min-w-0"
          aria-label={words.product}
        >
          <Logo />
          <span className="text-[16px] leading-6 font-[620] tracking-[-0.015em] max-xs:hidden sm:max-lg:group-data-scrolled/header:hidden">
            {words.product}
          </span>
        </a>
        {isScrolled && <TabsRoom />}
        {clock && <div className="mr-auto ml-3 min-w-0 max-sm:contents">{clock}</div>}
        {user ? <SignedIn user={user} {...actions} /> : <SignedOut loading={user === undefined} />}
      </div>
      {notice}
    </header>
  )
}

/** Reserves the space after the logo for the tabs, which overlay the header. */
function TabsRoom() {
  return <div style={{ width: useStore(tabsWidth) }} className="ml-3 shrink-0 max-sm:hidden" />
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
        {words.logIn}
      </ButtonLink>
    </div>
  )
}

const SignedIn = memo(function SignedIn(props: HeaderProps & { user: User }) {
  const { user, onSearch, onAddTask, onOpenCategories, onOpenTemplates, addIsBelow = false } = props
  const hasActions = onAddTask ?? onOpenCategories ?? onOpenTemplates
  return (
    <nav aria-label={words.navigation} className="flex items-center max-sm:[&_svg]:size-5">
      {onSearch && <SearchButton onSearch={onSearch} />}
      {onOpenCategories && (
        <Action
          label={words.categories}
          icon={<Tags size={16} />}
          onClick={onOpenCategories}
          className="mr-1 max-lg:mr-2 max-sm:mr-px"
        />
      )}
      {onOpenTemplates && (
        <Action
          label={words.templates}
          icon={<LayoutTemplate size={16} />}
          onClick={onOpenTemplates}
          className="mr-2 max-sm:mr-1.75"
        />
      )}
      {onAddTask && (
        <Button
          variant="primary"
          icon={<Plus size={16} />}
          onClick={onAddTask}
          className={`${ADD_TASK} ${addIsBelow ? 'max-sm:hidden' : ''}`}
        >
          <span className="max-sm:sr-only sm:max-lg:group-data-scrolled/header:sr-only">{words.addTask}</span>
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
})

const ADD_TASK =
  'max-sm:mr-0.75 max-sm:w-10 max-sm:px-0 sm:max-lg:group-data-scrolled/header:w-8 sm:max-lg:group-data-scrolled/header:px-0 sm:max-lg:group-data-scrolled/header:touch:w-10'

type ActionProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; icon: ReactNode }

/** A ghost button that becomes an icon with a tooltip below 1024 px and after scrolling. */
function Action({ label, icon, className = '', ...rest }: ActionProps) {
  const isScrolled = useIsScrolled()
  return (
    <Tooltip label={label} side="bottom" className={isScrolled ? '' : 'lg:hidden'}>
      <Button
        variant="ghost"
        icon={icon}
        className={`${NARROW} ${SCROLLED} ${className}`}
        aria-describedby={undefined}
        {...rest}
      >
        <span className="max-lg:sr-only group-data-scrolled/header:sr-only">{label}</span>
      </Button>
    </Tooltip>
  )
}

/** Looks like a field, and becomes an icon with a tooltip below 1024 px and after scrolling. */
function SearchButton({ onSearch }: { onSearch: () => void }) {
  const isScrolled = useIsScrolled()
  return (
    <Tooltip label={words.search} side="bottom" className={isScrolled ? '' : 'lg:hidden'}>
      <Button
        variant="ghost"
        icon={<Search size={16} />}
        onClick={onSearch}
        className={`${NARROW} mr-3 max-lg:mr-2 max-sm:mr-px ${isScrolled ? SCROLLED : FIELD}`}
        aria-haspopup="dialog"
        aria-describedby={undefined}
      >
        <span className="max-lg:sr-only group-data-scrolled/header:sr-only">{words.search}</span>
        <span
          aria-hidden="true"
          className="ml-auto flex gap-1 max-lg:hidden group-data-scrolled/header:hidden"
        >
          <Kbd>{keyName('Mod')}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </Button>
    </Tooltip>
  )
}

const FIELD =
  'lg:h-7.5 lg:w-40 lg:justify-start lg:border lg:border-line-2 lg:bg-surface lg:px-2.5 lg:font-normal'
const NARROW = 'max-lg:w-8 max-lg:px-0 max-lg:touch:w-10'
const SCROLLED =
  'group-data-scrolled/header:w-8 group-data-scrolled/header:px-0 group-data-scrolled/header:touch:w-10'

/** Clears local data on a click, even if the link opens in another tab. Asks first what to do with unsent changes. */
function LogOutLink({ user }: { user: User }) {
  const leave = (event: MouseEvent) =>
    outbox.get()?.asksToLeave() ? event.preventDefault() : forgetOnLeaving(user.id)
  return (
    <Tooltip label={words.logOut} side="bottom" className="lg:hidden">
      <ButtonLink
        variant="ghost"
        href={LOGOUT}
        onClick={leave}
        // Ignores the right button, which only opens a menu.
        onAuxClick={(event) => event.button === 1 && leave(event)}
        className={`${NARROW} -mr-3 max-lg:-mr-2 max-sm:-mr-1.25`}
        icon={<LogOut size={16} className="lg:hidden" />}
        aria-describedby={undefined}
      >
        <span className="max-lg:sr-only">{words.logOut}</span>
      </ButtonLink>
    </Tooltip>
  )
}

function ThemeButton() {
  const [theme, toggle] = useTheme()
  const dark = theme === 'dark'
  return (
    <IconButton
      label={dark ? words.lightTheme : words.darkTheme}
      icon={dark ? <Sun size={16} /> : <Moon size={16} />}
      onClick={toggle}
      side="bottom"
    />
  )
}
