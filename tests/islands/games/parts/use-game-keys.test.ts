// The keyboard shortcuts that all games have.
import { atom } from 'nanostores'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type GameKeys, handleGameKey, PAUSE_MS } from '../../../../src/islands/games/parts/use-game-keys.ts'
import type { GameRun } from '../../../../src/stores/games/game-run.ts'

type Phase = 'idle' | 'asking' | 'playing' | 'result' | 'offline'

/** What has the focus: `closest` finds it for selectors that name it. */
class Focus {
  readonly #part: string
  constructor(part: string) {
    this.#part = part
  }
  closest(selector: string): Focus | null {
    return selector.split(', ').some((one) => one.startsWith(this.#part)) ? this : null
  }
}

let isMenuOpen: boolean

beforeEach(() => {
  isMenuOpen = false
  vi.stubGlobal('Element', Focus)
  vi.stubGlobal('document', { querySelector: () => (isMenuOpen ? {} : null) })
})

/** Presses a key in a phase; returns the names of the actions that it called, and whether the browser's own was prevented. */
function press(key: string, phase: Phase, focus = 'body', sinceChangeMs = PAUSE_MS): string[] {
  const called: string[] = []
  const call = (name: string) => () => void called.push(name)
  const game: GameKeys = {
    $run: atom({ phase } as GameRun<unknown, unknown>),
    skip: call('skip'),
    keep: call('keep'),
    play: call('play'),
    retry: async () => void called.push('retry'),
    onOther: call('other'),
  }
  const event = { key, target: new Focus(focus), preventDefault: call('prevented') }
  handleGameKey(event as unknown as KeyboardEvent, game, sinceChangeMs)
  return called
}

describe('Escape', () => {
  it.each([
    ['playing', 'body', ['skip']],
    ['result', 'body', ['keep']],
    ['idle', 'body', []],
    ['offline', 'body', []],
    // An animation is never worth waiting for; a field clears itself before a result closes.
    ['playing', 'textarea', ['skip']],
    ['result', 'textarea', []],
    ['playing', 'button', ['skip']],
    ['result', 'button', ['keep']],
  ] as const)('while %s with the focus on %s: %j', (phase, focus, actions) => {
    expect(press('Escape', phase, focus)).toEqual(actions)
  })

  it.each(['playing', 'result'] as const)('closes an open menu first, while %s', (phase) => {
    isMenuOpen = true
    expect(press('Escape', phase)).toEqual([])
  })
})

describe('Space and Enter', () => {
  it.each([
    [' ', 'playing', 'body', ['prevented', 'skip']],
    ['Enter', 'playing', 'body', ['prevented', 'skip']],
    [' ', 'idle', 'body', []],
    ['Enter', 'idle', 'body', ['play']],
    ['Enter', 'result', 'body', ['play']],
    ['Enter', 'offline', 'body', ['retry']],
    // What has the focus handles them.
    [' ', 'playing', 'button', []],
    ['Enter', 'idle', 'button', []],
    ['Enter', 'idle', 'textarea', []],
    ['Enter', 'idle', '[role="listbox"] *', []],
  ] as const)('%j while %s with the focus on %s: %j', (key, phase, focus, actions) => {
    expect(press(key, phase, focus)).toEqual(actions)
  })
})

describe('Enter shortly after a change, which was meant for what has disappeared', () => {
  it.each([
    ['idle', []],
    ['result', []],
    // Neither takes anything.
    ['playing', ['prevented', 'skip']],
    ['offline', ['retry']],
  ] as const)('while %s: %j', (phase, actions) => {
    expect(press('Enter', phase, 'body', PAUSE_MS - 1)).toEqual(actions)
  })
})

it.each([
  ['5', 'idle', 'body', ['other']],
  ['5', 'idle', 'textarea', []],
] as const)('%j while %s with the focus on %s: %j', (key, phase, focus, actions) => {
  expect(press(key, phase, focus)).toEqual(actions)
})
