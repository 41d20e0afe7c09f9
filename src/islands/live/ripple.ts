// The wave through the live strip when somebody wins much: each card gives way once, the newest first. Only transform and opacity move.

/** As many cards as are in sight on a wide screen. */
const MOST_CARDS = 14
const STEP_MS = 55
const WAVE_MS = 640

/** The cards of a wave: when each begins to move, in ms. */
export function rippleDelays(cards: number): readonly number[] {
  return Array.from({ length: Math.min(cards, MOST_CARDS) }, (_, place) => place * STEP_MS)
}

/** Lets a wave run through the cards of a track once. */
export function ripple(track: HTMLElement): void {
  const cards = [...track.children]
  for (const [place, delay] of rippleDelays(cards.length).entries()) {
    // `scale`, because the card's own transform places it.
    cards[place]?.animate(
      [
        { scale: 1, opacity: 1 },
        { scale: 0.9, opacity: 0.5, offset: 0.35 },
        { scale: 1, opacity: 1 },
      ],
      { delay, duration: WAVE_MS, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' },
    )
  }
}
