// The directive of the shell's islands, `client:shell`: they hydrate at once for visitors with a session, else when the browser is idle, and
// at the first touch or focus of what they serve. A tap before that is dispatched again after the hydration. Astro writes this script into
// each page, in front of the first such island.
import type { ClientDirective } from 'astro'
import { whenIdle } from '../../stores/kernel/when-idle.ts'

/** The value of the directive; without it an island serves the elements inside it. */
export interface ShellOptions {
  /** A selector of the elements that the island serves, anywhere on the page. */
  readonly serves?: string
  /** The events of the window that open what the island renders. */
  readonly opensOn?: readonly (keyof WantedDialogs)[]
  /** True for an island that only players have: it is removed from a guest's page, and not loaded. */
  readonly isForPlayers?: boolean
}

declare module 'astro' {
  interface AstroClientDirectives {
    'client:shell'?: boolean | ShellOptions
  }
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'click'] as const

const hasModifier = (event: Event): boolean =>
  event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)

const shellDirective: ClientDirective = (load, { value }, island) => {
  const { serves, opensOn = [], isForPlayers = false } = (typeof value === 'object' ? value : {}) as ShellOptions
  const isGuest = document.documentElement.dataset.session === 'guest'
  if (isForPlayers && isGuest) {
    island.remove()
    return
  }
  const listening = new AbortController()
  let isStarted = false
  let tapped: HTMLElement | null = null

  async function start(): Promise<void> {
    if (isStarted) return
    isStarted = true
    const hydrate = await load()
    await hydrate()
    listening.abort()
    tapped?.click()
  }

  /** Returns the element that an event of the page is for, when this island serves it. */
  function servedBy({ target }: Event): HTMLElement | null {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return null
    if (serves !== undefined) return target.closest<HTMLElement>(serves)
    return island.contains(target) ? target.closest<HTMLElement>('a, button') : null
  }

  function onSign(event: Event): void {
    const served = servedBy(event)
    if (served === null) return
    void start()
    if (event.type !== 'click' || hasModifier(event)) return
    // The first of several taps is enough, and another island that serves the same element takes it after this one.
    event.preventDefault()
    event.stopImmediatePropagation()
    tapped ??= served
  }

  const { signal } = listening
  for (const sign of SIGNS) document.addEventListener(sign, onSign, { capture: true, signal })
  for (const name of opensOn) addEventListener(name, start, { signal })
  const isWanted = opensOn.some((name) => window.wantedDialogs?.[name] !== undefined)
  if (isWanted || !isGuest) void start()
  else whenIdle(start)
}

export default shellDirective
