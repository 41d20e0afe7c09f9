// Fills the live drops strip without React: two lists, newest first. A new card slides in and moves the others.
import type { i18n } from 'i18next'
import { afterPaint } from '../../stores/kernel/after-paint.ts'
import { isCalm } from '../../stores/kernel/preferences.ts'
import { $live, $liveTab, type LiveTab } from '../../stores/live/live.ts'
import { ANIMATION_MS, FAST_ANIMATION_MS, type ShownDrop } from '../../stores/live/live-feed.ts'
import { leavePeek, peekAt } from '../../stores/live/player-peek.ts'
import { renderNodes } from '../static/render.ts'
import { DropCard } from './DropCard.tsx'

/** The width of a card and the gap after it, `--step` in the style sheet. */
const STEP = '13.5rem'
/** The same in px with the browser's usual text size. */
const STEP_PX = 216

interface Card {
  /** Null for a drop that cannot be shown. */
  readonly element: HTMLElement | null
  readonly user: ShownDrop['user']
}

/** Returns a function that returns the cards of a list, which keeps those that are shown. */
function createCards(speech: i18n): (list: readonly ShownDrop[]) => HTMLElement[] {
  let cards = new Map<string, Card>()

  function make(drop: ShownDrop): Card {
    try {
      const [element] = renderNodes(DropCard({ drop, speech }))
      return { element: element as HTMLElement, user: drop.user }
    } catch (fault) {
      console.error('A drop cannot be shown', fault)
      return { element: null, user: drop.user }
    }
  }

  return (list) => {
    const shown = cards
    cards = new Map()
    for (const drop of list) {
      const known = shown.get(drop.id)
      cards.set(drop.id, known?.user === drop.user ? known : make(drop))
    }
    return [...cards.values()].flatMap(({ element }) => element ?? [])
  }
}

/** Makes a list the children of the track; elements that stay are not moved, so that they keep focus and hover. */
function setChildren(track: HTMLElement, elements: readonly HTMLElement[]): void {
  const stays = new Set<Element>(elements)
  for (const child of [...track.children]) if (!stays.has(child)) child.remove()
  for (const [place, element] of elements.entries()) {
    element.style.setProperty('--place', String(place))
    const at = track.children[place] ?? null
    if (at !== element) track.insertBefore(element, at)
  }
}

/**
 * Where nothing hovers, the first tap on a card only focuses its link, which shows the card's other links as the keyboard's focus does; the
 * second tap follows it.
 */
function delegateFirstTap(track: HTMLElement): void {
  const linkOf = ({ target }: Event): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>('[data-first-tap]') : null
  let first: HTMLElement | null = null
  track.addEventListener('pointerdown', (event) => {
    const link = linkOf(event)
    first = event.pointerType !== 'mouse' && document.activeElement !== link ? link : null
  })
  track.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (link === null || link !== first) return
    first = null
    event.preventDefault()
    // Safari focuses no link by itself.
    link.focus()
  })
}

/** Shows the player of the card below a pointer or with the focus. A finger only focuses: it may scroll. */
function delegatePeek(track: HTMLElement): void {
  const peek = (event: Event): void => {
    if (event instanceof PointerEvent && event.pointerType !== 'mouse') return
    if (event.target instanceof Element) peekAt(event.target.closest<HTMLElement>('[data-player]'))
  }
  track.addEventListener('pointerover', peek)
  track.addEventListener('pointerleave', leavePeek)
  track.addEventListener('focusin', peek)
  track.addEventListener('focusout', leavePeek)
}

function delegateTabs(tabs: readonly HTMLButtonElement[]): void {
  for (const button of tabs) {
    button.addEventListener('click', () => {
      $liveTab.set(button.dataset.tab as LiveTab)
      // The pressed button is disabled now and would lose the focus: the other one takes it.
      tabs.find((other) => other !== button)?.focus()
    })
  }
}

/** Fills the strip of a page, and keeps it up to date. */
export function showStrip(strip: HTMLElement, speech: i18n): void {
  const track = strip.querySelector('ul')
  if (track === null) return
  const t = speech.getFixedT(speech.language, 'live')
  const tabs = [...strip.querySelectorAll<HTMLButtonElement>('[data-tab]')]
  const empty = [...strip.querySelectorAll<HTMLElement>('[data-empty]')]
  const placeholders = [...track.children] as HTMLElement[]
  const waitingClasses = track.className
  const { filled = '' } = track.dataset
  const cardsOf = createCards(speech)
  let arrivedId: string | null = null
  /** How many cards are made: first those on the screen, then one a frame, because ten at once block a slow phone for 200 ms. */
  let made = Math.ceil(innerWidth / STEP_PX)
  let isMaking = false

  function makeNext(track: HTMLElement, count: number): void {
    if (isMaking || made >= count) return
    isMaking = true
    afterPaint(() => {
      isMaking = false
      made += 1
      update(track)
    })
  }

  function slide(drop: ShownDrop | undefined, isFast: boolean): void {
    const id = drop?.isNew === true ? drop.id : null
    const isAnother = id !== arrivedId
    arrivedId = id
    if (id === null || !isAnother || isCalm()) return
    track?.animate([{ transform: `translateX(-${STEP})` }, { transform: 'none' }], {
      duration: isFast ? FAST_ANIMATION_MS : ANIMATION_MS,
      easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    })
  }

  function update(track: HTMLElement): void {
    const [feed, tab] = [$live.get(), $liveTab.get()]
    const list = feed[tab]
    const isWaiting = feed.loading || (feed.held && tab === 'all')
    for (const button of tabs) {
      button.disabled = button.dataset.tab === tab
      button.ariaPressed = String(button.disabled)
    }
    for (const text of empty) text.hidden = isWaiting || list.length > 0 || text.dataset.empty !== tab
    track.className = isWaiting ? waitingClasses : filled
    track.ariaBusy = String(isWaiting)
    track.ariaLabel = isWaiting ? t('loading') : t(tab)
    track.style.setProperty('--cards', String(isWaiting ? 0 : list.length))
    setChildren(track, isWaiting ? placeholders : cardsOf(list.slice(0, made)))
    slide(list[0], feed.fast)
    if (!isWaiting) makeNext(track, list.length)
  }

  delegateTabs(tabs)
  delegateFirstTap(track)
  delegatePeek(track)
  $liveTab.listen(() => update(track))
  $live.subscribe(() => update(track))
}
