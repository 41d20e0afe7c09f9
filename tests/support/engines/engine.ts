// The interface that every engine implements, and the actions of a player that are built on it: what they find is found in the
// page itself, so that it is the same in all engines.
import { setTimeout } from 'node:timers/promises'
import { isHydrated, type ScreenName } from '../browsers/browser.ts'
import { readProgress, waitFor } from './patience.ts'

export type Key = 'Escape' | 'Enter' | 'Space' | 'Tab'

/** What an engine does by its own protocol. */
export interface EngineWindow {
  readonly screen: ScreenName
  /** Whether the scripts of pages run. */
  readonly scripts: boolean
  /** Whether functions that run in the page can wait for a frame: without scripts only WebKit draws one for them. */
  readonly frames: boolean
  goto(url: string): Promise<void>
  /** Runs a function in the page and waits for it; arguments and result are JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Taps on a phone where the engine has touch, clicks otherwise; in pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>
  press(key: Key): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** Returns a picture of the viewport, as PNG. */
  screenshot(): Promise<Buffer>
  /** Cuts the window off the network, or connects it again; left out by engines whose protocol has no command for it. */
  setOffline?(isOffline: boolean): Promise<void>
  /** Returns the errors of the console and the uncaught ones so far. */
  errors(): readonly string[]
  close(): Promise<void>
}

export interface EngineOptions {
  /** Whether the scripts of pages run; they do unless it is `false`. */
  readonly scripts?: boolean
}

export interface Engine {
  readonly name: string
  /** Opens a window without cookies in the size of a screen. */
  open(screen: ScreenName, options?: EngineOptions): Promise<EngineWindow>
  close(): Promise<void>
}

type Role = 'button' | 'checkbox' | 'dialog' | 'heading' | 'link' | 'option' | 'radio' | 'textbox'

/** A visible element: a CSS selector, an accessible name, or a text. */
export type Target =
  | string
  | {
      readonly role?: Role
      /** The whole accessible name. */
      readonly name?: string
      /** The start of the accessible name. */
      readonly start?: string
      /** The whole text of the element. */
      readonly text?: string
      /** A CSS selector of what contains the element. */
      readonly within?: string
    }

export interface EnginePage extends EngineWindow {
  /**
   * Clicks an element once it is at rest, enabled, not busy and not covered.
   *
   * @param result what the click leads to, where it may come without it: then nothing is clicked
   */
  click(target: Target, result?: Target): Promise<void>
  focus(target: Target): Promise<void>
  /** Waits until an element is visible. */
  see(target: Target): Promise<void>
  /** Waits until no such element is visible. */
  miss(target: Target): Promise<void>
  /** Waits for an element and returns one of its attributes. */
  attribute(target: Target, name: string): Promise<string>
  /** Waits until a function in the page returns a value that is neither null nor false nor empty, and returns it. */
  until<Args extends readonly unknown[], Result>(
    what: string,
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<NonNullable<Result>>
}

/**
 * Errors of what was loading when its page was left: Firefox and WebKit still tell the page, and a journey is faster than a person. What
 * cannot be loaded at all is an error in Chromium too, which says nothing of this kind.
 */
const CUT_BY_LEAVING =
  /due to access control checks|ApiError: Load failed|could not be (read|marked) (JSHandle@error|PartError: A part of the page did not load)|error loading dynamically imported module|Importing a module script failed|WebSocket is closed before the connection is established/

/** Tells whether an error counts. */
export const isFault = (error: string): boolean => !CUT_BY_LEAVING.test(error)

/** What has not moved for so long is at rest. */
const REST_MS = 150

type Deed = 'aim' | 'focus' | 'see' | { readonly attribute: string }

/** Runs in the page: finds the first visible element that fits and does something with it; null where there is none. */
function reach(target: Target, deed: Deed, result: Target | null = null): string | null {
  if (result !== null && reach(result, 'see') !== null) return 'done'
  const roles: Readonly<Record<Role, string>> = {
    button: 'button, summary, [role="button"]',
    checkbox: 'input[type="checkbox"], [role="checkbox"]',
    dialog: 'dialog, [role="dialog"]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    option: '[role="option"]',
    radio: 'input[type="radio"], [role="radio"]',
    textbox: 'input, textarea',
  }
  const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (by.length > 0) return tidy(by.map((id) => document.getElementById(id)?.textContent).join(' '))
    const labels = (element as HTMLInputElement).labels ?? []
    return tidy(element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent)
  }
  const wanted = typeof target === 'string' ? {} : target
  const fits = (element: Element): boolean =>
    (wanted.name === undefined || nameOf(element) === tidy(wanted.name)) &&
    (wanted.start === undefined || nameOf(element).startsWith(tidy(wanted.start))) &&
    (wanted.text === undefined || tidy(element.textContent) === tidy(wanted.text))
  // What is drawn by its label is transparent itself, and can have the focus.
  const opacityProperty = deed !== 'focus'
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty, visibilityProperty: true })
  }
  const css = typeof target === 'string' ? target : wanted.role === undefined ? 'body *' : roles[wanted.role]
  const places = wanted.within === undefined ? [document] : [...document.querySelectorAll(wanted.within)]
  const all = places.flatMap((place) => [...place.querySelectorAll<HTMLElement>(css)])
  const element = all.find((candidate) => fits(candidate) && isVisible(candidate))
  if (element === undefined) return null
  if (typeof deed === 'object') return element.getAttribute(deed.attribute)
  if (deed === 'focus') element.focus()
  if (deed !== 'aim') return 'seen'

  if (element.matches(':disabled, [aria-busy="true"]')) return null
  // Where a machine is slow a box stays the same until the next frame, also of what slides.
  const isSliding = document.getAnimations().some((animation) => {
    const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
    return animation instanceof CSSTransition && animation.playState === 'running' && target?.contains(element)
  })
  if (isSliding) return null
  const isInside = ({ top, bottom }: DOMRect): boolean => top >= 0 && bottom <= innerHeight
  if (!isInside(element.getBoundingClientRect())) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const aimed = (): { x: number; y: number; isFree: boolean } => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    return { x, y, isFree: hit !== null && (element.contains(hit) || hit.closest('label')?.control === element) }
  }
  // Something sticky may cover it at the edge of the screen.
  if (!aimed().isFree) element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, isFree } = aimed()
  if (!isFree) return null
  const root = document.documentElement
  // A game that ignores the press stops it here.
  addEventListener('click', () => root.setAttribute('data-click', 'ignored'), { capture: true, once: true })
  // Where React has replaced the element meanwhile, its successor was hit.
  const note = ({ target: hit }: Event): void => {
    const isHit = hit instanceof Element && (element.contains(hit) || hit.closest('label')?.control === element)
    root.setAttribute('data-click', isHit || !element.isConnected ? 'taken' : 'missed')
  }
  document.addEventListener('click', note, { capture: true, once: true })
  return `${x} ${y}`
}

