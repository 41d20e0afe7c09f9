// One card of the live drops is a stop of Tab, with its links; arrow keys, Home and End go to the others. Ten cards have thirty links, which
// came before the game of every page.
import { type KeyboardEventHandler, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const STOPS = 'a[href], [tabindex]'

const KEYS: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowRight: (place, last) => Math.min(place + 1, last),
  ArrowLeft: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Returns the place of the card that a key goes to; null for other keys. Exported for tests. */
export function nextCard(key: string, place: number, count: number): number | null {
  return KEYS[key]?.(place, count - 1) ?? null
}

/**
 * Keeps one card of a row in the order of Tab: the focused one, else the first.
 *
 * @param list the cards; the row is looked at again when they change
 * @returns what the row does with keys
 */
export function useRovingCards(row: RefObject<HTMLElement | null>, list: readonly unknown[]): KeyboardEventHandler {
  const current = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of the cards
  useLayoutEffect(() => {
    const cards = [...(row.current?.children ?? [])]
    const isHeld = current.current?.contains(document.activeElement) === true && cards.includes(current.current)
    if (!isHeld) current.current = cards[0] ?? null
    markStops(cards, current.current)
  }, [list])
  useEffect(() => {
    const track = row.current
    const follow = ({ target }: FocusEvent): void => {
      current.current = target instanceof Element ? target.closest('li') : null
      markStops([...(track?.children ?? [])], current.current)
    }
    track?.addEventListener('focusin', follow)
    return () => track?.removeEventListener('focusin', follow)
  }, [row])
  return (event) => {
    const cards = [...(row.current?.children ?? [])]
    const place = cards.findIndex((card) => card.contains(event.target as Element))
    const next = nextCard(event.key, place, cards.length)
    if (next === null || place < 0) return
    event.preventDefault()
    cards[next]?.querySelector<HTMLElement>(STOPS)?.focus()
  }
}

/** Takes the links of all cards but one out of the order of Tab. */
function markStops(cards: readonly Element[], current: Element | null): void {
  for (const card of cards) {
    for (const stop of card.querySelectorAll<HTMLElement>(STOPS)) stop.tabIndex = card === current ? 0 : -1
  }
}
