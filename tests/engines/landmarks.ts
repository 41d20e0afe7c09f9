// The boxes of a screen's landmarks, and how far they are from those of another engine.
import { setTimeout } from 'node:timers/promises'
import { textFor } from '../../src/i18n/text.ts'
import type { EnginePage } from '../support/engines/engine.ts'

/** How far the edges of a landmark may be from those in Chromium on the first screen, in px. */
const APART_MOST = 8

/** How much of the way below it they may be apart besides: WebKit rounds the height of each line. */
const DRIFT_MOST = 0.02

/** How far a paragraph that wraps otherwise may move what is below it, in px: the height of a line. WebKitGTK rounds the widths of letters. */
const LINE_MOST = 26

/** Paragraphs of fewer lines are written to wrap in one way. */
const LINES_LEAST = 3

/** What has not moved for so long is at rest. */
const REST_MS = 150

interface Landmark {
  readonly name: string
  /** Left, top, right and bottom in the document, in px. */
  readonly edges: readonly [number, number, number, number]
  /** The top of the first long paragraph of the document, in px; null where there is none. What is below it may be a line apart. */
  readonly paragraph: number | null
}

/** The landmarks of each screen, by the screen's name. */
export type Landmarks = Map<string, readonly Landmark[]>

/** How the line begins that tells what of a player's gifts is locked: whether there is one depends on what they won. */
const LOCKED = textFor('en', 'shell')('gifts.by', { percent: 0 }).split(':')[0] ?? ''

/**
 * Runs in the page; null until its fonts and pictures are loaded and nothing on it waits for the server.
 *
 * @param ofChance the start of a line that is left out of the layout
 * @param linesLeast the number of lines that makes a paragraph long
 */
function measure(hasScripts: boolean, ofChance: string, linesLeast: number): string | null {
  const waits = 'header [aria-busy="true"], main [aria-busy="true"]'
  // A guest's page has the hidden place of what only players have.
  const isBusy = hasScripts && [...document.querySelectorAll(waits)].some((element) => element.checkVisibility())
  if (document.readyState !== 'complete' || document.fonts.status !== 'loaded' || isBusy) return null
  // What sticks to the screen is elsewhere in the document wherever the engines scrolled to.
  scrollTo({ top: 0, behavior: 'instant' })
  const wanted = 'header, nav, main, footer, h1, h2, section, article, main [class*="_signal_"]'
  const nameOf = (element: Element): string => {
    const name = element.getAttribute('aria-label') ?? element.getAttribute('aria-labelledby') ?? element.id
    const words = /^(H1|H2|A|BUTTON)$/.test(element.tagName) ? element.textContent : name
    return `${element.tagName.toLowerCase()} ${words.replace(/\s+/g, ' ').trim()}`
  }
  const found = [...document.body.querySelectorAll(wanted)].filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    // Which items a player has is chance.
    const isOfPlayer = element.closest('[popover], dialog, [role="listbox"]') !== null
    return isShown && width > 1 && height > 1 && !isOfPlayer
  })
  const lines = [...document.querySelectorAll<HTMLElement>('main p')]
  // Out of the document, so that its row is empty, as it is for a player who has no such line.
  const leftOut = lines
    .filter((line) => line.textContent.startsWith(ofChance))
    .map((line) => ({ line, row: line.parentElement, next: line.nextSibling }))
  for (const { line } of leftOut) line.remove()
  const isLong = (line: Element): boolean =>
    line.getBoundingClientRect().height >= linesLeast * Number.parseFloat(getComputedStyle(line).lineHeight)
  const tops = lines
    .filter((line) => line.checkVisibility() && isLong(line))
    .map((line) => line.getBoundingClientRect().top)
  const paragraph = tops.length === 0 ? null : Math.round(Math.min(...tops) + scrollY)
  const boxes = found.map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { name: nameOf(element), edges: [left, top + scrollY, right, bottom + scrollY].map(Math.round), paragraph }
  })
  for (const { line, row, next } of leftOut) row?.insertBefore(line, next)
  return JSON.stringify(boxes)
}

/** Measures a screen once nothing on it moves. */
export async function measureScreen(page: EnginePage): Promise<readonly Landmark[]> {
  for (let before = ''; ; ) {
    const now = await page.until('a screen at rest', measure, page.scripts, LOCKED, LINES_LEAST)
    if (now === before) return JSON.parse(now) as Landmark[]
    before = now
    // Not by a timer of the page: without scripts it has none.
    await setTimeout(REST_MS)
  }
}

/**
 * Returns the landmarks that are elsewhere than in another engine, missing or additional, on the screens that both measured.
 *
 * @param height that of the screen, in px
 */
export function compareLandmarks(own: Landmarks, other: Landmarks, height: number): string[] {
  const faults: string[] = []
  for (const [screen, expected] of other) {
    const shown = own.get(screen)
    if (shown === undefined) continue
    const names = (landmarks: readonly Landmark[]): string => landmarks.map(({ name }) => name).join(' | ')
    if (names(shown) !== names(expected)) faults.push(`${screen}: ${names(shown)} instead of ${names(expected)}`)
    for (const [place, { name, edges, paragraph }] of expected.entries()) {
      const here = shown[place]
      if (here?.name !== name) continue
      const isApart = edges.some((edge, side) => {
        const isVertical = side % 2 === 1
        const drift = isVertical ? Math.max(0, edge - height) * DRIFT_MOST : 0
        const isBelowText = isVertical && paragraph !== null && edge > paragraph
        const wrapped = isBelowText ? LINE_MOST : 0
        return Math.abs(edge - (here.edges[side] ?? 0)) > APART_MOST + drift + wrapped
      })
      if (isApart) faults.push(`${screen}: ${name} at ${here.edges.join(' ')} instead of ${edges.join(' ')}`)
    }
  }
  return faults
}
