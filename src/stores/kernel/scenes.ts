// Scenes: a new level or a finished mission fills the screen for a moment. They wait for the end of a game's animation and for one
// another, and a game that starts ends the one on the screen. Their island (islands/shell/SceneStage.tsx) is loaded with the first one.
import { atom, type ReadableAtom } from 'nanostores'
import type { NoticeScene } from '../../protocol/realtime.ts'
import { AFTER_RESULT_MS } from './toasts.ts'
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

interface SceneQueue {
  /** The scene on the screen; null for none. */
  readonly $scene: ReadableAtom<Scene | null>
  /** Shows a scene as soon as nothing else is going on. */
  play(scene: Scene): void
  /** Ends the scene on the screen; the next one follows after a pause. */
  end(): void
  /** Tells whether a game's animation runs: its start ends the scene, and others wait for a moment after its end. */
  setHeld(isHeld: boolean): void
}

/** Makes a queue of scenes. */
export function createSceneQueue(): SceneQueue {
  const $scene = atom<Scene | null>(null)
  const waiting: Scene[] = []
  let isHeld = false
  let pause: ReturnType<typeof setTimeout> | undefined

  function next(): void {
    pause = undefined
    if (isHeld || $scene.get() !== null) return
    $scene.set(waiting.shift() ?? null)
  }

  function nextIn(ms: number): void {
    clearTimeout(pause)
    pause = setTimeout(next, ms)
  }

  return {
    $scene,
    play(scene) {
      waiting.push(scene)
      if (pause === undefined) next()
    },
    end() {
      $scene.set(null)
      nextIn(GAP_MS)
    },
    setHeld(held) {
      isHeld = held
      clearTimeout(pause)
      pause = undefined
      if (held) $scene.set(null)
      else nextIn(AFTER_RESULT_MS)
    },
  }
}

const queue = createSceneQueue()

export const { $scene, play: playScene, end: endScene } = queue

$isHeld.listen(queue.setHeld)
