// When things are done that follow from a moment, so that they do not keep it from the screen.
import { atom, onMount, type ReadableAtom } from 'nanostores'

/**
 * Does something in a task of its own once the frame that comes now is painted: what follows from a moment does not keep the moment from
 * the screen. Where nothing is painted, in a task of its own alone.
 *
 * @returns what prevents it
 */
export function afterFrame(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) {
    task = setTimeout(work)
    return () => clearTimeout(task)
  }
  const frame = requestAnimationFrame(() => {
    task = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(task)
  }
}

/** The light of a result, its words and its price that counts up are on the move for so long. */
const ARRIVAL_MS = 800

/** What has waited long enough and waits for its turn; undefined while nothing does. */
let turns: Set<() => void> | undefined

/** Does what waits, the first of it now and each other one once the frame before it is painted. */
function takeTurns(waiting: Set<() => void>): void {
  const [work] = waiting
  if (work === undefined) {
    turns = undefined
    return
  }
  waiting.delete(work)
  afterFrame(() => takeTurns(waiting))
  work()
}

/**
 * Does something once a result has come in: what can wait does not work beside what moves. Of several that have waited for the same result
 * each gets a frame of its own.
 *
 * @returns what prevents it
 */
export function afterArrival(work: () => void): () => void {
  const turn = (): void => work()
  const task = setTimeout(() => {
    if (turns !== undefined) {
      turns.add(turn)
      return
    }
    turns = new Set([turn])
    takeTurns(turns)
  }, ARRIVAL_MS)
  return () => {
    clearTimeout(task)
    turns?.delete(turn)
  }
}

/** What follows from a result. */
export interface Aftermath {
  /** Does these once the result has come in, each in a frame of its own. */
  plan(steps: readonly (() => void)[]): void
  /** Does what of it is left now, all of it. */
  finish(): void
}

/** What follows from the results of a screen, which come one after another. */
export function createAftermath(): Aftermath {
  let left: (() => void)[] = []
  const finish = (): void => {
    for (const step of left.splice(0)) step()
  }
  return {
    plan(steps) {
      finish()
      const own = [...steps]
      left = own
      for (const _ of steps) afterArrival(() => own.shift()?.())
    },
    finish,
  }
}

/**
 * Follows a store for what stands beside a moment: a value that is one comes a painted frame late, so that the moment's own frame holds
 * nothing else; all others come at once.
 */
export function beside<Value>($store: ReadableAtom<Value>, isMoment: (value: Value) => boolean): ReadableAtom<Value> {
  const $beside = atom($store.get())
  onMount($beside, () =>
    $store.subscribe((value) => {
      if (isMoment(value)) afterFrame(() => $beside.set($store.get()))
      else $beside.set(value)
    }),
  )
  return $beside
}
