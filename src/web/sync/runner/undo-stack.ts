import { ApiError } from '../api.ts'

const UNDOS_MAX = 50

export type Undo = () => Promise<void>

export type Redo = () => Promise<Undo>

type Change = {
  /** The change's place in the order in which changes began. */
  place: number
  undo: Undo
  redo: Redo | undefined
  /** Undoes a related earlier change. */
  undoesToo: Undo | undefined
}

/**
 * Creates a stack of undos and redos. The toast and the keyboard shortcut share the stack, and each undo runs once. A
 * new change clears the redo stack.
 */
export function createUndoStack() {
  let done: readonly Change[] = []
  let undone: readonly Change[] = []
  let begun = 0
  const changeOf = new WeakMap<Undo, Change>()

  const undo = (change: Change) =>
    take(change, {
      from: () => done,
      set: (rest) => (done = rest),
      run: async () => {
        await change.undo()
        await change.undoesToo?.()
        if (change.redo) undone = [...undone, change].slice(-UNDOS_MAX)
      },
    })

  const redo = async (change: Change): Promise<void> =>
    take(change, {
      from: () => undone,
      set: (rest) => (undone = rest),
      run: async () => {
        const earlier = change.undoesToo && changeOf.get(change.undoesToo)
        if (earlier) await redo(earlier)
        if (change.redo) change.undo = await change.redo()
        change.place = ++begun
        done = [...done, change].slice(-UNDOS_MAX)
      },
    })

  return {
    /** Returns the place of a change that begins now. The change can end after later ones. */
    begin: () => ++begun,
    push: (undoIt: Undo, redoIt?: Redo, undoesToo?: Undo, place = ++begun): Undo => {
      const change = { undo: undoIt, redo: redoIt, undoesToo, place }
      done = [...done, change].toSorted((a, b) => a.place - b.place).slice(-UNDOS_MAX)
      undone = []
      const undoOnce = () => undo(change)
      changeOf.set(undoOnce, change)
      return undoOnce
    },
    /** The changes that can be undone, in a new array after each change. */
    done: () => done,
    /** Undoes the latest change that hasn't been undone yet. Returns false if there is none. */
    undoLatest: () => runLatest(done, undo),
    /** Redoes the last undone change. Returns false if there is none. */
    redoLatest: () => runLatest(undone, redo),
  }
}

export type UndoStack = ReturnType<typeof createUndoStack>

type List = {
  from: () => readonly Change[]
  set: (rest: readonly Change[]) => void
  run: () => Promise<void>
}

/** Removes a change from a list and runs it. Puts it back if the server was unavailable, but not after a rejection. */
async function take(change: Change, { from, set, run }: List): Promise<void> {
  if (!from().includes(change)) return
  set(from().filter((other) => other !== change))
  try {
    await run()
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) set([...from(), change])
    throw error
  }
}

async function runLatest(list: readonly Change[], run: (change: Change) => Promise<void>): Promise<boolean> {
  const latest = list.at(-1)
  if (!latest) return false
  await run(latest)
  return true
}