/**
 * Runs in the page: tells whether the last click hit what came between aim and click, like a message or a celebration, or was ignored because
 * an animation had just ended, and forgets it.
 */
function isClickLost(): boolean {
  const root = document.documentElement
  const outcome = root.getAttribute('data-click')
  root.removeAttribute('data-click')
  return outcome === 'missed' || outcome === 'ignored'
}

/** Runs in the page: tells whether it is drawn and shown as itself. While one page turns into the next a click hits neither. */
async function isRevealed(): Promise<boolean> {
  // The picture of the page before appears with the first frame.
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  return !document.documentElement.matches(':active-view-transition')
}

/** Adds the actions of a player to a window. */
export function createPage(window: EngineWindow): EnginePage {
  const look = () => window.evaluate(readProgress)
  const until: EnginePage['until'] = (what, run, ...args) => waitFor(what, () => window.evaluate(run, ...args), look)
  const find = (target: Target, deed: Deed, result: Target | null = null) =>
    until(JSON.stringify(target), reach, target, deed, result)

  /** Returns where an element is once it is at rest; null when the result of the click is there already. */
  async function aim(target: Target, result?: Target): Promise<{ x: number; y: number } | null> {
    for (let before = ''; ; ) {
      // A busy machine may draw no frame in the time of rest: what slides has an old box after its animation.
      if (window.frames) await until('the end of the transition between pages', isRevealed)
      const place = await find(target, 'aim', result)
      if (place === 'done') return null
      if (place === before) {
        const [x = 0, y = 0] = place.split(' ').map(Number)
        return { x, y }
      }
      before = place
      await setTimeout(REST_MS)
    }
  }

  return {
    ...window,
    until,
    goto: async (url) => {
      await window.goto(url)
      if (window.scripts) await until('hydration', isHydrated)
    },
    click: async (target, result) => {
      for (let isLost = true; isLost; ) {
        const place = await aim(target, result)
        if (place === null) return
        await window.clickAt(place.x, place.y)
        // A page that is being left answers nothing. A player whose tap did nothing taps again.
        isLost = window.scripts && (await window.evaluate(isClickLost).catch(() => false))
      }
    },
    focus: async (target) => void (await find(target, 'focus')),
    see: async (target) => void (await find(target, 'see')),
    miss: async (target) => {
      const isGone = async (): Promise<boolean> => (await window.evaluate(reach, target, 'see' as const)) === null
      await waitFor(`the end of ${JSON.stringify(target)}`, isGone, look)
    },
    attribute: (target, name) => find(target, { attribute: name }),
  }
}
