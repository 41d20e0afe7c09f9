// What can be claimed, in the navigation: one number at the rewards and at the menu that has them, and a text for screen readers at each link
// whose page has something. The page of the rewards has a dot at each. Loaded for signed-in players only; the links are static.
import type { i18n } from 'i18next'
import type { Language } from '../../game/base/language.ts'
import type { ClaimMarks } from '../../protocol/rewards.ts'
import { $badges, watchBadges } from '../../stores/account/rewards.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'

const REWARDS = '/bonuses'

const PATHS: Readonly<Record<keyof ClaimMarks, string>> = {
  freeCase: '/free_case',
  wheel: '/wheel',
  calendar: '/calendar',
  missions: '/missions',
  raffle: '/raffle',
  social: REWARDS,
}

const NAMES = Object.keys(PATHS) as (keyof ClaimMarks)[]

const WORDS = {
  en: () => loadPart(() => import('../../i18n/locales/en/marks.json')),
  ru: () => loadPart(() => import('../../i18n/locales/ru/marks.json')),
  uk: () => loadPart(() => import('../../i18n/locales/uk/marks.json')),
} as const satisfies Record<Language, () => Promise<{ default: object }>>

async function wordsOf(speech: i18n): Promise<string> {
  const language = speech.language as Language
  speech.addResourceBundle(language, 'marks', (await WORDS[language]()).default)
  return speech.t('marks:claim')
}

const hints = new WeakMap<Element, Element>()

function setBadge(place: Element, isOn: boolean, words: string): void {
  if (isOn === place.hasAttribute('data-claim')) return
  place.toggleAttribute('data-claim', isOn)
  if (!isOn) {
    hints.get(place)?.remove()
    return
  }
  const hint = place.ownerDocument.createElement('span')
  hint.className = 'unseen'
  hint.textContent = `, ${words}`
  place.append(hint)
  hints.set(place, hint)
}

/** Shows how many rewards there are; none hides the number. */
function setCount(place: Element, count: number, words: string): void {
  setBadge(place, count > 0, words)
  if (count > 0) place.setAttribute('data-claim-count', String(count))
  else place.removeAttribute('data-claim-count')
}

/** Shows what can be claimed on a page. */
export function showBadges(page: Document, marks: ClaimMarks, words: string): void {
  const count = NAMES.reduce((sum, name) => sum + marks[name], 0)
  for (const name of NAMES) {
    // The link to the rewards has the number.
    if (PATHS[name] === REWARDS) continue
    for (const link of page.querySelectorAll(`:is(nav, [data-claims]) a[href="${PATHS[name]}"]`)) {
      setBadge(link, marks[name] > 0, words)
    }
  }
  // The side menu of phones is closed: its button has the number too.
  for (const place of page.querySelectorAll(`nav a[href="${REWARDS}"], nav [popovertarget="side-menu"]`)) {
    setCount(place, count, words)
  }
}

/**
 * Keeps the badges of a page up to date.
 *
 * @param speech the i18next instance of the page
 */
export async function startBadges(page: Document, speech: i18n): Promise<void> {
  const words = await wordsOf(speech)
  $badges.subscribe((marks) => {
    if (marks !== null) showBadges(page, marks, words)
  })
  watchBadges(page)
}
