// The change from the reel to the result: each prize grows from its card below the marker to its place. Only transforms are animated.

const GROW_MS = 480
/** How much later the prize of the next lane flies. */
const STAGGER_MS = 24
/** How long the rest of the reel fades. */
export const FADE_MS = 180
const CURVE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

/** Returns the element that has the size of a picture. */
function pictureIn(place: Element | null | undefined): Element | null {
  return place?.querySelector('img')?.parentElement ?? null
}

/**
 * Lets the prizes of lanes that have stopped grow out of the reel, while the rest of it fades. Prizes of lanes that still run, because
 * the player skipped them, form at their place.
 *
 * @param reel the reel, which stays on the page for `FADE_MS`
 * @param result the result, laid out at the same place; `[data-lane]` are the elements that grow
 */
export function growFromReel(reel: Element, result: Element): void {
  reel.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, fill: 'forwards' })
  const moves = [...reel.querySelectorAll('[data-track]')].flatMap((track, lane) => {
    if (!track.hasAttribute('data-rested')) return []
    const from = pictureIn(track.querySelector('[data-near="won"]'))
    const target = result.querySelector(`[data-lane="${lane}"]`)
    const to = pictureIn(target)
    return from === null || target === null || to === null ? [] : [{ from, target, to }]
  })
  // The entrance of a prize would move what is measured.
  for (const { target } of moves) for (const entrance of target.getAnimations()) entrance.cancel()
  const steps = moves.map(({ from, target, to }) => ({ from, target, transform: transformOf(from, target, to) }))
  for (const [place, { from, target, transform }] of steps.entries()) {
    if (from instanceof HTMLElement) from.style.opacity = '0'
    target.animate([{ transform }, { transform: 'none' }], {
      duration: GROW_MS,
      delay: place * STAGGER_MS,
      easing: CURVE,
      fill: 'backwards',
    })
  }
}

/** The middle of an element on the screen, and its width, in CSS pixels. */
function placeOf(element: Element): { x: number; y: number; width: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, width }
}

/** Returns the transform of an element, around its middle, by which its picture covers another one. */
function transformOf(from: Element, target: Element, to: Element): string {
  const [start, middle, end] = [placeOf(from), placeOf(target), placeOf(to)]
  const scale = start.width / end.width
  const x = start.x - middle.x - scale * (end.x - middle.x)
  const y = start.y - middle.y - scale * (end.y - middle.y)
  return `translate(${x}px, ${y}px) scale(${scale})`
}
