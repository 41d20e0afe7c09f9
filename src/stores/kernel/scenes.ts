// Scenes: a new level or a finished mission fills the screen for a moment, when nothing else is on it: they wait for the end of a game's
// animation, until its result is sold or kept, for the end of a dialog and for one another. What waits for too long is told by its message
// instead, and a game that starts ends the one on the screen. Their island (islands/shell/SceneStage.tsx) is loaded with the first one.
import { atom, type ReadableAtom } from 'nanostores'
import type { NoticeScene } from '../../protocol/realtime.ts'
import { AFTER_RESULT_MS, type Toast, toastAfterResult } from './toasts.ts'
import { fieldsOf } from './unknown-value.ts'
import { $isHeld } from './user.ts'

export type Scene = NoticeScene

const KINDS: readonly Scene['kind'][] = ['level', 'mission']

/** Returns the scene of an event's unknown value; null for none. */
export function readScene(value: unknown): Scene | null {
  const { kind, mark, title, text } = fieldsOf(value)
  const known = KINDS.find((one) => one === kind)
  const isWhole = typeof mark === 'string' && typeof title === 'string' && typeof text === 'string'
  return known !== undefined && isWhole ? { kind: known, mark, title, text } : null
}

/** How long a scene is on the screen, and how long it stays where nothing of it moves and it is only read. */
export const SCENE_MS = { moving: 1500, still: 3000 } as const

/** A pause between two scenes. */
const GAP_MS = 300

/** How long a scene waits for a calm moment. */
export const SCENE_WAIT_MS = 15_000

interface SceneQueue {
  /** The scene on the screen; null for none. */
  readonly $scene: ReadableAtom<Scene | null>
  /**
   * Shows a scene as soon as nothing else is going on.
   *
   * @param message tells the same; shown instead of a scene that waited for too long, and after one whose message has a link
   */
  play(scene: Scene, message: Toast): void
  /** Ends the scene on the screen; the next one follows after a pause. */
  end(): void
  /** Tells whether a game's animation runs: its start ends the scene, and others wait for a moment after its end. */
  setHeld(isHeld: boolean): void
  /** Tells whether a part of the page shows what the player has to act on first. */
  setBusy(part: object, isBusy: boolean): void
}

/** What of the page a queue looks at. */
interface ScreenState {
  isDialogOpen(): boolean
  /** Calls back once when a dialog has closed. */
  onDialogClosed(then: () => void): void
}

interface WaitingScene {
  readonly scene: Scene
  readonly message: Toast
  /** Ends the waiting. */
  readonly limit: ReturnType<typeof setTimeout>
}

/** Makes a queue of scenes. */
export function createSceneQueue(screen: ScreenState, tell: (message: Toast) => void): SceneQueue {
  const $scene = atom<Scene | null>(null)
  const busy = new Set<object>()
  let waiting: readonly WaitingScene[] = []
  /** Of the scene on the screen. */
  let shown: Toast | null = null
  let isHeld = false
  let pause: ReturnType<typeof setTimeout> | undefined

  function next(): void {
    pause = undefined
    const [first, ...others] = waiting
    if (first === undefined || isHeld || busy.size > 0 || $scene.get() !== null) return
    if (screen.isDialogOpen()) {
      screen.onDialogClosed(() => nextIn(GAP_MS))
      return
    }
    waiting = others
    clearTimeout(first.limit)
    shown = first.message
    $scene.set(first.scene)
  }

  function nextIn(ms: number): void {
    clearTimeout(pause)
    pause = setTimeout(next, ms)
  }

  function close(): void {
    $scene.set(null)
    // A scene passes: what it asks for stays within reach.
    if (shown?.link !== undefined) tell({ ...shown, sound: null })
    shown = null
  }

  return {
    $scene,
    play(scene, message) {
      const limit = setTimeout(() => {
        waiting = waiting.filter((other) => other.limit !== limit)
        tell(message)
      }, SCENE_WAIT_MS)
      waiting = [...waiting, { scene, message, limit }]
      if (pause === undefined) next()
    },
    end() {
      close()
      nextIn(GAP_MS)
    },
    setHeld(held) {
      isHeld = held
      clearTimeout(pause)
      pause = undefined
      if (held) close()
      else nextIn(AFTER_RESULT_MS)
    },
    setBusy(part, isBusy) {
      if (isBusy === busy.has(part)) return
      if (isBusy) busy.add(part)
      else busy.delete(part)
      // A moment after what was acted on, which says so itself.
      if (busy.size === 0 && !isHeld) nextIn(AFTER_RESULT_MS)
    },
  }
}

const queue = createSceneQueue(
  {
    isDialogOpen: () => document.querySelector('dialog[open]') !== null,
    onDialogClosed: (then) => document.addEventListener('close', then, { capture: true, once: true }),
  },
  toastAfterResult,
)

export const { $scene, play: playScene, end: endScene, setBusy: keepScenesAway } = queue

$isHeld.listen(queue.setHeld)
