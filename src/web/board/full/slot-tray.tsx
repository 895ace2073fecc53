import { ArrowLeftRight, ChevronLeft, Hourglass, ListEnd, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react'

import { hasRoom, levelFullMessage, openTasksAtLevel } from '#domain/tasks/level.ts'
import { type Level, slotsAtLevel } from '#domain/tasks/priority.ts'
import type { ShortTask } from '#domain/tasks/long-texts.ts'

import { pushDown, swapTasks } from '../../slots/commands.ts'
import { type Ways, waysInto } from '../../slots/ways.ts'
import * as roomWords from '../../slots/words.ts'
import { useStore } from '../../state/store.ts'
import { findById } from '../../sync/runner/outbox.ts'
import { run, runAndWait } from '../../sync/runner/run.ts'
import { changeTask } from '../../tasks/data/commands.ts'
import { useTasks } from '../../tasks/data/queries.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useHistoryEntry } from '../../ui/dialog-history.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts'
import { useUnmount } from '../../ui/use-unmount.ts'
import { focusCard, focusSoon, isFocusElsewhere } from '../card/focus-card.ts'
import { OnCard } from './on-card.tsx'
import { PushStep } from './push-step.tsx'
import { SwapOffer } from './swap-offer.tsx'
import { InLane, Sheet, onCards } from './tray-frame.tsx'
import { Way } from './way.tsx'
import { moveTask, offerIfRejected, rejectedMove } from '../../slots/rejected-move.ts'
import * as words from './words.ts'
import { areSingleKeysOn, isPlainKey } from '../../keys/single-keys.ts'

type Mode = 'choose' | 'swap' | 'push'

const WAYS = [
  { way: 'swap', icon: <ArrowLeftRight />, label: roomWords.swapWith },
  { way: 'push', icon: <ListEnd />, label: roomWords.pushDown },
  { way: 'wait', icon: <Hourglass />, label: roomWords.wait },
] as const

const close = () => rejectedMove.set(null)

/** Offers ways to free a slot at a full level: in its lane, or in a sheet on phones and without a lane. */
export function SlotTray({ isAlone = false }: { isAlone?: boolean }) {
  const { tasks = [] } = useTasks()
  const rejected = useStore(rejectedMove)
  const task = findById(tasks, rejected?.taskId ?? 0)
  const level = rejected?.level
  const isOver = !task || !level || task.completed || task.priority === level
  const isFree = !isOver && hasRoom(level, openTasksAtLevel(tasks, level).length)
  useLayoutEffect(() => {
    if (!isOver && !isFree) return
    close()
    if (!isFree) return
    const { id } = task
    // The focus went from the choices to the level's band.
    const isElsewhere = () => document.activeElement?.id !== `level-${level}` && isFocusElsewhere(id)
    moveTask(task, level, () => isElsewhere() || focusSoon(id))
    // Runs once, when the level gets a free slot or the task leaves.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver, isFree])
  useUnmount(close)
  if (isOver || isFree) return null
  const props = { task, level, tasks, isAlone, wasChanged: rejected.isChanged === true }
  return <Tray key={`${rejected.taskId} ${level}`} {...props} />
}

type TrayProps = {
  task: ShortTask
  level: Level
  tasks: readonly ShortTask[]
  isAlone: boolean
  /** Whether the board changed after the user's choice. */
  wasChanged: boolean
}

function Tray({ task, level, tasks, isAlone, wasChanged }: TrayProps) {
  const [mode, setMode] = useState<Mode>('choose')
  const isSheet = useMediaQuery(NARROW) || isAlone
  const ways = waysInto(tasks, task, level)
  const { holding, moves, placeInLine, titleOf } = ways
  const [seen] = useState(() => JSON.stringify([moves, holding.map(({ id }) => id)]))
  const isChanged = wasChanged || seen !== JSON.stringify([moves, holding.map(({ id }) => id)])

  const choose = (act: () => void) => {
    close()
    act()
    focusMoved(task.id, level)
  }
  const cancel = () => {
    close()
    // The sheet keeps focus until it is gone.
    setTimeout(() => focusCard(task.id, 'handle'))
  }
  useHistoryEntry(true, cancel)
  const swap = (other: ShortTask) =>
    choose(() => offerIfRejected(runAndWait(swapTasks, { task, other }), task, level))
  const pushAll = () =>
    choose(() => offerIfRejected(runAndWait(pushDown, { task, level, moves }), task, level))
  const actions = {
    swap: () => setMode('swap'),
    push: () => setMode('push'),
    wait: () => choose(() => run(changeTask, { task, patch: { priority: level }, waits: true })),
  }
  const hints = {
    swap: roomWords.swapHint(task.priority),
    push: roomWords.chain(moves, titleOf),
    wait: roomWords.waitHint(level, placeInLine),
  }
  const escape = () => (mode === 'choose' ? cancel() : setMode('choose'))
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = WAYS.find(({ way }) => isPlainKey(event, words.keys[way].toLowerCase()))
    // In React's tree, the buttons on cards are inside the tray. Cards handle their own keys, and sheets these.
    if (!['Escape', 'Tab'].includes(event.key)) event.stopPropagation()
    if (wanted && mode === 'choose') {
      event.preventDefault()
      return actions[wanted.way]()
    }
    stepThroughRows(event)
  }

  const body = (
    // Handles the keys of the buttons inside.
    <div role="presentation" onKeyDown={onKeyDown} data-mode={mode}>
      <Head
        task={task}
        level={level}
        text={isChanged ? roomWords.boardChanged : subtitleOf(mode, ways)}
        isSheet={isSheet}
        mode={mode}
        onBack={() => setMode('choose')}
        onCancel={cancel}
      />
      {mode === 'choose' && (
        <div className="py-2">
          {WAYS.map(({ way, icon, label }) => (
            <Choice key={way} icon={icon} label={label} keyName={words.keys[way]} onPress={actions[way]}>
              {hints[way]}
            </Choice>
          ))}
        </div>
      )}
      {mode === 'swap' && <Offers ways={ways} isSheet={isSheet} onSwap={swap} />}
      {mode === 'push' && (
        <PushStep ways={ways} isSheet={isSheet} onBack={() => setMode('choose')} onPush={pushAll} />
      )}
    </div>
  )
  const props = { name: words.title(level), step: mode, onEscape: escape, onCancel: cancel, children: body }
  return isSheet ? <Sheet {...props} /> : <InLane {...props} />
}

type OffersProps = { ways: Ways; isSheet: boolean; onSwap: (other: ShortTask) => void }

/** The slot holders to swap with: on their cards, or as rows. */
function Offers({ ways: { task, holding, place }, isSheet, onSwap }: OffersProps) {
  return (
    <div className="not-empty:py-2">
      {holding.map((other) => {
        const goesTo = roomWords.goesTo(task.priority, place)
        const swap = () => onSwap(other)
        const row = (
          <Choice
            key={other.id}
            icon={<ArrowLeftRight />}
            label={other.title}
            name={roomWords.swapTitle(other.title)}
            isWide
            onPress={swap}
          >
            {goesTo}
          </Choice>
        )
        if (isSheet) return row
        return (
          <OnCard key={other.id} taskId={other.id} mark="swap" otherwise={row}>
            <SwapOffer title={other.title} goesTo={goesTo} onPress={swap} />
          </OnCard>
        )
      })}
      {!isSheet && <OnCard taskId={task.id} mark="moving" />}
    </div>
  )
}

type HeadProps = {
  task: ShortTask
  level: Level
  text: string
  isSheet: boolean
  mode: Mode
  onBack: () => void
  onCancel: () => void
}

function Head({ task, level, text, isSheet, mode, onBack, onCancel }: HeadProps) {
  const isOneLine = !isSheet && mode === 'swap'
  return (
    <header
      className={`flex min-h-15 items-center gap-3 border-line py-2 pr-3 pl-6 max-sm:px-4 ${isOneLine ? '' : 'border-b'}`}
    >
      {isSheet && mode !== 'choose' && (
        <IconButton label={words.back} icon={<ChevronLeft size={16} />} onClick={onBack} />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2 text-label font-semibold">
          <span dir="auto" className="truncate">
            {task.title}
          </span>
          <Way from={task.priority} to={level} isSwap={mode === 'swap'} />
        </p>
        <output className="block text-meta text-fg-2">{text}</output>
      </div>
      {isOneLine ? (
        <>
          <span aria-hidden className="flex items-center gap-1.5 text-meta text-fg-2">
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> {words.keys.card} <Kbd>Enter</Kbd> {words.keys.swaps}
          </span>
          <Button size="sm" onClick={onBack}>
            {words.back}
          </Button>
        </>
      ) : (
        <>
          <span className="max-sm:hidden">
            <Kbd>{words.keys.escape}</Kbd>
          </span>
          <IconButton label={words.close} icon={<X size={16} />} onClick={onCancel} />
        </>
      )}
    </header>
  )
}

type ChoiceProps = {
  icon: ReactNode
  label: string
  /** The spoken name, if the label isn't enough. */
  name?: string
  keyName?: string
  /** Whether the label, not `children`, fills the remaining width. */
  isWide?: boolean
  onPress: () => void
  children: ReactNode
}

function Choice({ icon, label, name, keyName, isWide = false, onPress, children }: ChoiceProps) {
  return (
    <button
      type="button"
      data-row
      aria-label={name}
      onClick={onPress}
      className="flex min-h-10 w-full items-center gap-3 py-1.5 pr-4 pl-6 text-start hover:bg-hover focus-visible:-outline-offset-2 max-sm:min-h-14 max-sm:px-4 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-fg-2"
    >
      {icon}
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-sm:flex-col">
        <span
          dir="auto"
          className={`text-label font-[550] ${isWide ? 'min-w-0 flex-1 truncate max-sm:w-full' : 'w-28 shrink-0'}`}
        >
          {label}
        </span>
        <span className={`text-meta text-fg-2 ${isWide ? 'shrink-0' : 'min-w-0 flex-1 wrap-anywhere'}`}>
          {children}
        </span>
      </span>
      {keyName && areSingleKeysOn() && (
        <span className="max-sm:hidden">
          <Kbd>{keyName}</Kbd>
        </span>
      )}
    </button>
  )
}

function subtitleOf(mode: Mode, { task, level, open, moves }: Ways): string {
  if (mode === 'swap') return words.pickHint(task.priority)
  if (mode === 'push') return words.moveTogether(moves.length)
  return words.choose(levelFullMessage(level, Math.max(open.length, slotsAtLevel(level))))
}

function stepThroughRows(event: KeyboardEvent): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const rows = [...onCards(), ...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  if (!step || rows.length === 0) return
  event.preventDefault()
  const at = rows.findIndex((row) => row === document.activeElement)
  rows[(at + step + rows.length) % rows.length]?.focus()
}

/** Focuses the moved card at its new position, or its level if the card is in a folded waiting line. */
function focusMoved(taskId: number, level: Level): void {
  focusSoon(taskId)
  setTimeout(() =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById(`level-${level}`)?.focus({ preventScroll: true })
      }),
    ),
  )
}
